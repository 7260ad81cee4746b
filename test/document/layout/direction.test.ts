// What stands side by side is mirrored from right to left. Many more trials:
// PDFGEN_TEST_COUNT=2000 PDFGEN_TEST_SEED=1 npx vitest run test/document/layout/direction.test.ts

import { describe, expect, test } from 'vitest';
import type { PdfgenError } from '../../../src/contract/errors.ts';
import { findUnmirrored, paintedIn, readingOf } from '../../support/mirror.ts';
import { createRandom } from '../../support/random.ts';
import { diagnose, documentOf, explain, type LaidOut, layOut, pageLines } from '../../support/render.ts';
import { trialSeeds } from '../../support/trials.ts';

type Random = () => number;

const words = ['Tea', 'Soup of the day', 'Bread', 'A long line of letters that wraps in its place', 'x'];

/** A component at random, of texts in Latin letters. */
function makeComponent(random: Random, depth: number): object | string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const maybe = (chance: number, value: object) => (random() < chance ? value : {});
  const some = <T>(most: number, make: (i: number) => T): T[] =>
    Array.from({ length: 1 + Math.floor(random() * most) }, (_, i) => make(i));
  const child = () => makeComponent(random, depth + 1);
  const box = () => ({
    ...maybe(0.15, { width: pick([50, 70, '60%']) }),
    ...maybe(0.15, { padding: pick([3, [2, 5], { start: 6, end: 1 }, { top: 2, end: 4 }]) }),
    ...maybe(0.15, { margin: pick([4, [2, 6], { start: 8 }, { start: 1, end: 9, bottom: 2 }]) }),
    ...maybe(0.15, { border: pick([{ width: 1 }, { start: { width: 1 } }, { width: 2, end: { width: 0 } }]) }),
    ...maybe(0.15, { background: '#eeeeee' }),
  });
  const text = () => ({ text: pick(words), ...maybe(0.3, { align: pick(['start', 'center', 'end']) }) });
  const makers: (() => object | string)[] = [
    () => pick(words),
    () => ({ ...text(), ...box() }),
    () =>
      pick([
        { rect: 5, fill: '#cccccc', ...maybe(0.5, { width: 20 }) },
        { line: true, ...maybe(0.5, { width: 30 }) },
      ]),
    () => ({ line: true, direction: 'vertical', height: 12 }),
    () => ({ barcode: 'x', symbology: 'qr', alt: '', width: 15, ...maybe(0.4, { align: pick(['start', 'center', 'end']) }) }),
    () => ({
      polygon: [
        [0, 5],
        [5, 0],
        [10, 5],
        [5, 10],
      ],
      viewBox: [0, 0, 10, 10],
      height: 10,
      fill: '#888888',
    }),
  ];
  const parents: (() => object)[] = [
    () => ({
      row: some(3, () => {
        const one = child();
        const width = maybe(0.6, { width: pick([60, 80, '2*', 'auto', '30%']) });
        return {
          ...(typeof one === 'string' ? { text: one } : one),
          ...width,
          ...maybe(0.3, { valign: pick(['middle', 'bottom']) }),
        };
      }),
      ...maybe(0.5, { gap: 4 }),
      ...box(),
    }),
    () => ({ stack: some(3, child), ...box() }),
    () => ({ list: some(3, child), ...maybe(0.5, { marker: '-' }) }),
    () => ({
      pairs: some(3, () => [child(), child()]),
      ...maybe(0.5, { rules: 'all' }),
      ...maybe(0.4, { values: { width: 40 } }),
      ...box(),
    }),
    () => makeTable(random, child),
  ];
  return pick(random() < 0.6 && depth < 3 ? parents : makers)();
}

