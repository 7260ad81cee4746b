// A text along the diagonal of the sheet.
import { describe, expect, test } from 'vitest';
import { outlinesOf } from '../../../../src/document/layout/extent.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { diagnose, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { artifactLines, structureLines } from '../../../support/structure.ts';

const mark = (watermark: string, more: object = {}) => ({ watermark, ...more });

/** The corners of the watermark on the first sheet, the angle of its line, and its size. */
async function placed(watermark: object, page: Record<string, unknown> = {}, data: unknown = {}) {
  const { pages, warnings } = await layOut('body', data, { background: [watermark], ...page });
  const [outline] = outlinesOf(pages[0]!.items.slice(0, 1), 'ink');
  if (outline?.item.kind !== 'text') return { warnings };
  const [topLeft, topRight, , bottomLeft] = outline.corners as [number, number][] as [
    [number, number],
    [number, number],
    unknown,
    [number, number],
  ];
  const angle = (Math.atan2(topLeft[1] - topRight[1], topRight[0] - topLeft[0]) * 180) / Math.PI;
  const xs = outline.corners.map(([x]) => x);
  const ys = outline.corners.map(([, y]) => y);
  const { size, color } = outline.item.segment.style;
  return {
    warnings,
    angle,
    size,
    color,
    bottomLeft,
    reach: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

describe('a watermark', () => {
  test.each([
    ['COPY', [200, 100]],
    ['COPY', [100, 200]],
    ['A rather long watermark', [595, 842]],
    ['X', [300, 300]],
    ['نسخة', [595, 842]],
    ['העתק 2026', [842, 595]],
  ])('%s on %j lies on the diagonal of the sheet, as large as fits', async (text, [width, height]) => {
    const { angle, reach, size, warnings } = await placed(mark(text), { size: [width, height] });
    expect(angle).toBeCloseTo((Math.atan2(height!, width!) * 180) / Math.PI, 3);
    const [left, top, right, bottom] = reach as [number, number, number, number];
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width!);
    expect(bottom).toBeLessThanOrEqual(height!);
    expect((left + right) / 2).toBeCloseTo(width! / 2, -2);
    const isLargest = Math.abs(size! - Math.min(width!, height!) / 2) < 0.1;
    expect(isLargest || (right - left) / width! > 0.7 || (bottom - top) / height! > 0.7).toBe(true);
    // The font of tests has neither Arabic nor Hebrew.
    expect(warnings.filter(({ code }) => code !== 'missing-glyph')).toEqual([]);
  });

  test('fits with spaced letters, and on the size of each part', async () => {
    for (const [width, height] of [
      [200, 100],
      [595, 842],
    ]) {
      const { reach, size } = await placed(mark('COPY', { letterSpacing: 30 }), { size: [width, height] });
      const [left, top, right, bottom] = reach as [number, number, number, number];
      expect(Math.min(left, top, width! - right, height! - bottom)).toBeGreaterThanOrEqual(0);
      expect(Math.max((right - left) / width!, (bottom - top) / height!)).toBeGreaterThan(0.75);
      expect(size).toBeGreaterThan(10);
    }
    const page = { each: 'sizes', as: 'size', size: '{{ size }}', background: [mark('COPY')], margin: 10, body: 'x' };
    const laidOut = await layOut(
      [],
      {
        sizes: [
          [200, 100],
          [400, 200],
        ],
      },
      {},
      { pages: [page] },
    );
    const sizes = laidOut.pages.map(({ items }) => {
      const [outline] = outlinesOf(items.slice(0, 1), 'ink');
      return outline?.item.kind === 'text' ? outline.item.segment.style.size : 0;
    });
    expect(sizes[1]! / sizes[0]!).toBeCloseTo(2, 1);
  });

  test('has a colour of its own unless the template says how it looks', async () => {
    const styles = { styles: { base: { size: 8, lineHeight: 1.25 }, red: { color: '#ff0000' } } };
    const colorOf = async (more: object) => {
      const { pages } = await layOut('body', {}, { background: [mark('COPY', more)] }, styles);
      const [outline] = outlinesOf(pages[0]!.items.slice(0, 1), 'ink');
      return outline?.item.kind === 'text' ? outline.item.segment.style.color : undefined;
    };
    expect(await colorOf({})).toBe('#dddddd');
    expect(await colorOf({ color: '#00ff00' })).toBe('#00ff00');
    expect(await colorOf({ style: 'red' })).toBe('#ff0000');
    expect(await colorOf({ opacity: 0.2 })).toBe('#000000');
  });

  test('without a text paints nothing', async () => {
    for (const [text, data] of [
      ['', {}],
      [' \n ', {}],
      ['{{ status }}', { status: '' }],
      ['{{ status }}', { status: ' ' }],
    ] as const) {
      const laidOut = await layOut('body', data, { background: [mark(text)] });
      expect(pageTexts(laidOut)).toEqual([['body']]);
      expect(laidOut.warnings).toEqual([]);
    }
  });

  test('may ask the data and the page', async () => {
    const overlay = [mark('{{ status }} {{ page.part.number }}', { when: 'page.number > 1' })];
    const laidOut = await layOut(['one', { pageBreak: true }, 'two'], { status: 'COPY' }, { overlay });
    expect(pageTexts(laidOut)).toEqual([['one'], ['two', 'COPY 2']]);
    expect(await diagnose({ pages: [{ body: 'x', overlay: [mark('{{ page.total }}')] }] })).toEqual([
      'error too-early /pages/0/overlay/0/watermark',
    ]);
  });

  test('that is very long stays readable, and a warning says that it reaches off the sheet', async () => {
    const { size, warnings } = await placed(mark('word '.repeat(200)));
    expect(size).toBe(8);
    expect(warnings).toMatchObject([{ code: 'off-sheet', component: '/pages/0/background/0' }]);
    expect((await placed(mark('{{ text }}'), {}, { text: 'a'.repeat(100_000) })).warnings).toMatchObject([{ code: 'off-sheet' }]);
  });

  test('is not read, whatever its role, and stands on each sheet', async () => {
    for (const more of [{}, { role: 'paragraph' }, { role: 'heading1' }, { alt: 'Copy' }])
      for (const band of ['background', 'overlay']) {
        const make = () =>
          layOut(['one', { pageBreak: true }, 'two'], { status: 'COPY' }, { [band]: [mark('{{ status }}', more)] });
        const artifacts = artifactLines(await make());
        expect(artifacts).toHaveLength(2);
        for (const line of artifacts) expect(line).toMatch(/^(?:Pagination\/Watermark|Background) "COPY"$/);
        expect(structureLines(await make()).filter((line) => line.includes('"'))).toEqual(['P "one"', 'P "two"']);
      }
    expect(await diagnose({ exampleData: { status: 'x' }, pages: [{ body: 'x', background: [mark('{{ status }}')] }] })).toEqual(
      [],
    );
  });

  test('keeps the standards, also with an opacity', async () => {
    const template = {
      document: { title: 'Title', lang: 'en' },
      pages: [
        {
          background: [mark('COPY')],
          overlay: [mark('DRAFT', { opacity: 0.2, color: '#ff0000' })],
          body: ['one', { pageBreak: true }, 'two'],
        },
      ],
    };
    const file = await renderPdf(template, { standard: ['PDF/A-2a', 'PDF/UA-1'] });
    expect((await inspectPdf(file, { check: true })).check!.findings).toEqual([]);
  });

  test('stands directly in a background or an overlay', async () => {
    const misplaced = async (page: object) => diagnose({ pages: [{ body: 'x', ...page }] });
    const error = (place: string) => [`error watermark-misplaced /pages/0/${place}`];
    expect(await misplaced({ body: [mark('COPY')] })).toEqual(error('body/0'));
    expect(await misplaced({ header: [mark('COPY')] })).toEqual(error('header/0'));
    expect(await misplaced({ background: [[mark('COPY')]] })).toEqual(error('background/0/0'));
    expect(await misplaced({ overlay: [{ frame: [mark('COPY')] }] })).toEqual(error('overlay/0/frame/0'));
  });

  test('needs no place, size and role', async () => {
    const overlay = [mark('COPY', { at: { x: 10, y: 10 }, size: 20, role: 'paragraph', alt: 'Copy' })];
    expect(await diagnose({ pages: [{ body: 'x', overlay }] })).toEqual([
      'warning no-effect /pages/0/overlay/0/at',
      'warning no-effect /pages/0/overlay/0/size',
      'warning no-effect /pages/0/overlay/0/role',
      'warning no-effect /pages/0/overlay/0/alt',
    ]);
    expect(pageLines(await layOut('x', {}, { overlay }))).toEqual(pageLines(await layOut('x', {}, { overlay: [mark('COPY')] })));
  });
});
