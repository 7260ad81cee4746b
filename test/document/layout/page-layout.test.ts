// Pages that are printed on both sides and bound: mirrored margins, and parts that begin on one side.
import { describe, expect, test } from 'vitest';
import { compile, diagnose, layOut, pageLines, pageTexts } from '../../support/render.ts';
import { artifactLines, structureLines } from '../../support/structure.ts';

const pageBreak = { pageBreak: true };
const rect = (fill: string) => ({ rect: 5, fill });
const margin = { top: 10, bottom: 10, inner: 40, outer: 15 };

describe('margins with an inner and an outer side', () => {
  test('may name one of them, and the other is 0', async () => {
    const marginOf = async (given: object) =>
      (await compile({ unit: 'pt', pages: [{ margin: given, body: 'x' }] })).program!.pages[0]!;
    expect(await marginOf({ top: 5, outer: 15 })).toMatchObject({ isMirrored: true, margin: { top: 5, left: 0, right: 15 } });
    expect(await marginOf({ inner: 40 })).toMatchObject({ isMirrored: true, margin: { left: 40, right: 0 } });
    expect(await marginOf({ left: 40 })).toMatchObject({ isMirrored: false, margin: { left: 40, right: 0 } });
  });
  const rects = async (page: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    pageLines(await layOut([rect('#000000'), pageBreak, rect('#000000'), pageBreak, rect('#000000')], {}, page, more)).map(
      ([line]) => line,
    );

  test('change sides from page to page, and the width stays', async () => {
    const [right, left] = ['rect 40,10 145x5 #000000', 'rect 15,10 145x5 #000000'];
    expect(await rects({ margin })).toEqual([right, left, right]);
    expect(await rects({ margin, binding: 'right' })).toEqual([left, right, left]);
    // The direction of the document decides where a book is bound, and not that of one layout.
    expect(await rects({ margin }, { dir: 'rtl' })).toEqual([left, right, left]);
    expect(await rects({ margin, dir: 'rtl' })).toEqual([right, left, right]);
    expect(await rects({ margin, binding: 'left' }, { dir: 'rtl' })).toEqual([right, left, right]);
    expect(await rects({ margin: { inner: 40 } })).toEqual([
      'rect 40,0 160x5 #000000',
      'rect 0,0 160x5 #000000',
      'rect 40,0 160x5 #000000',
    ]);
  });

  test('hold for headers and footers too', async () => {
    const laidOut = await layOut(['x', pageBreak, 'y'], {}, { margin, header: [rect('#ff0000')], footer: [rect('#00ff00')] });
    expect(pageLines(laidOut).map((lines) => lines.filter((line) => line.startsWith('rect')))).toEqual([
      ['rect 40,10 145x5 #ff0000', 'rect 40,85 145x5 #00ff00'],
      ['rect 15,10 145x5 #ff0000', 'rect 15,85 145x5 #00ff00'],
    ]);
  });

  test('follow the page number of the document', async () => {
    const page = (body: unknown) => ({ size: [200, 100], margin, body });
    const laidOut = await layOut([], {}, {}, { pages: [page('x'), page(rect('#000000'))] });
    expect(pageLines(laidOut)[1]).toEqual(['rect 15,10 145x5 #000000']);
  });

  test('do not go with left and right', async () => {
    for (const side of ['left', 'right']) {
      const { diagnostics } = await compile({ pages: [{ margin: { inner: 10, [side]: 5 }, body: 'x' }] });
      expect(diagnostics).toMatchObject([
        {
          code: 'wrong-value',
          pointer: '/pages/0/margin',
          message:
            '"inner" and "outer" change sides from page to page, "left" and "right" do not. Write "inner" and "outer" alone, or "left" and "right" alone.',
        },
      ]);
    }
    expect(await diagnose({ pages: [{ margin: { inner: 200, outer: 20 }, body: 'x' }] })).toEqual([
      'error no-room /pages/0/margin',
    ]);
    expect(await diagnose({ pages: [{ body: [{ text: 'x', margin: { inner: 5 } }] }] })).toEqual([
      'error unknown-property /pages/0/body/0/margin/inner',
    ]);
  });
});

describe('a part that begins on one side', () => {
  const texts = async (page: Record<string, unknown>) =>
    pageTexts(
      await layOut(
        '{{ one }} {{ page.number }} {{ page.part.number }}',
        { list: ['a', 'b'] },
        { each: 'list', as: 'one', ...page },
      ),
    );

  test('has an empty sheet before it where needed', async () => {
    expect(await texts({ start: 'right' })).toEqual([['a 1 1'], [], ['b 3 1']]);
    expect(await texts({ start: 'left' })).toEqual([[], ['a 2 1'], [], ['b 4 1']]);
    expect(await texts({ start: 'left', binding: 'right' })).toEqual([['a 1 1'], [], ['b 3 1']]);
    expect(await texts({})).toEqual([['a 1 1'], ['b 2 1']]);
  });

  test('leaves that sheet without bands, background, colour and structure', async () => {
    const laidOut = await layOut(
      'body',
      { list: ['a', 'b'] },
      {
        each: 'list',
        start: 'right',
        style: 'red',
        header: ['header'],
        footer: ['{{ page.number }}/{{ page.total }} {{ page.part.total }}'],
        background: ['below'],
        overlay: ['above'],
        labels: { prefix: 'A-' },
      },
      { styles: { base: { size: 8, lineHeight: 1.25 }, red: { background: '#ff0000' } } },
    );
    expect(laidOut.pages[1]).toMatchObject({ items: [], late: undefined });
    expect(laidOut.pages.map(({ labels }) => labels?.prefix)).toEqual(['A-', undefined, 'A-']);
    expect(pageTexts(laidOut).map((texts) => texts.filter((text) => text.includes('/')))).toEqual([['1/3 1'], [], ['3/3 1']]);
    expect(structureLines(laidOut)).toEqual(['Part > P "body"', 'Part > P "body"']);
    expect(artifactLines(laidOut).filter((line) => line.includes('header'))).toHaveLength(2);
    expect(laidOut.warnings).toEqual([]);
  });

  test('gives an empty back the size of its front, and an empty front that of its back', async () => {
    const page = (size: readonly number[], start?: string) => ({ size, margin: 10, body: 'x', ...(start && { start }) });
    const sizes = async (...pages: unknown[]) => (await layOut([], {}, {}, { pages })).pages.map(({ width }) => width);
    expect(await sizes(page([200, 100]), page([300, 100], 'right'))).toEqual([200, 200, 300]);
    expect(await sizes(page([200, 100]), page([250, 100]), page([300, 100], 'left'))).toEqual([200, 250, 300, 300]);
    expect(await sizes(page([300, 100], 'left'))).toEqual([300, 300]);
  });

  test('counts the empty sheet against the limit', async () => {
    const limits = { maxPages: 2, maxBoxes: 100, maxImagePixels: 1, maxImageBytes: 1 };
    await expect(layOut('x', { list: ['a', 'b'] }, { each: 'list', start: 'right' }, {}, limits)).rejects.toThrow(
      'more than 2 pages',
    );
  });
});

describe('a header or footer with bleed', () => {
  const page = (band: string, height: number) => ({
    [band]: [{ on: 'first', bleed: true, body: [{ ...rect('#ff0000'), rect: height }] }],
  });
  const lines = async (more: Record<string, unknown>) => pageLines(await layOut([rect('#000000')], {}, more))[0];

  test('stands at the edges of the sheet, and the body keeps its margin', async () => {
    expect(await lines(page('header', 5))).toEqual(['rect 0,0 200x5 #ff0000', 'rect 10,10 180x5 #000000']);
    expect(await lines(page('header', 30))).toEqual(['rect 0,0 200x30 #ff0000', 'rect 10,30 180x5 #000000']);
    expect(await lines(page('footer', 30))).toEqual(['rect 10,10 180x5 #000000', 'rect 0,70 200x30 #ff0000']);
    expect(await lines({ ...page('header', 5), margin })).toContain('rect 0,0 200x5 #ff0000');
  });

  test('takes only as much room from the body as it needs beyond the margin', async () => {
    const count = async (height: number) =>
      (
        await layOut(
          Array.from({ length: 8 }, () => 'line'),
          {},
          { footer: [{ bleed: true, body: [{ ...rect('#ff0000'), rect: height }] }] },
        )
      ).pages.length;
    expect(await count(10)).toBe(1);
    expect(await count(11)).toBe(2);
  });
});
