import { Quaternion, Vector3 } from "three";
import type { konexi } from "../../../../net/wire";

/** Frames per second. */
export const FRAMES_PER_S = 30;
/** How many numbers a frame has per letter. */
const NUMBERS_PER_LETTER = 7;
/** The size of the header. */
const HEADER_BYTES = 4;
/** The most bytes that are unpacked: the longest films have a tenth of that. */
const LONGEST_BYTES = 2 * 1024 * 1024;
/** mm per step of a position; steps of 1 of a quaternion. */
const [STEP, UNIT] = [0.05, 32767];

/** The motion of a tower that settled or fell, as the server computed it. */
export interface Film {
  /** In the order in which they were placed: the first lies on the table. */
  letters: string[];
  frames: number;
  verdict: konexi.Settled["verdict"];
  /** Poses of all letters, frame by frame. */
  data: Int16Array;
}

/** Unpack the key frames of a settling (docs/protocol.md); null when there are none. */
export async function unpackFilm({ motion, poses, verdict }: konexi.Settled): Promise<Film | null> {
  if (!motion) return null;
  const packed = Uint8Array.from(atob(motion), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const unpacked = await take(stream);
  if (!unpacked || unpacked.byteLength < HEADER_BYTES) return null;
  const bytes = new DataView(unpacked.buffer);
  const [frames, count] = [bytes.getUint16(0, true), bytes.getUint16(2, true)];
  if (unpacked.byteLength < HEADER_BYTES + 2 * frames * count * NUMBERS_PER_LETTER) return null;
  const data = new Int16Array(frames * count * NUMBERS_PER_LETTER);
  for (let i = 0; i < data.length; i++) {
    // An Int16Array wraps around as the differences do.
    data[i] = bytes.getInt16(4 + 2 * i, true) + (data[i - count * NUMBERS_PER_LETTER] ?? 0);
  }
  return { letters: Object.keys(poses), frames, verdict, data };
}

/** Read a stream to its end; null if it is longer than any film, as from a decompression bomb. */
async function take(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const taken = new Uint8Array(LONGEST_BYTES);
  const reader = stream.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return taken.slice(0, size);
    if (size + value.length > LONGEST_BYTES) {
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
  return (frames - 1) / FRAMES_PER_S;
}

/** Read the pose of a letter in a frame. */
export function read(
  { data, letters }: Film,
  frame: number,
  letter: number,
  at: Vector3,
  turn: Quaternion,
): void {
  const i = (frame * letters.length + letter) * NUMBERS_PER_LETTER;
  at.set(data[i]! * STEP, data[i + 1]! * STEP, data[i + 2]! * STEP);
  const [w, x, y, z] = [data[i + 3]!, data[i + 4]!, data[i + 5]!, data[i + 6]!];
  turn.set(x / UNIT, y / UNIT, z / UNIT, w / UNIT).normalize();
}
