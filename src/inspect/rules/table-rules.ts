// Tables: which element holds which, whether the cells fill a grid, and whether each cell has its headers.
import { counted } from '../../words/counts.ts';
import { rowsOf, spanOf } from '../read-aloud.ts';
import { kidsOf, type StructElem } from '../structure.ts';
import type { Rule } from './rule.ts';
import { mayHold, mustStandIn, ofElements, typeOf } from './tag-rules.ts';

const kidTypes = (element: StructElem): string[] => kidsOf(element).map(typeOf);
const count = (types: readonly string[], type: string): number => types.filter((one) => one === type).length;

/** The checkpoint of tables. */
const matterhorn = '09-004';

/** Most cells of a grid that are laid out; a span may claim millions. */
const maxPlaces = 5_000_000;

interface CellGrid {
  readonly rows: readonly (readonly (StructElem | undefined)[])[];
  readonly overlap: StructElem | undefined;
  /** The cells claim more than `maxPlaces`, and the grid lacks the rest. */
  readonly isCut: boolean;
}

/** The cells at their places. */
function layGrid(table: StructElem): CellGrid {
  const rows = rowsOf(table);
  const grid: (StructElem | undefined)[][] = rows.map(() => []);
  let overlap: StructElem | undefined;
  let places = 0;
  for (const [i, row] of rows.entries()) {
    let column = 0;
    for (const cell of kidsOf(row)) {
      while (grid[i]![column]) column++;
      const [width, height] = [spanOf(cell, 'ColSpan'), spanOf(cell, 'RowSpan')];
      for (let y = i; y < Math.min(i + height, rows.length); y++)
        for (let x = column; x < column + width; x++) {
          if (++places > maxPlaces) return { rows: grid, overlap, isCut: true };
          if (grid[y]![x]) overlap ??= cell;
          else grid[y]![x] = cell;
        }
      column += width;
    }
  }
  return { rows: grid, overlap, isCut: false };
}

const ofTables = (clause: string, says: string, test: (types: readonly string[]) => string | undefined): Rule =>
  ofElements(['Table'], { clauses: { 'UA-1': clause }, matterhorn, says }, (table) => test(kidTypes(table)));

/** A header in the row or column of a cell, or a header that the cell names. */
function hasHeader(cell: StructElem, row: number, column: number, grid: CellGrid['rows'], ids: ReadonlySet<string>): boolean {
  const named = cell.attributes.Table?.Headers;
  if (Array.isArray(named) && named.length > 0) return named.every((id) => ids.has(String(id)));
  const scopes = (header: StructElem | undefined, scope: string): boolean => {
    if (typeOf(header) !== 'TH') return false;
    const headerScope = header?.attributes.Table?.Scope;
    return headerScope === scope || headerScope === 'Both';
  };
  return grid.some((one) => scopes(one[column], 'Column')) || grid[row]!.some((header) => scopes(header, 'Row'));
}

