import { describe, expect, test } from 'vitest';
import type { Part } from '../../src/editing/part.ts';
import { type PartTree, readParts } from '../../src/editing/part-tree.ts';
import { removePart } from '../../src/editing/place-parts.ts';
import type { ComposedEdit } from '../../src/editing/plan.ts';
import { columnOfCell } from '../../src/editing/table-cells.ts';
import {
  columnText,
  duplicateColumn,
  hideColumn,
  insertColumn,
  isEmptyColumn,
  isHidden,
  moveColumn,
  removeColumn,
  setColumnText,
  setColumnWidth,
} from '../../src/editing/table-columns.ts';
import { createDice } from '../support/grammar/dice.ts';
import { compile } from '../support/render.ts';
import { trialSeeds } from '../support/trials.ts';
import { editTemplate, type Json, templateOf } from './support.ts';

const column = (index: number) => `/pages/0/body/0/columns/${index}`;

/** A table of columns called a, b, c, … with rows of cells, and what an edit makes of it. */
function editTable(
  more: Json,
  make: (tree: PartTree, part: (pointer: string) => Part) => ComposedEdit,
  columns: unknown[] = ['a', 'b', 'c'],
) {
  const edited = editTemplate(templateOf([{ table: 'lines', columns, ...more }]), make);
  const [table] = edited.body as Json[];
  return { ...edited, table: table! };
}

/** The cells of the footer as text: each with its span, if it has one. */
const cellsOf = (table: Json, member = 'footer'): string[] =>
  (table[member] as { cells: unknown[] }[]).map(({ cells }) =>
    cells
      .map((cell) => (typeof cell === 'string' ? cell || '-' : `${(cell as Json).text}${(cell as Json).span ?? ''}`))
      .join(' '),
  );

const footer = (...rows: unknown[][]) => ({ footer: rows.map((cells) => ({ cells })) });
const wide = (text: string, span: number, more: Json = {}) => ({ span, text, ...more });

test('a new column is narrow, empty, and has a header if the others have', () => {
  const added = (columns: unknown[], more: Json = {}) => {
    const edited = editTemplate(templateOf([{ table: 'lines', columns }], {}, more), (tree, part) =>
      insertColumn(tree, part('/pages/0/body/0'), 0),
    );
    return ((edited.body as Json[])[0]!.columns as unknown[])[0];
  };
  expect(added([{ header: 'A', body: 'a' }])).toEqual({ width: 20, header: 'New column', body: '' });
  expect(added(['a'], { unit: 'pt' })).toEqual({ width: 56.69, header: '', body: '' });
  const header = { text: 'A', bold: true };
  expect(added([{ header, body: 'a' }, { body: 'b' }])).toMatchObject({ header: { text: 'New column', bold: true } });
});

test('a column without a body is empty', () => {
  const isEmpty = (value: unknown) => isEmptyColumn({ kind: 'column', value } as Part);
  expect(['', { body: '' }, { header: 'A' }].map(isEmpty)).toEqual([true, true, true]);
  expect(['a', { body: 'a' }, { body: [] }].map(isEmpty)).toEqual([false, false, false]);
});

