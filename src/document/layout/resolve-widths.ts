// Widths of columns: fixed and percent first, then content, then shares of what is left.

/** A column's width as the template says it, lengths in pt. */
export type ColumnWidth =
  | { readonly kind: 'fixed'; readonly width: number }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'auto' };

/** Reads `18`, `"*"`, `"2*"`, `"auto"`, `"50%"`. */
export function parseColumnWidth(value: unknown, unit: number): ColumnWidth {
  if (typeof value === 'number') return { kind: 'fixed', width: value * unit };
  const text = String(value ?? '*');
  if (text === 'auto') return { kind: 'auto' };
  if (text.endsWith('%')) return { kind: 'percent', percent: Number.parseFloat(text) };
  return { kind: 'share', share: text === '*' ? 1 : Number.parseFloat(text) };
}

/** A share of nothing, in pt: what is too wide is warned of, and can still be read. */
const leastShare = 20;

/** Widths in pt. `content` is asked for `auto` columns only; these shrink towards their minimum when room is short. */
export function resolveWidths(
  columns: readonly ColumnWidth[],
  available: number,
  content: (index: number) => { readonly min: number; readonly max: number },
): number[] {
  const widths = columns.map((column) =>
    column.kind === 'fixed' ? column.width : column.kind === 'percent' ? (column.percent / 100) * available : 0,
  );
  let left = available - widths.reduce((sum, width) => sum + width, 0);
  const autos = columns.flatMap((column, i) => (column.kind === 'auto' ? [{ i, ...content(i) }] : []));
  if (autos.length > 0) {
    const wanted = autos.reduce((sum, auto) => sum + auto.max, 0);
    const least = autos.reduce((sum, auto) => sum + auto.min, 0);
    const room = Math.max(0, left);
    const stretch = wanted <= room || wanted === least ? 1 : Math.max(0, (room - least) / (wanted - least));
    for (const { i, min, max } of autos) widths[i] = min + (max - min) * Math.min(1, stretch);
    left -= autos.reduce((sum, { i }) => sum + widths[i]!, 0);
  }
  const shares = columns.reduce((sum, column) => sum + (column.kind === 'share' ? column.share : 0), 0);
  if (shares > 0) {
    for (const [i, column] of columns.entries()) {
      if (column.kind === 'share') widths[i] = left > 0 ? (left * column.share) / shares : leastShare;
    }
  }
  return widths;
}
