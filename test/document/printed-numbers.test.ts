// Numbers in every place that takes a binding: printed as the locale writes them where people read, plain where programs do.
import { describe, expect, test } from 'vitest';
import { components } from '../../src/document/components/all-components.ts';
import { componentSchema } from '../../src/document/components/registry.ts';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { findObject } from '../support/read-pdf.ts';
import { layOut, pageLines, pageTexts } from '../support/render.ts';
import { renderPdf } from '../support/render-document.ts';
import { structureLines } from '../support/structure.ts';

const data = { q: 1.234, rows: [{ n: 2.5 }] };
const german = [undefined, undefined, undefined, { locale: 'de-DE' }] as const;
const lay = (body: unknown, page: object = {}, more: object = {}) =>
  layOut(body, data, page as Record<string, unknown>, more as Record<string, unknown>, ...german);

describe('people read', () => {
  const column = (more: object) => ({ table: 'rows', as: 'row', columns: [{ body: 'x', ...more }] });
  const texts: readonly (readonly [string, unknown, object?])[] = [
    ['a text', '{{ q }} kg'],
    ['a text among others', { text: ['a', 'of {{ q }} kg'] }],
    ['a text with marks', { text: '**{{ q }}** kg', format: 'inline' }],
    ['the text of a link', { text: '[{{ q }}](https://example.com/{{ q }})', format: 'inline' }],
    ['an element of a list', { repeat: 'rows', as: 'row', body: '{{ row.n - 1.266 }}' }],
    ['a cell', column({ body: '{{ row.n - 1.266 }}' })],
    ['a cell with a look', column({ body: { text: '{{ q }}', bold: true } })],
    ['a header', column({ header: '{{ q }}' })],
    ['a footer of a table', { ...column({}), footer: [{ cells: ['{{ q }}'] }] }],
    ['a caption', { stack: '{{ q }}', role: 'caption' }],
    ['a row', { row: ['{{ q }}'] }],
    ['a frame', { frame: [{ text: '{{ q }}', at: { x: 0, y: 0, w: 50 } }], height: 20 }],
    ['a case', { choose: [{ when: 'q == 1.234', text: '{{ q }}' }] }],
    ['a header of the page', 'x', { header: ['{{ q }}'] }],
    ['a footer of the page', 'x', { footer: ['{{ q }}'] }],
    ['an overlay', 'x', { overlay: [{ text: '{{ q }}', at: { x: 0, y: 0, w: 50 } }] }],
    ['a background', 'x', { background: [{ text: '{{ q }}', at: { x: 0, y: 0, w: 50 } }] }],
    ['a watermark', 'x', { background: [{ watermark: '{{ q }}' }] }],
    ['the marker of a list', { list: ['x'], marker: '{{ q }}' }],
    ['an item of a list', { list: ['{{ q }}'] }],
    ['the name of a point', { chart: 'bar', each: 'rows', as: 'r', x: '{{ q }} kg', value: 'r.n', alt: 'a' }],
    [
      'a chart without points',
      { chart: 'bar', each: 'rows', as: 'r', where: 'r.n > 9', x: '{{ r.n }}', value: 'r.n', empty: '{{ q }} kg', alt: 'a' },
    ],
    ['a text with page numbers', '{{ q }} {{ page.total }}'],
  ];
  test('a text that a definition gets, while a number alone stays a number', async () => {
    const define = { shown: { params: ['a', 'b'], body: { text: '{{ a }}', link: 'https://example.com/{{ b }}' } } };
    const lines = pageLines(await lay([{ use: 'shown', with: { a: '{{ q }} kg', b: '{{ q }}' } }], {}, { define })).flat();
    expect(lines.join('\n')).toContain('"1,234 kg"');
    expect(lines.join('\n')).toContain('https://example.com/1.234');
  });

  test.each(texts.map(([name, component, page = {}]) => [name, component, page] as const))('%s', async (_, component, page) => {
    const printed = pageTexts(await lay([component], page))
      .flat()
      .join(' ');
    expect(printed).toContain('1,234');
    expect(printed).not.toContain('1.234');
  });

  const described: readonly (readonly [string, unknown])[] = [
    ['alt of a barcode', { barcode: 'x', symbology: 'qr', width: 80, alt: '{{ q }} kg' }],
    ['alt of a stack', { stack: 'x', alt: '{{ q }} kg' }],
    ['alt of a text', { text: 'x', alt: '{{ q }} kg', role: 'figure' }],
    ['alt of a link', { stack: 'x', link: 'https://example.com', alt: '{{ q }} kg' }],
    ['alt of a table', { table: 'rows', columns: [{ header: 'n', body: 'x' }], alt: '{{ q }} kg' }],
  ];
  test.each(described)('%s', async (_, component) => {
    expect(structureLines(await lay([component])).join('\n')).toContain('1,234 kg');
  });

  test('an annotation and its author', async () => {
    const [note] = (await lay([{ annotation: '{{ q }} kg', author: '{{ q }}' }])).pages[0]!.items;
    expect(note).toMatchObject({ contents: '1,234 kg', author: '1,234' });
  });

  test.each([
    ['bookmark', { text: 'x', bookmark: '{{ q }} kg' }],
    ['bookmark.title', { text: 'x', bookmark: { title: '{{ q }} kg' } }],
    ['a heading', { text: '{{ q }} kg', role: 'heading1' }],
    ['a heading of several texts', { stack: ['{{ q }}', 'kg'], role: 'heading1' }],
  ])('the outline: %s', async (_, component) => {
    expect(pageLines(await lay([component])).flat()).toContain('anchor  1 "1,234 kg"');
  });
});

