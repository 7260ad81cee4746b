// The component `list`: its markers, numbers and places, and what is told of its faults.
import { describe, expect, test } from 'vitest';
import { diagnose, explain, layOut, pageLines, printedLines } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const sheet = { size: [200, 600], margin: 10 };
/** The printed lines: each marker directly before its text. */
const print = async (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}) =>
  printedLines(await layOut(body, data, sheet, more)).flat();
const faultsOf = (body: unknown, more: Record<string, unknown> = {}) =>
  explain({ pages: [{ size: 'A4', margin: 10, body }], ...more });

const counting = (items: readonly unknown[], more: object = {}) => ({ list: items, marker: '1.', ...more });

describe('the items of a list', () => {
  test('are texts, components, and lists of components', async () => {
    const list = ['a', { text: 'b' }, ['c', 'd'], { row: ['e', 'f'] }];
    expect(await print({ list })).toEqual(['•a', '•b', '•c', 'd', '•ef']);
  });

  test('stand beside the widest of their numbers, the last one', async () => {
    const data = { l: Array.from({ length: 1000 }, (_, i) => i) };
    const leftOf = (lines: readonly string[]) => lines.find((line) => line.endsWith('"x"'))!.split(',')[0];
    const many = pageLines(await layOut({ list: 'l', marker: '1.', body: 'x' }, data, { size: [200, 12_000] })).flat();
    const last = pageLines(await layOut({ list: ['x'], marker: '1.', start: 1000 }, {}, sheet)).flat();
    expect(leftOf(many)).toBe(leftOf(last));
  });

  test('come from the data, chosen and in order', async () => {
    const list = { list: 'tasks', as: 't', where: 't.n > 1', sort: { by: 't.n', descending: true }, let: { m: 't.n * 2' } };
    const data = { tasks: [{ n: 1 }, { n: 2 }, { n: 3 }] };
    expect(await print({ ...list, marker: '1.', body: ['{{ t.n }}', '{{ m }}'] }, data)).toEqual(['1.3', '6', '2.2', '4']);
    expect(await print({ ...list, marker: '{{ loop.index }}/{{ m }}:', body: 'x' }, data)).toEqual(['1/6:x', '2/4:x']);
  });

  test('are left out with their marker and number where `when` does not hold or all bindings print nothing', async () => {
    const given = { text: 'd {{ none }}', when: 'yes' };
    const list = [
      { text: 'a', when: 'no' },
      '{{ none }}',
      ['{{ none }}', '{{ none }}'],
      ['{{ none }}', 'b'],
      '{{ none }}c',
      given,
    ];
    expect(await print({ list, marker: '1.' }, { yes: true, no: false, none: '' })).toEqual(['1.b', '2.c', '3.d']);
    expect(await print({ list: 'l', marker: '1.', body: '{{ item }}' }, { l: ['a', '', null, 'b'] })).toEqual(['1.a', '2.b']);
  });

  test('are left out where signs alone are left of them', async () => {
    const list = ['({{ none }})', '{{ none }} / {{ none }}', ['{{ none }}/{{ none }}', { text: 'x', when: 'none' }], 'a'];
    expect(await print({ list, marker: '1.' }, { none: '' })).toEqual(['1.a']);
    const rows = [{ q: 2, p: 3 }, {}, { q: 2 }];
    const laid = await layOut({ list: 'l', body: '{{ item.q }} × {{ item.p }}' }, { l: rows }, sheet);
    expect(printedLines(laid).flat()).toEqual(['•2 × 3', '•2 ×']);
    expect(laid.warnings.map(({ message }) => message)).toEqual(['"item.p" is missing and prints nothing.']);
  });

  test('have their marker even if nothing stands beside it', async () => {
    expect(await print({ list: [{ repeat: [], body: 'x' }, { spacer: 0 }, 'b'], marker: '1.' })).toEqual(['1.', '2.', '3.b']);
  });

  test('may be none', async () => {
    const laid = await layOut(['a', { list: 'none', body: 'x' }, { list: [] }, 'b'], { none: [] }, sheet);
    expect(pageLines(laid)).toEqual([['text 10,18.1 "a"', 'text 10,28.1 "b"']]);
    expect(structureLines(laid)).toEqual(['P "a"', 'P "b"']);
  });

  test('pass on what the list says of its texts', async () => {
    const laid = await layOut({ list: ['a'], size: 16, lineHeight: 1 }, {}, sheet);
    expect(laid.pages[0]!.items.map((item) => item.kind === 'text' && item.segment.style.size)).toEqual([16, 16]);
  });
});

