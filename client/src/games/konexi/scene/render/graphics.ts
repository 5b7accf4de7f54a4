import type { Camera, Object3D, WebGLRenderer } from "three";
import { nextTask } from "../shapes/pieces";

/** ms after which it is looked again whether a picture is done, and after which nobody waits any longer. */
const [LOOK, PATIENCE] = [20, 10_000];

/** Whether the processor draws, as there is no graphics card for it. */
export function inSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER) as string;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** A moment later. */
const later = () => new Promise<unknown>((again) => setTimeout(again, LOOK));

/** When all is done that the graphics card was asked for so far; `look`: when it is looked again. */
export async function allDone(renderer: WebGLRenderer, look = later): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  const since = performance.now();
  while (fence && performance.now() - since < PATIENCE) {
    if (gl.clientWaitSync(fence, 0, 0) !== gl.TIMEOUT_EXPIRED) break;
    await look();
  }
}

/** Have the programs made with which a scene is drawn, while the page goes on. */
export async function makePrograms(
  renderer: WebGLRenderer,
  scene: Object3D,
  camera: Camera,
): Promise<void> {
  if (renderer.getContext().getExtension("KHR_parallel_shader_compile")) {
    await renderer.compileAsync(scene, camera);
  } else {
    renderer.compile(scene, camera);
    await allDone(renderer);
  }
  // Each is asked what it has to be given, which the first picture would have to wait for.
  for (const program of renderer.info.programs ?? []) {
    await nextTask();
    program.getUniforms();
    program.getAttributes();
  }
}
