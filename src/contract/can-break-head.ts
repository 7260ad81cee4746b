// Tells, without loading the renderer, whether the head of a document needs a check before it is drawn.

/** Whether data that fit the schema can break the head: a standard, or metadata that the data fill. `asked`: the standard of the call. */
export function canBreakHead(template: object, asked: unknown): boolean {
  const { document } = template as { readonly document?: { readonly standard?: unknown; readonly metadata?: unknown } };
  return asked !== undefined || document?.standard !== undefined || document?.metadata !== undefined;
}
