// Random tables with merged columns, some of whose cells take three quarters of a sheet: no text leaves its cell. More of them:
// PDFGEN_TEST_COUNT=500 PDFGEN_TEST_SEED=1 npx vitest run test/document/components/table/share-heights.test.ts
import { expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { createRandom } from '../../../support/random.ts';
import { layOut, pageTexts, wordsOf } from '../../../support/render.ts';
import { isStudy, trialSeeds } from '../../../support/trials.ts';

interface Row {
  readonly a: string;
  readonly b: string;
  readonly own: string;
}

const linesOf = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}.${i}`).join('\n');

/** Rows whose neighbours share `a` and `b`, with texts of at most so many lines. */
function makeRows(seed: number, most: number): readonly Row[] {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const runs = (name: string, count: number) => {
    const all: string[] = [];
    for (let k = 0; all.length < count; k++) {
      const text = linesOf(`${name}${k}`, 1 + below(random() < 0.8 ? 4 : most));
      all.push(...Array.from({ length: 1 + below(6) }, () => text));
    }
    return all;
  };
  const count = 3 + below(25);
  const [a, b] = [runs('a', count), runs('b', count)];
  return Array.from({ length: count }, (_, i) => ({
    a: a[i]!,
    b: b[i]!,
    own: linesOf(`t${i}`, random() < 0.8 ? 1 : 1 + below(3)),
  }));
}

interface Placed {
  readonly text: string;
  readonly y: number;
}

const textsIn = (items: readonly PageItem[], dy = 0): readonly Placed[] =>
  items.flatMap((item): readonly Placed[] =>
    item.kind === 'text'
      ? [{ text: wordsOf(item).trim(), y: item.y + dy }]
      : item.kind === 'group'
        ? textsIn(item.items, dy + item.y)
        : [],
  );

const columns = (valign: string) => [
  { merge: 'l.a', body: '{{ l.a }}', valign },
  { merge: 'l.b', body: '{{ l.b }}' },
  '{{ l.own }}',
];
const table = (valign = 'top') => ({ table: 'rows', as: 'l', cellPadding: 0, rules: 'all', columns: columns(valign) });

test('no text of a merged column leaves its cell', async () => {
  const faults: string[] = [];
  const seeds = trialSeeds('share-heights');
  let pageCount = 0;
  for (const seed of seeds) {
    const height = 120 + (seed % 5) * 30;
    const rows = makeRows(seed, Math.floor((height - 20) * 0.075));
    const { pages } = await layOut(['x', table(['top', 'middle', 'bottom'][seed % 3])], { rows }, { size: [200, height] });
    pageCount += pages.length;
    for (const { items } of pages) {
      const texts = textsIn(items);
      const bottom = Math.max(...items.flatMap((item) => (item.kind === 'line' ? [item.y1, item.y2] : [])));
      const tops = rows.flatMap((row, i) =>
        texts.filter(({ text }) => text === `t${i}.0`).map(({ y }) => ({ row, top: y - 8.1 })),
      );
      for (const { text, y } of texts) {
        const [name] = text.split('.');
        if (!/^[ab]\d+$/.test(name!)) continue;
        const key = name![0] as 'a' | 'b';
        const last = tops.findLastIndex(({ row }) => row[key].startsWith(`${name}.`));
        const end = tops[last + 1]?.top ?? bottom;
        const first = tops.find(({ row }) => row[key].startsWith(`${name}.`));
        if (!first || y - 8.1 < first.top - 0.1 || y + 1.8 > end + 0.1) faults.push(`seed ${seed}: ${text}`);
      }
    }
  }
  if (isStudy) console.log({ pageCount, faults: faults.length });
  expect(faults.slice(0, 5)).toEqual([]);
});

test('rows are as high as a merged cell together, and each alone only if the cell is higher than three quarters of the sheet', async () => {
  const rows = (lines: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({ a: linesOf('a', lines), b: `b${i}`, own: `t${i}` }));
  const ys = async (lines: number, height: number, count = 4) => {
    const { pages } = await layOut([table()], { rows: rows(lines, count) }, { size: [200, height] });
    return pages.map(({ items }) =>
      textsIn(items).flatMap(({ text, y }) => (text.startsWith('t') ? Math.round(y * 10) / 10 : [])),
    );
  };
  expect(await ys(2, 200)).toEqual([[18.1, 28.1, 38.1, 48.1]]);
  expect(await ys(6, 120)).toEqual([[18.1, 33.1, 48.1, 63.1]]);
  expect(await ys(8, 120)).toEqual([[18.1], [18.1], [18.1], [18.1]]);
  // Together they are higher than a sheet: it ends between them, and the text stands on both sheets.
  expect(await ys(7, 120, 9)).toEqual([
    [18.1, 28.1, 38.1, 48.1, 58.1, 68.1, 78.1],
    [18.1, 53.1],
  ]);
});

test('a further row of the cell does not cover its text with its background', async () => {
  const merged = { merge: 'l.a', body: '{{ l.a }}', background: '#eeeeee' };
  const rows = Array.from({ length: 3 }, (_, i) => ({ a: linesOf('a', 2), b: '', own: `t${i}` }));
  const { pages } = await layOut([{ ...table(), columns: [merged, '{{ l.own }}'] }], { rows });
  const { items } = pages[0]!;
  expect(items.findIndex(({ kind }) => kind === 'group')).toBeGreaterThan(items.findLastIndex(({ kind }) => kind === 'rect'));
  expect(pageTexts({ pages, warnings: [] })[0]!.filter((text) => text.startsWith('a'))).toEqual(['a.0', 'a.1']);
});