describe('a column that comes', () => {
  const added = (index: number, cells: unknown[]) => {
    const { table, selection } = editTable(footer(cells), (tree, part) =>
      insertColumn(tree, part('/pages/0/body/0'), index, 'n'),
    );
    return [(table.columns as string[]).join(' '), ...cellsOf(table), selection];
  };

  test('widens the cell that covers its place or ends there', () => {
    expect(added(1, [wide('x', 2), 'y'])).toEqual(['a n b c', 'x3 y', column(1)]);
    expect(added(2, [wide('x', 2), 'y'])).toEqual(['a b n c', 'x3 y', column(2)]);
    expect(added(0, [wide('x', 2), 'y'])).toEqual(['n a b c', 'x3 y', column(0)]);
    expect(added(1, ['x', wide('y', 2)])).toEqual(['a n b c', 'x y3', column(1)]);
  });

  test('has an empty cell where no cell covers several columns', () => {
    expect(added(9, [wide('x', 2), 'y'])).toEqual(['a b c n', 'x2 y -', column(3)]);
    expect(added(0, ['x', wide('y', 2)])).toEqual(['n a b c', '- x y2', column(0)]);
    expect(added(1, ['x', 'y', 'z'])).toEqual(['a n b c', 'x - y z', column(1)]);
  });

  test('widens a cell of several rows once', () => {
    const rows = footer([wide('x', 2, { rowSpan: 2 }), 'y'], ['z']);
    expect(cellsOf(editTable(rows, (tree, part) => insertColumn(tree, part('/pages/0/body/0'), 1)).table)).toEqual(['x3 y', 'z']);
    expect(cellsOf(editTable(rows, (tree, part) => insertColumn(tree, part('/pages/0/body/0'), 3)).table)).toEqual([
      'x2 y -',
      'z -',
    ]);
  });

  test('is in the rows of headers, elements and groups too', () => {
    const rows = {
      header: [{ cells: [wide('h', 3)] }],
      rows: [{ cells: [wide('r', 2)] }],
      groups: [{ by: 'x', header: [{ cells: [wide('g', 3)] }], footer: [{ cells: ['a', 'b', 'c'] }] }],
    };
    const { table } = editTable(rows, (tree, part) => insertColumn(tree, part('/pages/0/body/0'), 2), [
      { body: 'a', rowSpan: 2 },
      'b',
      'c',
    ]);
    const [group] = table.groups as Json[];
    expect([cellsOf(table, 'header'), cellsOf(table, 'rows'), cellsOf(group!, 'header'), cellsOf(group!)]).toEqual([
      ['h4'],
      ['r3'],
      ['g4'],
      ['a b - c'],
    ]);
  });
});

describe('a column that goes', () => {
  const removed = (index: number, cells: unknown[]) => {
    const { table, selection, notes } = editTable(footer(cells), (tree, part) => removeColumn(tree, part(column(index))));
    return [(table.columns as string[]).join(' '), ...cellsOf(table), selection, ...notes];
  };

  test('narrows the cell that covers it, or takes its cell with it', () => {
    expect(removed(0, [wide('x', 2), 'y'])).toEqual(['b c', 'x y', column(0)]);
    expect(removed(1, [wide('x', 3)])).toEqual(['a c', 'x2', column(1)]);
    expect(removed(2, [wide('x', 2), 'y'])).toEqual(['a b', 'x2', column(1), 'Cells of the column went too: 1.']);
    expect(removed(1, ['x', '', 'z'])).toEqual(['a c', 'x z', column(1)]);
  });

  test('narrows a cell of several rows once', () => {
    const rows = footer([wide('x', 2, { rowSpan: 2 }), 'y'], ['z']);
    expect(cellsOf(editTable(rows, (tree, part) => removeColumn(tree, part(column(0)))).table)).toEqual(['x y', 'z']);
    expect(cellsOf(editTable(rows, (tree, part) => removeColumn(tree, part(column(2)))).table)).toEqual(['x2', '']);
  });

  test('leaves further rows as they are if its cell covers them', () => {
    const { table } = editTable({ rows: [{ cells: ['x', 'y'] }] }, (tree, part) => removeColumn(tree, part(column(0))), [
      { body: 'a', rowSpan: 2 },
      'b',
      'c',
    ]);
    expect(cellsOf(table, 'rows')).toEqual(['x y']);
  });

  test('is not the only one', () => {
    expect(() => editTable({}, (tree, part) => removeColumn(tree, part(column(0))), ['a'])).toThrow('A table needs a column.');
    expect(() => editTable({}, (tree, part) => removePart(tree, part(column(0))), ['a'])).toThrow('A table needs a column.');
  });
});

