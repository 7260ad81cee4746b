import { describe, expect, test } from 'vitest';
import { records } from '../../support/records.ts';
import { compile, diagnose, explain, layOut, pageLines, pageTexts } from '../../support/render.ts';
import { listOf, objectOf } from '../../support/schemas.ts';

const one = async (body: unknown, data?: unknown) => pageLines(await layOut(body, data))[0]!;
const texts = async (body: unknown, data?: unknown) => pageTexts(await layOut(body, data)).flat();

describe('text', () => {
  test('as a list of lines leaves out those of bindings alone that come out empty', async () => {
    const body = [{ text: ['{{ company }}', '{{ name }}', '{{ zip }} {{ city }}', 'Tel. {{ phone }}'] }];
    expect(await texts(body, { name: 'Ada', city: '', zip: '' })).toEqual(['Ada', 'Tel.']);
  });
  test('reads inline marks in what the author wrote, never in values', async () => {
    const body = [{ text: 'a **b {{ v }}** *c* \\*d [e](https://example.com/{{ v }})', format: 'inline' }];
    const [page] = pageLines(await layOut(body, { v: '**x**' }));
    expect(
      page!
        .filter((line) => line.startsWith('text'))
        .map((line) => /"(.*)"/.exec(line)![1])
        .join(''),
    ).toContain('b **x**');
    expect(page!.find((line) => line.startsWith('link'))).toContain('https://example.com/**x**');
  });
  test('the target of an inline link may hold balanced parentheses', async () => {
    const link = async (text: string) => (await one([{ text, format: 'inline' }])).filter((line) => line.startsWith('link'));
    expect(await link('[d](http://e.com/(x)) (y)')).toEqual(['link 10,10 http://e.com/(x)']);
    expect(await link('[d](http://e.com/x\\))')).toEqual(['link 10,10 http://e.com/x)']);
    expect(await link('[d](http://e.com/(x)')).toEqual([]);
  });
  test('cut text ends in an ellipsis and gives a warning with its place', async () => {
    const laidOut = await layOut([{ text: '{{ note }}', id: 'note', maxLines: 2 }], { note: 'word '.repeat(100) });
    const shown = pageTexts(laidOut).flat();
    expect(shown).toHaveLength(2);
    expect(shown[1]).toMatch(/…$/);
    const message = `The text "${'word '.repeat(11)}word…" does not fit its place and is cut.`;
    expect(laidOut.warnings).toMatchObject([{ code: 'text-cut', component: 'note', page: 1, message }]);
  });
  test('fails where its overflow says so', async () => {
    const text = { text: '{{ item }}', maxLines: 1, overflow: 'error' };
    await expect(layOut([{ repeat: 'l', body: text }], { l: ['x', 'word '.repeat(50)] })).rejects.toMatchObject({
      code: 'RENDER_WARNINGS',
      errors: [
        {
          keyword: 'text-cut',
          path: '/data/l/1',
          params: { component: '/pages/0/body/0/body', page: 1 },
          message: expect.stringMatching(/^The text "word .*…" does not fit/),
        },
      ],
    });
  });
});

test('values that cannot be worked with print nothing and give a warning each', async () => {
  const shown = ['{{ 1 / z }}', '{{ 1 % z }}', '{{ t * 2 }}', '{{ -t }}', "{{ t | money: 'EUR' }}"];
  const { warnings } = await layOut([...shown, 'x'], { z: 0, t: 'x' });
  expect(warnings.map(({ code, component, message }) => [code, component, message])).toEqual([
    ['no-value', '/pages/0/body/0', '1 / 0 is not a number and prints nothing.'],
    ['no-value', '/pages/0/body/1', '1 % 0 is not a number and prints nothing.'],
    ['no-value', '/pages/0/body/2', '"x" * 2 is not a number and prints nothing.'],
    ['no-value', '/pages/0/body/3', '-"x" is not a number and prints nothing.'],
    ['no-value', '/pages/0/body/4', '"x" | money is not a number and prints nothing.'],
  ]);
  expect(await diagnose({ pages: [{ body: ['{{ 1 % 0 }}'] }] })).toEqual(['error wrong-type /pages/0/body/0']);
  expect(await texts(['{{ z | percent }}', "{{ s | money: 'EUR' }}"], { z: -0, s: -0.001 })).toEqual(['0%', '€0.00']);
});

