// The engine of engine.py in JavaScript: for CONEX, it lays what scores most. See docs/engine.md.
//
// inglenook arena conex --a "cmd:node examples/engine.mjs" --b greedy
import { createInterface } from 'node:readline';

function choose(view) {
  const may = new Set(view.may);
  if (may.has('give')) return { type: 'give', card: view.hand[0] };
  if (may.has('end')) return { type: 'end' };
  const lays = may.has('lay') ? [...view.legal.fixed, ...view.legal.slides] : [];
  if (!lays.length) return { type: may.has('draw') ? 'draw' : 'pass' };
  const best = lays.reduce((a, b) => (b.points > a.points ? b : a));
  const { card, corner, target, spot, from: slide = 0 } = best;
  return { type: 'lay', card, corner, target, spot, slide, double: may.has('double') };
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer = { type: 'ready' };
  if (asked.type === 'choose') answer = { type: 'move', move: choose(asked.view) };
  else if (asked.game !== 'conex') answer = { type: 'error', error: 'this engine plays conex' };
  process.stdout.write(JSON.stringify(answer) + '\n');
}
