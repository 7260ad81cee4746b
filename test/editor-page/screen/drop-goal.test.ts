import { describe, expect, test } from 'vitest';
import { readParts } from '../../../src/editing/index.ts';
import { findDropGoal, type OwnedPart, partUnder } from '../../../src/editor-page/screen/drop-goal.ts';

const tree = readParts({ pages: [{ body: ['a', { row: ['b', 'c'] }, 'd'] }] });

type Kind = OwnedPart['shown']['kind'];

/** Makes parts of a tree as a page shows them. `place`: what it shows of the part. */
const ownedIn =
  (tree: ReturnType<typeof readParts>) =>
  (pointer: string, left: number, top: number, width: number, height: number, kind: Kind = 'component', place = pointer) => {
    const shown = { kind, pointer: place, uses: [], dataPath: null, left, top, width, height };
    return { shown, part: tree.places.get(pointer)!.part };
  };

const owned = ownedIn(tree);
const parts = [
  owned('/pages/0', 0, 0, 200, 300),
  owned('/pages/0/body/0', 10, 10, 180, 20),
  owned('/pages/0/body/1', 10, 40, 180, 20),
  owned('/pages/0/body/1/row/0', 10, 40, 90, 20),
  owned('/pages/0/body/1/row/1', 100, 40, 90, 20),
  owned('/pages/0/body/2', 10, 70, 180, 20),
];
const toDragged = (part: string | undefined, mayRepeat = false) =>
  part === undefined ? { component: 'new', mayRepeat } : { part };
const goalAt = (x: number, y: number, dragged?: string) => findDropGoal(parts, { x, y }, tree, toDragged(dragged))?.goal;

test('the innermost part lies under a point', () => {
  expect(partUnder(parts, { x: 20, y: 50 })?.part.pointer).toBe('/pages/0/body/1/row/0');
  expect(partUnder(parts, { x: 5, y: 5 })?.part.pointer).toBe('/pages/0');
  expect(partUnder(parts, { x: 500, y: 5 })).toBeUndefined();
});

test.each([
  ['before the part under the pointer', 50, 15, '/pages/0/body', 0],
  ['behind the part under the pointer', 50, 25, '/pages/0/body', 1],
  ['left of a part in a row', 20, 50, '/pages/0/body/1/row', 0],
  ['right of a part in a row', 90, 50, '/pages/0/body/1/row', 1],
  ['before a row, at its edge', 20, 41, '/pages/0/body', 1],
  ['behind a row, at its edge', 20, 59, '/pages/0/body', 2],
  ['by the height, above all parts', 5, 5, '/pages/0/body', 0],
  ['by the height, beside the first part', 5, 35, '/pages/0/body', 1],
  ['by the height, beside the row', 5, 65, '/pages/0/body', 2],
  ['by the height, below all parts', 5, 200, '/pages/0/body', 3],
])('a part goes %s', (_, x, y, slot, index) => {
  expect(goalAt(x, y)).toEqual({ slot, index });
});

test('a goal says where it is', () => {
  const nameAt = (x: number, y: number, dragged?: string) => findDropGoal(parts, { x, y }, tree, toDragged(dragged))?.name;
  expect(nameAt(50, 15)).toBe('At the start of Page layout, Content');
  expect(nameAt(50, 25)).toBe('After Text: a');
  expect(nameAt(20, 50)).toBe('At the start of Row: b, c');
  expect(nameAt(90, 50, '/pages/0/body/2')).toBe('After Text: b');
  expect(nameAt(50, 42, '/pages/0/body/0')).toBe('Where it is now');
});

test('where a part cannot stand, the place around is meant', () => {
  const flow = { flow: ['x'] };
  const added = (component: unknown, x: number, y: number) => findDropGoal(parts, { x, y }, tree, { component })?.goal;
  expect(added('text', 20, 50)).toEqual({ slot: '/pages/0/body/1/row', index: 0 });
  expect(added(flow, 20, 55)).toEqual({ slot: '/pages/0/body', index: 2 });
  expect(added({ watermark: 'Draft' }, 20, 50)).toBeUndefined();
});

