// The values of a chart as a table for screen readers. Its texts lie on the chart and are not painted.
import type { PageItem } from '../../layout/fragment.ts';
import { openElement } from '../../layout/structure.ts';
import type { StructureType, Tag, TagFacts } from '../../layout/tag.ts';
import type { ChartPlan } from './chart-plan.ts';
import type { Drawing } from './drawing.ts';
import type { LabelWriter } from './label-writer.ts';
import type { Label } from './pen.ts';
import { keepPeaks } from './spans.ts';
import { writeNumber } from './write-values.ts';

/** More points are not read: the table has the highest and the lowest of each group of neighbours. */
const mostRows = 200;
/** In pt. Programs that extract text ignore much smaller letters. */
const textSize = 1;

/** Opens the table after the figure at `place`, and returns its texts. */
export function makeValuesTable({ data, plan, writer, pen, scope }: Drawing, place: Tag | undefined): readonly PageItem[] {
  const table = openElement(place, 'Table');
  if (table?.kind !== 'element' || table.type !== 'Table') return [];
  const { locale } = scope.format;
  const kept = keepPeaks(
    data.series.map(({ sizes }) => sizes),
    data.names.length,
    mostRows,
  );
  const hasHeader = data.series.some(({ name }) => name !== '') || plan.axis.title !== undefined;
  const rows = kept.length + (hasHeader ? 1 : 0);
  const columns = data.series.length + 1;
  const items: PageItem[] = [];
  const write = (type: StructureType, facts: TagFacts, row: Tag | undefined, text: string, i: number, j: number) => {
    const tag = openElement(row, type, facts);
    const label = writeWithin(pen.width / columns, text.replace(/\s+/g, ' ').trim(), writer);
    const x = pen.pageX((pen.width * j) / columns);
    const y = (pen.height * (i + 0.5)) / rows;
    for (const line of label.lines)
      for (const segment of line.segments) items.push({ kind: 'text', x, y, segment, tag, isHidden: true });
  };
  if (hasHeader) {
    const row = openElement(openElement(table, 'THead'), 'TR');
    write('TH', { scope: 'Column' }, row, plan.xAxis.title?.(scope) ?? '', 0, 0);
    for (const [j, { name }] of data.series.entries())
      write('TH', { scope: 'Column' }, row, headerOf(name, plan, scope), 0, j + 1);
  }
  const body = openElement(table, 'TBody');
  for (const [i, point] of kept.entries()) {
    const row = openElement(body, 'TR');
    const line = i + (hasHeader ? 1 : 0);
    write('TH', { scope: 'Row' }, row, data.names[point]!, line, 0);
    for (const [j, { values }] of data.series.entries()) {
      const value = values[point];
      write('TD', {}, row, value === undefined ? '' : writeNumber(value, locale), line, j + 1);
    }
  }
  return items;
}

/** A label that does not reach out of its column, and so not off the sheet. */
function writeWithin(room: number, text: string, writer: LabelWriter): Label {
  const label = writer.small(text, textSize);
  const halves = Math.ceil(Math.log2(label.width / room));
  return halves > 0 ? writer.small(text, textSize / 2 ** halves) : label;
}

const headerOf = (name: string, { axis }: ChartPlan, scope: Drawing['scope']): string => name || (axis.title?.(scope) ?? '');
