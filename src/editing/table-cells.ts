// The rows that a table writes cell by cell: their spans cover all columns, also when a column comes, goes or moves.
import { isObject } from '../json/is-object.ts';
import { join } from './operations.ts';
import type { Part, Slot } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { Plan } from './plan.ts';

/** Rows whose cells may cover cells of the rows below: those of one header or footer, or of one element. */
interface Section {
  /** Pointers of the rows, in order. */
  readonly rows: readonly string[];
  /** For each column: how many of these rows its own body cell (`rowSpan`) already covers. */
  readonly covered: readonly number[];
}

interface PlacedCell {
  readonly index: number;
  readonly start: number;
  readonly span: number;
  readonly rowSpan: number;
}

/** The sections of a table. */
export function sectionsOf(table: Part): readonly Section[] {
  const columns = slotOfMember(table, 'columns')?.parts ?? [];
  const none = columns.map(() => 0);
  const rowsOf = (part: Part, member: string, covered = none): Section => ({
    rows: (slotOfMember(part, member)?.parts ?? []).map(({ pointer }) => pointer),
    covered,
  });
  const spans = columns.map(({ value }) => numberOf(value, 'rowSpan') - 1);
  const groups = slotOfMember(table, 'groups')?.parts ?? [];
  return [
    rowsOf(table, 'header'),
    rowsOf(table, 'rows', spans),
    rowsOf(table, 'footer'),
    ...groups.flatMap((group) => [rowsOf(group, 'header'), rowsOf(group, 'footer')]),
  ].filter(({ rows }) => rows.length > 0);
}

/** Index of the first column that a cell covers, in rows that are written cell by cell. Undefined: it is in none of them. */
export function columnOfCell(tree: PartTree, table: Part, { pointer }: Part): number | undefined {
  const plan = new Plan(tree);
  const placed = sectionsOf(table).flatMap(({ rows, covered }) => placeCells(plan, rows, covered));
  return placed.flatMap(({ at, cells }) => cells.filter(({ index }) => join(at, index) === pointer))[0]?.start;
}

export const slotOfMember = ({ slots }: Part, member: string): Slot | undefined => slots.find((slot) => slot.member === member);

/** Makes room for a new column at an index: a cell around it grows, or a cell of several columns beside it; otherwise an empty cell comes. */
export function addToRows(plan: Plan, sections: readonly Section[], index: number): void {
  for (const { rows, covered } of sections) {
    let above = 0;
    for (const { at, cells } of placeCells(plan, rows, covered)) {
      if (above-- > 0) continue;
      const around = cells.find(({ start, span }) => start < index && index < start + span);
      const beside = cells.filter(({ start, span }) => span > 1 && (start + span === index || start === index));
      const wider = around ?? beside[0];
      above = 0;
      if (!wider) {
        plan.do({ op: 'insert', at: join(at, cells.filter(({ start }) => start < index).length), value: '' });
        continue;
      }
      setSpan(plan, join(at, wider.index), wider.span + 1);
      above = wider.rowSpan - 1;
    }
  }
}

/** Takes a column out of the rows: its cells shrink, or go. Returns the contents of those that went. */
export function removeFromRows(plan: Plan, sections: readonly Section[], index: number): readonly unknown[] {
  const gone: unknown[] = [];
  for (const { rows, covered } of sections) {
    let above = covered[index] ?? 0;
    for (const { at, cells } of placeCells(plan, rows, covered)) {
      if (above-- > 0) continue;
      const cell = cells.find(({ start, span }) => start <= index && index < start + span);
      above = 0;
      if (!cell) continue;
      above = cell.rowSpan - 1;
      const pointer = join(at, cell.index);
      if (cell.span > 1) setSpan(plan, pointer, cell.span - 1);
      else {
        gone.push(plan.get(pointer));
        plan.do({ op: 'remove', at: pointer });
      }
    }
  }
  return gone.filter((cell) => cell !== '');
}

/**
 * Moves the cells of a column that moves. `to`: its index when it is taken out. A row whose cells cannot follow, because one covers the goal or several rows, stays
 * as it is. Returns whether all could follow.
 */
export function moveInRows(plan: Plan, sections: readonly Section[], from: number, to: number): boolean {
  let allFollow = true;
  for (const section of sections) {
    const placed = placeCells(plan, section.rows, section.covered);
    const spansRows =
      section.covered.some((rows) => rows > 0) || placed.some(({ cells }) => cells.some(({ rowSpan }) => rowSpan > 1));
    for (const { at, cells } of placed) {
      if (spansRows) allFollow = false;
      else if (!moveInRow(plan, at, cells, from, to)) allFollow = false;
    }
  }
  return allFollow;
}

function moveInRow(plan: Plan, at: string, cells: readonly PlacedCell[], from: number, to: number): boolean {
  const own = cells.find(({ start, span }) => start <= from && from < start + span);
  if (!own) return false;
  const isInside = own.start <= to && to < own.start + own.span;
  if (isInside) return true;
  if (own.span > 1) {
    const row: Section = { rows: [at.slice(0, at.lastIndexOf('/'))], covered: [] };
    removeFromRows(plan, [row], from);
    addToRows(plan, [row], to);
    return true;
  }
  // Where the other cells stand when the cell is taken out.
  const others = cells
    .filter((cell) => cell !== own)
    .map((cell) => ({ ...cell, start: cell.start > from ? cell.start - 1 : cell.start }));
  if (others.some(({ start, span }) => start < to && to < start + span)) return false;
  plan.do({ op: 'move', from: join(at, own.index), to: join(at, others.filter(({ start }) => start < to).length) });
  return true;
}

/** The cells of each row with the columns that they cover. `at`: pointer of the list of cells. A row that is a text covers all columns anyway. */
function placeCells(
  plan: Plan,
  rows: readonly string[],
  before: readonly number[],
): readonly { readonly at: string; readonly cells: readonly PlacedCell[] }[] {
  let covered = [...before];
  const lists = rows.filter((row) => typeof plan.get(join(row, 'cells')) !== 'string');
  return lists.map((row) => {
    const at = join(row, 'cells');
    const given = plan.get(at);
    const next = covered.map((count) => Math.max(0, count - 1));
    let start = 0;
    const cells = (Array.isArray(given) ? (given as readonly unknown[]) : []).map((cell, index): PlacedCell => {
      while ((covered[start] ?? 0) > 0) start++;
      const placed = { index, start, span: numberOf(cell, 'span'), rowSpan: numberOf(cell, 'rowSpan') };
      for (let column = start; column < start + placed.span; column++) if (placed.rowSpan > 1) next[column] = placed.rowSpan - 1;
      start += placed.span;
      return placed;
    });
    covered = next;
    return { at, cells };
  });
}

function numberOf(value: unknown, name: 'span' | 'rowSpan'): number {
  const given = isObject(value) ? value[name] : undefined;
  return typeof given === 'number' && given >= 1 ? given : 1;
}

const setSpan = (plan: Plan, cell: string, span: number): void => plan.put(join(cell, 'span'), span === 1 ? undefined : span);