test('a value that is missing is told once for each place in the template, with the number of its places in the data', async () => {
  const row = ["{{ r.a | money: 'EUR' }} each", { text: 'x', when: 'r.a * 2 > r.b' }];
  const shown = ['{{ n * 2 }}', "{{ e | money: 'EUR' }}", '{{ (m + 1) ?? 0 }} {{ n }}', { repeat: 'rows', as: 'r', body: row }];
  const { warnings } = await layOut([...shown, 'x'], { n: null, e: '', rows: [{ a: 1, b: 1 }, { b: 1 }, {}] });
  expect(warnings.map(({ code, component, dataPath, message }) => [code, component, dataPath, message])).toEqual([
    ['no-value', '/pages/0/body/0', null, '"n" is missing, which "n * 2" needs: write (n * 2) ?? \'\'.'],
    ['no-value', '/pages/0/body/2', null, '"n" is missing and prints nothing.'],
    ['no-value', '/pages/0/body/3/body/0', '/rows/1', '"r.a | money: \'EUR\'" is missing and prints nothing. (2 times)'],
    [
      'no-value',
      '/pages/0/body/3/body/1/when',
      '/rows/1',
      '"r.a" is missing, which "r.a * 2 > r.b" needs: write (r.a * 2 > r.b) ?? false. (2 times)',
    ],
    [
      'no-value',
      '/pages/0/body/3/body/1/when',
      '/rows/2',
      '"r.b" is missing, which "r.a * 2 > r.b" needs: write (r.a * 2 > r.b) ?? false.',
    ],
  ]);
});
test('two values of an expression that are missing in different rows are told apart', async () => {
  const shown = [{ repeat: 'rows', as: 'r', body: ["{{ r.a > r.b ? 'high' : 'normal' }}"] }];
  const { warnings } = await layOut(shown, { rows: [{ a: 1 }, { b: 1 }, { b: 2 }] });
  expect(
    warnings.map(({ dataPath, message }) => [dataPath, message.split(' ', 1)[0], /\(\d+ times\)$/.exec(message)?.[0]]),
  ).toEqual([
    ['/rows/0', '"r.b"', undefined],
    ['/rows/1', '"r.a"', '(2 times)'],
  ]);
});
test.each(['1.234,50', '1,234.50', "1'234.50", '12,5', '1 234'])(
  'a text with a number in another notation (%s) is never read as another number',
  async (t) => {
    const shown = ["{{ t | money: 'EUR' }}", '{{ t | number }}', '{{ t * 2 }}', '{{ -t }}', '{{ t | round }}'];
    for (const text of shown) {
      const laidOut = await layOut([text, 'x'], { t });
      expect(pageTexts(laidOut).flat()).toEqual(['x']);
      const message = expect.stringMatching(/prints nothing: write numbers .* such as 1234\.50\.$/);
      expect(laidOut.warnings).toMatchObject([{ code: 'no-value', message }]);
    }
    const { warnings } = await layOut(["{{ l | sum: 'a' }}"], { l: [{ a: t }] });
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/is left out: write numbers .* such as 1234\.50\.$/) }]);
    expect(await texts(["{{ t | money: 'EUR' }}"], { t: '250.00' })).toEqual(['€250.00']);
  },
);
test('each expression, link, style and colour of a component has its own warning, once', async () => {
  const data = { x: 'x', y: 'y' };
  const codes = async (body: unknown) => (await layOut(body, data)).warnings.map(({ code, message }) => `${code} ${message}`);
  const none = 'is not a number and prints nothing.';
  expect(await codes(["a {{ x | money: 'EUR' }} {{ y | money: 'EUR' }} {{ x | money: 'EUR' }}"])).toEqual([
    `no-value "x" | money ${none}`,
    `no-value "y" | money ${none}`,
  ]);
  expect(await codes([{ text: 'a', style: '{{ x }} {{ y }}' }])).toEqual([
    'unknown-style There is no style "x"',
    'unknown-style There is no style "y"',
  ]);
  const links = { text: '[a](x:{{ x }}) [b](x:{{ y }}) [c](#{{ x }}) [d](#{{ y }})', format: 'inline' };
  expect((await codes([links])).filter((code) => code.startsWith('link-dropped'))).toHaveLength(2);
});
test('arguments of filters out of their range are errors, bound ones warnings', async () => {
  for (const source of ["'a' | pad: 999999999", "'a' | pad: -20000", '1 | number: 500', '1 | money: "EUR", 21', '1 | round: 101'])
    expect(await diagnose({ pages: [{ body: [`{{ ${source} }}`] }] })).toEqual(['error wrong-arguments /pages/0/body/0']);
  expect((await layOut(['{{ 1 | number: n }}'], { n: 500 })).warnings).toMatchObject([
    { code: 'no-value', message: '"number" takes 0 to 20, not 500: the nearest is taken.' },
  ]);
  expect((await layOut(["{{ 'a' | pad: -3 }}", '{{ 1 | number: n }}'], { n: 2 })).warnings).toEqual([]);
});
test('a missing image is a warning where there is a fallback', async () => {
  const faults = (more: object) => diagnose({ pages: [{ body: [{ image: 'no.png', alt: '', ...more }] }] });
  expect(await faults({})).toEqual(['error missing-asset /pages/0/body/0/image']);
  expect(await faults({ fallback: '{{ x }}' })).toEqual(['warning missing-asset /pages/0/body/0/image']);
  expect(await faults({ fallback: 'none.png' })).toEqual([
    'warning missing-asset /pages/0/body/0/image',
    'error missing-asset /pages/0/body/0/fallback',
  ]);
});

