// Links, the places that they lead to, and what is told of them.

import { describe, expect, test } from 'vitest';
import { findObject, syntaxOf } from '../../support/read-pdf.ts';
import { compile, layOut, pageLines, pageTexts } from '../../support/render.ts';
import { renderPdf, renderWarned } from '../../support/render-document.ts';
import { structureLines } from '../../support/structure.ts';

async function render(body: unknown, data: unknown = {}, more: Record<string, unknown> = {}) {
  const document = { unit: 'pt', pages: [{ size: [200, 100], margin: 10, body }], ...more };
  const { pdf, warnings } = await renderWarned(document, { data });
  return { links: (syntaxOf(pdf).match(/\/Rect\[[^\]]*\]\/Dest/g) ?? []).length, warnings };
}

const filler = (height: number) => ({ spacer: height });
const entry = (anchor: string) => ({ text: 'here', bookmark: { title: 'Here', anchor } });

test('a link is there in a document without tags too', async () => {
  const body = [{ text: 'x', link: 'https://a.example' }];
  const laidOut = await layOut(body, {}, {}, { document: { tagged: false } });
  expect(pageLines(laidOut)[0]).toContain('link 10,10 https://a.example');
});

describe('anchors', () => {
  test('take a binding: each element of a list has a place of its own', async () => {
    const { links, warnings } = await render(
      [
        { repeat: 'lines', as: 'line', body: { text: 'to', link: '#{{ line.sku }}' } },
        { repeat: 'lines', as: 'line', body: entry('{{ line.sku }}') },
      ],
      { lines: [{ sku: 'A 1' }, { sku: 'B/2' }, { sku: 'Ä' }] },
    );
    expect([links, warnings]).toEqual([3, []]);
  });

  test('are proved against the schema of the data', async () => {
    const { diagnostics } = await compile({
      pages: [{ body: [entry('{{ sku }}')] }],
      dataSchema: { type: 'object', properties: { skus: { type: 'string' } } },
    });
    expect(diagnostics).toMatchObject([{ code: 'unknown-path', pointer: '/pages/0/body/0/bookmark/anchor' }]);
  });

  test('do not begin with #, which stands in links alone', async () => {
    const { diagnostics } = await compile({ pages: [{ body: [entry('#terms')] }] });
    expect(diagnostics).toMatchObject([
      { severity: 'error', pointer: '/pages/0/body/0/bookmark/anchor', message: expect.stringContaining('without `#`') },
    ]);
  });
});

describe('messages about links', () => {
  test('name the page, the component and the element of a link that leads nowhere, and the nearest name', async () => {
    const { links, warnings } = await render(
      [entry('terms'), filler(45), { repeat: 'lines', as: 'line', body: { text: 'x', id: 'go', link: '#{{ line }}' } }],
      { lines: ['terms', 'term'] },
    );
    expect(links).toBe(1);
    expect(warnings).toEqual([
      {
        code: 'link-dropped',
        component: 'go',
        dataPath: '/lines/1',
        page: 2,
        message: 'Nothing in the document has the anchor "term", and the link to it is left out; did you mean "terms"?',
      },
    ]);
  });

  test('tell an anchor that two uses of a definition make', async () => {
    const { warnings } = await render(
      [{ text: 'to', link: '#a' }, { use: 'd' }, { use: 'd' }],
      {},
      { define: { d: { body: entry('a') } } },
    );
    expect(warnings).toMatchObject([{ code: 'anchor-twice', component: '/pages/0/body/0' }]);
  });

  test('name the page on which a refused address stands, not the one that was being filled when it was read', async () => {
    const body = [filler(70), { text: 'x', id: 'bad', link: 'javascript:alert(1)' }];
    expect((await render(body)).warnings).toMatchObject([{ code: 'link-dropped', component: 'bad', page: 2 }]);
    const rich = [filler(70), { text: 'see [x](ftp://a)', id: 'rich', format: 'inline' }];
    const { warnings } = await render(rich);
    expect(warnings).toMatchObject([{ component: 'rich', page: 2 }]);
    const numbered = [filler(70), { text: '{{ page.number }}', id: 'n', link: 'nowhere' }];
    expect((await render(numbered)).warnings).toMatchObject([{ component: 'n', page: 2 }]);
  });

  test('tell when several places have the name of a link, but not when one is repeated on each page', async () => {
    const twice = { repeat: 'lines', as: 'line', body: entry('same') };
    const { links, warnings } = await render([{ text: 'x', id: 'go', link: '#same' }, twice], { lines: [1, 2] });
    expect(links).toBe(1);
    expect(warnings).toMatchObject([{ code: 'anchor-twice', component: 'go', page: 1 }]);
    expect((await render([twice], { lines: [1, 2] })).warnings).toEqual([]);
    const pages = [
      {
        size: [200, 100],
        margin: 10,
        header: [entry('top')],
        body: ['a', { pageBreak: true }, { text: 'x', link: '#top' }],
      },
    ];
    expect(await render([], {}, { pages })).toEqual({ links: 1, warnings: [] });
  });
});

