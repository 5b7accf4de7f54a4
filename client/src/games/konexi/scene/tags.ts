import {
  CanvasTexture,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  type Vector3,
} from "three";
import { LETTERS } from "./shapes/pieces";

/** px across, on the screen. */
const SIZE = 22;
/** Glyphs per row of the texture, and px of each. */
const [ROW, CELL] = [6, 64];
/** mm that a tag stands before its letter. */
const BEFORE = 2;

/** Small round tags with the name of each letter of the tower, always facing the eye. */
export class Tags {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #where = new InstancedBufferAttribute(new Float32Array(LETTERS.length * 3), 3);
  readonly #which = new InstancedBufferAttribute(new Float32Array(LETTERS.length), 1);
  readonly #reach = new InstancedBufferAttribute(new Float32Array(LETTERS.length), 1);
  readonly #glyphs: CanvasTexture;

  constructor() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = ROW * CELL;
    this.#glyphs = new CanvasTexture(canvas);
    this.#glyphs.colorSpace = SRGBColorSpace;
    const made = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(1, 1);
    made.index = plane.index;
    made.setAttribute("position", plane.getAttribute("position"));
    made.setAttribute("where", this.#where);
    made.setAttribute("which", this.#which);
    made.setAttribute("reach", this.#reach);
    made.instanceCount = 0;
    const uniforms = { glyphs: { value: this.#glyphs }, size: { value: new Vector2() } };
    const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms });
    material.transparent = true;
    material.depthWrite = false;
    this.mesh = new Mesh(made, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 3;
  }

  /** `paper`, `ink`: colours as CSS writes them. */
  paint(paper: Color, ink: Color, font: string): void {
    const canvas = this.#glyphs.image as HTMLCanvasElement;
    const pen = canvas.getContext("2d")!;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.textAlign = "center";
    pen.font = `700 ${CELL * 0.62}px ${font}`;
    LETTERS.forEach((letter, i) => {
      const [x, y] = [((i % ROW) + 0.5) * CELL, (Math.floor(i / ROW) + 0.5) * CELL];
      pen.fillStyle = paper.getStyle();
      pen.strokeStyle = ink.getStyle();
      pen.lineWidth = 3;
      pen.beginPath();
      pen.arc(x, y, CELL / 2 - 4, 0, 2 * Math.PI);
      pen.globalAlpha = 0.94;
      pen.fill();
      pen.globalAlpha = 0.5;
      pen.stroke();
      pen.globalAlpha = 1;
      pen.fillStyle = ink.getStyle();
      pen.fillText(letter, x, y + CELL * 0.22);
    });
    this.#glyphs.needsUpdate = true;
  }

  resize(width: number, height: number): void {
    const { value } = this.mesh.material.uniforms.size!;
    (value as Vector2).set((2 * SIZE) / width, (2 * SIZE) / height);
  }

  clear(): void {
    this.mesh.geometry.instanceCount = 0;
  }

  /** `reach`: mm that the letter itself reaches from there towards the eye. */
  add(letter: string, at: Vector3, reach: number): void {
    const n = this.mesh.geometry.instanceCount++;
    this.#where.setXYZ(n, at.x, at.y, at.z);
    this.#which.setX(n, letter.charCodeAt(0) - 65);
    this.#reach.setX(n, reach + BEFORE);
    this.#where.needsUpdate = this.#which.needsUpdate = this.#reach.needsUpdate = true;
  }
}

const vertexShader = /* glsl */ `
  attribute vec3 where;
  attribute float which;
  attribute float reach;
  uniform vec2 size;
  varying vec2 cell;
  void main() {
    vec4 eye = modelViewMatrix * vec4(where, 1.0);
    eye.xyz -= reach * normalize(eye.xyz);
    gl_Position = projectionMatrix * eye;
    gl_Position.xy += position.xy * size * gl_Position.w;
    vec2 corner = vec2(mod(which, ${ROW}.0), floor(which / ${ROW}.0));
    cell = vec2(corner.x + position.x + 0.5, ${ROW}.0 - corner.y + position.y - 0.5) / ${ROW}.0;
  }
`;

const fragmentShader = /* glsl */ `
  uniform sampler2D glyphs;
  varying vec2 cell;
  void main() {
    gl_FragColor = texture2D(glyphs, cell);
    if (gl_FragColor.a < 0.02) discard;
    #include <colorspace_fragment>
  }
`;
