// Resolves the widths of what stands side by side in a `row` or a `table`: fixed and percent first, then content, then shares of the rest.

/** The width of a column of a table, or of a component in a row, as the template writes it; lengths in pt. */
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

/** The width of a share if no room is left, in pt. Content that is too wide gives a warning, and can still be read. */
const leastShare = 20;

/** Whether the width of a column depends on its content. */
export const isMeasured = ({ kind }: ColumnWidth): boolean => kind === 'auto' || kind === 'share';

interface ContentWidth {
  readonly min: number;
  readonly max: number;
}

/** Content over several columns, which are named by their places. */
export interface SpanningContent extends ContentWidth {
  readonly columns: readonly number[];
}

/**
 * The widths of columns with what spanning content needs beyond them, that over few columns first. Shares get it, which take the rest of the room anyway, else
 * `auto` columns, in proportion to their greatest widths (CSS Tables 3, 3.9.3).
 */
export function widen(
  columns: readonly ColumnWidth[],
  widths: readonly ContentWidth[],
  spans: readonly SpanningContent[],
): readonly ContentWidth[] {
  const wide = widths.map(({ min, max }) => ({ min, max }));
  for (const span of spans.toSorted((one, other) => one.columns.length - other.columns.length)) {
    const open = (kind: ColumnWidth['kind']) => span.columns.filter((i) => columns[i]!.kind === kind);
    const shares = open('share');
    const takers = shares.length > 0 ? shares : open('auto');
    const weights = takers.map((i) => {
      const column = columns[i]!;
      return column.kind === 'share' ? column.share : wide[i]!.max;
    });
    const whole = weights.reduce((sum, one) => sum + one, 0);
    for (const member of ['min', 'max'] as const) {
      const missing = span.columns.reduce((rest, i) => rest - wide[i]![member], span[member]);
      if (missing > 0)
        for (const [at, i] of takers.entries())
          wide[i]![member] += missing * (whole > 0 ? weights[at]! / whole : 1 / takers.length);
    }
    for (const i of takers) wide[i]!.max = Math.max(wide[i]!.min, wide[i]!.max);
  }
  return wide;
}

/**
 * Widths in pt. `content` is called for `auto` columns and shares. Both are at least as wide as their minimum, the longest run that is never
 * broken. `spans`: the content over several of them. `auto` columns shrink towards it if room is short. The room beyond all minimums goes to the shares.
 */
export function resolveWidths(
  columns: readonly ColumnWidth[],
  available: number,
  content: (index: number) => ContentWidth,
  spans: readonly SpanningContent[] = [],
): number[] {
  const widths = columns.map((column) =>
    column.kind === 'fixed' ? column.width : column.kind === 'percent' ? (column.percent / 100) * available : 0,
  );
  let left = available - widths.reduce((sum, width) => sum + width, 0);
  const measured = columns.map((column, i) => (isMeasured(column) ? content(i) : { min: widths[i]!, max: widths[i]! }));
  const contents = widen(columns, measured, spans);
  const leasts = columns.map((column, i) => (column.kind === 'share' ? contents[i]!.min : 0));
  const leastOfShares = leasts.reduce((sum, least) => sum + least, 0);
  // Columns that are as wide as their cells, or as the component in the row.
  const autos = columns.flatMap((column, i) =>
    column.kind === 'auto' ? [{ i, min: contents[i]!.min, max: Math.max(contents[i]!.min, measured[i]!.max) }] : [],
  );
  if (autos.length > 0) {
    const wanted = autos.reduce((sum, auto) => sum + auto.max, 0);
    const least = autos.reduce((sum, auto) => sum + auto.min, 0);
    // Shares without content of their own get room too, if the `auto` columns can give it.
    const spared = leasts.filter((own, i) => columns[i]!.kind === 'share' && own === 0).length * leastShare;
    const full = Math.max(0, left - leastOfShares);
    const room = wanted < full ? full : Math.min(full, Math.max(least, full - spared));
    const stretch = wanted <= room || wanted === least ? 1 : Math.max(0, (room - least) / (wanted - least));
    for (const { i, min, max } of autos) widths[i] = min + (max - min) * Math.min(1, stretch);
    left -= autos.reduce((sum, { i }) => sum + widths[i]!, 0);
    // Spanning content takes what is left beyond an even part for each share, so that a long heading does not squeeze them.
    const even = available / columns.length;
    const kept = leasts.reduce((sum, least, i) => sum + (columns[i]!.kind === 'share' ? Math.max(least, even) : 0), 0);
    const more = autos.map(({ i, max }) => contents[i]!.max - max);
    const missing = more.reduce((sum, one) => sum + one, 0);
    const part = missing > 0 ? Math.min(1, Math.max(0, left - kept) / missing) : 0;
    for (const [at, { i }] of autos.entries()) widths[i]! += part * more[at]!;
    left -= part * missing;
  }
  shareOut(columns, leasts, left, widths);
  return widths;
}

/** Divides the rest of the room by shares. A column that needs more than its share gets its need first. */
function shareOut(columns: readonly ColumnWidth[], leasts: readonly number[], left: number, widths: number[]): void {
  let rest = left;
  let open = columns.flatMap((column, i) => (column.kind === 'share' ? [{ i, share: column.share, least: leasts[i]! }] : []));
  for (;;) {
    const shares = open.reduce((sum, { share }) => sum + share, 0);
    const ownOf = (share: number) => (rest > 0 ? (rest * share) / shares : leastShare);
    const needy = open.filter(({ share, least }) => least > ownOf(share));
    if (needy.length === 0) {
      for (const { i, share } of open) widths[i] = ownOf(share);
      return;
    }
    for (const { i, least } of needy) {
      widths[i] = least;
      rest -= least;
    }
    open = open.filter((column) => !needy.includes(column));
  }
}