function makeTable(random: Random, child: () => unknown): object {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const maybe = (chance: number, value: object) => (random() < chance ? value : {});
  const count = 2 + Math.floor(random() * 3);
  const isCell = random() < 0.5;
  const hasRows = random() < 0.3;
  const spans = (): object[] => {
    const span = 1 + Math.floor(random() * count);
    const cell = (text: string, wide: number) => ({
      text,
      ...(wide > 1 && { span: wide }),
      ...maybe(0.3, { background: '#dddddd' }),
    });
    return [cell('over', span), ...Array.from({ length: count - span }, (_, i) => cell(`c${i}`, 1))];
  };
  return {
    table: 'list',
    as: 'l',
    columns: Array.from({ length: count }, (_, i) => ({
      ...maybe(0.5, { width: pick(['auto', 40, 60, '2*']) }),
      ...maybe(0.7, { header: `H${i}` }),
      ...maybe(0.3, { align: pick(['start', 'end', 'center']) }),
      ...(!hasRows && maybe(0.2, { merge: 'l.kind' })),
      ...maybe(0.2, { padding: pick([[1, 2], { start: 5, end: 1 }]) }),
      ...maybe(0.2, { border: pick([{ width: 0.3 }, { start: { width: 0.5 } }]) }),
      body: isCell ? child() : '{{ l.name }}',
    })),
    ...maybe(0.4, { header: [{ cells: spans() }] }),
    ...maybe(0.4, { footer: [{ cells: spans() }] }),
    ...(hasRows && { rows: [{ cells: spans() }] }),
    ...maybe(0.6, { rules: pick(['all', 'rows', { columns: {} }, { outer: { width: 2 } }]) }),
    ...maybe(0.3, { zebra: '#f4f4f4' }),
    ...maybe(0.3, { rowBreak: 'allow' }),
  };
}

const data = {
  list: [
    { name: 'Tea', kind: 'hot' },
    { name: 'Soup of the day', kind: 'hot' },
    { name: 'Bread', kind: 'cold' },
    { name: 'A long line of letters that wraps', kind: 'cold' },
    { name: 'Ice', kind: 'cold' },
  ],
};

test.each(trialSeeds('direction'))('a document from right to left is the mirror of its twin (seed %d)', async (seed) => {
  const random = createRandom(seed);
  const body = Array.from({ length: 2 + Math.floor(random() * 3) }, () => makeComponent(random, 0));
  const layOutIn = (dir: string) =>
    layOut(body, data, { size: [900, 200] }, { dir, styles: { base: { size: 8, lineHeight: 1.25, wrap: 'anywhere' } } }).catch(
      (error: unknown) => {
        if ((error as PdfgenError).code === 'RENDER_LIMIT') return undefined;
        throw error;
      },
    );
  const [ltr, rtl] = [await layOutIn('ltr'), await layOutIn('rtl')];
  // Tables within tables may be so narrow that they need more than 1,000 sheets.
  if (!ltr || !rtl) {
    expect([ltr, rtl]).toEqual([undefined, undefined]);
    return;
  }
  // A place that is narrower than its padding has no width, and nothing has a mirror there.
  const isCrowded = ltr.warnings.some(({ code }) => code.endsWith('too-wide'));
  if (!isCrowded) expect(findUnmirrored(ltr, rtl), JSON.stringify(body)).toEqual([]);
  expect(rtl.pages.length).toBe(ltr.pages.length);
  expect(readingOf(rtl)).toEqual(readingOf(ltr));
  expect(paintedIn(rtl)).toEqual(paintedIn(ltr));
  const told = ({ warnings }: LaidOut) => warnings.map(({ code, component, page }) => `${code} ${component} ${page}`);
  expect(told(rtl)).toEqual(told(ltr));
});

const styles = {
  base: { size: 8, lineHeight: 1.25 },
  note: { margin: { start: 20 }, padding: { end: 4 }, border: { start: { width: 2 } } },
};