test('the goal is not in the dragged part', () => {
  expect(goalAt(20, 50, '/pages/0/body/1')).not.toMatchObject({ slot: '/pages/0/body/1/row' });
});

describe('on a page with bands and frames', () => {
  const page = {
    size: 'A6',
    margin: 20,
    header: ['h'],
    body: [{ frame: [{ at: { x: 5, y: 5 }, text: 'placed' }] }],
    footer: ['f'],
  };
  const tree = readParts({ unit: 'mm', pages: [page] });
  const owned = ownedIn(tree);
  const parts = [
    owned('/pages/0', 0, 0, 300, 420, 'page'),
    owned('/pages/0/header', 50, 10, 200, 20),
    owned('/pages/0', 50, 50, 200, 300, 'band', '/pages/0/body'),
    owned('/pages/0/body/0', 50, 60, 200, 200),
    owned('/pages/0/body/0/frame/0', 64, 74, 50, 20),
  ];
  const dropAt = (x: number, y: number, dragged?: string) => findDropGoal(parts, { x, y }, tree, toDragged(dragged));

  test('a part goes into the band under the pointer, and beside all bands into the body', () => {
    expect(dropAt(60, 15)?.goal).toEqual({ slot: '/pages/0/header', index: 0 });
    expect(dropAt(60, 55)).toMatchObject({
      goal: { slot: '/pages/0/body', index: 0 },
      line: { left: 50, top: 50, width: 200, height: 0 },
    });
    expect(dropAt(60, 300)?.goal).toEqual({ slot: '/pages/0/body', index: 1 });
    expect(dropAt(5, 5)?.goal.slot).toBe('/pages/0/body');
  });

  test('a part that comes into a frame has the place of the pointer on the grid, also over another part of it', () => {
    const { goal, line } = dropAt(150, 150)!;
    expect(goal).toEqual({ slot: '/pages/0/body/0/frame', index: 1, at: { x: 35, y: 32 } });
    expect(line.left).toBeCloseTo(50 + (35 * 72) / 25.4);
    expect(line.top).toBeCloseTo(60 + (32 * 72) / 25.4);
    expect(dropAt(70, 80)?.goal).toMatchObject({ slot: '/pages/0/body/0/frame', at: { x: 7, y: 7 } });
    expect(dropAt(70, 75)?.goal.slot).toBe('/pages/0/body/0/frame');
  });
});

describe('beside what is repeated', () => {
  const body = [
    'intro',
    { table: 'lines', columns: [{ body: ['{{ item.name }}', 'detail'] }] },
    { pairs: 'facts', label: 'l', value: 'v' },
  ];
  const tree = readParts({ pages: [{ body }] });
  const owned = (pointer: string, top: number, height: number, kind?: Kind) => ownedIn(tree)(pointer, 10, top, 100, height, kind);
  const cells = (top: number) => [
    owned('/pages/0/body/1', top, 20, 'row'),
    owned('/pages/0/body/1/columns/0', top, 20, 'cell'),
    owned('/pages/0/body/1/columns/0/body/0', top, 10),
    owned('/pages/0/body/1/columns/0/body/1', top + 10, 10),
  ];
  const parts = [
    owned('/pages/0/body/0', 10, 10),
    owned('/pages/0/body/1', 20, 40),
    ...cells(20),
    ...cells(40),
    owned('/pages/0/body/2', 70, 10),
    owned('/pages/0/body/2/label', 70, 10),
  ];
  const dropAt = (y: number, dragged?: string, mayRepeat = false) =>
    findDropGoal(parts, { x: 50, y }, tree, toDragged(dragged, mayRepeat));

  test('a part from elsewhere goes, and the line is at the edge of the whole block', () => {
    expect(dropAt(32, '/pages/0/body/0')).toMatchObject({ goal: { slot: '/pages/0/body', index: 1 }, line: { top: 20 } });
    expect(dropAt(48)).toMatchObject({ goal: { slot: '/pages/0/body', index: 2 }, line: { top: 60, height: 0 } });
    expect(dropAt(76, '/pages/0/body/0')?.goal).toEqual({ slot: '/pages/0/body', index: 3 });
  });

  test('a part of the same repetition stays in it, and so does what is meant for each element', () => {
    const cell = { slot: '/pages/0/body/1/columns/0/body', index: 0 };
    expect(dropAt(24, '/pages/0/body/1/columns/0/body/1')?.goal).toEqual(cell);
    expect(dropAt(24, undefined, true)?.goal).toEqual(cell);
  });
});

