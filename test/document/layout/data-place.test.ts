// The places in the data that warnings name.
import { describe, expect, test } from 'vitest';
import { pickedFrom } from '../../../src/document/expression/list-origin.ts';
import { DataPaths, pointerOf } from '../../../src/document/layout/data-place.ts';
import { layOut } from '../../support/render.ts';

const rows = [
  { g: 'b', k: 2, bad: 'red4', parts: [{ bad: 'x' }, { bad: 'y' }], tags: ['u', 'v'] },
  { g: 'a', k: 1, bad: 'red2', parts: [{ bad: 'z' }], tags: ['w'] },
  { g: 'b', k: 3, bad: 'red3', parts: [], tags: [] },
];
const data = {
  rows,
  more: { 'a/b': [{ bad: 'c' }, { bad: 'd' }] },
  names: ['tan1', 'red1', 'tan1', 'red1'],
  pair: [
    ['x1', 'x2'],
    ['x3', 'x4'],
  ],
};

/** The places of the warnings about colours that are none. */
async function places(body: unknown, page: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const { warnings } = await layOut(body, data, page, more);
  expect(warnings.filter(({ code }) => code !== 'wrong-color')).toEqual([]);
  return warnings.map(({ dataPath }) => dataPath);
}

const paint = (color: string) => ({ text: 'x', color: `{{ ${color} }}` });
const loop = (repeat: unknown, body: unknown, more: object = {}) => ({ repeat, as: 'q', body, ...more });
const bad = paint('q.bad');
const grouped = (body: unknown) => ({ repeat: "rows | group: 'g'", as: 'group', body });

