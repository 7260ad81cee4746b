// Random content through columns, against the same content in one column.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { createRandom } from '../../../support/random.ts';
import { type LaidOut, layOut, wordsOf } from '../../../support/render.ts';
import { trialSeeds } from '../../../support/trials.ts';

type Component = Record<string, unknown> | string;

const width = 320;
const height = 200;
const gap = 10;

/** Content with a number in every text, so that nothing is the same twice. */
function makeContent(seed: number): Component[] {
  const random = createRandom(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  let made = 0;
  const say = (most: number) => Array.from({ length: 1 + upTo(most) }, () => `w${++made}`).join(' ');
  const chance = (share: number) => random() < share;
  const makers: readonly (() => Component)[] = [
    () => say(40),
    () => ({ text: say(60), margin: [upTo(8), 0, upTo(8), 0], widows: 1 + upTo(3), orphans: 1 + upTo(3) }),
    () => ({ text: say(3), keepWithNext: true, size: 12, margin: [6, 0, 2, 0] }),
    () => ({ table: 'few', header: [{ cells: [say(2)] }], columns: [say(6)], rules: 'all' }),
    () => ({
      table: 'many',
      as: 'n',
      sums: { all: 'n' },
      columns: [{ header: say(1), body: `{{ n }} ${say(2)}` }],
      footer: [{ on: 'notLast', cells: ['{{ sums.all.sofar }}'] }],
    }),
    () => ({ list: [say(10), say(30), [say(3), { list: [say(5), say(4)] }]], marker: '1.' }),
    () => ({ group: [say(20), say(10)] }),
    () => ({ stack: [say(10), say(30)], padding: 4, background: '#eeeeee' }),
    () => ({ rect: 10 + upTo(60), fill: '#888888' }),
    // Cells that no column divides: their parts would be painted in turns.
    () => ({ row: [say(2), say(2)], gap: 3 }),
    () => ({ text: say(10), break: chance(0.5) ? { before: 'column' } : { after: 'page' } }),
  ];
  return Array.from({ length: 3 + upTo(12) }, () => makers[upTo(makers.length)]!());
}

const data = { few: [1, 2, 3], many: Array.from({ length: 12 }, (_, i) => i + 1) };

interface Word {
  readonly text: string;
  readonly page: number;
  readonly column: number;
}

const textsOf = (
  items: readonly PageItem[],
  dx = 0,
): { readonly x: number; readonly item: Extract<PageItem, { kind: 'text' }> }[] =>
  items.flatMap((item) =>
    item.kind === 'group'
      ? textsOf(item.items, dx + item.x)
      : item.kind === 'text'
        ? [{ x: item.x + item.segment.x + dx, item }]
        : [],
  );

/** The numbered words in the order of the drawing, without what is repeated. */
function wordsIn({ pages }: LaidOut, count: number): Word[] {
  const each = (width - gap * (count - 1)) / count;
  return pages.flatMap(({ items }, page) =>
    textsOf(items).flatMap(({ x, item }) => {
      const column = Math.floor((x + 0.01) / (each + gap));
      const right = x + item.segment.width;
      expect(right, wordsOf(item)).toBeLessThanOrEqual(column * (each + gap) + each + 0.5);
      if (item.tag?.kind === 'artifact') return [];
      return (wordsOf(item).match(/w\d+/g) ?? []).map((text) => ({ text, page, column }));
    }),
  );
}

const layOutFlow = (flow: readonly Component[], columns: number, more: object = {}) =>
  layOut(
    [{ columns, gap, flow, ...more }],
    data,
    { size: [width, height], margin: 0 },
    { document: { standard: 'PDF/UA-1', title: 'T', lang: 'en' } },
  );

describe('random content', () => {
  test.each(trialSeeds('flow-columns.slow flows'))('%s', async (seed) => {
    const content = makeContent(seed);
    const count = 2 + (seed % 3);
    const laidOut = await layOutFlow(content, count, seed % 5 === 0 ? { balance: false } : {});
    const words = wordsIn(laidOut, count);
    const single = wordsIn(await layOutFlow(content, 1), 1);
    expect(words.map(({ text }) => text)).toEqual(single.map(({ text }) => text));
    expect(laidOut.warnings).toEqual([]);
    const places = words.map(({ page, column }) => page * 100 + column);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test.each(trialSeeds('flow-columns.slow lengths'))('%s is not lower on one sheet', async (seed) => {
    const count = 2 + (seed % 3);
    const content = makeContent(seed + 1000).filter((one) => typeof one === 'string' || !('break' in one));
    const sheetsOf = async (room: number) => {
      const { pages } = await layOut(
        [
          { columns: count, gap, flow: content },
          { rect: 1, fill: '#ff0000' },
        ],
        data,
        { size: [width, room], margin: 0 },
      );
      const [end] = pages.at(-1)!.items.flatMap((item) => (item.kind === 'rect' && item.fill === '#ff0000' ? [item.y] : []));
      return { sheets: pages.length, end: end! };
    };
    const { sheets, end } = await sheetsOf(3000);
    expect(sheets).toBe(1);
    expect(await sheetsOf(end + 1.1)).toEqual({ sheets: 1, end });
    // A chain of components is kept together where a column can hold it.
    if (end > 100) expect((await sheetsOf(end - 2)).sheets).toBeGreaterThan(1);
  });
});