describe('the marker of a list', () => {
  test('counts in the digits of the locale, as the number of a heading does', async () => {
    const body = [
      { text: 'h', role: 'heading1', number: '1.' },
      { list: ['x', { list: ['y'], marker: '1.1' }], marker: '1.' },
      { list: ['z'], marker: 'a)' },
    ];
    const linesIn = async (locale: string) =>
      printedLines(await layOut(body, {}, sheet, {}, undefined, undefined, undefined, { locale }))
        .flat()
        .join(' ');
    expect(await linesIn('hi-IN-u-nu-deva')).toMatch(/१\..*h.*१\..*x.*२\..*२\.१.*y.*a\).*z/);
    expect(await linesIn('en-GB')).toMatch(/1\..*h.*1\..*x.*2\..*2\.1.*y/);
  });

  test.each([
    ['1.', ['1.', '2.', '3.']],
    ['a)', ['a)', 'b)', 'c)']],
    ['(1)', ['(1)', '(2)', '(3)']],
    ['(i)', ['(i)', '(ii)', '(iii)']],
    ['A.', ['A.', 'B.', 'C.']],
    ['I', ['I', 'II', 'III']],
    ['Step 1:', ['Step 1:', 'Step 2:', 'Step 3:']],
    ['–', ['–', '–', '–']],
    ['☐', ['☐', '☐', '☐']],
    ['NB', ['NB', 'NB', 'NB']],
    ['', ['', '', '']],
  ])('%s', async (marker, all) => {
    expect(await print({ list: ['x', 'x', 'x'], marker })).toEqual(all.map((one) => `${one}x`));
  });

  test('is a bullet by the lists around', async () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : { list: [['x', nest(depth - 1)]] });
    expect(await print(nest(4))).toEqual(['•x', '–x', '‣x', '‣x', 'x']);
    expect(await print({ list: [['a', { frame: [{ list: ['b'], at: {} }], height: 10 }]], marker: '1.' })).toEqual(['1.a', '–b']);
  });

  test('shows the numbers of the lists around, and passes over bullets', async () => {
    const inner = { list: ['x', ['y', { list: ['z'], marker: '1.1.a' }]], marker: '1.1' };
    const body = { list: ['a', ['b', { list: ['c', inner] }], 'd'], marker: 'A.' };
    expect(await print(body)).toEqual(['A.a', 'B.b', '–c', '–2.1x', '2.2y', '2.2.az', 'C.d']);
  });

  test('counts through definitions, slots, repeats, tables and bound numbers', async () => {
    const define = {
      terms: { params: { n: { type: 'number' } }, body: { list: ['p', { slot: 'body' }], marker: '1.1', gap: '{{ n }}' } },
    };
    const use = { use: 'terms', with: { n: 0 }, body: { list: ['q'], marker: '1.1.1' } };
    const table = { table: [1, 2], columns: [{ body: { list: ['t'], marker: '1.1' } }], cellPadding: 0 };
    const body = counting([
      ['a', use],
      ['b', { repeat: [1, 2], body: table }],
    ]);
    expect(await print(body, {}, { define })).toEqual(['1.a', '1.1p', '1.21.2.1q', '2.b', '2.1t', '2.1t', '2.1t', '2.1t']);
  });

  test('is what the data say for each item', async () => {
    const tasks = { a: true, b: false };
    const list = { list: 'tasks', as: 't', marker: "{{ t.done ? '☑' : '☐' }}", body: '{{ t.t }}' };
    const data = { tasks: Object.entries(tasks).map(([t, done]) => ({ t, done })) };
    expect(await print(list, { tasks: [...data.tasks, { t: 'c' }] })).toEqual(['☑a', '☐b', '☐c']);
    expect(await print({ list: ['a', 'b'], marker: '{{ sign }}' }, { sign: '1.' })).toEqual(['1.a', '1.b']);
  });

  test('begins with a number, from the data too', async () => {
    expect(await print({ list: ['x', 'x'], marker: '1.', start: 9 })).toEqual(['9.x', '10.x']);
    expect(await print({ list: ['x', 'x'], marker: 'a)', start: 26 })).toEqual(['z)x', 'aa)x']);
    expect(await print({ list: ['x'], marker: '1.', start: 0 })).toEqual(['0.x']);
    const laid = await layOut({ repeat: [4, -1], body: { list: ['x'], marker: '1.', start: '{{ item }}' } }, {}, sheet);
    expect(printedLines(laid)).toEqual([['4.x', '1.x']]);
    expect(laid.warnings.map(({ code }) => code)).toEqual(['wrong-number']);
  });

  test('has the style that the data name for each item', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, a: { size: 8 }, b: { size: 16, lineHeight: 1 } };
    const list = { list: 'l', as: 'e', markerStyle: '{{ e.look }}', body: '{{ e.t }}' };
    const data = { l: Object.entries({ x: 'a', y: 'b' }).map(([t, look]) => ({ t, look })) };
    for (const marker of ['1.', '•']) {
      const laid = await layOut({ ...list, marker }, data, sheet, { styles });
      expect(laid.pages[0]!.items.map((item) => item.kind === 'text' && item.segment.style.size)).toEqual([8, 8, 16, 8]);
      const [small, , large] = laid.pages[0]!.items.map((item) => (item.kind === 'text' ? item.x + item.segment.x : 0));
      expect(large).toBe(10);
      expect(small).toBeGreaterThan(10);
    }
  });

  test('has a style of its own', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, m: { color: '#ff0000', bold: true } };
    const laid = await layOut({ list: ['a'], marker: '1.', markerStyle: 'm' }, {}, sheet, { styles });
    expect(laid.pages[0]!.items.map((item) => item.kind === 'text' && item.segment.style.color)).toEqual(['#ff0000', '#000000']);
  });
});

