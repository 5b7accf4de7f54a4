import { Quaternion, Vector3 } from "three";
import { fell, FRAMES_PER_S, read, type Film } from "./film";
import { mouth, type Pose } from "../shapes/poses";
import { HALF, outlineOf } from "../shapes/solids";

/** A sound at a time of the film, in seconds. */
export interface SoundEvent {
  time: number;
  what: "knock" | "creak";
  /** Up to 1. */
  loudness: number;
}

/** What happens in a film. */
export interface FilmEvents {
  /** When it gives way, in seconds; 0 if it does not. */
  breaks: number;
  /** What gave way first. */
  first: string[];
  /** Letters whose joint was strained, though the tower stands. */
  strained: string[];
  beats: SoundEvent[];
  /** mm: the farthest that a swing took a letter from its calm way. */
  swing: number;
  /** mm: how wide around the foot of the tower, and how high, there is something to see. */
  radius: number;
  height: number;
  /** The middles of the letters when it begins. */
  stood: Vector3[];
}

/** mm: connectors that are nearer are joined, and joined ones that are farther apart have let go. */
const [JOINED, APART] = [1.6, 4];
/** Radians by which the letter on the table has tipped, and mm above the table that count as on it. */
const [TIPPED, TOUCHES] = [0.17, 1];
/** Radians that bend a joint so far that it creaks: at three times that it would let go. */
const CREAKS = 0.017;
/** mm/s: what gravity adds from frame to frame, and what a hard knock takes away. */
const [GRAVITY, HARD] = [9810 / FRAMES_PER_S, 700];
const FAINT = 0.12;

interface Joint {
  /** Letters of the film, and their connectors: the later one hangs on the other. */
  upper: number;
  own: number;
  lower: number;
  at: number;
}

class Poses {
  readonly all: Pose[];
  constructor(private readonly film: Film) {
    this.all = film.letters.map(() => ({ at: new Vector3(), turn: new Quaternion() }));
  }

  show(frame: number): Pose[] {
    this.all.forEach(({ at, turn }, i) => read(this.film, frame, i, at, turn));
    return this.all;
  }
}

export function eventsOf(film: Film): FilmEvents {
  const poses = new Poses(film);
  const joints = jointsOf(film, poses.show(0));
  const { frame, first } = fell(film) ? breakOf(film, poses, joints) : { frame: 0, first: [] };
  const creaks = fell(film) ? [] : creaksOf(film, poses, joints);
  // One is heard for all that creak.
  const [loudest] = creaks.toSorted((a, b) => b.loudness - a.loudness);
  const beats: SoundEvent[] = fell(film) ? knocksOf(film, frame) : [];
  if (loudest) beats.push({ time: loudest.time, what: "creak", loudness: loudest.loudness });
  return {
    breaks: frame / FRAMES_PER_S,
    first: first.map((i) => film.letters[i]!),
    strained: creaks.map(({ letter }) => film.letters[letter]!),
    beats,
    ...sizeOf(film, poses),
  };
}

/** Which teeth are in which notches when the film begins. */
function jointsOf({ letters }: Film, poses: Pose[]): Joint[] {
  const mouths = letters.map((letter, i) =>
    outlineOf(letter).connectors.map((_, n) => mouth(poses[i]!, letter, n).at),
  );
  const joints: Joint[] = [];
  for (let upper = 1; upper < letters.length; upper++) {
    for (let lower = 0; lower < upper; lower++) {
      mouths[upper]!.forEach((one, own) => {
        mouths[lower]!.forEach((other, at) => {
          if (one.distanceTo(other) < JOINED) joints.push({ upper, own, lower, at });
        });
      });
    }
  }
  return joints;
}

