import {
  Color,
  Matrix4,
  ShaderMaterial,
  Vector3,
  type DirectionalLight,
  type Texture,
  type Uniform,
} from "three";

/** The strength of the lamp, and of the ambient light. */
export interface Light {
  lamp: number;
  around: number;
}

/** The colour of the ambient light in a wooden room. */
const WARM = new Color(1, 0.87, 0.72);

/**
 * A material that is cheap to draw: the lamp, one sample of its shadow, and ambient light. If drawing is
 * slow, moving things have it; what stands still has a better one.
 */
export class SimpleMaterial extends ShaderMaterial {
  declare uniforms: {
    map: Uniform<Texture | null>;
    tint: Uniform<Color>;
    towards: Uniform<Vector3>;
    bright: Uniform<Color>;
    soft: Uniform<Color>;
    shadow: Uniform<Texture | null>;
    shaded: Uniform<Matrix4>;
  };

  /** `coloured`: each corner has a colour of its own; `map`: a picture on it. */
  constructor({ map = null, coloured = false }: { map?: Texture | null; coloured?: boolean }) {
    super({ vertexShader, fragmentShader, vertexColors: coloured });
    if (map) this.defines.GRAIN = "";
    this.uniforms = {
      map: { value: map },
      tint: { value: new Color(1, 1, 1) },
      towards: { value: new Vector3() },
      bright: { value: new Color() },
      soft: { value: new Color() },
      shadow: { value: null },
      shaded: { value: new Matrix4() },
    } as SimpleMaterial["uniforms"];
  }

  /** Before each picture: the shadows are there once they have been drawn. */
  lit(lamp: DirectionalLight, { lamp: direct, around }: Light): void {
    const { towards, bright, soft, shadow, shaded } = this.uniforms;
    towards.value.copy(lamp.position).normalize();
    bright.value.copy(lamp.color).multiplyScalar(direct);
    soft.value.copy(WARM).multiplyScalar(around);
    shadow.value = lamp.shadow.map?.depthTexture ?? null;
    shaded.value = lamp.shadow.matrix;
  }
}

const vertexShader = /* glsl */ `
  #include <common>
  #include <batching_pars_vertex>
  uniform vec3 tint;
  uniform mat4 shaded;
  uniform vec3 towards;
  uniform vec3 bright;
  uniform vec3 soft;
  varying vec3 full;
  varying vec3 dim;
  varying vec4 under;
  varying vec2 place;
  void main() {
    // Nothing here is turned by itself: the batch turns its letters.
    vec4 at = modelMatrix * vec4(position, 1.0);
    vec3 outwards = normal;
    vec3 colour = tint;
    #ifdef USE_BATCHING
      mat4 batchingMatrix = getBatchingMatrix(getIndirectIndex(gl_DrawID));
      at = batchingMatrix * at;
      outwards = mat3(batchingMatrix) * outwards;
    #endif
    #ifdef USE_BATCHING_COLOR
      colour *= getBatchingColor(getIndirectIndex(gl_DrawID)).rgb;
    #endif
    #ifdef USE_COLOR
      colour *= color.rgb;
    #endif
    // Towards the table it is darker.
    dim = colour * soft * (0.8 + 0.2 * outwards.z);
    full = colour * bright * max(0.0, dot(outwards, towards));
    under = shaded * vec4(at.xyz + 0.6 * outwards, 1.0);
    place = uv;
    gl_Position = projectionMatrix * viewMatrix * at;
  }
`;

const fragmentShader = /* glsl */ `
  uniform sampler2D map;
  uniform sampler2DShadow shadow;
  varying vec3 full;
  varying vec3 dim;
  varying vec4 under;
  varying vec2 place;
  void main() {
    float lamp = texture(shadow, vec3(under.xy, under.z - 0.0004));
    vec3 seen = dim + lamp * full;
    #ifdef GRAIN
      seen *= texture2D(map, place).rgb;
    #endif
    gl_FragColor = vec4(seen, 1.0);
    #include <colorspace_fragment>
  }
`;
