// Writes and reads JSON Pointers (RFC 6901).

/** A step of a pointer, with its `/`. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The pointer in the fragment of a URI (RFC 6901, 6). Undefined: the fragment is badly percent-encoded. */
export function pointerOfFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** The keys that a pointer goes through, unescaped. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer and the pointers of all that it stands in, nearest first. */
export const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))];
