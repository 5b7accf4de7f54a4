import { Quaternion, Vector3 } from "three";
import type { konexi } from "../../../../net/wire";

/** Frames a second. */
export const RATE = 30;
/** Numbers per letter in a frame. */
const WIDTH = 7;
/** Bytes before the first frame. */
const HEADER = 4;
/** Bytes of a film, unpacked: the longest have a tenth of that. */
const MOST = 2 * 1024 * 1024;
/** mm per step of a position; steps of 1 of a quaternion. */
const [STEP, UNIT] = [0.05, 32767];

/** How a tower settled or fell, as NATURE saw it. */
export interface Film {
  /** In the order in which they were placed: the first lies on the table. */
  letters: string[];
  frames: number;
  verdict: konexi.Settled["verdict"];
  /** Poses of all letters, frame by frame. */
  data: Int16Array;
}

/** Unpack the key frames of a settling (docs/protocol.md); null when there are none. */
export async function develop({ motion, poses, verdict }: konexi.Settled): Promise<Film | null> {
  if (!motion) return null;
  const packed = Uint8Array.from(atob(motion), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const unpacked = await take(stream);
  if (!unpacked || unpacked.byteLength < HEADER) return null;
  const bytes = new DataView(unpacked.buffer);
  const [frames, count] = [bytes.getUint16(0, true), bytes.getUint16(2, true)];
  if (unpacked.byteLength < HEADER + 2 * frames * count * WIDTH) return null;
  const data = new Int16Array(frames * count * WIDTH);
  for (let i = 0; i < data.length; i++) {
    // An Int16Array wraps around as the differences do.
    data[i] = bytes.getInt16(4 + 2 * i, true) + (data[i - count * WIDTH] ?? 0);
  }
  return { letters: Object.keys(poses), frames, verdict, data };
}

/** All that comes; null if it is more than any film has, however few bytes it came from. */
async function take(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const taken = new Uint8Array(MOST);
  const reader = stream.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return taken.slice(0, size);
    if (size + value.length > MOST) {
      void reader.cancel();
      return null;
    }
    taken.set(value, size);
    size += value.length;
  }
}

export function fell({ verdict }: Film): boolean {
  return verdict !== "stands";
}

export function seconds({ frames }: Film): number {
  return (frames - 1) / RATE;
}

/** Where a letter is in a frame. */
export function read(
  { data, letters }: Film,
  frame: number,
  letter: number,
  at: Vector3,
  turn: Quaternion,
): void {
  const i = (frame * letters.length + letter) * WIDTH;
  at.set(data[i]! * STEP, data[i + 1]! * STEP, data[i + 2]! * STEP);
  const [w, x, y, z] = [data[i + 3]!, data[i + 4]!, data[i + 5]!, data[i + 6]!];
  turn.set(x / UNIT, y / UNIT, z / UNIT, w / UNIT).normalize();
}
