// What a template's author is told who writes as other programs take it.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compile, testResources } from '../../support/render.ts';

/** Pointer and message of each error, the pointer within the body. */
async function tell(body: unknown, more: Record<string, unknown> = {}, page: Record<string, unknown> = {}): Promise<string[]> {
  const { diagnostics } = await compile({ pages: [{ ...page, body }], ...more });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ pointer, message }) => `${pointer.replace(/^\/pages\/0\/(?:body\/0\/?)?/, '')} ${message}`);
}

describe('lengths', () => {
  test.each([
    ['45mm', 'write 45 (the unit is mm)'],
    ['18mm 20mm', 'write [18, 20] (the unit is mm)'],
    ['1cm, 2 cm', 'write [10, 20] (the unit is mm)'],
    ['1in 0 0 4,5mm', 'write [25.4, 0, 0, 4.5] (the unit is mm)'],
    ['[10, 20]', 'write [10, 20] (the unit is mm)'],
    ['-3.5', 'write -3.5 (the unit is mm)'],
    ['96px', 'write 25.4 (the unit is mm)'],
    ['1.5em', 'write a number (the unit is mm)'],
  ])('margin %j', async (margin, advice) => {
    expect(await tell([{ text: 'a', margin }])).toEqual([`margin ${JSON.stringify(margin)} is a text, not a length: ${advice}`]);
  });

  test.each(['auto', '', '1 2 3 4 5', '3 bananas', '10mm solid'])('%j is not taken for one', async (margin) => {
    expect((await tell([{ text: 'a', margin }]))[0]).toMatch(
      /^margin .* does not fit here\. This takes: Space around the border\. One length for all sides/,
    );
  });

  test.each([null, true, 'auto', '', '50 %%', {}, [5]])('beside a percentage: what fits is told for %j', async (width) => {
    const wrong = `must be a number of cm, or a percentage such as "50%", got ${JSON.stringify(width)}`;
    for (const component of [{ text: 'a' }, { annotation: 'a' }, { barcode: 'a', symbology: 'qr', alt: 'a' }])
      expect(await tell([{ ...component, width }], { unit: 'cm' })).toEqual([`width ${wrong}`]);
  });

  test('are converted to the unit of the template, of fonts and strokes to pt', async () => {
    const text = { text: 'a', size: '1pc', width: '2in', border: { width: '4px' }, letterSpacing: '1mm' };
    expect(await tell([text], { unit: 'cm' })).toEqual([
      'size must be a number, got "1pc": write 12 (the unit is pt)',
      'width "2in" is a text, not a length: write 5.08 (the unit is cm)',
      'border/width must be a number, got "4px": write 3 (the unit is pt)',
      'letterSpacing must be a number, got "1mm": write 2.835 (the unit is pt)',
    ]);
    expect(await tell(['a'], {}, { size: '21cm x 29.7cm', margin: ['18mm', 20] })).toEqual([
      'size "21cm x 29.7cm" is a text, not a length: write [210, 297] (the unit is mm)',
      'margin/0 must be a number, got "18mm": write 18 (the unit is mm)',
    ]);
    const columns = [{ width: '1.5fr', text: 'a' }];
    expect(await tell([{ row: columns }])).toEqual(['row/0/width "1.5fr" is a text, not a length: write "1.5*" for a share']);
  });
});

describe('names of other programs', () => {
  test.each([
    ['anchor', '"anchor" is not known here; write "bookmark": { "title": "…", "anchor": "…" } for a place that links lead to'],
    ['fontSize', '"fontSize" is not known here; did you mean "size"?'],
    ['font-size', '"font-size" is not known here; did you mean "size"?'],
    ['line_height', '"line_height" is not known here; did you mean "lineHeight"?'],
    ['vAlign', '"vAlign" is not known here; set "valign" on a row, on its columns or on a table'],
    ['marginTop', '"marginTop" is not known here; write "margin": { "top": … }'],
    ['aling', '"aling" is not known here; did you mean "align"?'],
  ])('%s of a text', async (name, message) => {
    expect(await tell([{ text: 'a', [name]: 1 }])).toEqual([`${name} ${message}`]);
  });

  test('a name like no other is told with twelve that there are, and how many more', async () => {
    const [message] = await tell([{ text: 'a', qqqqqqqq: 1 }]);
    expect(message).toMatch(/; known: text, format, .* and \d+ more in the template schema \(\.schema\/template\.v1\.json\)$/);
  });

  test('h1 is the role heading1', async () => {
    expect((await tell([{ text: 'x', role: 'h1' }])).join()).toContain('did you mean "heading1"?');
  });

  test('vAlign of a row is its valign', async () => {
    expect(await tell([{ row: ['a'], vAlign: 'top' }])).toEqual(['vAlign "vAlign" is not known here; did you mean "valign"?']);
  });

  test.each([
    ['a4', '"a4" is not known here; did you mean "A4"?'],
    ['Letter', '"Letter" is not known here; did you mean "letter"?'],
  ])('the sheet %s', async (size, message) => {
    expect(await tell(['a'], {}, { size })).toEqual([`size ${message}`]);
  });
});

