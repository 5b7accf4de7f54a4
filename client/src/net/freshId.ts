/**
 * A random id, for something that is sent again until it is answered: the server does it once.
 *
 * Not `randomUUID`: browsers offer that only on https and localhost, not in a home network.
 */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
}
