// Lists: a table on a terminal, tab-separated lines in a pipe.
import { escapeControls, type OutputStream } from './io.ts';
import type { Style } from './style.ts';

/** Prints rows under headings. Cells wrap so that the table stays within the terminal. */
export async function printTable(out: OutputStream, style: Style, headings: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  const clean = rows.map((row) => row.map((cell) => escapeControls(cell).replaceAll('\n', ' ')));
  if (!out.isTTY) {
    for (const row of clean) out.write(`${row.map((cell) => cell.replaceAll('\t', ' ')).join('\t')}\n`);
    return;
  }
  const { default: Table } = await import('cli-table3');
  const none = '';
  const chars = { top: none, 'top-mid': none, 'top-left': none, 'top-right': none, bottom: none, 'bottom-mid': none, 'bottom-left': none, 'bottom-right': none, left: none, 'left-mid': none, mid: none, 'mid-mid': none, right: none, 'right-mid': none, middle: '  ' };
  const table = new Table({
    head: headings.map((heading) => style.dim(heading)),
    colWidths: columnWidths(headings, clean, out.columns),
    wordWrap: true,
    wrapOnWordBoundary: false,
    chars,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...clean.map((row) => [...row]));
  const lines = table.toString().split('\n');
  out.write(`${lines.map((line) => line.trimEnd()).join('\n')}\n`);
}

/** Natural widths, the widest cut until all fit. */
function columnWidths(headings: readonly string[], rows: readonly (readonly string[])[], room: number): number[] {
  const widths = headings.map((heading, i) => rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), heading.length));
  const available = room - 2 * (headings.length - 1) - 1;
  while (widths.reduce((sum, width) => sum + width, 0) > available) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= 8) break;
    widths[widest]!--;
  }
  return widths;
}