describe('a name that stands elsewhere is told with its place', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ title: 'x' }, '/title "title" is not known here; write "document": { "title": … }'],
    [{ encryption: {} }, 'write "document": { "encryption": … }'],
    [{ document: { pageMode: 'x' } }, '/document/pageMode "pageMode" is not known here; write "viewer": { "pageMode": … }'],
    [{ document: { 'prince-pdf-page-mode': 'x' } }, 'write "viewer": { "pageMode": … }'],
    [{ document: { pdftitle: 'x' } }, 'did you mean "title"?'],
    [{ document: { pdfa: '3b' } }, 'did you mean "standard"?'],
    [{ document: { conformance: 'PDF/A-3b' } }, 'did you mean "standard"?'],
    [{ document: { info: {} } }, 'write "metadata": { "info": … }'],
    [{ document: { creationDate: 'x' } }, 'the date comes with the call: --date'],
    [{ document: { metadata: { Title: 'x' } } }, 'write "title" in "document", beside "metadata"'],
    [{ document: { metadata: { customer: 'x' } } }, 'write "info": { "customer": … }, or put it into "xmp"'],
    [{ document: { encryption: { userPassword: 'x' } } }, 'passwords come with the call: --user-password-file'],
    [{ document: { viewer: { displayDocTitle: true } } }, 'a document with a title asks for it by itself'],
    [{ document: { attachments: [{ src: 'a.txt' }] } }, '"src" is not known here; did you mean "asset"?'],
  ])('%j', async (more, message) => {
    expect((await tell(['a'], more)).join('\n')).toContain(message);
  });

  test('labels of pages', async () => {
    expect(await tell(['a'], {}, { prefix: 'A' })).toEqual([
      'prefix "prefix" is not known here; write "labels": { "prefix": … }',
    ]);
  });
});

describe('values of other programs', () => {
  test.each([
    [{ pageMode: 'UseOutlines' }, 'outline'],
    [{ pageMode: 'FullScreen' }, 'fullScreen'],
    [{ pageLayout: 'TwoColumnLeft' }, 'twoColumnsLeft'],
    [{ duplex: 'DuplexFlipLongEdge' }, 'flipLongEdge'],
  ])('the viewer %j', async (viewer, meant) => {
    expect((await tell(['a'], { document: { viewer } }))[0]).toContain(`is not known here; did you mean "${meant}"?`);
  });

  test.each([
    ['I', 'upperRoman'],
    ['i', 'lowerRoman'],
    ['lower-alpha', 'lowerLetters'],
    ['arabic', 'decimal'],
  ])('the label %s', async (style, meant) => {
    expect(await tell(['a'], {}, { labels: { style } })).toEqual([
      `labels/style "${style}" is not known here; did you mean "${meant}"?`,
    ]);
  });

  test.each([
    ['red', 'write "#ff0000"'],
    ['ff0000', 'write "#ff0000"'],
    ['rgb(255, 0, 16)', 'write "#ff0010"'],
    ['rgba(255,0,0,0.5)', 'a colour has no transparency. Write "#ff0000" or a lighter colour, or set "opacity" on the component'],
    ['#ff000080', 'a colour has no transparency. Write "#ff0000" or a lighter colour, or set "opacity" on the component'],
    ['rgb(300, 0, 0)', 'write a colour as "#rrggbb", such as "#1f3a5f"'],
    ['cornflowerblue', 'write a colour as "#rrggbb", such as "#1f3a5f"'],
  ])('the colour %s', async (color, advice) => {
    expect(await tell([{ text: 'a', color }])).toEqual([`color "${color}" is not a colour here: ${advice}`]);
  });

  test.each([['border', '1px solid black', 'must be an object such as { "width": …, "color": … }, got "1px solid black"']])(
    '%s: %s',
    async (name, value, message) => {
      expect(await tell([{ text: 'a', [name]: value }])).toEqual([`${name} ${message}`]);
    },
  );
});