export const tableRules: readonly Rule[] = [
  mayHold('Table', ['TR', 'THead', 'TBody', 'TFoot', 'Caption'], ['7.2-3', matterhorn]),
  mustStandIn('TR', ['Table', 'THead', 'TBody', 'TFoot'], ['7.2-4', matterhorn]),
  mustStandIn('THead', ['Table'], ['7.2-5', matterhorn]),
  mustStandIn('TBody', ['Table'], ['7.2-6', matterhorn]),
  mustStandIn('TFoot', ['Table'], ['7.2-7', matterhorn]),
  mustStandIn('TH', ['TR'], ['7.2-8', matterhorn]),
  mustStandIn('TD', ['TR'], ['7.2-9', matterhorn]),
  mayHold('TR', ['TH', 'TD'], ['7.2-10', matterhorn]),
  ofTables('7.2-11', 'A table has at most one THead.', (types) =>
    count(types, 'THead') > 1 ? 'Table holds more than one THead' : undefined,
  ),
  ofTables('7.2-12', 'A table has at most one TFoot.', (types) =>
    count(types, 'TFoot') > 1 ? 'Table holds more than one TFoot' : undefined,
  ),
  ofTables('7.2-13', 'A table with a TFoot has a TBody.', (types) =>
    types.includes('TFoot') && !types.includes('TBody') ? 'Table has a TFoot, but no TBody' : undefined,
  ),
  ofTables('7.2-14', 'A table with a THead has a TBody.', (types) =>
    types.includes('THead') && !types.includes('TBody') ? 'Table has a THead, but no TBody' : undefined,
  ),
  ofTables('7.2-16', 'A caption is the first or last element of its table.', (types) =>
    types.slice(1, -1).includes('Caption') ? 'The caption stands within the table' : undefined,
  ),
  ofTables('7.2-39', 'A table has at most one caption.', (types) =>
    count(types, 'Caption') > 1 ? 'Table has more than one caption' : undefined,
  ),
  mayHold('THead', ['TR'], ['7.2-36', matterhorn]),
  mayHold('TBody', ['TR'], ['7.2-37', matterhorn]),
  mayHold('TFoot', ['TR'], ['7.2-38', matterhorn]),
  ofElements(
    ['Table'],
    { clauses: { 'UA-1': '7.2-15', 'UA-2': '8.2.5.26-1' }, matterhorn: '09-004', says: 'No two cells cover the same place.' },
    (table) => {
      const { overlap } = layGrid(table);
      return overlap && 'Two cells cover the same place of a table';
    },
  ),
  ofElements(
    ['Table'],
    {
      clauses: { 'UA-1': '7.2-42', 'UA-2': '8.2.5.26-3' },
      matterhorn: '09-004',
      says: 'All rows have the same number of columns.',
    },
    (table) => {
      const { rows, isCut } = layGrid(table);
      if (isCut) return `The cells claim more than ${maxPlaces} places`;
      const widths = rows.map((row) => row.length);
      const wrong = widths.findIndex((width) => width !== widths[0]);
      return wrong < 0 ? undefined : `Row ${wrong + 1} has ${counted(widths[wrong]!, 'column')}, the first row has ${widths[0]}`;
    },
  ),
  ofElements(
    ['Table'],
    {
      clauses: { 'UA-1': '7.2-41', 'UA-2': '8.2.5.26-2' },
      matterhorn: '09-004',
      says: 'No cell reaches below its group of rows.',
    },
    (table) => {
      const groups = kidsOf(table).some((kid) => typeOf(kid) === 'TR')
        ? [rowsOf(table)]
        : kidsOf(table).map((group) => kidsOf(group).filter((row) => typeOf(row) === 'TR'));
      for (const rows of groups)
        for (const [i, row] of rows.entries())
          for (const cell of kidsOf(row))
            if (i + spanOf(cell, 'RowSpan') > rows.length) return 'A cell covers more rows than its group has';
      return undefined;
    },
  ),
  ofElements(
    ['Table'],
    {
      clauses: { 'UA-1': '7.5-1', 'UA-2': '8.2.5.26-5' },
      matterhorn: '15-003',
      says: 'In a table with headers, each cell has a header that leads to it.',
    },
    (table) => {
      const { rows } = layGrid(table);
      const cells = rows.flat().filter((cell) => cell !== undefined);
      const headers = cells.filter((cell) => typeOf(cell) === 'TH');
      if (headers.length === 0) return undefined;
      const ids = new Set(headers.flatMap(({ id }) => id ?? []));
      // A header of a column leads to all cells below it, so one look at each column is enough.
      const columns = new Set<number>();
      /** Cells over several rows or columns, to which a header leads in one of them. */
      const reached = new Set<StructElem>();
      const lost = new Map<StructElem, string>();
      for (const [y, row] of rows.entries())
        for (const [x, cell] of row.entries()) {
          if (!cell || typeOf(cell) !== 'TD') continue;
          const isReached = columns.has(x) || hasHeader(cell, y, x, rows, ids);
          if (isReached && (spanOf(cell, 'RowSpan') > 1 || spanOf(cell, 'ColSpan') > 1)) reached.add(cell);
          if (!isReached && !lost.has(cell)) lost.set(cell, `The cell in row ${y + 1}, column ${x + 1} has no header`);
          if (!isReached || columns.has(x)) continue;
          if (rows.some((one) => typeOf(one[x]) === 'TH' && /^(?:Column|Both)$/.test(String(one[x]?.attributes.Table?.Scope))))
            columns.add(x);
        }
      return [...lost].find(([cell]) => !reached.has(cell))?.[1];
    },
  ),
];