describe('border and background', () => {
  const rects = (lines: readonly string[]) => lines.filter((line) => line.startsWith('rect'));
  test('of a barcode run around it, not around all the width there is', async () => {
    const qr = { barcode: 'x', symbology: 'qr', width: 30, border: { width: 1 }, background: '#eeeeee' };
    expect(rects(await one([qr]))).toEqual(['rect 10,10 30x30 #eeeeee', 'rect 10.5,10.5 29x29 stroke 1']);
    expect(rects(await one([{ ...qr, align: 'right', padding: 5 }]))[0]).toBe('rect 150,10 40x40 #eeeeee');
    expect(rects(await one([{ ...qr, align: 'center' }]))[0]).toBe('rect 85,10 30x30 #eeeeee');
  });
  test('of an image run around it, the border above the picture', async () => {
    const picture = { key: 'k', bytes: new Uint8Array(), format: 'png', width: 10, height: 10 } as const;
    const body = [{ image: '{{ p }}', width: 20, border: { width: 2 } }];
    const { pages } = await layOut(body, { p: 'p.png' }, {}, {}, undefined, () => picture);
    expect(pageLines({ pages, warnings: [] })[0]).toEqual(['image 10,10 20x20', 'rect 11,11 18x18 stroke 2']);
  });
  test('of a rectangle are not hidden by its fill', async () => {
    expect(await one([{ rect: 10, width: 20, fill: '#ff0000', border: { width: 1 } }])).toEqual([
      'rect 10,10 20x10 #ff0000',
      'rect 10.5,10.5 19x9 stroke 1',
    ]);
  });
});

describe('a border wider than its padding', () => {
  const told = async (component: Record<string, unknown>) =>
    (await layOut([component], {}, { size: [400, 400] })).warnings.map(({ code, message }) => `${code} ${message}`);
  test('is told exactly when it covers text by more than a point', async () => {
    for (const [side, align] of [
      ['left', 'left'],
      ['right', 'right'],
    ]) {
      for (const width of [0.5, 1, 2, 5, 30]) {
        for (const padding of [0, 1, 4, 29, 40]) {
          const text = { text: 'words', align, padding, border: { [side!]: { width } } };
          const message = `The border is ${width} pt wide and covers content at the ${side} edge. Set "padding" to the width of the border or more.`;
          expect([width, padding, await told(text)]).toEqual([
            width,
            padding,
            width - padding > 1 ? [`text-covered ${message}`] : [],
          ]);
        }
      }
    }
  });
  test('is told where it covers capitals or descenders, and barcodes', async () => {
    const border = { width: 6 };
    expect(await told({ text: 'Tg', border: { top: border } })).toHaveLength(1);
    expect(await told({ text: 'Tg', border: { bottom: border } })).toHaveLength(1);
    expect(await told({ barcode: 'x', symbology: 'qr', width: 30, border })).toHaveLength(1);
    expect(await told({ row: ['{{ page.number }}'], border: { left: border } })).toHaveLength(1);
  });
  test.each(['noto-sans', 'Helvetica'])('is told below a line of %s only where a letter goes so low', async (family) => {
    const tellsOf = async (text: string, width: number) =>
      (await told({ text, font: family, border: { bottom: { width } } })).length;
    for (const text of ['1,234.50', 'TOTAL', '-12 €', 'sum 7%']) {
      expect([text, await tellsOf(text, 1.5), await tellsOf(text, 6)]).toEqual([text, 0, 1]);
    }
    // The tail of a comma is covered before the digits are.
    expect([await tellsOf('1.5', 2.6), await tellsOf('1,5', 2.6)]).toEqual([0, 1]);
    expect([await tellsOf('x', 2.6), await tellsOf('g', 2.6), await tellsOf('Ç', 2.6)]).toEqual([0, 1, 1]);
  });
  test('is not told where it covers no text', async () => {
    const border = { width: 6 };
    expect(await told({ stack: [{ rect: 30, fill: '#ff0000' }], border })).toEqual([]);
    expect(await told({ stack: [{ text: 'words', margin: [0, 6], padding: 6 }], border })).toEqual([]);
    expect(await told({ stack: [{ text: 'beside', margin: { left: 70 } }], width: 60, border })).not.toContainEqual(
      expect.stringContaining('text-covered'),
    );
  });
});