describe('programs read', () => {
  const to = (component: object) => ({ text: 'x', ...component });
  test.each([
    ['link', to({ link: 'https://example.com/{{ q }}' }), 'https://example.com/1.234'],
    ['a link with marks', to({ format: 'inline', text: '[x](https://example.com/{{ q }})' }), 'https://example.com/1.234'],
    ['a link with joined numbers', to({ link: "https://example.com/{{ rows | map: 'n' | join }}" }), 'https://example.com/2.5'],
    ['bookmark.anchor', to({ bookmark: { title: 'x', anchor: 'at-{{ q }}' } }), 'anchor at-1.234 1 "x"'],
  ])('%s', async (_, component, expected) => {
    expect(
      pageLines(await lay([component]))
        .flat()
        .join('\n'),
    ).toContain(expected);
  });

  test('the name of a field, but not its description', async () => {
    const [field] = (await lay([{ field: 'f{{ rows.size }}', kind: 'signature', alt: '{{ q }} kg' }])).pages[0]!.items;
    expect(field).toMatchObject({ name: 'f1', description: '1,234 kg' });
    const [grouped] = (await lay([{ field: 'f{{ q }}', kind: 'signature' }])).pages[0]!.items;
    expect(grouped).toMatchObject({ name: 'f1.234' });
  });

  test('the option of a radio button and the value that is chosen, but not the value of a text', async () => {
    const { pages } = await lay([
      { field: 'a', kind: 'radio', option: '{{ q }}', value: '{{ q }}', label: '{{ q }} kg' },
      { field: 'b', kind: 'text', value: '{{ q }}' },
      { field: 'c', kind: 'choice', options: [{ value: '{{ q }}', label: '{{ q }}' }] },
    ]);
    const forms = pages[0]!.items.flatMap((item) => (item.kind === 'field' ? item.form : []));
    const inGroups = pages[0]!.items.flatMap((item) => (item.kind === 'group' ? item.items : []));
    const [radio] = inGroups.flatMap((item) => (item.kind === 'field' ? item.form : []));
    expect([radio, ...forms]).toMatchObject([
      { value: '1.234', button: { option: '1.234', label: '1,234 kg' } },
      { value: '1,234' },
      { options: [{ value: '1.234', label: '1,234' }] },
    ]);
  });

  test('a link leads to an anchor of the same number', async () => {
    const body = [to({ bookmark: { title: 'x', anchor: '{{ q }}' } }), to({ link: '#{{ q }}' }), '{{ q | page_number }}'];
    const laidOut = await lay(body);
    expect(pageLines(laidOut).flat()).toContain('link 10,20 #1.234');
    expect(pageTexts(laidOut).flat()).toContain('1');
  });

  test.each(['qr', 'code128'])('the value of a barcode, %s', async (symbology) => {
    const code = (value: string) => ({ barcode: value, symbology, width: 75, showText: symbology === 'code128' });
    const drawn = async (value: string) => {
      const laidOut = await lay([code(value)]);
      const rects = laidOut.pages[0]!.items.map((item) => (item.kind === 'modules' ? item.rects : []));
      return [pageLines(laidOut), rects];
    };
    expect(await drawn('{{ q }}')).toEqual(await drawn('1.234'));
    expect(await drawn('{{ q }}')).not.toEqual(await drawn('1,234'));
  });

  test('names of styles, colours, images and languages', async () => {
    const body = [
      to({ style: 's{{ q }}' }),
      to({ color: '{{ q }}' }),
      { image: '{{ q }}.png', width: 5, alt: 'x' },
      to({ lang: '{{ q }}' }),
      { pdf: '{{ q }}.pdf' },
      { barcode: 'x', symbology: 'qr', logo: '{{ q }}.svg', width: 20, alt: 'x' },
    ];
    const { warnings } = await lay(body, {}, { styles: { base: { size: 8 } } });
    const messages = warnings.map(({ message }) => message).join('\n');
    expect(messages).toContain('"s1.234"');
    expect(messages).toContain('"1.234"');
    expect(messages).not.toContain('1,234');
  });
});

