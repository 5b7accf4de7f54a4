// What artillery cannot know: how a table is opened, which moves are legal (the view says it), and when a move
// is known. Artillery opens the connections, sends the moves, and counts.

const NEW = {
  game: "kewbz",
  seats: [
    { kind: "me", name: "Ada" },
    { kind: "me", name: "Bob" },
  ],
};

async function open(target) {
  const http = target.replace(/^ws/, "http");
  const answer = await fetch(`${http}/api/tables`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(NEW),
  });
  if (answer.status !== 201) throw new Error(`no table: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers.get("set-cookie").split(";")[0];
  return { cookie, table: (await answer.json()).id };
}

// Artillery wants this one, and `isGoingOn`, to call back, and awaits the others.
function openTable(wsArgs, _context, done) {
  open(wsArgs.target).then(({ cookie, table }) => {
    wsArgs.target = `${wsArgs.target}/tables/${table}/play`;
    wsArgs.options = { ...wsArgs.options, headers: { cookie } };
    done();
  }, done);
}

// The table comes first, and may have come already: it is asked for nothing before.
async function listen(context, events) {
  const game = { n: 0, heard: () => {} };
  context.vars.game = game;
  await new Promise((resolve) => {
    context.ws.on("message", (data) => {
      const said = JSON.parse(data);
      if (said.type === "refused") {
        events.emit("counter", `refused.${said.code}`, 1);
        game.refused = true;
      } else if (said.type === "table" || said.type === "moved") {
        Object.assign(game, { view: said.view, seq: said.seq, over: said.outcome !== null });
        resolve();
      }
      game.heard();
    });
    context.ws.send(JSON.stringify({ type: "ping", id: "here" }));
  });
}

async function chooseMove(context) {
  const { game } = context.vars;
  const { legal, to_move: seat } = game.view;
  const cell = legal[Math.floor(Math.random() * legal.length)];
  game.sent = performance.now();
  game.waits = game.seq;
  game.refused = false;
  const ask = { type: "play", id: `${game.n++}`, seat, move: { type: "place", cell } };
  context.vars.move = JSON.stringify(ask);
}

// A cell may be refused because it has to be said which cubes go there: then it is another one's turn.
async function hearOfIt(context, events) {
  const { game } = context.vars;
  const isAnswered = () => game.seq > game.waits || game.refused;
  if (!isAnswered()) {
    await new Promise((resolve) => {
      game.heard = () => isAnswered() && resolve();
    });
  }
  if (game.refused) return;
  events.emit("histogram", "move_ms", performance.now() - game.sent);
  events.emit("counter", "moves", 1);
}

function isGoingOn(context, done) {
  done(!context.vars.game.over);
}

module.exports = { openTable, listen, chooseMove, hearOfIt, isGoingOn };