describe('a list that goes on counting', () => {
  const on = { continue: true };

  test('takes the number after the last list of its depth', async () => {
    const body = [
      counting(['a', ['b', counting(['c', 'd'])]]),
      'between',
      { list: ['bullet'] },
      counting(['e', ['f', counting(['g'], on)], 'h'], on),
      counting(['i']),
      counting(['j'], { ...on, marker: 'a)' }),
    ];
    const printed = await print(body);
    expect(printed.join(' ')).toBe('1.a 2.b 1.c 2.d between •bullet 3.e 4.f 3.g 5.h 1.i b)j');
  });

  test('counts what is there: elements, definitions, `when`, the start, layouts and parts', async () => {
    const define = { part: { body: counting(['{{ x }}', 'd'], on), params: { x: { type: 'string' } } } };
    const part = [counting(['a', { text: 'b', when: 'p == 2' }], on), { use: 'part', with: { x: '{{ empty }}' } }];
    const pages = [
      { ...sheet, each: 'parts', as: 'p', body: part },
      { ...sheet, body: counting(['z'], on) },
    ];
    const laid = await layOut([], { parts: [1, 2], empty: '' }, {}, { pages, define });
    expect(printedLines(laid).flat()).toEqual(['1.a', '2.d', '3.a', '4.b', '5.d', '6.z']);
    const bound = [counting(['a'], { start: '{{ n }}' }), counting(['b'], { ...on, gap: '{{ n }}' })];
    expect(await print(bound, { n: 7 })).toEqual(['7.a', '8.b']);
  });

  test('begins anew without a list before it', async () => {
    expect(await print({ repeat: [1, 2], body: counting(['a', 'b'], on) })).toEqual(['1.a', '2.b', '3.a', '4.b']);
    expect(await faultsOf({ repeat: [1, 2], body: counting(['a', 'b'], on) })).toEqual([]);
    expect(await faultsOf([{ list: ['x'] }, counting(['a'], on)])).toEqual([
      'warning no-effect /pages/0/body/1/continue The list has nothing to go on from: no other list as deep as this one counts. Leave "continue" out, or give the list before it a "marker" that counts.',
    ]);
  });

  test('does not let numbers decide which of its items are there', async () => {
    const h = { text: 'H', role: 'heading1', number: '1', bookmark: { title: 'H', anchor: 'h' } };
    const first = counting(['a', { text: 'b', when: "('h' | number_of) == '1'" }]);
    expect((await faultsOf([h, first, counting(['c'], on)])).map((one) => one.slice(0, 50))).toEqual([
      'error too-early /pages/0/body/1/list/1/when Number',
    ]);
  });
});

