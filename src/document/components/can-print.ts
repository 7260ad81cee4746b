// Whether components of a template print something with some data.

/** False for space, page breaks, and texts and children that are written empty: they are meant to print nothing. */
export function canPrint(child: unknown): boolean {
  if (typeof child === 'string') return child.trim() !== '';
  if (Array.isArray(child)) return child.some(canPrint);
  if (typeof child !== 'object' || child === null) return false;
  const { type, text, children } = child as Readonly<Record<string, unknown>>;
  if (type === 'text') return canPrint(text);
  if (children !== undefined) return canPrint(children);
  return type !== 'spacer' && type !== 'pageBreak';
}