describe('a column that moves', () => {
  const moved = (index: number, to: number, cells: unknown[]) => {
    const { table, selection, notes } = editTable(footer(cells), (tree, part) => moveColumn(tree, part(column(index)), to));
    return [(table.columns as string[]).join(' '), ...cellsOf(table), selection, notes.length];
  };

  test('takes its cells with it', () => {
    expect(moved(0, 3, ['x', 'y', 'z'])).toEqual(['b c a', 'y z x', column(2), 0]);
    expect(moved(2, 0, [wide('x', 2), 'y'])).toEqual(['c a b', 'y x2', column(0), 0]);
    expect(moved(1, 2, ['x', 'y', 'z'])).toEqual(['a b c', 'x y z', column(1), 0]);
  });

  test('leaves a cell of several columns, or stays below it', () => {
    expect(moved(0, 2, [wide('x', 2), 'y'])).toEqual(['b a c', 'x2 y', column(1), 0]);
    expect(moved(0, 3, [wide('x', 2), 'y'])).toEqual(['b c a', 'x y -', column(2), 0]);
  });

  test('says where cells cannot follow', () => {
    expect(moved(2, 1, [wide('x', 2), 'y'])).toEqual(['a c b', 'x2 y', column(1), 1]);
    expect(moved(0, 3, [wide('x', 1, { rowSpan: 1 }), wide('y', 2)])).toEqual(['b c a', 'y2 x1', column(2), 0]);
    const rows = footer([wide('x', 1, { rowSpan: 2 }), 'y', 'z'], ['u', 'v']);
    const { table, notes } = editTable(rows, (tree, part) => moveColumn(tree, part(column(0)), 3));
    expect([cellsOf(table), notes.length]).toEqual([['x1 y z', 'u v'], 1]);
  });

  test('stays if its cell covers the rows below', () => {
    const columns = [{ body: 'a', rowSpan: 2 }, 'b', 'c'];
    const rows = { rows: [{ cells: ['x', 'y'] }] };
    expect(() => editTable(rows, (tree, part) => moveColumn(tree, part(column(0)), 3), columns)).toThrow('stay in their order');
    expect(editTable({}, (tree, part) => moveColumn(tree, part(column(0)), 3), columns).table.columns).toEqual([
      'b',
      'c',
      columns[0],
    ]);
  });
});

test('random rows cover all columns after any edit of columns', async () => {
  for (const seed of trialSeeds('editing/table-columns')) {
    const dice = createDice(seed);
    const count = 2 + dice.upTo(4);
    const rowOf = () => {
      const cells: unknown[] = [];
      for (let left = count; left > 0; ) {
        const span = 1 + dice.upTo(left);
        cells.push(span === 1 && dice.chance(0.5) ? 'x' : { span, text: 'y' });
        left -= span;
      }
      return { cells };
    };
    const columns = Array.from({ length: count }, (_, i) => (dice.chance(0.5) ? `c${i}` : { body: `c${i}`, width: '*' }));
    const template = templateOf([
      {
        table: [1, 2],
        columns,
        header: [rowOf()],
        rows: [rowOf()],
        footer: [rowOf(), rowOf()],
        groups: [{ by: 'item', footer: [rowOf()] }],
      },
    ]);
    const at = dice.upTo(count);
    const to = dice.upTo(count + 1);
    for (const make of [
      (tree: PartTree, part: (pointer: string) => Part) => insertColumn(tree, part('/pages/0/body/0'), to),
      (tree: PartTree, part: (pointer: string) => Part) => removeColumn(tree, part(column(at))),
      (tree: PartTree, part: (pointer: string) => Part) => moveColumn(tree, part(column(at)), to),
      (tree: PartTree, part: (pointer: string) => Part) => duplicateColumn(tree, part(column(at))),
    ]) {
      const { pages } = editTemplate(template, make);
      const { diagnostics } = await compile({ ...template, pages });
      expect(
        diagnostics
          .filter(({ severity }) => severity === 'error')
          .map(({ message }) => `${seed} ${message} ${JSON.stringify(pages)}`),
      ).toEqual([]);
    }
  }
});

test('rows of sums go with the last column that has a sum, and their labels keep the first column', () => {
  const summed = { value: 'l.a', sum: true, body: '{{ value }}' };
  const rows = { total: 'Total', carried: { label: 'Carried' }, groups: [{ by: 'l.b', subtotal: '' }, { by: 'l.c' }] };
  const without = editTable(rows, (tree, part) => removeColumn(tree, part(column(1))), ['a', summed]);
  expect(without.table).toEqual({ table: 'lines', columns: ['a'], groups: [{ by: 'l.b' }, { by: 'l.c' }] });
  expect(without.notes).toEqual(['The rows of sums went too, because no column has a sum.']);
  expect(() => editTable(rows, (tree, part) => removeColumn(tree, part(column(0))), ['a', summed])).toThrow('first column');
  expect(() => editTable(rows, (tree, part) => moveColumn(tree, part(column(1)), 0), ['a', summed])).toThrow('first column');
  const unlabelled = { total: { label: '' }, brought: '' };
  const moved = editTable(unlabelled, (tree, part) => moveColumn(tree, part(column(1)), 0), ['a', summed]);
  expect(moved.table).toEqual({ table: 'lines', columns: [summed, 'a'], ...unlabelled });
  // The definition may have a sum.
  const defined = editTable(rows, (tree, part) => removeColumn(tree, part(column(1))), ['a', summed, { use: 'Money' }]);
  expect(defined.table.total).toBe('Total');
});