describe('the place of a list', () => {
  test('markers end half a font size before the items, and the widest one decides', async () => {
    const laid = await layOut({ list: ['a', ['b', 'c']], marker: '1.', start: 9 }, {}, sheet);
    const [nine, a, ten, b, c] = pageLines(laid)[0]!.map((line) => Number(/text ([\d.]+)/.exec(line)![1]));
    const widths = laid.pages[0]!.items.flatMap((item) =>
      item.kind === 'text' && item.segment.words.length > 0 ? [item.segment.width] : [],
    );
    expect(ten).toBe(10);
    expect(nine! + widths[0]!).toBeCloseTo(ten! + widths[2]!, 0);
    expect(a).toBeCloseTo(10 + widths[2]! + 4, 0);
    expect([b, c]).toEqual([a, a]);
  });

  test('has the given width for its markers, gaps between its items, and warns of a wider marker', async () => {
    const laid = await layOut({ list: ['a', 'b'], marker: '–', markerWidth: 20, gap: 5 }, {}, sheet);
    expect(pageLines(laid)[0]!.filter((line) => !line.includes('–'))).toEqual(['text 34,18.1 "a"', 'text 34,33.1 "b"']);
    const wide = await layOut({ list: ['a', 'b'], marker: 'Appendix 1', markerWidth: 3 }, {}, { ...sheet, margin: 60 });
    expect(wide.warnings.map(({ code, component, message }) => `${code} ${component} ${message}`)).toEqual([
      'text-too-wide /pages/0/body The marker "Appendix 1" is wider than its place and reaches out of the list: set "markerWidth" to 42.3 or more.',
    ]);
    expect(pageLines(wide)[0]!.slice(0, 2)).toEqual(['text 20.7,68.1 "Appendix 1"', 'text 67,68.1 "a"']);
    expect(pageLines(await layOut({ list: ['a'], marker: '' }, {}, sheet))).toEqual([['text 10,18.1 "a"']]);
  });

  test('markers stand on the first line of their item, and at the top of anything else', async () => {
    const list = [
      { text: 'big', size: 24, lineHeight: 1.25 },
      { text: 'padded', padding: [6, 0], background: '#eeeeee' },
      [{ row: ['left', 'right'] }],
      { row: ['low', 'right\nof it'], valign: 'bottom' },
      { text: 'page {{ page.total }}' },
      { list: ['inner'] },
      { link: 'https://example.com', stack: ['linked'] },
      { group: ['kept'] },
    ];
    const styles = { base: { size: 8, lineHeight: 1.25 }, m: { size: 12, lineHeight: 1 } };
    const lines = pageLines(await layOut({ list, marker: 'A.', markerStyle: 'm' }, {}, sheet, { styles }))[0]!;
    const heightOf = (text: string) =>
      Number(new RegExp(`^text [\\d.-]+,([\\d.]+) "${text} ?"$`, 'm').exec(lines.join('\n'))?.[1]);
    const beside = ['big', 'padded', 'left', 'low', 'page 1', 'inner', 'linked', 'kept'];
    expect(beside.map((text) => heightOf(text))).toEqual('ABCDEFGH'.split('').map((letter) => heightOf(`${letter}\\.`)));
    for (const height of [5, 12])
      expect(pageLines(await layOut({ list: [{ rect: height, width: 10, fill: '#000000' }], marker: 'A.' }, {}, sheet))).toEqual([
        ['text 10,18.1 "A."', expect.stringMatching(new RegExp(`^rect [\\d.]+,10 10x${height}`))],
      ]);
  });

  test('is mirrored from right to left', async () => {
    const lines = pageLines(await layOut({ list: ['שלום', 'b'], marker: '1.' }, {}, sheet))[0]!;
    const at = (line: string | undefined) => Number(/text ([\d.]+)/.exec(line!)![1]);
    expect(lines.map(at).map((x, i) => (i % 2 === 0 ? x > 180 : x))).toEqual([true, expect.any(Number), true, 10]);
    const forced = await layOut({ list: ['a'], marker: '1.', dir: 'rtl' }, {}, sheet);
    expect(structureLines(forced)).toEqual([
      'L numbering=Decimal > LI > Lbl > Span actualText=1. ".\u200f1" | LBody > P > Span actualText=a "a"',
    ]);
    const ltr = pageLines(await layOut({ list: ['שלום'], marker: '1.', dir: 'ltr' }, {}, sheet))[0]!;
    expect(at(ltr[0])).toBe(10);
  });

  test('takes part in the widths of a row', async () => {
    const lines = pageLines(await layOut({ row: [{ list: ['abc'], width: 'auto' }, 'next'] }, {}, sheet))[0]!;
    const narrow = pageLines(await layOut({ row: [{ text: 'abc', width: 'auto' }, 'next'] }, {}, sheet))[0]!;
    const nextAt = (all: readonly string[]) => Number(/text ([\d.]+),\S+ "next"/.exec(all.join('\n'))![1]);
    const indent = Number(/text ([\d.]+),\S+ "abc"/.exec(lines.join('\n'))![1]) - 10;
    expect(nextAt(lines) - nextAt(narrow)).toBeCloseTo(indent, 0);
  });
});