describe('presence', () => {
  test('what is absent takes its gap along', async () => {
    const y = (lines: string[]) => lines.map((line) => Number(/,([\d.]+)/.exec(line)![1]));
    const [a, c] = y(await one([{ stack: ['a', { text: 'b', when: 'no' }, 'c'], gap: 5 }], { no: false }));
    expect(c! - a!).toBeCloseTo(15, 1);
  });
  test('choose takes the first case that holds, else the other', async () => {
    const body = [{ choose: [{ when: 'n > 10', text: 'many' }, { when: 'n > 1', text: 'some' }, 'few'] }];
    expect([await texts(body, { n: 20 }), await texts(body, { n: 5 }), await texts(body, { n: 1 })]).toEqual([
      ['many'],
      ['some'],
      ['few'],
    ]);
  });
});

test('a condition of "choose" says that a later child stands where it has no answer', async () => {
  const dataSchema = { type: 'object', properties: { n: { type: 'number' } } };
  const messages = (...cases: readonly unknown[]) => explain({ pages: [{ body: [{ choose: cases }] }], dataSchema });
  const place = 'warning possibly-missing /pages/0/body/0/choose/0/when';
  const asked = `${place} "n" is not required by the data schema and may be missing: write (n > 10) ?? false`;
  const many = { when: 'n > 10', text: 'many' };
  expect(await messages(many, 'few')).toEqual([
    `${asked} if a later child is right without it, or test n == null before, or list it under "required".`,
  ]);
  expect(await messages(many)).toEqual([`${asked}, or list it under "required".`]);
});

describe('repeat', () => {
  test('knows its place in the list, and puts the separator between', async () => {
    const body = [
      { repeat: 'list', as: 'x', separator: '--', body: '{{ loop.index }}/{{ loop.count }} {{ x }}{{ loop.last ? "." : "" }}' },
    ];
    expect(await texts(body, { list: ['a', 'b'] })).toEqual(['1/2 a', '--', '2/2 b.']);
  });
  test('nests, the inner element beside the outer', async () => {
    const body = [{ repeat: 'groups', as: 'g', body: { repeat: 'g.items', as: 'i', body: '{{ g.name }}{{ i }}' } }];
    expect(
      await texts(body, {
        groups: records('name items', ['A', [1, 2]], ['B', [3]]),
      }),
    ).toEqual(['A1', 'A2', 'B3']);
  });
  test('goes in columns, row by row', async () => {
    const lines = await one([{ repeat: 'list', columns: 2, gap: 20, body: '{{ item }}' }], {
      list: ['a', 'b', 'c'],
    });
    expect(lines.map((line) => line.split(' ')[1]!.split(',')[0])).toEqual(['10', '110', '10']);
  });
});

