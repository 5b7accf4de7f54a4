import type { konexi } from "../../../wire";

/** Frames a second. */
export const RATE = 30;
/** Numbers per letter in a frame. */
export const WIDTH = 7;

/** How a tower settled or fell, as NATURE saw it. */
export interface Film {
  letters: string[];
  frames: number;
  fell: boolean;
  /** Poses of all letters, frame by frame. */
  data: Int16Array;
}

/** Unpack the key frames of a settling (docs/protocol.md); null when there are none. */
export async function develop({ motion, poses, verdict }: konexi.Settled): Promise<Film | null> {
  if (!motion) return null;
  const packed = Uint8Array.from(atob(motion), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new DataView(await new Response(stream).arrayBuffer());
  const [frames, count] = [bytes.getUint16(0, true), bytes.getUint16(2, true)];
  const data = new Int16Array(frames * count * WIDTH);
  for (let i = 0; i < data.length; i++) {
    // An Int16Array wraps around as the differences do.
    data[i] = bytes.getInt16(4 + 2 * i, true) + (data[i - count * WIDTH] ?? 0);
  }
  return { letters: Object.keys(poses), frames, fell: verdict !== "stands", data };
}

export function seconds({ frames }: Film): number {
  return (frames - 1) / RATE;
}