test('a hidden column keeps its content and its condition', () => {
  const hide = (given: unknown, isAway: boolean) =>
    (editTable({}, (tree, part) => hideColumn(tree, part(column(0)), isAway), [given]).table.columns as unknown[])[0];
  expect(hide('a', true)).toEqual({ body: 'a', when: 'false' });
  expect(hide({ body: 'a', when: 'x or y' }, true)).toEqual({ body: 'a', when: 'false and (x or y)' });
  expect(hide({ body: 'a', when: 'false' }, false)).toEqual({ body: 'a' });
  expect(hide({ body: 'a', when: 'false and (x or y)' }, false)).toEqual({ body: 'a', when: 'x or y' });
  expect(hide('a', false)).toBe('a');
  expect(hide({ body: 'a', when: 'false' }, true)).toEqual({ body: 'a', when: 'false' });
  expect([isHidden({ value: 'a' } as Part), isHidden({ value: { when: 'falsely' } } as Part)]).toEqual([false, false]);
});

test('a column has another width, in the way it was written', () => {
  const width = (given: unknown) =>
    (editTable({}, (tree, part) => setColumnWidth(tree, part(column(0)), 42.123, 170), [given]).table.columns as unknown[])[0];
  expect([
    width('a'),
    width({ body: 'a', width: '*' }),
    width({ width: 5, body: 'a' }),
    width({ width: '10%', body: 'a' }),
  ]).toEqual([
    { body: 'a', width: 42.12 },
    { body: 'a', width: 42.12 },
    { width: 42.12, body: 'a' },
    { width: '24.78%', body: 'a' },
  ]);
  expect(() => width({ body: 'a', width: '{{ x }}' })).toThrow('The data say');
});

test('the text of a header or footer is changed, comes and goes', () => {
  const say = (given: unknown, text: string) =>
    (editTable({}, (tree, part) => setColumnText(tree, part(column(0)), 'footer', text), [given]).table.columns as unknown[])[0];
  expect(say('a', 'Sum')).toEqual({ body: 'a', footer: 'Sum' });
  expect(say({ footer: { text: 'x', bold: true }, body: 'a' }, 'Sum')).toEqual({
    footer: { text: 'Sum', bold: true },
    body: 'a',
  });
  expect(say({ footer: 'x', body: 'a' }, '')).toEqual({ body: 'a' });
  expect(say('a', '')).toBe('a');
  expect(() => say({ footer: ['x', 'y'], body: 'a' }, 'Sum')).toThrow('More than a text');
});

test('the text of a header is read, unless more than a text stands there', () => {
  const texts = (column: unknown) => {
    const { value } = readParts(templateOf([{ table: 'lines', columns: [column] }])).places.get(column0)!.part;
    return (['header', 'footer'] as const).map((part) => columnText({ value } as Part, part));
  };
  const column0 = column(0);
  expect(texts('a')).toEqual(['', '']);
  expect(texts({ header: 'H', footer: { text: 'F', size: 8 }, body: 'a' })).toEqual(['H', 'F']);
  expect(texts({ header: ['H'], footer: { image: 'logo.png' }, body: 'a' })).toEqual([undefined, undefined]);
});

test('a cell belongs to the first column that it covers', () => {
  const cells = [{ cells: [{ span: 2, rowSpan: 2, text: 'x' }, 'y'] }, { cells: ['z'] }];
  const tree = readParts(templateOf([{ table: 'lines', columns: ['a', 'b', 'c'], footer: cells }]));
  const table = tree.places.get('/pages/0/body/0')!.part;
  const of = (pointer: string) => columnOfCell(tree, table, tree.places.get(`/pages/0/body/0/${pointer}`)!.part);
  expect([of('footer/0/cells/0'), of('footer/0/cells/1'), of('footer/1/cells/0'), of('columns/0')]).toEqual([0, 2, 2, undefined]);
});