describe('boxes', () => {
  test('a line is left out where signs alone are left of it, in every form and direction', async () => {
    const text = ['a', '({{ street }})', '{{ zip }} – {{ city }}', '{{ zip }}/{{ name }}'];
    for (const more of [{}, { format: 'inline' }, { format: 'code' }, { dir: 'rtl' }])
      expect(
        pageTexts(await layOut([{ text, ...more }], { name: 'x' })).map((page) => page.join('')),
        JSON.stringify(more),
      ).toEqual([expect.stringMatching(/^a[/x\u200f]+$/)]);
    for (const only of ['({{ street }})', '{{ street }}'])
      expect(pageTexts(await layOut([{ text: [only] }, 'z']))).toEqual([['z']]);
    expect(pageTexts(await layOut(['({{ street }})']))).toEqual([['()']]);
  });
  test('only what is printed without its value is warned of when the value may be missing', async () => {
    const dataSchema = { type: 'object', properties: { zip: { type: 'string' } } };
    const lines = ['{{ zip }}', 'No. {{ zip }}'];
    const body = [{ text: lines }, { text: lines, format: 'inline' }, { text: '{{ zip }}' }, '{{ zip }}'];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body }] });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'possibly-missing /pages/0/body/0/text/1',
      'possibly-missing /pages/0/body/1/text/1',
      'possibly-missing /pages/0/body/2/text',
      'possibly-missing /pages/0/body/3',
    ]);
  });
  test('a text with own words may be left out where its value is missing', async () => {
    const properties = { phone: { type: 'string' }, kg: { type: 'number' } };
    const dataSchema = { type: 'object', properties };
    const told = async (content: unknown) => {
      const { diagnostics } = await compile({ dataSchema, pages: [{ body: [content] }] });
      return diagnostics.map(({ message }) => / (?="when": )(.*)$/.exec(message)?.[1] ?? '');
    };
    expect(await told('Tel. {{ phone }}')).toEqual(['"when": "phone != null" leaves out the whole text.']);
    expect(await told('{{ kg | number: 2 }} kg')).toEqual(['"when": "(kg | number: 2) != null" leaves out the whole text.']);
    expect(await told({ text: 'Tel. {{ phone }}', when: 'phone' })).toEqual([]);
    expect(await told({ text: '{{ kg | number: 2 }} kg', when: 'kg != null' })).toEqual([]);
    expect(await told('A {{ phone }} {{ page.number }}')).toEqual(['"when": "phone != null" leaves out the whole text.']);
    expect(await told('Both {{ kg + 1 }}')).toEqual(['"when": "(kg + 1) != null" leaves out the whole text.']);
    // A line has no "when", and words between two values can be left out with the second.
    for (const one of [{ text: ['Tel. {{ phone }}', 'x'] }, 'Page {{ page.number }}, {{ phone }}', '{{ phone }}'])
      expect(await told(one)).toEqual(['']);
  });
  test('columns of a row stand side by side and break together', async () => {
    const column = (name: string) => Array.from({ length: 10 }, (_, i) => `${name}${i}`);
    const pages = pageTexts(await layOut([{ row: [column('a'), column('b')] }]));
    expect(pages.map((page) => page.length)).toEqual([16, 4]);
  });
});

test('space around a component counts inside columns, cells and frames', async () => {
  const spaced = { text: 'A', margin: [10, 0, 5, 0] };
  const y = (lines: string[], text: string) => Number(/,([\d.]+)/.exec(lines.find((line) => line.includes(`"${text}"`))!)![1]);
  const row = await one([{ row: [spaced, 'B'] }, 'C']);
  expect([y(row, 'A') - y(row, 'B'), y(row, 'C') - y(row, 'A')]).toEqual([10, 15]);
  const frame = await one([{ frame: [{ ...spaced, at: { x: 0, y: 0 } }] }, 'C']);
  expect(y(frame, 'C') - y(frame, 'A')).toBe(15);
});

test('a row keeps what its negative margins leave without height, and is absent only when nothing is in it', async () => {
  const raised = { text: 'raised', margin: [-12, 0, 0, 0] };
  const row = (width: unknown, ...children: unknown[]) => ({ row: [{ width, stack: children }] });
  for (const one of [row('*', raised), row('*', row('*', raised)), row('auto', raised, '{{ page.number }}')]) {
    const texts = pageTexts(await layOut(['first', one, 'last'])).flat();
    expect(texts.filter((text) => text !== '1')).toEqual(['first', 'raised', 'last']);
  }
  const target = { text: '{{ nothing }}', bookmark: { title: 'Empty', anchor: 'there' } };
  expect(pageLines(await layOut([row('*', target)])).flat()).toContainEqual('anchor there 1 "Empty"');
  const empty = row('*', '{{ nothing }}', row('auto', '{{ nothing }}'), { group: ['{{ nothing }}'] });
  expect(pageLines(await layOut(['first', empty, 'last'], {}, { gap: 5 }))).toEqual(
    pageLines(await layOut(['first', 'last'], {}, { gap: 5 })),
  );
});