describe('sides that follow the direction', () => {
  const lines = async (body: object | string, dir: string) => pageLines(await layOut([body], data, {}, { dir, styles }))[0]!;

  test.each<[what: string, directed: object, ltr: object, rtl: object]>([
    ['a margin', { margin: { top: 1, start: 20 } }, { margin: [1, 0, 0, 20] }, { margin: [1, 20, 0, 0] }],
    ['a padding', { padding: { end: 20 } }, { padding: { right: 20 } }, { padding: { left: 20 } }],
    ['a border', { border: { start: { width: 2 } } }, { border: { left: { width: 2 } } }, { border: { right: { width: 2 } } }],
    [
      'a border around all other sides',
      { border: { width: 1, end: { width: 0 } } },
      { border: { width: 1, right: { width: 0 } } },
      { border: { width: 1, left: { width: 0 } } },
    ],
    [
      'a style',
      { style: 'note' },
      { margin: [0, 0, 0, 20], padding: { right: 4 }, border: { left: { width: 2 } } },
      { margin: [0, 20, 0, 0], padding: { left: 4 }, border: { right: { width: 2 } } },
    ],
  ])('%s', async (_, directed, ltr, rtl) => {
    const text = 'A long line of letters that wraps in its place, and goes on';
    expect(await lines({ text, ...directed }, 'ltr')).toEqual(await lines({ text, ...ltr }, 'ltr'));
    expect(await lines({ text, ...directed }, 'rtl')).toEqual(await lines({ text, ...rtl }, 'rtl'));
  });

  test.each(['ltr', 'rtl'])('the cells of a table, and pairs (%s)', async (dir) => {
    const table = (padding: object) => ({ table: 'list', as: 'l', columns: [{ body: '{{ l.name }}' }, { padding, body: 'x' }] });
    const [left, right] = dir === 'ltr' ? [9, 1] : [1, 9];
    expect(await lines(table({ start: 9, end: 1 }), dir)).toEqual(await lines(table({ left, right }), dir));
    const pairs = (cellPadding: object) => ({ pairs: [['a', 'b']], cellPadding });
    expect(await lines(pairs({ start: 9, end: 1 }), dir)).toEqual(await lines(pairs({ left, right }), dir));
  });

  test('are not asked where a component has coordinates', async () => {
    const frame = { frame: [{ text: 'a', width: 30, background: '#eeeeee', at: { x: 10, y: 0 } }], height: 20 };
    expect((await lines(frame, 'rtl'))[0]).toMatch(/^rect 20,/);
  });

  test('a margin follows the direction around, and a padding that of the component', async () => {
    const sides = { margin: { start: 20 }, padding: { start: 4 } };
    const [own] = await lines({ text: 'a', dir: 'rtl', width: 50, ...sides }, 'ltr');
    const [same] = await lines({ text: 'a', align: 'right', width: 50, margin: [0, 0, 0, 20], padding: { right: 4 } }, 'ltr');
    expect(own).toBe(same);
  });

  test('do not stand beside those that do not follow it', async () => {
    const body = [{ text: 'a', margin: { start: 1, left: 2 }, border: { right: {}, end: {} } }];
    expect(await diagnose(documentOf(body))).toEqual([
      'error wrong-value /pages/0/body/0/margin/start',
      'error wrong-value /pages/0/body/0/border/end',
    ]);
  });
});

test('what holds no text has no direction of its own', async () => {
  const body = [
    { rect: 5, fill: '#000000', dir: 'rtl' },
    { text: 'a', dir: 'rtl' },
  ];
  expect(await explain(documentOf(body))).toEqual([
    expect.stringContaining('warning no-effect /pages/0/body/0/dir A "rect" has no text, so its "dir" has no effect.'),
  ]);
});

test('a page layout, a definition and a bound language give the direction', async () => {
  const at = async (page: Record<string, unknown>, more: Record<string, unknown> = {}, locale = 'en') => {
    const laidOut = await layOut([{ row: ['x', 'Tea'] }], data, page, more, undefined, undefined, undefined, { locale });
    const [first, second] = pageLines(laidOut)[0]!.map((line) => Number(/text ([\d.]+)/.exec(line)![1]));
    return first! < second! ? 'ltr' : 'rtl';
  };
  expect(await at({})).toBe('ltr');
  expect(await at({ dir: 'rtl' })).toBe('rtl');
  expect(await at({}, { dir: 'rtl' })).toBe('rtl');
  expect(await at({ dir: 'ltr' }, { dir: 'rtl' })).toBe('ltr');
  expect(await at({}, {}, 'ur-PK')).toBe('rtl');
  expect(await at({}, {}, 'az-Arab')).toBe('rtl');
  expect(await at({ use: 'd' }, { define: { d: { page: { dir: 'rtl' } } } })).toBe('rtl');
});