describe('a list on several sheets', () => {
  const tall = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);

  test('has the marker of a divided item once', async () => {
    const laid = await layOut({ list: ['a', { text: tall }, 'b'], marker: '1.' });
    expect(printedLines(laid)).toEqual([
      ['1.a', '2.line 1', ...tall.slice(1, 7)],
      [...tall.slice(7), '3.b'],
    ]);
    expect(pageLines(laid)[1]![0]).toMatch(/^text 20\.7,/);
    expect(structureLines(laid).filter((line) => line.includes('Lbl'))).toHaveLength(3);
  });

  test('keeps a marker with its item, and what the item keeps together', async () => {
    const list = [...Array.from({ length: 7 }, () => 'x'), [{ text: 'head', keepWithNext: true }, 'tail'], { group: ['k', 'l'] }];
    expect(printedLines(await layOut({ list, marker: '1.' })).map((lines) => lines.length)).toEqual([7, 4]);
    const broken = [['a', { pageBreak: true }, 'b'], { text: 'c', break: { before: 'page' } }];
    expect(printedLines(await layOut({ list: broken, marker: '1.' }))).toEqual([['1.a'], ['b'], ['2.c']]);
  });

  test('repeats the header of a table in an item, beside no marker', async () => {
    const table = { table: [0, 1, 2, 3, 4, 5, 6, 7, 8], cellPadding: 0, columns: [{ header: 'H', body: 'r{{ item }}' }] };
    const laid = await layOut({ list: [table], marker: '1.' });
    expect(printedLines(laid)).toEqual([
      ['1.H', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'],
      ['H', 'r7', 'r8'],
    ]);
    const header = pageLines(laid).flatMap((lines) => lines.filter((line) => line.endsWith('"H"')));
    expect(header).toEqual(['text 20.7,18.1 "H"', 'text 20.7,18.1 "H"']);
  });
});

