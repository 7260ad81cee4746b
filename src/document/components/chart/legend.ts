// The legend of a chart: the names of its series or slices.
import type { ChartColors } from './chart-colors.ts';
import type { LabelWriter } from './label-writer.ts';
import type { Label, Pen } from './pen.ts';

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly sign: 'area' | 'line' | 'dot';
  readonly dash: readonly number[];
}

export interface Legend {
  readonly width: number;
  readonly height: number;
  /** Entries for which there is no room. */
  readonly lost: number;
  draw(pen: Pen, x: number, y: number): void;
}

interface PlacedEntry {
  readonly entry: LegendEntry;
  readonly label: Label;
  readonly x: number;
  readonly y: number;
}

/** Between the entries of a line, in sizes of the text. */
const gap = 1.6;
const signGap = 0.5;
const signWidths = { area: 0.9, line: 1.8, dot: 0.9 } as const;

/** Puts entries into lines within a room. `isColumn`: one below the other. */
export function makeLegend(
  entries: readonly LegendEntry[],
  room: { readonly width: number; readonly height: number },
  isColumn: boolean,
  writer: LabelWriter,
  mostLines = isColumn ? 3 : 2,
): Legend {
  const { size } = writer;
  const placed: PlacedEntry[] = [];
  const signWidthOf = ({ sign }: LegendEntry) => (signWidths[sign] + signGap) * size;
  const narrowest = Math.min(...entries.map(signWidthOf)) + gap * size;
  const most = Math.ceil(room.height / (1.3 * size)) * (isColumn ? 1 : Math.ceil(room.width / narrowest));
  const labels = entries.slice(0, most).map((entry) => writer.fit(entry.name, room.width - signWidthOf(entry), mostLines));
  const lineGap = labels.some(({ lines }) => lines.length > 1) ? 0.4 * size : 0;
  let [x, y, width, height, lineHeight] = [0, 0, 0, 0, 0];
  for (const [i, entry] of entries.entries()) {
    const label = labels[i];
    if (!label) break;
    const signWidth = signWidthOf(entry);
    if (x > 0 && (isColumn || x + signWidth + label.width > room.width)) {
      x = 0;
      y += lineHeight + lineGap;
      lineHeight = 0;
    }
    lineHeight = Math.max(lineHeight, label.height, size * 1.3);
    if (y + lineHeight > room.height) break;
    placed.push({ entry, label, x, y });
    height = y + lineHeight;
    width = Math.max(width, x + signWidth + label.width);
    x += signWidth + label.width + gap * size;
  }
  const lost = entries.length - placed.length;
  if (lost > 0 && mostLines > 1) return makeLegend(entries, room, isColumn, writer, 1);
  return {
    width,
    height,
    lost,
    draw(pen, left, top) {
      for (const one of placed) drawEntry(one, pen, left, top, size);
    },
  };
}

function drawEntry({ entry, label, x, y }: PlacedEntry, pen: Pen, left: number, top: number, size: number): void {
  const { color, sign, dash } = entry;
  const width = signWidths[sign] * size;
  const at = left + x;
  const middle = top + y + (label.lines[0]?.height ?? size * 1.3) / 2;
  if (sign === 'area') pen.rect({ x: at, y: middle - width / 2, width, height: width }, color);
  else if (sign === 'line') pen.line([at, middle], [at + width, middle], { width: 1.75, color, dash });
  else pen.dots([[at + width / 2, middle]], width / 2.6, color);
  pen.write(label, at + width + signGap * size, top + y);
}

/** The name and look of each series. */
export function entriesOf(
  series: readonly { readonly name: string; readonly color: string | undefined }[],
  sign: LegendEntry['sign'],
  colors: ChartColors,
): readonly LegendEntry[] {
  return series.map(({ name, color }, i) => ({
    name,
    color: color ?? colors.colorOf(i),
    sign,
    dash: sign === 'line' && color === undefined ? colors.dashOf(i) : [],
  }));
}