test('a child of a frame without height by its margins is there for `collapse`', async () => {
  const children = [
    { text: 'raised', margin: [-10, 0, 0, 0], at: { x: 0, y: 20, h: 10 } },
    { text: 'below', at: { x: 0, y: 30 } },
  ];
  const [lines] = pageLines(await layOut([{ frame: children, collapse: true }]));
  expect(lines!.map((line) => line.replace(/^text \d+,/, ''))).toEqual(['28.1 "raised"', '48.1 "below"']);
});

describe('field', () => {
  const place = (name: string, more: object = {}) => ({ field: name, kind: 'signature', ...more });
  test('no name, or full stops that join nothing, are refused: at once, or for some data', async () => {
    expect(await diagnose({ pages: [{ body: [place('a..b'), place('a.b')] }] })).toEqual([
      'error wrong-value /pages/0/body/0/field',
    ]);
    const { warnings } = await layOut(['x', place('{{ n }}', { id: 'f' }), place('{{ m }}', { id: 'g' })], { n: '.b', m: '' });
    expect(warnings.map(({ code, component, message }) => `${code} ${component}: ${message}`)).toEqual([
      'field-dropped f: The field is called ".b": full stops join the names of groups and fields, so none stands at the beginning or end, or beside another one. It is left out.',
      'field-dropped g: The field has no name. It is left out.',
    ]);
  });

  test.each([{ width: 0 }, { height: 0 }, { width: '0%' }])('without room for what is written is left out: %j', async (size) => {
    const { warnings } = await layOut(['x', { field: 'a', kind: 'text', alt: 'A', ...size }]);
    expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'field-dropped The field has no width or no height. It is left out.',
    ]);
    expect((await layOut(['x', { field: 'a', kind: 'signature', alt: 'A', ...size }])).warnings).toEqual([]);
  });
});

test.each([
  ['annotation', 'annot popup postIt sticky-note stickyNote textAnnotation text_note'],
  ['chart', 'barChart diagram graph line-chart pieChart plot'],
  ['choose', 'condition if switch'],
  ['ellipse', 'circle oval'],
  ['field', 'check-box combobox dropdown input radioButton select signature signature-field signatureField textArea textField'],
  ['flow', 'columnContent multicol multicols multiColumn newspaper two_column'],
  ['frame', 'absolute canvas'],
  ['image', 'img photo picture src'],
  ['leader', 'dots fill dotfill'],
  ['line', 'divider hr rule separator stroke'],
  ['list', 'bullets bulletList itemize ul unordered-list'],
  ['markdown', 'commonmark md'],
  ['pageBreak', 'newPage'],
  ['pairs', 'definition-list descriptions dl facts keyValue properties'],
  ['path', 'arc bezier curve shape'],
  ['payment', 'pay payments'],
  ['polygon', 'star triangle'],
  ['rect', 'rectangle'],
  ['repeat', 'each for forEach loop'],
  ['row', 'columns flex grid'],
  ['slot', 'outlet yield'],
  ['spacer', 'space'],
  ['stack', 'box children column container content div'],
  ['text', 'heading label p paragraph rich-text span title'],
  ['toc', 'contents tableOfContents table-of-contents index'],
  ['use', 'call component include insert macro partial render template'],
  ['watermark', 'stamp'],
])('the component %s is meant by what other programs call it: %s', async (type, names) => {
  for (const name of names.split(' ')) {
    const { diagnostics } = await compile({ pages: [{ body: [{ type: name }] }] });
    expect(diagnostics.map(({ message }) => message)).toEqual([`There is no component type "${name}"; did you mean "${type}"?`]);
  }
});

test('a later child of "choose" says nothing of elements that a search passes over although nobody knows', async () => {
  const number = { type: 'number' };
  const dataSchema = objectOf({ results: listOf(objectOf({ value: number, high: number }, 'value')) });
  const told = async (test: string, ...others: readonly unknown[]) => {
    const body = [{ choose: [{ when: `results | where: '${test}'`, text: 'Some are high.' }, ...others] }];
    return (await compile({ dataSchema, pages: [{ body }] })).diagnostics.map(({ pointer, message }) => `${pointer} ${message}`);
  };
  expect(await told('(value > high) ?? false', 'All are normal.')).toEqual([
    expect.stringMatching(/^\/pages\/0\/body\/0\/choose\/0\/when .*and a later child says then that nothing was found/),
  ]);
  for (const test of ['(value > high) ?? true', '(value > high) != null and (value > high)'])
    expect(await told(test, 'All are normal.')).toEqual([]);
  expect(await told('(value > high) ?? false')).toEqual([]);
});
