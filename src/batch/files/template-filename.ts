import type { Template } from '../../contract/engine.ts';

/** The template's expression for the names of its documents. */
export function filenameOf(template: Template): string {
  const { document } = template as { readonly document?: { readonly filename?: unknown } };
  return typeof document?.filename === 'string' ? document.filename : template.slug;
}
