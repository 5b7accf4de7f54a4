import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  WebGLRenderTarget,
  type Scene,
  type WebGLRenderer,
} from "three";
import { allDone, makePrograms } from "./graphics";

/** The resolution while something moves, in px per px of the page. */
const MOVING_RESOLUTION = 0.75;

/**
 * Render targets for software rendering: a picture is drawn off screen and shown when it is done. A
 * browser copies what it shows, and the page would wait until the picture is complete.
 */
export class OffscreenTargets {
  readonly #renderer: WebGLRenderer;
  /** For what stands still, with smooth edges, and for what moves. */
  readonly #fine = target(4);
  readonly #quick = target(0);
  /** The one that was drawn last. */
  #target = this.#fine;
  readonly #sheet: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #camera = new Camera();
  /** px of the page. */
  readonly #size = new Vector2(1, 1);

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer;
    const geometry = new BufferGeometry();
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    const uniforms = { picture: { value: null } };
    const flat = { depthTest: false, depthWrite: false };
    const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms, ...flat });
    this.#sheet = new Mesh(geometry, material);
    this.#sheet.frustumCulled = false;
  }

  /** Have the program made with which a picture is shown. */
  async prepare(): Promise<void> {
    await makePrograms(this.#renderer, this.#sheet, this.#camera);
  }

  /** Pictures have this size from now on; the one that is shown keeps its own. */
  resize(width: number, height: number): void {
    this.#size.set(width, height);
  }

  /** Draw: something that moves, or as well as can be; `corner`: only a px of it. */
  draw(scene: Scene, camera: Camera, moves: boolean, corner = false): void {
    this.#target = moves ? this.#quick : this.#fine;
    const px = (of: number) => Math.max(1, Math.floor(of * this.#ratio));
    this.#target.setSize(px(this.#size.x), px(this.#size.y));
    this.#target.scissor.set(0, 0, 1, 1);
    this.#target.scissorTest = corner;
    this.#renderer.setRenderTarget(this.#target);
    this.#renderer.render(scene, camera);
    this.#renderer.setRenderTarget(null);
  }

  /** Show what was drawn, when it is done; until then the page goes on. */
  async show(): Promise<void> {
    await allDone(this.#renderer, () => new Promise(requestAnimationFrame));
    const { width, height } = this.#target;
    const canvas = this.#renderer.domElement;
    if (canvas.width !== width || canvas.height !== height) {
      this.#renderer.setDrawingBufferSize(this.#size.x, this.#size.y, this.#ratio);
    }
    this.#sheet.material.uniforms.picture!.value = this.#target.texture;
    this.#renderer.render(this.#sheet, this.#camera);
  }

  /** px of a picture for each of the page. */
  get #ratio(): number {
    return this.#target === this.#quick ? MOVING_RESOLUTION : 1;
  }
}

/** A render target; `samples`: for antialiasing. */
function target(samples: number): WebGLRenderTarget {
  // Colours are those of the screen, and are shown as they are.
  const colours = { internalFormat: "RGBA8", colorSpace: SRGBColorSpace } as const;
  const made = new WebGLRenderTarget(1, 1, { samples, resolveDepthBuffer: false, ...colours });
  // three.js tones and encodes colours only for the screen and for a headset: it passes for the latter.
  return Object.assign(made, { isXRRenderTarget: true });
}

const vertexShader = /* glsl */ `
  varying vec2 at;
  void main() {
    at = 0.5 * position.xy + 0.5;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }
`;
const fragmentShader = /* glsl */ `
  uniform sampler2D picture;
  varying vec2 at;
  void main() {
    gl_FragColor = texture2D(picture, at);
  }
`;
