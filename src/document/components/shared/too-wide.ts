// Messages for content that is wider than its place: a run of text that cannot be broken, or columns side by side.
import type { ColumnWidth } from './resolve-widths.ts';

/** A message shows at most this many characters of a run. */
const longestShown = 40;

/** The message of the warning `text-too-wide`; widths in pt. */
export function tooWide(run: string, needed: number, width: number, remedy: string): string {
  const shown = run.length > longestShown ? `${run.slice(0, longestShown)}…` : run;
  return `"${shown}" needs ${Math.ceil(needed)} pt, but its place has ${Math.floor(width)} pt. ${remedy}, or set "wrap": "anywhere" to cut it.`;
}

/**
 * The message of `table-too-wide` and `row-too-wide`. If the columns with a set width leave room, the message names the widest of the other columns,
 * which are as narrow as they can be. `widths`: the resulting widths of the columns of a table, or of the components in a row, in pt; `gaps`: the
 * sum of all gaps.
 */
export function columnsTooWide(
  columns: readonly ColumnWidth[],
  widths: readonly number[],
  gaps: number,
  available: number,
): string {
  const isSet = ({ kind }: ColumnWidth) => kind === 'fixed' || kind === 'percent';
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, gaps);
  const needed = sum(widths);
  const said = `The columns need ${Math.round(needed)} pt, ${Math.round(needed - available)} pt more than there is room for`;
  const widest = Math.max(...widths.filter((_, i) => !isSet(columns[i]!)));
  if (widest < 0 || sum(widths.filter((_, i) => isSet(columns[i]!))) >= available)
    return `${said}; make some columns narrower or "*".`;
  const number = widths.findIndex((width, i) => width === widest && !isSet(columns[i]!)) + 1;
  return `${said}. Column ${number} needs ${Math.round(widest)} pt for content that is not cut; "wrap": "anywhere" cuts long words, amounts and codes.`;
}