describe('a required property under another name is told once', () => {
  test.each([
    [{ table: 'lines', columns: [{ title: 'A', field: 'b' }] }, ['columns/0/title header', 'columns/0/field body']],
    [{ table: 'lines', columns: [{ header: 'A', text: 'b' }] }, ['columns/0/text body']],
    [{ repeat: 'lines', children: 'a' }, ['children body']],
    [{ barcode: 'a', format: 'qr' }, ['format symbology']],
  ])('%j', async (component, expected) => {
    const told = expected.map((one) => one.split(' '));
    expect(await tell([component])).toEqual(
      told.map(([at, right]) => `${at} "${at!.split('/').at(-1)}" is not known here; did you mean "${right}"?`),
    );
  });
});

describe('a component with a "type" beside its content', () => {
  test.each([
    [{ type: 'text', text: 'a' }, '{ "text": "a" }'],
    [{ type: 'stack', gap: 3, children: ['a'] }, '{ "stack": [ … ] }'],
    [{ type: 'row', columns: [{ children: 'a' }] }, '{ "row": [ … ] }'],
    [{ type: 'table', columns: [{ cell: 'a' }], each: 'lines' }, '{ "table": "lines" }'],
    [{ type: 'choose', cases: [{ when: 'lines', children: 'a' }], else: 'b' }, '{ "choose": [ … ] }'],
    [{ type: 'image', width: 10, src: 'a.png' }, '{ "image": "a.png" }'],
    [{ type: 'spacer', height: 5 }, '{ "spacer": … }'],
    [{ type: 'pageBreak' }, '{ "pageBreak": true }'],
  ])('%j is told once, with its right form', async (component, right) => {
    const message = `leave "type" out: the key "${component.type}" says what the component is, as in ${right}`;
    expect(await tell([component])).toEqual([`type ${message}`]);
    expect(await tell([], {}, { header: [component] })).toEqual([`header/0/type ${message}`]);
  });

  test.each([
    [{ table: 'lines', columns: [{ cell: 'a' }] }, 'columns/0/cell "cell" is not known here; did you mean "body"?'],
    [{ row: [{ width: 5, children: 'a' }] }, 'row/0/children There is no component type "children"; did you mean "stack"?'],
    [
      { choose: ['a'], else: 'b' },
      'else "else" is not known here: the last entry of "choose" without a "when" stands for all other cases',
    ],
  ])('what stood in it is told with its name here: %j', async (component, message) => {
    expect(await tell([component])).toEqual([message]);
  });
});

describe('a component without its type', () => {
  test.each([
    [{ size: 12, maxLines: 2 }, 'text'],
    [{ fit: 'cover', width: 10 }, 'image'],
    [{ each: 'lines', columns: [] }, 'table'],
  ])('%j is told once, with the type that it looks like, in a body and in bands alike', async (component, type) => {
    const message = `needs a key that says what it is; did you mean "${type}"?`;
    expect(await tell([component])).toEqual([` ${message}`]);
    expect(await tell([], {}, { header: [component, 'x'] })).toEqual([`header/0 ${message}`]);
    expect(await tell([], {}, { footer: [{ on: 'first', body: [component] }] })).toEqual([`footer/0/body/0 ${message}`]);
  });

  test.each([
    [{ src: 'a.png', width: 10 }, 'src', 'image'],
    [{ txt: 'a', gap: 2 }, 'txt', 'text'],
    [{ heading: 'a' }, 'heading', 'text'],
    [{ each: 'lines', body: 'x' }, 'each', 'repeat'],
    [{ for: 'lines', body: 'x' }, 'for', 'repeat'],
    [{ canvas: [], height: 3 }, 'canvas', 'frame'],
    [{ children: ['a'] }, 'children', 'stack'],
  ])('%j is told at the key that was meant to say it', async (component, key, type) => {
    expect(await tell([component])).toEqual([`${key} There is no component type "${key}"; did you mean "${type}"?`]);
  });

  test('whose key is a kind of barcode or a definition is told with the whole', async () => {
    const kinds = { qr: 'qr', 'qr-code': 'qr', code128: 'code128', Code_128: 'code128' };
    for (const [key, kind] of Object.entries(kinds))
      expect(await tell([{ [key]: 'abc' }])).toEqual([
        `${key} There is no component type "${key}"; write { "barcode": "abc", "symbology": "${kind}" }`,
      ]);
    expect(
      await tell([
        { field: 'a', type: 'text' },
        { barcode: '1', type: 'qr' },
      ]),
    ).toEqual([
      'type "type" is not known here: write "kind": "text"',
      'body/1/type "type" is not known here: write "symbology": "qr"',
    ]);
    expect(await tell([{ type: 'EAN-13', value: '{{ ean }}' }])).toEqual([
      'type There is no component type "EAN-13"; write { "barcode": "{{ ean }}", "symbology": "ean13" }',
    ]);
    const define = { card: { body: ['x'] }, cover: { page: {} } };
    const errors = async (body: unknown) => (await tell([body], { define })).filter((one) => one.includes('component type'));
    const noCard = 'card There is no component type "card", but a definition: write { "use": "card", "with":';
    expect(await errors({ card: { title: 'a' } })).toEqual([`${noCard} {"title":"a"} }`]);
    expect(await errors({ card: { text: 'a' } })).toEqual([`${noCard} { … } }`]);
    expect(await errors({ card: 'a', size: 3 })).toEqual([`${noCard} { … } }`]);
    expect((await errors({ cover: {} }))[0]).not.toContain('definition');
  });

  test('two keys that say it are an error', async () => {
    expect(await tell([{ text: 'a', line: true }])).toEqual([
      'line has "text" and "line", and each of them makes a component of its own: keep one. A list holds several components.',
    ]);
  });

  test('a component beside variants is told where it belongs', async () => {
    expect(await tell([], {}, { header: [{ on: 'first', body: [] }, 'x'] })).toEqual([
      'header/1 this list has variants { "on", "height", "body" }, so put this component into the "body" of a variant',
    ]);
  });

  test('a type of another program is told with the one that it is here', async () => {
    expect(await tell([{ type: 'paragraph', text: 'a' }])).toEqual([
      'type There is no component type "paragraph"; did you mean "text"?',
    ]);
  });
});

