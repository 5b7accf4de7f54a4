/** Wooden sounds, synthesised: a short knock is a damped tone with a bit of noise on its attack. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

// Browsers allow sound only after a touch; before that nobody wants any either.
const wake = () => (context ??= new AudioContext());
window.addEventListener("pointerdown", wake, { once: true });
window.addEventListener("keydown", wake, { once: true });

function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
  gain.connect(audio.destination);

  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  tone.frequency.setValueAtTime(pitch * 1.5, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.02);
  tone.connect(gain);
  tone.start(at);
  tone.stop(at + 0.1);

  const length = Math.ceil(audio.sampleRate * 0.015);
  const noise = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  noise.copyToChannel(
    Float32Array.from({ length }, () => Math.random() - 0.5),
    0,
  );
  const click = new AudioBufferSourceNode(audio, { buffer: noise });
  click
    .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 4 }))
    .connect(gain);
  click.start(at);
}

export type Sound = "knock" | "double-knock" | "end" | "none";

const knocks: Record<Sound, [after: number, pitch: number][]> = {
  knock: [[0, 420]],
  "double-knock": [
    [0, 420],
    [0.22, 520],
  ],
  end: [
    [0, 330],
    [0.16, 415],
    [0.32, 495],
  ],
  none: [],
};

export function play(sound: Sound): void {
  if (!context || !settings.sound) return;
  void context.resume();
  for (const [after, pitch] of knocks[sound]) {
    knock(context, context.currentTime + after, pitch, settings.volume);
  }
}

/** A piece of wood that hits another, up to a loudness of 1: no two sound quite alike. */
export function hit(loudness: number): void {
  if (!context || !settings.sound) return;
  void context.resume();
  const pitch = 240 + 360 * Math.random();
  knock(context, context.currentTime, pitch, settings.volume * loudness);
}

/** A joint that is strained, up to a loudness of 1: a low tone that catches and slips. */
export function creak(loudness: number): void {
  if (!context || !settings.sound) return;
  void context.resume();
  const at = context.currentTime;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.35 * settings.volume * loudness + 0.0001, at + 0.05);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  const tone = new OscillatorNode(context, { type: "sawtooth", frequency: 62 });
  for (let step = 0; step < 14; step++) {
    tone.frequency.setValueAtTime(50 + 34 * Math.random() + step, at + step * 0.025);
  }
  tone
    .connect(new BiquadFilterNode(context, { type: "bandpass", frequency: 620, Q: 3 }))
    .connect(gain)
    .connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.36);
}
