import { describe, expect, test } from 'vitest';
import type { PdfgenError } from '../../src/contract/errors.ts';
import type { ReadElement } from '../../src/document/read-sheets.ts';
import { compile, testResources } from '../support/render.ts';
import { renderProgram } from '../support/render-document.ts';
import { readSheets } from '../support/say-sheets.ts';

const date = '2026-03-01';

const page = (body: unknown, more: object = {}) => ({
  unit: 'pt',
  document: { title: 'Title', lang: 'en' },
  styles: { base: { size: 8, lineHeight: 1.25 } },
  pages: [{ size: [200, 100], margin: 10, body }],
  ...more,
});

async function read(template: Record<string, unknown>, data: unknown = {}): Promise<readonly ReadElement[]> {
  const { program, diagnostics } = await compile(template);
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return (await readSheets(program, data, testResources)).sheets;
}

/** An element as a person would write it down: `H1 "Text"`. */
function sketch({ type, kids, ...facts }: ReadElement): unknown {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const own = known.length === 0 ? [] : [Object.fromEntries(known)];
  return [type, ...own, ...kids.map((kid) => (typeof kid === 'string' ? kid : sketch(kid)))];
}
const sketchAll = (sheets: readonly ReadElement[]): unknown =>
  sheets.map(({ kids }) => kids.map((kid) => sketch(kid as ReadElement)));

describe('a sheet is read with', () => {
  test('headings, marks, links, languages and lists, and without decoration', async () => {
    const [sheet] = await read(
      page(
        [
          { text: 'Head', role: 'heading1' },
          { format: 'inline', text: 'One **two** [three](https://example.com) <script>alert(1)</script>' },
          { text: 'Guten Tag', lang: 'de' },
          { list: ['a'] },
          { rect: 10, width: 10, fill: '#ff0000' },
        ],
        { document: { title: 'Title', lang: 'en', standard: 'PDF/UA-2' } },
      ),
    );
    expect(sheet!.lang).toBe('en');
    expect(sketchAll([sheet!])).toEqual([
      [
        ['H1', 'Head'],
        ['P', 'One ', ['Strong', 'two'], ' ', ['Link', { label: 'three' }, 'three'], ' <script>alert(1)</script>'],
        ['P', { lang: 'de' }, 'Guten Tag'],
        ['L', ['LI', ['Lbl', '•'], ['LBody', ['P', 'a']]]],
      ],
    ]);
  });

  test('a table, its header cells and cells without text', async () => {
    const columns = [
      { header: 'A', body: '{{ row.a }}' },
      { header: 'B', body: '{{ row.b }}' },
    ];
    const table = { table: [{ a: '1', b: '' }], as: 'row', columns, footer: [{ cells: [{ text: 'all', span: 2 }] }] };
    const header = { scope: 'Column' };
    expect(sketchAll(await read(page([table])))).toEqual([
      [
        [
          'Table',
          ['THead', ['TR', ['TH', header, 'A'], ['TH', header, 'B']]],
          ['TBody', ['TR', ['TD', '1'], ['TD']]],
          ['TFoot', ['TR', ['TD', { colSpan: 2 }, 'all']]],
        ],
      ],
    ]);
  });

  test('right-to-left text in the order of reading', async () => {
    expect(sketchAll(await read(page(['שלום abc עולם'])))).toEqual([[['P', ['Span', 'שלום abc עולם']]]]);
  });

  test('figures, fields and notes by what describes them', async () => {
    const body = [
      { barcode: 'x', symbology: 'qr', alt: 'A code', width: 20 },
      { field: 'a', kind: 'text', alt: 'Name', value: 'Ada' },
      { field: 'b', kind: 'check', alt: 'Agreed', value: true },
      { annotation: 'Remember' },
    ];
    expect(sketchAll(await read(page(body)))).toEqual([
      [
        ['Figure', { label: 'A code' }],
        ['Form', { label: 'Name' }, 'Ada'],
        ['Form', { label: 'Agreed' }, 'on'],
        ['Annot', 'Remember'],
      ],
    ]);
  });

  test('a paragraph in parts, one for each sheet', async () => {
    const long = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join('\n');
    expect(sketchAll(await read(page([long])))).toEqual([
      [['P', 'line 1 line 2 line 3 line 4 line 5 line 6 line 7 line 8 ']],
      [['P', 'line 9 line 10 line 11 line 12']],
    ]);
  });

  test('no link that leads nowhere', async () => {
    expect(
      sketchAll(
        await read(
          page([
            { format: 'inline', text: '[here](#there) and [away](#away)' },
            { text: 'There', bookmark: { title: 'There', anchor: 'there' } },
          ]),
        ),
      ),
    ).toEqual([
      [
        ['P', ['Link', { label: 'here' }, 'here'], ' and away'],
        ['P', 'There'],
      ],
    ]);
  });

  test('the texts of components, without tags', async () => {
    const document = { title: 'Title', lang: 'en', tagged: false };
    const body = [
      'One long text that goes on in a second line, and in another one',
      { field: 'a', kind: 'text', alt: 'Name' },
      'Two',
    ];
    expect(sketchAll(await read(page(body, { document })))).toEqual([
      [
        ['P', 'One long text that goes on in a second line, and in another one'],
        ['Form', { label: 'Name' }],
        ['P', 'Two'],
      ],
    ]);
  });
});

describe('breaches are those of the PDF', () => {
  const document = { title: 'Title', lang: 'en' };
  test.each([
    ['PDF/UA-1', page([{ text: 'First', role: 'heading2', id: 'it' }])],
    ['PDF/UA-1', page([{ barcode: 'x', symbology: 'qr', width: 20 }])],
    ['PDF/UA-2', page([{ role: 'toc', stack: ['Nowhere'] }])],
    ['PDF/UA-2', page([{ role: 'toc', stack: [{ text: 'Away', link: 'https://example.com' }] }])],
    [
      'PDF/A-2a',
      page([
        { field: 'a', kind: 'text', alt: '\ue000' },
        { text: 'A', lang: 'es-419', bookmark: '\ue000' },
      ]),
    ],
  ])('%s, template %#', async (standard, template) => {
    const { program } = await compile({ ...template, document: { ...document, standard, ...template.document } });
    const error: unknown = await renderProgram(program!, { date }).then(
      () => undefined,
      (one: unknown) => one,
    );
    const { session } = await readSheets(program!, {}, testResources);
    expect(session.breaches).toEqual((error as PdfgenError).errors);
    expect(session.breaches.length).toBeGreaterThan(0);
  });
});