/** When it gives way, and what does. */
function breakOf(film: Film, poses: Poses, joints: Joint[]): { frame: number; first: number[] } {
  const start = new Quaternion().copy(poses.show(0)[0]!.turn);
  for (let frame = 1; frame < film.frames; frame++) {
    const now = poses.show(frame);
    const loose = joints.filter(({ upper, own, lower, at }) => {
      const one = mouth(now[upper]!, film.letters[upper]!, own).at;
      return one.distanceTo(mouth(now[lower]!, film.letters[lower]!, at).at) > APART;
    });
    let first = loose.map(({ upper }) => upper);
    if (film.verdict === "collapsed") first = now[0]!.turn.angleTo(start) > TIPPED ? [0] : [];
    if (film.verdict === "second-on-table") {
      first = now.flatMap((pose, i) => (i && lowest(film.letters[i]!, pose) < TOUCHES ? [i] : []));
    }
    if (first.length) return { frame, first: [...new Set(first)] };
  }
  return { frame: 0, first: [] };
}

/** mm above the table of a letter's lowest corner. */
function lowest(letter: string, { at, turn }: Pose): number {
  const corner = new Vector3();
  let least = Infinity;
  for (const [x, y] of outlineOf(letter).rings.flat()) {
    for (const z of [-HALF, HALF]) {
      least = Math.min(least, corner.set(x!, y!, z).applyQuaternion(turn).z + at.z);
    }
  }
  return least;
}

/** The joints that bend most, each with the moment. */
function creaksOf(film: Film, poses: Poses, joints: Joint[]) {
  const bend = (joint: Joint, now: Pose[], into: Quaternion) =>
    into.copy(now[joint.lower]!.turn).invert().multiply(now[joint.upper]!.turn);
  const last = poses.show(film.frames - 1);
  const rest = joints.map((joint) => bend(joint, last, new Quaternion()));
  const most = joints.map(({ upper }) => ({ letter: upper, time: 0, bent: 0 }));
  const now = new Quaternion();
  // In the first frame the new letter is not yet held by its joint.
  for (let frame = 1; frame < film.frames; frame++) {
    const all = poses.show(frame);
    joints.forEach((joint, i) => {
      const bent = bend(joint, all, now).angleTo(rest[i]!);
      if (bent > most[i]!.bent) Object.assign(most[i]!, { bent, time: frame / FRAMES_PER_S });
    });
  }
  return most
    .filter(({ bent }) => bent > CREAKS)
    .map(({ letter, time, bent }) => ({
      letter,
      time,
      loudness: Math.min(1, bent / (3 * CREAKS)),
    }));
}

/** Letters that are stopped short: on the table, or by each other. */
function knocksOf(film: Film, from: number): SoundEvent[] {
  const turn = new Quaternion();
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const knocks: SoundEvent[] = [];
  for (let frame = Math.max(1, from); frame < film.frames - 1; frame++) {
    let hardest = 0;
    for (let i = 0; i < film.letters.length; i++) {
      read(film, frame - 1, i, a, turn);
      read(film, frame, i, b, turn);
      read(film, frame + 1, i, c, turn);
      // What holds a letter that rests makes up for gravity; what stops one does more.
      c.add(a).addScaledVector(b, -2).multiplyScalar(FRAMES_PER_S).z += GRAVITY;
      hardest = Math.max(hardest, (c.length() - GRAVITY) / HARD);
    }
    if (hardest > FAINT) {
      knocks.push({ time: frame / FRAMES_PER_S, what: "knock", loudness: Math.min(1, hardest) });
    }
  }
  return knocks;
}

function sizeOf(
  film: Film,
  poses: Poses,
): Pick<FilmEvents, "swing" | "radius" | "height" | "stood"> {
  const [first, last] = [0, film.frames - 1].map((frame) =>
    poses.show(frame).map(({ at }) => at.clone()),
  );
  const calm = new Vector3();
  let [swing, radius, height] = [0, 0, 0];
  for (let frame = 0; frame < film.frames; frame++) {
    const share = frame / Math.max(1, film.frames - 1);
    const eased = share * share * (3 - 2 * share);
    poses.show(frame).forEach(({ at }, i) => {
      swing = Math.max(swing, at.distanceTo(calm.lerpVectors(first![i]!, last![i]!, eased)));
      radius = Math.max(radius, Math.hypot(at.x, at.y));
      height = Math.max(height, at.z);
    });
  }
  return { swing, radius, height, stood: first! };
}
