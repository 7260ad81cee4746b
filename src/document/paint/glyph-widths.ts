// Writes the widths of a CID font (ISO 32000-2, 9.7.4.3), as short as possible without a search.

/** `/DW … /W […]` of ascending `codes`: the commonest width is the default, the others are listed in runs of neighbours. */
export function makeWidths(codes: readonly number[], widthOf: (code: number) => number): string {
  const widths = codes.map((code) => Math.round(widthOf(code)));
  const usual = commonest(widths);
  let out = '';
  let next = -1;
  for (let i = 0; i < codes.length; i++) {
    if (widths[i] === usual) continue;
    const code = codes[i]!;
    out += code === next ? ` ${widths[i]}` : `${next < 0 ? '' : ']'}${code}[${widths[i]}`;
    next = code + 1;
  }
  return `/DW ${usual}${out && `/W[${out}]]`}`;
}

/** The commonest width. Of equally common widths, the first one met. */
function commonest(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  let best = 1000;
  let most = 0;
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  for (const [width, count] of counts) {
    if (count > most) {
      most = count;
      best = width;
    }
  }
  return best;
}
