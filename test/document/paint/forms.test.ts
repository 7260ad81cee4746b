// Components that let through what lies below them: each as a whole, and read as before.
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { contentOf, readObjects, syntaxOf } from '../../support/read-pdf.ts';
import { diagnose, layOut, pageLines } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { structureLines } from '../../support/structure.ts';
import { makePng } from '../image/make-image.ts';

const document = { title: 'Title', lang: 'en' };
const page = (body: unknown, more: object = {}) => ({
  unit: 'pt',
  document,
  pages: [{ size: [200, 100], margin: 10, body, ...more }],
});
const formsOf = (file: Buffer) => [...readObjects(file).values()].filter(({ body }) => body.includes('/Subtype/Form'));
const square = { rect: 10, fill: '#ff0000' };

describe('a component with an opacity', () => {
  test('is painted as a form in a graphics state, all of it together', async () => {
    const file = await renderPdf(page([{ stack: ['one', square], opacity: 0.5, background: '#00ff00' }, 'two'], { margin: 10 }));
    expect(formsOf(file)).toHaveLength(1);
    const [form] = formsOf(file);
    expect(form!.body).toContain('/BBox[0 0 200 100]/Group<</S/Transparency/I true/CS/DeviceRGB>>');
    expect(form!.stream!.toString('latin1')).toMatch(/0 1 0 rg\n.*\/P<<\/MCID 0>>BDC.*1 0 0 rg/s);
    expect(contentOf(file)).toMatch(/^q \/G1 gs \/X1 Do Q\nBT\n\/P<<\/MCID 0>>BDC/);
    expect(syntaxOf(file)).toContain('/ExtGState<</G1<</ca 0.5/CA 0.5>>>>');
  });

  test('has its own colours and lines, whatever was painted before it', async () => {
    const dashed = { line: { width: 3, color: '#00ff00', dash: [2] } };
    const inside = ['one', { line: { width: 1, color: '#000000' } }];
    const before = [square, dashed, { text: 'wide', letterSpacing: 2 }];
    const file = await renderPdf(page([...before, { stack: inside, opacity: 0.5 }]));
    const content = formsOf(file)[0]!.stream!.toString('latin1');
    for (const operator of ['0 0 0 rg', '0 0 0 RG', '1 w', '[] 0 d', '0 Tc']) expect(content).toContain(`${operator}\n`);
  });

  test('is nothing special with an opacity of 1', async () => {
    const plain = await renderPdf(page(['one']));
    expect(await renderPdf(page([{ text: 'one', opacity: 1 }]))).toEqual(plain);
    expect(syntaxOf(plain)).not.toContain('/ExtGState');
  });

  test.each([
    ['a text', { text: 'one' }],
    ['a picture', { image: 'dot.png', width: 10, alt: 'A dot' }],
    ['a box', { stack: 'one', padding: 5, background: '#ff0000' }],
    ['a group', { group: ['one', 'two'] }],
    ['a table', { table: 'rows', columns: [{ header: 'A', body: '{{ item }}' }] }],
    ['a barcode', { barcode: 'x', symbology: 'qr', width: 20, alt: 'x' }],
    ['a link', { text: 'Shop', link: 'https://example.com' }],
    ['a heading with late numbers', { text: 'Page {{ page.number }} of {{ page.total }}', role: 'heading1' }],
  ])('%s is read as without it, and keeps PDF/A-2 and PDF/UA', async (_, component) => {
    const data = { rows: ['1', '2'] };
    const images = { 'dot.png': makePng({ width: 4, height: 4, sample: () => 128, bits: 8, colorType: 2 }) };
    const standard = ['PDF/A-2a', 'PDF/UA-1'];
    const file = await renderPdf(page(['before', { ...component, opacity: 0.4 }, 'after']), { standard, data, images });
    expect(formsOf(file).length).toBeGreaterThan(0);
    const { check } = await inspectPdf(file, { check: true });
    expect(check!.findings).toEqual([]);
    const read = async (given: Buffer) => (await inspectPdf(given, { read: true })).reading;
    expect(await read(file)).toEqual(
      await read(await renderPdf(page(['before', component, 'after']), { standard, data, images })),
    );
  });

  test('keeps its elements, and links and names stay where they are', async () => {
    const inner = { text: 'Terms', bookmark: { title: 'Terms', anchor: 'terms' }, link: 'https://example.com' };
    const frame = { frame: [{ ...inner, at: { x: 50, y: 0, rotate: 90 } }], opacity: 0.5, height: 40 };
    const rectOf = async (one: object) => /\/Rect ?\[[^\]]*\]/.exec(syntaxOf(await renderPdf(page([one]))))![0];
    const { opacity: _, ...plain } = frame;
    expect(await rectOf(frame)).toBe(await rectOf(plain));
    expect(structureLines(await layOut([{ ...frame, opacity: 0 }]))).toEqual(structureLines(await layOut([plain])));
  });

  test('leads links and the outline to its elements, where the standard asks for them', async () => {
    const heading = { text: 'Terms', role: 'heading1', opacity: 0.5 };
    const file = await renderPdf(page(['before', heading, 'after']), { standard: 'PDF/UA-2' });
    const objects = readObjects(file);
    const [, destination] = /\/SD (\d+) 0 R/.exec(syntaxOf(file))!;
    const [, element] = /^\[(\d+) 0 R/.exec(objects.get(Number(destination))!.body)!;
    expect(objects.get(Number(element))!.body).toContain('/S/H1');
  });

  test('may stand in another, and be turned or cut', async () => {
    const inside = { text: 'inside', opacity: 0.5, at: { x: 60, y: 10, rotate: 45 } };
    const body = [{ frame: [inside, inside], opacity: 0.25, height: 30 }];
    const file = await renderPdf(page(body), { standard: ['PDF/A-2a', 'PDF/UA-1'] });
    expect(
      formsOf(file)
        .map(({ body }) => /BBox\[[^\]]*\]/.exec(body)![0])
        .sort(),
    ).toEqual(['BBox[-600 -600 600 600]', 'BBox[-600 -600 600 600]', 'BBox[0 0 200 100]'].sort());
    expect((await inspectPdf(file, { check: true })).check!.findings).toEqual([]);
  });

  test('is divided by a page as it is without', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
    const places = async (more: object) =>
      pageLines(await layOut([{ stack: lines, ...more }])).map((page) =>
        page.map((line) => line.trim()).filter((line) => line.startsWith('text')),
      );
    expect(await places({ opacity: 0.5 })).toEqual(await places({}));
  });

  test('shares the form of decoration that repeats', async () => {
    const background = [{ text: 'DRAFT', opacity: 0.2 }];
    const file = await renderPdf(
      page(['one', { pageBreak: true }, 'two', { pageBreak: true }, { ...square, opacity: 0.2 }], { background }),
    );
    expect(formsOf(file)).toHaveLength(2);
    expect(syntaxOf(file)).toContain('/ExtGState<</G1<</ca 0.2/CA 0.2>>>>');
  });

  test('that shows nothing paints nothing', async () => {
    expect(formsOf(await renderPdf(page(['x', { text: '{{ note }}', opacity: 0.5 }])))).toEqual([]);
  });
});

test.each([-0.1, 1.1, '50%', null])('an opacity of %j is refused', async (opacity) => {
  expect(await diagnose(page([{ text: 'x', opacity }]))).toEqual([
    expect.stringMatching(/^error wrong-(?:value|type) \/pages\/0\/body\/0\/opacity$/),
  ]);
});

test('a faded rectangle in a cell is as high as its row', async () => {
  const columns = [{ width: 20, body: { rect: '100%', fill: '#ff0000', opacity: 0.5 } }, 'a\nb\nc'];
  const [lines] = pageLines(await layOut([{ table: [1], cellPadding: 0, columns }]));
  expect(lines!.map((line) => line.trim())).toContain('rect 10,10 20x30 #ff0000');
});