describe('a warning about one of many rows names the row', () => {
  test.each<[what: string, body: unknown, expected: readonly (string | null)[]]>([
    ['of a list', loop('rows', bad), ['/rows/0', '/rows/1', '/rows/2']],
    ['of the whole data', loop('data.rows', bad), ['/rows/0', '/rows/1', '/rows/2']],
    ['with signs in its path', loop("more['a/b']", bad), ['/more/a~1b/0', '/more/a~1b/1']],
    ['behind sort', loop("rows | sort: 'k'", bad), ['/rows/1', '/rows/0', '/rows/2']],
    ['behind where', loop("rows | where: 'g', 'b'", bad), ['/rows/0', '/rows/2']],
    ['behind several filters', loop("rows | where: 'k < 3' | sort: 'k' | slice: 1, 9", bad), ['/rows/0']],
    ['of the properties sort and where', loop('rows', bad, { sort: 'q.k', where: "q.g == 'b'" }), ['/rows/0', '/rows/2']],
    ['of a choice', loop('rows[0] ? rows : names', bad), ['/rows/0', '/rows/1', '/rows/2']],
    ['behind group', grouped(loop('group.items', bad)), ['/rows/0', '/rows/2', '/rows/1']],
    ['of a group: that of its first row', grouped(paint('group.key')), ['/rows/0', '/rows/1']],
    [
      'behind a group in a group',
      grouped(loop("group.items | group: 'k'", loop('q.items', paint('r.bad'), { as: 'r' }))),
      ['/rows/0', '/rows/2', '/rows/1'],
    ],
    ['behind map', loop("rows | map: 'bad'", paint('q')), ['/rows/0', '/rows/1', '/rows/2']],
    ['behind map and sort', loop("rows | map: 'bad' | sort", paint('q')), ['/rows/1', '/rows/2', '/rows/0']],
    ['of a list of texts', loop('names', paint('q')), ['/names/0', '/names/1', '/names/2', '/names/3']],
    ['of equal texts behind sort', loop('names | sort', paint('q')), ['/names/1', '/names/3', '/names/0', '/names/2']],
    ['of texts, each once', loop('names | uniq | sort', paint('q')), ['/names/1', '/names/0']],
    [
      'of texts in a group',
      loop("names | group: 'size'", loop('q.items', paint('r'), { as: 'r' })),
      ['/names/0', '/names/1', '/names/2', '/names/3'],
    ],
    [
      'of a list in a list',
      loop('pair', loop('q', paint('r'), { as: 'r' })),
      ['/pair/0/0', '/pair/0/1', '/pair/1/0', '/pair/1/1'],
    ],
    [
      'of the inner list',
      loop('rows', loop("q.parts | sort: 'bad'", paint('r.bad'), { as: 'r' })),
      ['/rows/0/parts/0', '/rows/0/parts/1', '/rows/1/parts/0'],
    ],
    ['of another list within', loop('pair[0]', loop('rows | slice: 0, 1', paint('r.bad'), { as: 'r' })), ['/rows/0']],
    [
      'of a list that the template writes: the row around',
      loop('rows | slice: 1', loop(['so'], paint('r'), { as: 'r' })),
      ['/rows/1'],
    ],
    ['of a list that the template writes', loop(['so'], paint('q')), [null]],
  ])('%s', async (_, body, expected) => {
    expect(await places([body])).toEqual(expected);
  });

  test('through a name of let, a definition and its params', async () => {
    const define = { one: { params: { list: { type: 'array' } }, body: [loop("list | sort: 'k'", bad)] } };
    const body = [{ use: 'one', with: { list: '{{ picked }}' } }];
    expect(await places(body, {}, { define, let: { picked: "rows | where: 'g', 'b'" } })).toEqual(['/rows/0', '/rows/2']);
  });

  test('in a part of the document', async () => {
    expect(await places([bad], { each: "rows | sort: 'k'", as: 'q' })).toEqual(['/rows/1', '/rows/0', '/rows/2']);
  });

  test('in a table with groups, also of their headers', async () => {
    const groups = [{ by: 'q.g', header: [{ cells: [paint('group.key')] }] }];
    const columns = [{ header: 'h', body: bad }];
    const table = { table: 'rows', as: 'q', sort: 'q.k', groups, columns };
    // The columns are measured before the headers of groups are built.
    expect(await places([table])).toEqual(['/rows/1', '/rows/0', '/rows/2', '/rows/1', '/rows/0']);
  });

  test('of a chart, one for each point', async () => {
    const chart = (each: string) => ({ chart: 'bar', each, as: 'q', x: '{{ q.k }}', value: 'q.bad', alt: 'a', height: 60 });
    const { warnings } = await layOut([chart("rows | sort: 'k'")], data);
    const found = warnings.filter(({ code }) => code === 'wrong-number').map(({ dataPath }) => dataPath);
    expect(found).toEqual(['/rows/1', '/rows/0', '/rows/2']);
  });

  test('of a calculation over the elements: the first row, in one warning', async () => {
    const { warnings } = await layOut(["{{ rows | sum: 'k * none' }}"], data);
    expect(warnings).toMatchObject([{ code: 'no-value', dataPath: '/rows/0' }]);
  });
});

test('an object that stands twice has both its places, and one in a circle ends the search', () => {
  const row: Record<string, unknown> = { bad: 1 };
  const list = [row, { other: 1 }, row];
  row.self = { list };
  const paths = new DataPaths({ list });
  const made = [row, row, list[1]!];
  expect(made.map((_, i) => paths.of(made, i))).toEqual(['/list/0', '/list/2', '/list/1']);
  expect(paths.of(list, 2)).toBe('/list/2');
  expect(paths.of([{}], 0)).toBeUndefined();
  const use = { parent: { parent: undefined, each: 'list', list, index: 1, paths }, use: '/pages/0/body/0' };
  expect([pointerOf(undefined), pointerOf({ parent: undefined, use: 'x' }), pointerOf(use)]).toEqual([null, null, '/list/1']);
});

test('the places of all elements of a long list are found in the time that the list takes', { timeout: 10_000 }, () => {
  const count = 60_000;
  const texts = Array.from({ length: count }, (_, i) => `text ${i % (count / 3)}`);
  const paths = new DataPaths({ texts });
  const sorted = pickedFrom(texts.toSorted(), texts);
  const made = texts.map((text) => `made of ${text}`);
  const placesIn = (list: readonly unknown[]) => list.map((_, i) => paths.of(list, i));
  expect(new Set(placesIn(sorted)).size).toBe(count);
  expect(new Set(placesIn(made))).toEqual(new Set([undefined]));
});