describe('the structure of a list', () => {
  test('has labels and bodies, and inner lists inside the body of their item', async () => {
    const body = { list: ['a', ['b', { list: ['c'], marker: 'a)' }]], marker: '1.' };
    expect(structureLines(await layOut(body, {}, sheet))).toEqual([
      'L numbering=Decimal',
      '  LI > Lbl "1." | LBody > P "a"',
      '  LI',
      '    Lbl "2."',
      '    LBody',
      '      P "b"',
      '      L numbering=LowerAlpha > LI > Lbl "a)" | LBody > P "c"',
    ]);
  });

  test.each([
    ['1.', 'Decimal'],
    ['a)', 'LowerAlpha'],
    ['i)', 'LowerRoman'],
    ['A', 'UpperAlpha'],
    ['I.', 'UpperRoman'],
    ['(1)', 'Decimal'],
    ['–', 'Unordered'],
    ['☐', 'Square'],
    ['{{ sign }}', 'Circle'],
    ['', 'None'],
  ])('says how its items are labelled: %s', async (marker, numbering) => {
    const [line] = structureLines(await layOut({ list: ['a'], marker }, { sign: '◦' }, sheet));
    expect(line!.split(' > ')[0]).toBe(`L numbering=${numbering}`);
  });

  test('says that 1.1 and the ninth letter are in order', async () => {
    const body = { list: [{ list: ['a'], marker: '1.1' }], marker: 'a)', start: 9 };
    const numberings = String(structureLines(await layOut(body, {}, sheet))).match(/(?<=numbering=)\w+/g);
    expect(numberings).toEqual(['LowerAlpha', 'Ordered']);
  });

  test('holds headings, figures and links', async () => {
    const list = [[{ text: 'H', role: 'heading1' }], { text: '[x](https://example.com)', format: 'inline' }];
    const laid = await layOut({ list, role: 'section' }, {}, sheet);
    expect(structureLines(laid)).toEqual([
      'Sect > L numbering=Disc',
      '  LI > Lbl "•" | LBody > H1 "H"',
      '  LI > Lbl "•" | LBody > P > Link "x" -> https://example.com (x)',
    ]);
  });

  test('is walked for headings, counters and anchors', async () => {
    const list = [
      { text: 'A', role: 'heading1', number: '1' },
      [
        "see {{ 'b' | number_of }}",
        { list: [{ text: 'B', role: 'heading1', number: '1', bookmark: { title: 'B', anchor: 'b' } }] },
      ],
      { text: "{{ 'n' | counter }}", count: 'n', when: 'no' },
      { text: "n{{ 'n' | counter }}", count: 'n' },
    ];
    expect(await print({ list }, { no: false })).toEqual(['•1 A', '•see 2', '–2 B', '•n1']);
    expect(await print({ list: 'l', body: { text: "n{{ 'n' | counter }}", count: 'n' } }, { l: [1, 2] })).toEqual(['•n1', '•n2']);
  });
});

