import {
  CanvasTexture,
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  LatheGeometry,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  PMREMGenerator,
  PointLight,
  Scene,
  SRGBColorSpace,
  Vector2,
  type WebGLRenderer,
} from "three";
import { SimpleMaterial, type Light } from "./simpleMaterial";
import { RING } from "../shapes/poses";

/** mm. */
const RADIUS = RING + 62;
const THICK = 20;
/** Half of what the shadow map covers: the tower and the ring. */
const LIT = 335;
/** By eye: simple surfaces look about as light as others. */
const [DAY, EVENING]: [Light, Light] = [
  { lamp: 0.82, around: 0.45 },
  { lamp: 0.8, around: 0.3 },
];

/** The table, and the light that falls on it. */
export class Room {
  readonly scene = new Scene();
  readonly #lamp = new DirectionalLight("#ffedd2", 1);
  readonly #sky = new HemisphereLight("#fff3df", "#7a4f2c", 1);
  readonly #fire = new PointLight("#ff8a3c", 1, 0, 0.6);
  readonly #wood = new MeshStandardMaterial({ roughness: 0.55, envMapIntensity: 0.5 });
  readonly #top: Mesh;
  readonly #plain: SimpleMaterial;
  /** What plain surfaces have of the light. */
  #light: Light = DAY;

  /** `shadows`: px of their map. `simple`: the table is drawn simply for ever. */
  constructor(shadows: number, simple: boolean) {
    if (!simple) {
      const grain = (this.#wood.map = new CanvasTexture(grainOf(1)));
      grain.colorSpace = SRGBColorSpace;
      grain.anisotropy = 4;
    }
    const coarse = new CanvasTexture(grainOf(2));
    Object.assign(coarse, { colorSpace: SRGBColorSpace, minFilter: LinearFilter });
    coarse.generateMipmaps = false;
    this.#plain = new SimpleMaterial({ map: coarse });
    const top = (this.#top = new Mesh(tableTop(), this.#wood));
    top.receiveShadow = true;
    this.#lamp.position.set(-300, -170, 460);
    this.#lamp.castShadow = true;
    const { shadow } = this.#lamp;
    shadow.mapSize.setScalar(shadows);
    Object.assign(shadow.camera, { left: -LIT, right: LIT, top: LIT, bottom: -LIT });
    Object.assign(shadow.camera, { near: 100, far: 1100 });
    shadow.bias = -0.0004;
    shadow.normalBias = 0.6;
    shadow.radius = 3.5;
    this.#fire.position.set(420, 260, 160);
    this.#sky.position.set(0, 0, 1);
    this.scene.add(top, this.#lamp, this.#sky, this.#fire);
  }

  /** Make what shines mirror the room; simple surfaces do not shine. */
  mirror(renderer: WebGLRenderer): void {
    this.scene.environment = reflections(renderer);
  }

  /** By day the light is wide; in the evening it comes from the lamp and the fire. */
  paint(wood: Color, evening: boolean): void {
    this.#wood.color.copy(wood);
    this.#plain.uniforms.tint.value.copy(wood);
    this.#light = evening ? EVENING : DAY;
    this.#lamp.intensity = evening ? 2.3 : 2.4;
    this.#sky.intensity = evening ? 0.2 : 0.4;
    this.#fire.intensity = evening ? 26 : 7;
    this.scene.environmentIntensity = evening ? 0.28 : 0.42;
  }

  /** Draw the table simply, or as well as can be. */
  simplify(simple: boolean): void {
    this.#top.material = simple ? this.#plain : this.#wood;
  }

  /** Light for simple surfaces: the table's and others. */
  light(...others: SimpleMaterial[]): void {
    for (const surface of [this.#plain, ...others]) surface.lit(this.#lamp, this.#light);
  }
}

/** Round, with a rounded edge. */
function tableTop(): LatheGeometry {
  const rim = Array.from({ length: 7 }, (_, i) => {
    const a = (Math.PI * i) / 6;
    return new Vector2(RADIUS + (THICK / 2) * Math.sin(a), -THICK / 2 + (THICK / 2) * Math.cos(a));
  });
  // From below to the middle of the top, so that faces look outwards.
  const profile = [new Vector2(0, -THICK), ...rim.reverse(), new Vector2(0, 0)];
  const made = new LatheGeometry(profile, 96);
  made.rotateX(Math.PI / 2);
  const [at, uv] = [made.getAttribute("position"), made.getAttribute("uv")];
  const size = 2 * (RADIUS + THICK);
  for (let i = 0; i < at.count; i++) uv.setXY(i, at.getX(i) / size + 0.5, at.getY(i) / size + 0.5);
  return made;
}

/** Planks with their grain, in greys: the colour comes from the theme. `smaller`: how many times. */
function grainOf(smaller: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const size = 1024;
  canvas.width = canvas.height = size / smaller;
  const pen = canvas.getContext("2d")!;
  pen.scale(1 / smaller, 1 / smaller);
  // The same table every time.
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const planks = 9;
  const wide = size / planks;
  for (let plank = 0; plank < planks; plank++) {
    const y = plank * wide;
    const grey = 218 + random() * 30;
    pen.save();
    pen.beginPath();
    pen.rect(0, y, size, wide);
    pen.clip();
    pen.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    pen.fillRect(0, y, size, wide);
    const [heart, swell] = [y + wide * random(), 8 + 20 * random()];
    const phase = random() * 6;
    for (let line = 0; line < 46; line++) {
      const base = y - swell + ((wide + 2 * swell) * line) / 46 + random() * 2;
      pen.strokeStyle = `rgb(60 40 25 / ${0.03 + random() * 0.09})`;
      pen.lineWidth = 0.6 + random() * 1.8;
      pen.beginPath();
      for (let x = 0; x <= size; x += 32) {
        const near = Math.exp(-(((base - heart) / wide) ** 2) * 6);
        const bow = near * swell * Math.sin(x / 190 + phase) + Math.sin(x / 61 + line) * 0.8;
        pen.lineTo(x, base + bow);
      }
      pen.stroke();
    }
    pen.fillStyle = "rgb(40 25 15 / 45%)";
    pen.fillRect(0, y, size, 1.6);
    pen.restore();
  }
  return canvas;
}

/** What plastic mirrors: a window, a lamp and the fire, in a warm dark room. */
function reflections(renderer: WebGLRenderer) {
  const room = new Scene();
  room.background = new Color("#8a6d4f");
  const glow = (colour: string, strength: number, wide: number, high: number) => {
    const material = new MeshBasicMaterial({ color: colour, side: DoubleSide });
    material.color.multiplyScalar(strength);
    const plane = new Mesh(new PlaneGeometry(wide, high), material);
    room.add(plane);
    return plane;
  };
  const at = (plane: Mesh, x: number, y: number, z: number) => {
    plane.position.set(x, y, z);
    plane.lookAt(0, 0, 0);
  };
  at(glow("#fff2da", 7, 9, 9), -4, -5, 10);
  at(glow("#eaf2ff", 5, 5, 9), -11, 5, 4);
  at(glow("#ff8436", 6, 5, 3), 9, 6, 1);
  at(glow("#3d2a1a", 1, 60, 60), 0, 0, -9);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.03, 0.1, 100, { size: 64 });
  generator.dispose();
  return texture;
}
