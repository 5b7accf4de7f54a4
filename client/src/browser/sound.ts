/**
 * What is heard, synthesised here: wood, card, paper, sand and a die. `docs/sounds.md` says what is
 * seen with each of them.
 */
import { settings } from "../state/settings.svelte";

/** Browsers allow sound only after a touch; before that nobody wants any either. */
let context: AudioContext | null = null;
/** When the last sound is over, by the context's clock. */
let until = 0;
let resting: number | undefined;

/** ms: browsers give this much only while nothing moves. */
const STILL = 20;
/** ms after which it is looked again whether something does, or can still be heard. */
const LOOK = 200;
/** Seconds from a sound to the ear, at the most: headphones without a wire take long. */
const ON_ITS_WAY = 0.5;

/** Stand still when nothing is heard any more: silence, too, is computed, and empties a phone. */
function restLater(audio: AudioContext): void {
  window.clearTimeout(resting);
  resting = window.setTimeout(() => {
    if (audio.currentTime < until + ON_ITS_WAY) restLater(audio);
    else void audio.suspend();
  }, LOOK);
}

function make(): void {
  context = new AudioContext();
  restLater(context);
}

/** The first one of a browser is waited for, a tenth of a second or more: it would be seen where something moves. */
function whenStill(deadline: IdleDeadline): void {
  if (deadline.timeRemaining() > STILL) make();
  else setTimeout(() => requestIdleCallback(whenStill), LOOK);
}

/** At the first touch. */
function wake(): void {
  window.removeEventListener("pointerdown", wake);
  window.removeEventListener("keydown", wake);
  // Where there is no such thing (Safari), sound has to begin with the touch itself.
  if ("requestIdleCallback" in window) requestIdleCallback(whenStill);
  else make();
}

/** Where sounds are made; null: nobody may hear any, or wants to, or nothing was still yet. */
function ready(): AudioContext | null {
  if (!context || !settings.sound || !settings.volume) return null;
  void context.resume();
  restLater(context);
  return context;
}

window.addEventListener("pointerdown", wake);
window.addEventListener("keydown", wake);

export type Sound =
  | "knock"
  | "double-knock"
  | "lay"
  | "draw"
  | "write"
  | "strike"
  | "sand"
  | "die"
  | "chime"
  | "call"
  | "end"
  | "none";

/** Wood on wood: a short damped tone with a bit of noise on its attack. Seconds and Hz. */
interface Knock {
  after: number;
  pitch: number;
  /** 1 unless it is softer. */
  force?: number;
}

/** Something that rubs: noise about a pitch that glides, swelling and dying away. */
interface Rub {
  after: number;
  long: number;
  from: number;
  to: number;
  force: number;
}

const sounds: Record<Sound, (Knock | Rub)[]> = {
  knock: [{ after: 0, pitch: 420 }],
  "double-knock": [
    { after: 0, pitch: 420 },
    { after: 0.22, pitch: 520 },
  ],
  lay: [
    { after: 0, long: 0.09, from: 2600, to: 1100, force: 0.5 },
    { after: 0.07, pitch: 240, force: 0.4 },
  ],
  draw: [{ after: 0, long: 0.16, from: 900, to: 3000, force: 0.45 }],
  write: [
    { after: 0, long: 0.08, from: 3400, to: 2500, force: 0.35 },
    { after: 0.1, long: 0.06, from: 2700, to: 3600, force: 0.35 },
    { after: 0.18, long: 0.12, from: 3600, to: 2400, force: 0.35 },
  ],
  strike: [{ after: 0, long: 0.3, from: 4200, to: 1200, force: 0.7 }],
  sand: [{ after: 0, long: 0.9, from: 5200, to: 4600, force: 0.3 }],
  // It bounces, ever lower and faster.
  die: [
    { after: 0, pitch: 700, force: 0.7 },
    { after: 0.14, pitch: 640, force: 0.6 },
    { after: 0.25, pitch: 760, force: 0.5 },
    { after: 0.33, pitch: 700, force: 0.35 },
    { after: 0.38, pitch: 640, force: 0.2 },
  ],
  chime: [
    { after: 0, pitch: 880, force: 0.3 },
    { after: 0.1, pitch: 1175, force: 0.2 },
  ],
  // Like somebody at the door.
  call: [
    { after: 0, pitch: 330 },
    { after: 0.16, pitch: 330 },
    { after: 0.5, pitch: 440 },
  ],
  end: [
    { after: 0, pitch: 330 },
    { after: 0.16, pitch: 415 },
    { after: 0.32, pitch: 495 },
  ],
  none: [],
};

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  buffer.copyToChannel(
    Float32Array.from({ length }, () => Math.random() - 0.5),
    0,
  );
  return new AudioBufferSourceNode(audio, { buffer });
}

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
  until = Math.max(until, at + 0.1);

  const click = noise(audio, 0.015);
  click
    .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 4 }))
    .connect(gain);
  click.start(at);
}

function rub(audio: AudioContext, at: number, { long, from, to }: Rub, loudness: number): void {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + long / 4);
  gain.gain.linearRampToValueAtTime(0, at + long);
  gain.connect(audio.destination);

  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: from, Q: 0.8 });
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + long);
  band.connect(gain);

  const grains = noise(audio, long);
  grains.connect(band);
  grains.start(at);
  until = Math.max(until, at + long);
}

/** Seconds from one sound to the next, where several things happened at once. */
const APART = 0.3;

/** Each is heard once, one after the other. */
export function play(...what: Sound[]): void {
  const heard = [...new Set(what)].filter((sound) => sound !== "none");
  const audio = heard.length ? ready() : null;
  if (!audio) return;
  for (const [n, sound] of heard.entries()) {
    for (const part of sounds[sound]) {
      const at = audio.currentTime + n * APART + part.after;
      const loudness = settings.volume * (part.force ?? 1);
      if ("pitch" in part) knock(audio, at, part.pitch, loudness);
      else rub(audio, at, part, loudness);
    }
  }
}

/** A piece of wood that hits another, up to a loudness of 1: no two sound quite alike. */
export function hit(loudness: number): void {
  const audio = ready();
  if (!audio) return;
  const pitch = 240 + 360 * Math.random();
  knock(audio, audio.currentTime, pitch, settings.volume * loudness);
}

/** A joint that is strained, up to a loudness of 1: a low tone that catches and slips. */
export function creak(loudness: number): void {
  const audio = ready();
  if (!audio) return;
  const at = audio.currentTime;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.35 * settings.volume * loudness + 0.0001, at + 0.05);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
  const tone = new OscillatorNode(audio, { type: "sawtooth", frequency: 62 });
  for (let step = 0; step < 14; step++) {
    tone.frequency.setValueAtTime(50 + 34 * Math.random() + step, at + step * 0.025);
  }
  tone
    .connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: 620, Q: 3 }))
    .connect(gain)
    .connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.36);
  until = Math.max(until, at + 0.36);
}