describe('in a row', () => {
  const row = { row: [['from', 'address'], { text: 'facts' }, { text: 'last' }] };
  const tree = readParts({ pages: [{ body: ['other', row] }] });
  const owned = ownedIn(tree);
  const at = '/pages/0/body/1/row';
  const parts = [
    owned('/pages/0/body/1', 0, 0, 300, 60),
    owned(`${at}/0`, 0, 0, 100, 60, 'column'),
    owned(`${at}/0`, 0, 0, 100, 40),
    owned(`${at}/0/0`, 0, 0, 100, 20),
    owned(`${at}/0/1`, 0, 20, 100, 20),
    owned(`${at}/1`, 100, 0, 90, 60, 'column'),
    owned(`${at}/1`, 100, 0, 90, 20),
    owned(`${at}/2`, 200, 0, 100, 60, 'column'),
  ];
  const dropAt = (x: number, y: number, dragged: string) => findDropGoal(parts, { x, y }, tree, { part: dragged });

  test('at the side of a column, the place beside the column is meant, and not that beside a part in it', () => {
    const added = (x: number) => findDropGoal(parts, { x, y: 10 }, tree, { component: 'new' })?.goal;
    expect(added(3)).toEqual({ slot: at, index: 0 });
    expect(added(97)).toEqual({ slot: at, index: 1 });
    expect(added(50)).toMatchObject({ slot: `${at}/0` });
  });

  test('a part takes its column with it to the other side of the next column, wherever it is dropped on that', () => {
    for (const x of [110, 180])
      expect(dropAt(x, 30, `${at}/0/1`)).toMatchObject({
        goal: { slot: at, index: 2 },
        line: { left: 190, top: 0, width: 0, height: 60 },
        moved: { shown: { pointer: `${at}/0`, kind: 'column' } },
      });
    expect(dropAt(110, 30, `${at}/2`)?.goal).toEqual({ slot: at, index: 1 });
    expect(dropAt(210, 30, `${at}/1`)?.goal).toEqual({ slot: at, index: 3 });
  });

  test('a column that is no neighbour says by its half on which side', () => {
    expect(dropAt(210, 30, `${at}/0/1`)?.goal).toEqual({ slot: at, index: 2 });
    expect(dropAt(290, 30, `${at}/0/1`)?.goal).toEqual({ slot: at, index: 3 });
  });

  test('a column itself is moved alone', () => {
    const { goal, moved } = dropAt(150, 30, `${at}/0`)!;
    expect([goal, moved]).toEqual([{ slot: at, index: 2 }, undefined]);
  });

  test('a part stays in its column if it is dropped there', () => {
    expect(dropAt(50, 50, `${at}/0/0`)?.goal).toEqual({ slot: `${at}/0`, index: 2 });
    expect(dropAt(2, 25, `${at}/0/0`)?.goal.slot).toBe(`${at}/0`);
  });

  test('a part from elsewhere becomes a column at the side of one, also of one with several parts', () => {
    expect(dropAt(3, 25, '/pages/0/body/0')).toMatchObject({ goal: { slot: at, index: 0 }, line: { left: 0 } });
    expect(dropAt(50, 25, '/pages/0/body/0')?.goal.slot).toBe(`${at}/0`);
  });
});
