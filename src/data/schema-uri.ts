// Resolves the URIs in a data schema: `$id`s, anchors and references.

/** The URI of a schema without `$id`. Its host name never resolves (RFC 2606, 2). */
export const defaultBase = 'https://schema.invalid/data';

/** The absolute URI of a reference. Undefined: the text is not a URI reference. */
export function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}
