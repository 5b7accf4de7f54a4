// A game like Kewbz on boardgame.io: two take turns putting a cube on a free cell of 8×8.
// It has no more rules than that, which is in its favour. So is node-persist 3.1.0: 3.1.3 queues its
// writes and may hold them back for a second. With koa-compose 4.2 its lobby answers 404 to everything.
//
//     node server.js FOLDER
process.env.NODE_ENV = 'production';
const { Server, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const CELLS = 64;

const kewbz = {
  name: 'kewbz',
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

const server = Server({
  games: [kewbz],
  origins: [],
  db: new FlatFile({ dir: process.argv[2] }),
});
server.run(0).then(({ appServer }) => {
  console.log(`boardgame.io is open at http://127.0.0.1:${appServer.address().port}`);
});