test.each([
  ['Link', { text: 'Shop', link: 'https://example.com' }],
  ['Form', { field: 'seller', kind: 'signature', height: 20 }],
  ['Annot', { annotation: 'Check' }],
])('a %s in a component that a reader leaves out is an element of the structure all the same', async (type, child) => {
  const body = { stack: child, role: 'artifact' };
  const file = await renderPdf({ document: { lang: 'en' }, pages: [{ body }] });
  expect(findObject(file, `/S/${type}`).body).toContain('/Type/OBJR');
});

describe('the page number of an anchor', () => {
  const contents = (text: string) => ({ text, id: 'contents' });
  const printed = async (body: unknown, data: unknown = {}, page: Record<string, unknown> = {}) => {
    const laidOut = await layOut(body as unknown[], data, page);
    return { texts: pageTexts(laidOut), warnings: laidOut.warnings };
  };

  test('is printed before and after its place, in text, in a list and in a header', async () => {
    const { texts, warnings } = await printed(
      [
        { repeat: 'parts', as: 'part', body: '{{ part }} {{ part | page_number }}' },
        { repeat: 'parts', as: 'part', body: [{ pageBreak: true }, entry('{{ part }}')] },
        'See page {{ parts[0] | page_number }} of {{ page.total }}',
      ],
      { parts: ['A', 'B'] },
      { header: ["B: {{ 'B' | page_number }}"] },
    );
    expect(texts.map((page) => page.toSorted())).toEqual([
      ['A 2', 'B 3', 'B: 3'],
      ['B: 3', 'here'],
      ['B: 3', 'See page 2 of 3', 'here'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('may be a number in the data, and goes on into other filters', async () => {
    const body = [{ repeat: 'parts', as: 'part', body: entry('{{ loop.index }}') }, "{{ 2 | page_number | pad: 3, '0' }}"];
    expect((await printed(body, { parts: [1, 2] })).texts[0]).toContain('001');
  });

  test('ends flush in an auto column, next to what the other column holds', async () => {
    const row = (text: string) => ({ row: ['Terms', { width: 'auto', stack: text }] });
    const after = [{ pageBreak: true }, entry('terms')];
    const found = await layOut([row("{{ 'terms' | page_number }}"), ...after]);
    expect(pageLines(found)).toEqual(pageLines(await layOut([row('2'), ...after])));
  });

  test('prints nothing for a name that nothing has, and tells the nearest', async () => {
    const { texts, warnings } = await printed([contents("page {{ 'term' | page_number }}."), entry('terms')]);
    expect(texts[0]).toContain('page .');
    expect(warnings).toEqual([
      {
        code: 'no-value',
        component: '/pages/0/body/0/text',
        dataPath: null,
        page: 1,
        message: 'Nothing in the document has the anchor "term" (there is "terms"), and its page number prints nothing.',
      },
    ]);
  });

  test('is that of the first of several places, with a warning', async () => {
    const { texts, warnings } = await printed([contents("{{ 'a' | page_number }}"), entry('a'), { pageBreak: true }, entry('a')]);
    expect(texts[0]).toContain('1');
    expect(warnings).toMatchObject([
      { code: 'no-value', message: expect.stringContaining('Several places have the anchor "a"') },
    ]);
  });

  test('is told by the finished file as by the layout', async () => {
    const body = [contents("{{ 'a' | page_number }} {{ 'b' | page_number }} {{ 'c' | page_number }}"), entry('a'), entry('c')];
    const { warnings } = await render([...body, { pageBreak: true }, entry('c')]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'Nothing in the document has the anchor "b" (there is "a"), and its page number prints nothing.',
      'Several places have the anchor "c"; the page number is that of the first.',
    ]);
    const { warnings: twice } = await render([contents("{{ 'c' | page_number }}"), entry('c'), { ...entry('c'), id: 'other' }]);
    expect(twice).toMatchObject([{ code: 'no-value', message: expect.stringContaining('Several places have the anchor "c"') }]);
  });

  test('without its name, with "#" or in a condition is refused', async () => {
    const messages = async (component: Record<string, unknown>) =>
      (await compile({ pages: [{ body: [{ text: 'x', ...component }] }] })).diagnostics.map(({ message }) => message);
    expect(await messages({ text: "{{ '#terms' | page_number }}" })).toEqual([
      '"page_number" takes the name of an anchor without "#": write "terms".',
    ]);
    expect(await messages({ text: "{{ 'a' | page_number: 1 }}" })).toEqual([
      '"page_number" takes 0 arguments, as in page_number.',
    ]);
    expect(await messages({ when: "'terms' | page_number" })).toEqual([
      '"page.total", "page.part.total" and the filters "page_number" and "page_label" are known only at the end. They can be printed, but not decide what is there.',
    ]);
  });
});

describe('a link whose text is empty is no link', () => {
  const link = 'https://x.example';
  const told = async (component: unknown, a: string) => {
    const laidOut = await layOut(['before', component, 'after'], { a, none: [], one: [1] });
    const links = laidOut.pages.flatMap(({ items }) => items.filter(({ kind }) => kind === 'link'));
    expect(laidOut.warnings.filter(({ code }) => code !== 'empty-barcode')).toEqual([]);
    return { links: links.length, structure: structureLines(laidOut) };
  };
  const components: Record<string, unknown> = {
    'a text': { text: '{{ a }}', link },
    'a text with a box': { text: '{{ a }}', link, padding: 2, minHeight: 10, background: '#ff0000' },
    'a text with alt': { text: '{{ a }}', link, alt: 'Shop' },
    'a heading': { text: '{{ a }}', link, role: 'heading1' },
    'a text with an anchor': { text: '{{ a }}', link, bookmark: { title: 'A', anchor: 'a' } },
    'a link in a text': { text: '[{{ a }}](https://x.example)', format: 'inline' },
    'a bold link in a text': { text: '[**{{ a }}**{{ a }}](https://x.example)', format: 'inline' },
    'a stack': { stack: ['{{ a }}', '{{ a }}'], link },
    'a stack with a box': { stack: ['{{ a }}'], link, padding: 2, background: '#ff0000' },
    'a row': { row: ['{{ a }}'], link },
    'a frame': { frame: [{ text: '{{ a }}', at: { x: 1 } }], link },
    'a list': { repeat: 'one', link, body: '{{ a }}' },
  };

  test.each(Object.entries(components))('%s', async (_, component) => {
    for (const empty of ['', ' ', '\u00a0', '\u200b\u00ad'])
      expect(await told(component, empty)).toEqual({ links: 0, structure: ['P "before"', 'P "after"'] });
    const { links, structure } = await told(component, 'x');
    expect([links > 0, structure.some((line) => line.includes('Link'))]).toEqual([true, true]);
  });

  test('of components without a text too, if nothing is there', async () => {
    for (const component of [
      { stack: [], link },
      { stack: [{ text: 'x', when: 'a' }], link },
      { barcode: '{{ a }}', symbology: 'qr', link, alt: 'x' },
    ])
      expect(await told(component, '')).toEqual({ links: 0, structure: ['P "before"', 'P "after"'] });
  });

  test('but an area that is drawn or kept free for the link stays one', async () => {
    for (const component of [
      { rect: 5, fill: '#ff0000', link },
      { spacer: 5, link },
      { frame: [], height: 20, link },
      { stack: ['{{ a }}', { rect: 5, fill: '#ff0000' }], link },
    ])
      expect((await told(component, '')).links).toBe(1);
    // Its text is known later.
    const { structure } = await told({ text: '{{ page.total }}', link }, '');
    expect(structure[1]).toContain('Link -> https://x.example (https://x.example) "1"');
  });

  test('what stands beside the empty text of a link stays a link', async () => {
    expect(await told({ stack: ['{{ a }}', ' {{ a }}', 'go'], link }, '')).toEqual({
      links: 1,
      structure: ['P "before"', 'Link -> https://x.example (go) > P "go"', 'P "after"'],
    });
  });

  test('an empty inline link leaves the text around it', async () => {
    const text = { text: 'see [ {{ a }} ](https://x.example) there', format: 'inline' };
    const { links, structure } = await told(text, '');
    expect([links, structure.slice(1, -1)]).toEqual([0, ['P "see " "  " " there"']]);
  });
});