describe('the faults of a list', () => {
  test.each([
    [
      { list: '[1]' },
      'missing-property  needs "body", because "list" is a list of the data. An item alone is written "list": ["[1]"].',
    ],
    [
      { list: ['a'], body: 'x' },
      'no-effect /body "body" belongs to a list of the data, such as "list": "tasks". Each item that is written here says what it holds.',
    ],
    [{ list: ['a'], bullet: '•' }, 'unknown-property /bullet "bullet" is not known here; did you mean "marker"?'],
    [
      { list: { items: ['a', 'b'] } },
      'wrong-type /list must be a list of items, or the name of a list of the data: write ["a","b"]',
    ],
    [{ list: ['a'], ordered: true }, 'unknown-property /ordered is not known here: write "marker": "1."'],
    [{ list: ['a'], marker: 'decimal' }, 'wrong-marker /marker "decimal" would be printed as it stands: write "1.".'],
    [
      { list: ['a'], marker: '%d.' },
      'wrong-marker /marker "%" in "%d." would be printed as it stands: write only the sign that counts, as in "1.", "a)" or "(i)".',
    ],
    [
      { list: ['a'], marker: 'tick.png' },
      'wrong-marker /marker A marker is a text. For a picture before each item, write rows: { "row": [{ "image": "…", "width": 5 }, "…"] }.',
    ],
    [{ list: ['a'], marker: 'none' }, 'wrong-marker /marker "none" would be printed as it stands: write "".'],
    [
      { list: ['a'], marker: '2.' },
      'wrong-marker /marker "2" does not count, so each item would have the same marker: write 1, as in "1.", and "start": 2 to begin there.',
    ],
    [
      { list: ['a'], marker: '01.' },
      'wrong-marker /marker "01" does not count, so each item would have the same marker: write 1, as in "1.".',
    ],
    [
      { list: ['a'], marker: '%1.' },
      'wrong-marker /marker "%" in "%1." would be printed as it stands: write only the sign that counts, as in "1.", "a)" or "(i)".',
    ],
    [
      { list: ['a'], marker: '1.1' },
      'wrong-marker /marker "1.1" shows 2 levels, and this list has no list with numbers around it: take 1 of the counting signs away, or give the outer list a "marker" that counts, such as "1.".',
    ],
    [
      { list: ['a'], marker: '{{ 5 }}.1' },
      'wrong-marker /marker A marker counts or has bindings, not both: ".1" would be printed as it stands. In a list of the data, write {{ loop.index }} for the number.',
    ],
    [
      { list: ['a'], start: 2 },
      'no-effect /start "start" has no effect, because the markers do not count. Give "marker" a pattern, such as "1.".',
    ],
    [
      { list: ['a'], marker: 'a)', start: 0 },
      'wrong-value /start No letter and no Roman numeral stands for 0: begin with 1, or count with digits, as in "1.".',
    ],
    [
      { list: ['a'], marker: '1.', start: 2, continue: true },
      'no-effect /start "start" has no effect beside "continue", which takes the number from the list before: keep one.',
    ],
    [
      { list: ['a'], role: 'list' },
      'no-effect /role "list" has no effect on a "list", which has the structure of a list already. Leave it out.',
    ],
    [
      { list: ['a', { list: ['b'] }] },
      'list-alone /list/1 The item is a list and nothing else, so it has a marker of its own before that list. To put the list below the item before it, write both as one item: ["…", { "list": … }].',
    ],
  ])('%j', async (component, fault) => {
    const faults = await faultsOf([component]);
    expect(faults[0]?.replace(/^(?:error|warning) /, '').replace('/pages/0/body/0', '')).toBe(fault);
  });

  test.each([
    [{ ul: ['a'] }, 'There is no component type "ul"; did you mean "list"?'],
    [{ ol: ['a'] }, 'There is no component type "ol": write { "list": […], "marker": "1." }'],
    [{ type: 'ol', items: ['a'] }, 'There is no component type "ol": write { "list": […], "marker": "1." }'],
    [{ type: 'list', items: ['a'] }, 'leave "type" out: the key "list" says what the component is, as in { "list": [ … ] }'],
    [{ bullets: ['a'] }, 'There is no component type "bullets"; did you mean "list"?'],
  ])('names of other tools: %j', async (component, message) => {
    expect((await faultsOf([component])).map((fault) => fault.split(' ').slice(3).join(' '))).toEqual([message]);
  });

  test('a list that goes on in a footer', async () => {
    const body = { list: ['a'], marker: '1.' };
    const footer = [{ body: { list: ['b'], marker: '1.', continue: true } }];
    expect(await diagnose({ pages: [{ body, footer }] })).toEqual(['error misplaced-number /pages/0/footer/0/body/continue']);
  });

  test('lists deeper than components may nest', async () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : { list: [['x', nest(depth - 1)]] });
    expect((await faultsOf(nest(70))).map((one) => one.split(' ')[1])).toEqual(['too-deep', 'too-deep']);
    expect(await faultsOf(nest(60))).toEqual([]);
  });
});
