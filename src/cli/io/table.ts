// Prints lists: a table on a terminal, tab-separated lines in a pipe.

import { toLine } from '../../words/to-line.ts';
import type { OutputStream } from './io.ts';
import type { Style } from './style.ts';

const gap = 2;

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The headings of columns that a narrow terminal leaves out, the first one first. */
  readonly optional?: readonly string[];
}

/**
 * Prints rows under headings. On a terminal, leaves out optional columns, from the first one on, until the rest fits; then wraps cells, so that the
 * table stays within its width. A pipe gets every column.
 */
export async function printTable(out: OutputStream, style: Style, { headings, rows, optional = [] }: Table): Promise<void> {
  const clean = rows.map((row) => row.map(toLine));
  if (!out.isTTY) {
    for (const row of clean) out.write(`${row.join('\t')}\n`);
    return;
  }
  const kept = chooseColumns(headings, clean, optional, out.columns);
  const keep = (row: readonly string[]) => kept.map((column) => row[column]!);
  const { default: TextTable } = await import('cli-table3');
  const head = keep(headings);
  const colWidths = shrinkWidths(
    kept.map((column) => naturalWidths(headings, clean)[column]!),
    out.columns,
  );
  const table = new TextTable({
    head,
    colWidths,
    wordWrap: true,
    wrapOnWordBoundary: false,
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...clean.map(keep));
  // Coloured here, not in the cells: escapes inside cells would be wrapped like letters.
  const headLines = Math.max(...head.map((heading, i) => Math.ceil(heading.length / colWidths[i]!)));
  for (const [i, line] of table.toString().split('\n').entries()) {
    const text = line.trimEnd();
    out.write(`${i < headLines ? style.dim(text) : text}\n`);
  }
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(gap),
};

type Rows = readonly (readonly string[])[];

function naturalWidths(headings: readonly string[], rows: Rows): number[] {
  return headings.map((heading, i) => rows.reduce((most, row) => Math.max(most, row[i]!.length), heading.length));
}

const fits = (widths: readonly number[], room: number): boolean =>
  widths.reduce((sum, width) => sum + width + gap, 0) - gap < room;

function chooseColumns(headings: readonly string[], rows: Rows, optional: readonly string[], room: number): number[] {
  const widths = naturalWidths(headings, rows);
  let kept = headings.map((_, i) => i);
  for (const name of optional) {
    if (
      fits(
        kept.map((i) => widths[i]!),
        room,
      )
    )
      break;
    kept = kept.filter((i) => headings[i] !== name);
  }
  return kept;
}

/** Cuts the widest column until all columns fit. */
function shrinkWidths(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  while (!fits(widths, room)) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= 8) break;
    widths[widest]!--;
  }
  return widths;
}