describe('a path that the schema does not have', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { lines: { type: 'array', items: { $ref: '#/$defs/line' } } },
    $defs: { line: { type: 'object', properties: { name: { type: 'string' } } } },
  };

  test('is told with the place in schema.json to add it at, through references too', async () => {
    const place = '/$defs/line/properties of the data schema (schema.json)';
    const repeat = { repeat: 'lines', as: 'line', body: '{{ line.sku }}' };
    expect(await tell([repeat], { dataSchema: schema })).toEqual([
      `body The data schema has no "line.sku"; there are: name. To use "sku", add it at ${place}`,
    ]);
    expect((await tell(['{{ total }}'], { dataSchema: schema }))[0]).toContain('add it at /properties of the data schema');
  });

  test('is told with the place of what has no members', async () => {
    const total: JsonSchema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
    expect(await tell(['{{ total.sku }}'], { dataSchema: total })).toEqual([
      ' The data schema has no "total.sku"; there is a number at /properties/total of the data schema (schema.json)',
    ]);
    expect(await tell(['{{ lines.sku }}'], { dataSchema: { ...schema, required: ['lines'] } })).toEqual([
      ' The data schema has no "lines.sku"; there is a list at /properties/lines of the data schema (schema.json); there are: size, first, last',
    ]);
  });

  test('is told with twelve names, and how many more there are and where', async () => {
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`long_name_${i}`, {}]));
    const [message] = await tell(['{{ x }}'], { dataSchema: { type: 'object', properties } });
    expect(message).toContain('long_name_11 and 8 more at /properties of the data schema (schema.json)');
  });
});

describe('files by address', () => {
  const told = (kind: string) =>
    `is an address, and addresses are not loaded: put the file into the assets and write its name${kind}`;

  test.each(['https://example.com/a.png', '//cdn.example.com/a.png', 'file:///tmp/a.png'])('the image %s', async (src) => {
    expect(await tell([{ image: src }])).toEqual([`image "${src}" ${told(', or give a data: URI')}`]);
  });

  test('a font', async () => {
    const regular = 'https://fonts.example.com/a.ttf';
    expect((await tell(['a'], { fonts: { f: { regular } } }))[0]).toContain(told(''));
  });

  test('a name with the folder in front is told with the name', async () => {
    const resources = { ...testResources, names: () => ['logo.png'] };
    const { diagnostics } = await compile({ pages: [{ body: [{ image: './assets/logo.png' }] }] }, resources);
    expect(diagnostics[0]!.message).toBe('There is no image "./assets/logo.png" among the assets; did you mean "logo.png"?');
  });
});
