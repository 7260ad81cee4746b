// The header and footer of a stack, where sheets divide it.
import { describe, expect, test } from 'vitest';
import { compile, diagnose, layOut, pageTexts } from '../../../support/render.ts';

const texts = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`);
const parts = {
  header: [
    { on: 'first', body: 'begin' },
    { on: 'notFirst', body: 'continued' },
  ],
  footer: [
    { on: 'notLast', body: 'goes on' },
    { on: 'last', body: 'end' },
  ],
};

describe('a stack with a header and a footer', () => {
  test('shows only its beginning and its end on one sheet', async () => {
    expect(pageTexts(await layOut([{ ...parts, stack: ['a', 'b'] }], {}))).toEqual([['begin', 'a', 'b', 'end']]);
  });

  test('goes on within a box that is divided, and around a table with a header of its own', async () => {
    const table = { table: 'rows', columns: [{ header: 'Name', body: '{{ item }}' }], cellPadding: 0 };
    const body = [{ ...parts, padding: 2, border: { width: 1 }, stack: [table] }];
    const pages = pageTexts(await layOut(body, { rows: texts(20) }));
    expect(pages.length).toBeGreaterThan(2);
    for (const [i, page] of pages.entries()) {
      expect(page.slice(0, 2)).toEqual([i === 0 ? 'begin' : 'continued', 'Name']);
      expect(page.at(-1)).toBe(i === pages.length - 1 ? 'end' : 'goes on');
    }
  });

  test('keeps its gap between them and its children, on every sheet', async () => {
    const { pages } = await layOut([{ ...parts, gap: 4, stack: texts(14) }], {});
    for (const { items } of pages) {
      const tops = items.flatMap((item) => (item.kind === 'text' ? [Math.round(item.y)] : []));
      expect(new Set(tops.slice(1).map((y, i) => y - tops[i]!))).toEqual(new Set([14]));
    }
  });

  test('with a height is cut through the row that reaches beyond it', async () => {
    const stack = ['a', { row: [texts(12).join('\n')] }];
    expect(
      pageTexts(await layOut([{ stack, header: [{ on: 'notFirst', body: 'continued' }], height: 50 }], {}, { size: [200, 300] })),
    ).toEqual([['a', ...texts(4)]]);
  });

  test('names what a part may say', async () => {
    const told = async (more: object) => diagnose({ pages: [{ body: [{ ...more, stack: ['a'] }] }] });
    expect(await told({ header: [{ on: 'last', body: 'x' }] })).toEqual(['error wrong-value /pages/0/body/0/header/0/on']);
    const { diagnostics } = await compile({ pages: [{ body: [{ header: 'a', stack: ['b'] }] }] });
    expect(diagnostics[0]!.message).toContain('write [{"body":"a"}]');
    expect(await told({ header: ['x'] })).toEqual(['error wrong-type /pages/0/body/0/header/0']);
    expect(await told({ footer: [{ on: 'first', body: 'x' }] })).toEqual(['error wrong-value /pages/0/body/0/footer/0/on']);
  });
});
