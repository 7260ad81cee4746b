// URIs of schemas: what `$id`s, anchors and references are resolved to.

/** The URI of a schema without `$id`; a name that no resolver knows (RFC 2606, 2). */
export const defaultBase = 'https://schema.invalid/data';

/** The URI that a reference stands for; undefined: it is not a URI reference. */
export function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}