test('the document: people read its title and what attachments are, programs read the rest', async () => {
  const template = {
    locale: 'de-DE',
    document: {
      title: 'T {{ q }}',
      author: 'A {{ q }}',
      subject: 'S {{ q }}',
      keywords: ['K {{ q }}'],
      creator: 'C {{ q }}',
      metadata: { info: { Weight: '{{ q }}' } },
      attachments: [{ filename: 'weight-{{ q }}.txt', text: 'W {{ q }}', description: 'D {{ q }}' }],
    },
    pages: [{ labels: { prefix: '{{ q }}-' }, body: ['{{ doc.title }}'] }],
  };
  const bytes = await renderPdf(template, { data });
  const { title, author, subject, keywords, creator, metadata, attachments, pages, reading } = await inspectPdf(bytes, {
    read: true,
  });
  expect({ title, author, subject, keywords, creator, weight: metadata.info.Weight, label: pages[0]!.label }).toEqual({
    title: 'T 1,234',
    author: 'A 1.234',
    subject: 'S 1.234',
    keywords: 'K 1.234',
    creator: 'C 1.234',
    weight: '1.234',
    label: '1.234-1',
  });
  expect(attachments.map(({ name, description }) => [name, description])).toEqual([['weight-1.234.txt', 'D 1,234']]);
  expect(findObject(bytes, '/Type/EmbeddedFile').stream?.toString()).toBe('W 1.234');
  expect(reading?.join('\n')).toContain('T 1,234');
});

test('no component has a text with bindings that these tests do not know', () => {
  const known = [
    ...'text alt lang link bookmark image pdf fallback logo barcode field annotation author option label'.split(' '),
    ...'color background fill zebra watermark marker path x empty account currency reference message'.split(' '),
    ...'billingInformation language bic purpose information'.split(' '),
  ];
  const found = components.flatMap((one) =>
    Object.entries(componentSchema(one).properties as Record<string, { type?: unknown; description?: string }>)
      .filter(
        ([name, { type }]) =>
          type === 'string' &&
          !'id note when where as use font keepTogether count number leader value format'.split(' ').includes(name),
      )
      .map(([name]) => name),
  );
  expect(found.filter((name) => !known.includes(name))).toEqual([]);
});
