// Ratings after some games, by openskill.js: npm i openskill@5.0.1 && node openskill.mjs > openskill.json
import { rate, rating } from "openskill";
const games = [
  [[[25, 25 / 3], 1], [[25, 25 / 3], 2]],
  [[[25, 25 / 3], 2], [[25, 25 / 3], 1]],
  [[[25, 25 / 3], 1], [[25, 25 / 3], 1]],
  [[[32, 2.5], 2], [[20, 8], 1]],
  [[[32, 2.5], 1], [[20, 8], 2], [[27, 4], 3]],
  [[[32, 2.5], 3], [[20, 8], 1], [[27, 4], 1]],
  [[[28, 3], 1], [[28, 3], 2], [[28, 3], 3], [[28, 3], 4]],
  [[[12, 1], 2], [[41, 6], 2], [[25, 25 / 3], 1], [[30, 2], 5], [[18, 3], 4]],
  [[[25, 7], 1], [[24, 6], 2], [[23, 5], 3], [[22, 4], 4], [[21, 3], 5], [[20, 2], 6]],
];
const tau = 25 / 300;
const out = games.map((game) => {
  const teams = game.map(([[mu, sigma]]) => [rating({ mu, sigma })]);
  const after = rate(teams, { rank: game.map(([, rank]) => rank), tau });
  return { before: game.map(([r]) => r), ranks: game.map(([, rank]) => rank), after: after.map(([r]) => [r.mu, r.sigma]) };
});
console.log("[\n" + out.map((each) => "  " + JSON.stringify(each)).join(",\n") + "\n]");
