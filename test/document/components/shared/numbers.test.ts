// Numbers of headings, counters, and references to them.
import { describe, expect, test } from 'vitest';
import type { RenderWarning } from '../../../../src/contract/generate.ts';
import { documentOf, explain, itemsOf, type LaidOut, layOut, printedLines, wordsOf } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const sheet = { size: [400, 400] };
/** The signs and the words in each message about a pattern. */
const noSign =
  'counts: write one of the signs 1, a, A, i and I beside no other letter or digit, as in "1.1", "§ 1", "a)" or "Appendix A".';
const h = (level: number, text: string, number: string | undefined, more: Record<string, unknown> = {}) => ({
  text,
  role: `heading${level}`,
  ...(number !== undefined && { number }),
  ...more,
});
const anchored = (level: number, text: string, number: string | undefined, anchor = text) =>
  h(level, text, number, { bookmark: { title: text, anchor } });

const linesOf = (laidOut: Omit<LaidOut, 'structure'>) => printedLines(laidOut).flat();
const print = async (body: unknown, data: unknown = {}, more: Record<string, unknown> = {}) =>
  linesOf(await layOut(body, data, sheet, more));
const warningsOf = ({ warnings }: { readonly warnings: readonly RenderWarning[] }) =>
  warnings.map(({ code, component, dataPath, message }) => `${code} ${component} ${dataPath}: ${message}`);
const faultsOf = (body: unknown, more: Record<string, unknown> = {}, page: Record<string, unknown> = {}) =>
  explain({ pages: [{ size: 'A4', margin: 10, body, ...page }], ...more });
const codesOf = async (...given: Parameters<typeof faultsOf>) =>
  (await faultsOf(...given)).map((one) => one.split(' ', 3).join(' '));

describe('the number of a heading', () => {
  test('counts the headings of its level and shows the outer levels', async () => {
    const patterns = { A: '1', B: '1.1', C: '1.1.1', D: '1.1.1', E: '1.1', F: '1.1.1', G: '1', H: '1.1' };
    const body = Object.entries(patterns).map(([text, number]) => h(number.split('.').length, text, number));
    expect(await print(body)).toEqual(['1 A', '1.1 B', '1.1.1 C', '1.1.2 D', '1.2 E', '1.2.1 F', '2 G', '2.1 H']);
  });

  test.each([
    ['§ 1', ['§ 1', '§ 2', '§ 3']],
    ['a)', ['a)', 'b)', 'c)']],
    ['(A)', ['(A)', '(B)', '(C)']],
    ['i.', ['i.', 'ii.', 'iii.']],
    ['Part I:', ['Part I:', 'Part II:', 'Part III:']],
    ['Appendix A', ['Appendix A', 'Appendix B', 'Appendix C']],
    ['Annex 1', ['Annex 1', 'Annex 2', 'Annex 3']],
  ])('has the form of the pattern %s', async (pattern, numbers) => {
    expect(await print([h(1, 'x', pattern), h(1, 'x', pattern), h(1, 'x', pattern)])).toEqual(numbers.map((one) => `${one} x`));
  });

  test('goes on after z, and after 26 headings', async () => {
    const body = { repeat: Array.from({ length: 28 }, () => 'x'), body: h(1, 'x', 'A', { size: 5 }) };
    expect((await print(body)).slice(-3)).toEqual(['Z x', 'AA x', 'AB x']);
  });

  test('counts appendices apart from chapters, and shows them in their own form', async () => {
    const body = [
      h(1, 'One', '1'),
      h(1, 'Two', 'Chapter 1'),
      h(1, 'Tables', 'Appendix A'),
      h(2, 'Wide', 'A.1'),
      h(1, 'Plans', 'Appendix A'),
      h(2, 'Old', 'A.1'),
      h(1, 'Three', '1'),
    ];
    const [one, two, ...rest] = await print(body);
    expect([one, two]).toEqual(['1 One', 'Chapter 2 Two']);
    expect(rest).toEqual(['Appendix A Tables', 'A.1 Wide', 'Appendix B Plans', 'B.1 Old', '3 Three']);
  });

  test('is that of its style, unless the heading says its own', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, h: { bold: true, number: '§ 1' } };
    const styled = { A: undefined, B: 'continue', C: undefined, D: 'none', E: '1' };
    const body = [...Object.entries(styled).map(([text, number]) => h(1, text, number, { style: 'h' })), h(1, 'F', undefined)];
    expect(await print(body, {}, { styles })).toEqual(['§ 1 A', 'B', '§ 3 C', 'D', '4 E', 'F']);
  });

  test('stands alone before an empty text', async () => {
    expect(await print([h(1, '', '§ 1'), h(1, '{{ x }}', '§ 1')], { x: '' })).toEqual(['§ 1', '§ 2']);
  });

  test('stands before lines and marks', async () => {
    const lines = { text: ['one', 'two'], role: 'heading1', number: '1' };
    expect(await print([lines, h(1, '**bold** x', '1', { format: 'inline' })])).toEqual(['1 one', 'two', '2 bold x']);
  });

  test('counts in all layouts and parts, in the order of the document', async () => {
    const pages = [
      { size: [400, 100], margin: 10, each: 'customers', as: 'c', body: h(1, '{{ c }}', '1') },
      { size: [400, 100], margin: 10, when: 'customers', body: [h(1, 'Last', '1')] },
    ];
    expect(await print([], { customers: ['Ada', 'Bob'] }, { pages })).toEqual(['1 Ada', '2 Bob', '3 Last']);
  });

  test('counts what is there', async () => {
    const hidden = { when: 'no', body: h(2, 'x', '1') };
    const body = [
      h(1, 'Hidden', '1', { when: 'no' }),
      { choose: [{ when: 'no', stack: [h(1, 'x', '1')] }, { stack: [h(1, 'A', '1')] }] },
      { repeat: 'list', as: 'e', where: 'e > 1', sort: { by: 'e', descending: true }, body: h(1, 'L{{ e }}', '1') },
      { table: 'list', as: 'e', columns: [{ header: h(2, 'H', '1'), body: [h(2, 'T{{ e }}', '1')] }, hidden] },
    ];
    const data = { no: false, list: [1, 2, 3] };
    expect(await print(body, data)).toEqual(['1 A', '2 L3', '3 L2', '1 H', '2 T1', '3 T2', '4 T3']);
  });

  test('counts in definitions and their slots, wherever they are used', async () => {
    const content = [h(1, '{{ title }}', '1'), { repeat: [1, 2], body: { slot: 'body' } }];
    const define = { card: { params: { title: { type: 'string' } }, body: content } };
    const use = { use: 'card', with: { title: '{{ e }}' }, body: [h(2, '{{ e }} sub', '1.1')] };
    const printed = await print({ repeat: ['x', 'y'], as: 'e', body: use }, {}, { define });
    expect(printed).toEqual(['1 x', '1.1 x sub', '1.2 x sub', '2 y', '2.1 y sub', '2.2 y sub']);
  });

  test('is the same in a component with bound numbers', async () => {
    const body = { repeat: [1, 2, 3], as: 'e', body: { gap: '{{ e }}', stack: [h(1, 'x', '1'), h(2, 'y', '1.1')] } };
    expect(await print(body)).toEqual(['1 x', '1.1 y', '2 x', '2.1 y', '3 x', '3.1 y']);
  });

  test('stands in the outline with the title', async () => {
    const laid = await layOut([h(1, 'A', '1'), anchored(1, 'B', '§ 1'), h(1, 'C', 'continue')], {}, sheet);
    expect(itemsOf(laid, 'anchor').map(({ bookmark }) => bookmark?.title)).toEqual(['1 A', '§ 2 B', 'C']);
  });

  test('is a label in the heading', async () => {
    const link = h(1, 'B [c](https://example.com)', '1', { format: 'inline' });
    const body = [h(1, 'A', '1'), link, h(1, 'D', '1', { link: 'https://example.com' })];
    expect(structureLines(await layOut(body, {}, sheet))).toEqual([
      'H1 "A" > Lbl "1 "',
      'H1 "B " > Lbl "2 " | Link "c" -> https://example.com (c)',
      'H1 > Link "3 " "D" -> https://example.com (3 D)',
    ]);
  });

  test('is a label when it stands alone, and where its table repeats it', async () => {
    const alone = await layOut(['§ 1 ', h(1, '{{ x }}', '§ 1', { format: 'inline' })], { x: '' }, sheet);
    expect(structureLines(alone)).toEqual(['P "§ 1"', 'H1 > Lbl "§ 1"']);
    const rows = Array.from({ length: 10 }, (_, i) => i);
    const header = await layOut({ table: 'rows', columns: [{ header: h(2, 'A', '1'), body: '{{ item }}' }] }, { rows });
    expect(header.pages.length).toBeGreaterThan(1);
    expect(String(structureLines(header)).match(/Lbl "1 "/g)).toHaveLength(1);
  });

  test('counts the children of a frame as they are read, and a pair whose value is a number', async () => {
    const frame = { height: 40, frame: [h(1, 'B', '1', { at: { y: 20, order: 1 } }), h(1, 'A', '1', { at: { y: 0 } })] };
    expect(await print(frame)).toEqual(['1 A', '2 B']);
    const pairs = [[{ text: "C{{ 'n' | counter }}", count: 'n' }, "{{ 'x' | number_of }}"]];
    expect(await print([{ pairs }, anchored(1, 'D', '1', 'x')])).toEqual(['C11', '1 D']);
  });

  test('warns of an outer level without a number', async () => {
    const laid = await layOut([h(1, 'A', '1'), h(3, 'B', '1.1.1'), h(2, 'C', '1')], {}, sheet);
    expect(linesOf(laid)).toEqual(['1 A', '1.0.1 B', '1 C']);
    expect(warningsOf(laid)).toEqual([
      'heading-skipped /pages/0/body/1 null: A text of level 3 prints "1.0.1", because no text of level 2 with a number stands before it. Give it the level 2, or give a "number" to the heading or clause of level 2 before it.',
    ]);
  });

  test('has its faults told', async () => {
    const wrong = Object.entries({ Appendix: 1, '1.1': 1, '1.1.1': 2, '{{ i }}': 1 });
    const body = [{ text: 'x', number: '1' }, ...wrong.map(([number, level]) => h(level, 'x', number))];
    expect(await faultsOf(body)).toEqual([
      'error missing-property /pages/0/body/0/number The number of a text needs a level: give it a "level" from 1 to 6, with whose headings it counts, or make it a heading by a role from "heading1" to "heading6".',
      `error wrong-number-pattern /pages/0/body/1/number Nothing in "Appendix" ${noSign}`,
      'error wrong-number-pattern /pages/0/body/2/number "1.1" shows 2 levels, and a text of level 1 has no outer one: take 1 of the counting signs away, or give the heading the role "heading2".',
      'error wrong-number-pattern /pages/0/body/3/number "1.1.1" shows 3 levels, and a text of level 2 has only 1 above it: take 1 of the counting signs away, or give the heading the role "heading3".',
      'error wrong-number-pattern /pages/0/body/4/number The pattern of a number cannot be a binding: write it, such as "1.1".',
    ]);
    const styles = { h: { number: '1' }, bad: { number: 'x2' } };
    expect(await faultsOf([{ text: 'x', style: 'h' }], { styles })).toEqual([
      `error wrong-number-pattern /styles/bad/number Nothing in "x2" ${noSign}`,
      'warning no-effect /pages/0/body/0/style The "number" of the style has no effect, because the text has no level: give it a "level" from 1 to 6, with whose headings it counts, or make it a heading by a role from "heading1" to "heading6".',
    ]);
    expect((await codesOf([], {}, { header: [h(1, 'x', '1')] }))[0]).toBe('error misplaced-number /pages/0/header/0/number');
    const separator = { repeat: [1, 2], body: 'x', separator: h(1, 'x', '1') };
    expect((await codesOf(separator))[0]).toBe('error misplaced-number /pages/0/body/separator/number');
  });
});

test('a heading that goes on without a pattern before it counts in figures', async () => {
  expect(await print([h(1, 'A', 'continue'), h(1, 'B', '1')])).toEqual(['A', '2 B']);
});

test('the number of a heading in a picture with a description is no label', async () => {
  const lines = structureLines(await layOut([{ role: 'figure', alt: 'F', stack: [h(1, 'A', '1')] }], {}, sheet));
  expect(lines.join()).not.toContain('Lbl');
  expect(structureLines(await layOut([h(1, 'A', '1')], {}, sheet)).join()).toContain('Lbl');
});

describe('a counter', () => {
  test('is inside of a counted component its own number, also in one of another counter and after a later number', async () => {
    const later = { count: 'a', text: "{{ 'a' | counter }}" };
    const inner = { count: 'b', stack: [later, "{{ 'a' | counter }} {{ 'b' | counter }}"] };
    expect(await print([{ count: 'a', stack: [inner] }, "{{ 'a' | counter }}"])).toEqual(['2', '1 1', '2']);
  });
  const figure = (text: string, more: Record<string, unknown> = {}) => ({
    count: 'figure',
    stack: [{ rect: 3 }, { text }],
    ...more,
  });
  const number = "{{ 'figure' | counter }}";

  test('prints its own number inside of what it counts, and the last one elsewhere', async () => {
    const body = [
      `before ${number}`,
      figure(`Figure ${number}`),
      `after ${number}`,
      figure(`Figure ${number}`, { when: 'no' }),
      figure(`Fig. ${number}`),
      number,
    ];
    expect(await print(body, { no: false })).toEqual(['before 0', 'Figure 1', 'after 1', 'Fig. 2', '2']);
  });

  test('is that of the component around, after a component inside of it', async () => {
    const body = { count: 'figure', stack: [{ count: 'figure', text: `in ${number}` }, `out ${number}`] };
    expect(await print([body, number])).toEqual(['in 2', 'out 1', '2']);
  });

  test('counts rows, and prints in alternative texts, links and other names', async () => {
    const columns = [{ body: { count: 'n', text: "{{ e }}: {{ 'n' | counter }}" } }, "{{ 'n' | counter }}"];
    expect(await print({ table: 'list', as: 'e', columns }, { list: ['a', 'b'] })).toEqual(['a: 11', 'b: 22']);
    const laid = await layOut({ count: 'figure', barcode: 'x', symbology: 'qr', width: 40, alt: `Code ${number}` }, {}, sheet);
    expect(structureLines(laid)[0]).toContain('Figure alt=Code 1');
  });

  test('is a number for other filters', async () => {
    expect(await print([{ count: 'table', text: "{{ 'table' | counter | roman }}" }])).toEqual(['I']);
  });

  test('has its faults told', async () => {
    expect(await faultsOf([{ count: 'figure', text: 'x' }, "{{ 'figur' | counter }}", "{{ 'x' | counter }}"])).toEqual([
      'error unknown-counter /pages/0/body/1 Nothing in the template counts "figur"; did you mean "figure"?',
      'error unknown-counter /pages/0/body/2 Nothing in the template counts "x". Write "count": "x" on what is counted.',
    ]);
    expect((await faultsOf({ count: '{{ x }}', text: 'x' }))[0]).toMatch(/^error wrong-value \/pages\/0\/body\/count /);
    const counted = { count: 'n', text: 'x' };
    const use = "{{ 'n' | counter }}";
    expect(await codesOf([counted], {}, { footer: [use] })).toEqual(['error misplaced-counter /pages/0/footer/0']);
    expect(await codesOf([counted], {}, { footer: [counted] })).toEqual(['error misplaced-counter /pages/0/footer/0/count']);
    expect(await faultsOf([counted, { text: 'x', when: "('n' | counter) > 1" }])).toEqual([
      'error misplaced-counter /pages/0/body/1/when A counter has its value at the place where it is printed, so it cannot decide what is there. In a "repeat", "loop.index" counts the elements.',
    ]);
    expect(await codesOf([counted, '{{ v }}'], { let: { v: "'n' | counter" } })).toEqual(['error misplaced-counter /let/v']);
    const laid = await layOut([counted, '{{ name | counter }}'], { name: 'z' }, sheet);
    expect(warningsOf(laid)).toEqual(['no-value /pages/0/body/1 null: Nothing counts "z" here, and its counter prints nothing.']);
  });
});

describe('a reference', () => {
  test('prints numbers and titles in any order of place and use', async () => {
    const see = (name: string) => `{{ '${name}' | number_of }}|{{ '${name}' | title_of }}`;
    const body = [
      see('B'),
      anchored(1, 'A', '1'),
      { row: [{ text: see('C'), width: 'auto' }, 'x'] },
      { table: [1], columns: [see('A')] },
      { use: 'ref', with: { name: 'B' } },
      anchored(2, 'B', '1.1'),
      { count: 'figure', bookmark: { title: 'Plan', anchor: 'C' }, text: 'fig' },
    ];
    const define = { ref: { params: { name: { type: 'string' } }, body: '{{ name | number_of }} {{ name | title_of }}' } };
    const laid = await layOut(body, {}, { ...sheet, header: [see('A')] }, { define });
    expect(linesOf(laid)).toEqual(['1|A', '1.1|B', '1 A', '1|Planx', '1|A', '1.1 B', '1.1 B', 'fig']);
    expect(laid.warnings).toEqual([]);
  });

  test('prints titles with numbers in them, and nothing for a title that prints itself', async () => {
    const body = [
      "{{ 'a' | title_of }}",
      h(1, 'A', '1', { bookmark: { title: "After {{ 'b' | number_of }} {{ 'b' | title_of }}", anchor: 'a' } }),
      h(1, 'B', '1', { bookmark: { title: "B of {{ 'a' | title_of }}", anchor: 'b' } }),
    ];
    expect((await print(body))[0]).toBe('After 2 B of');
  });

  test('may use a name that the data give, and a value of "let"', async () => {
    const body = [{ repeat: 'list', as: 'e', body: anchored(1, '{{ e }}', '1') }, '{{ last | number_of }}, {{ where }}'];
    const laid = await layOut(body, { list: ['x', 'y'], last: 'y' }, sheet, { let: { where: "'x' | number_of" } });
    expect(linesOf(laid)).toEqual(['1 x', '2 y', '2, 1']);
  });

  test('may be the value of a param of a definition that holds headings', async () => {
    const define = { d: { params: { ref: {}, n: {} }, body: [h(1, 'X', '1'), 'see {{ ref }}, {{ n }}'] } };
    const body = [
      h(1, 'First', '1'),
      { count: 'n', text: 'counted' },
      { use: 'd', with: { ref: '{{ later }}', n: "{{ 'n' | counter }}" } },
      anchored(1, 'A', '1'),
    ];
    const laid = await layOut(body, {}, sheet, { define, let: { later: "'A' | number_of" } });
    expect(linesOf(laid)).toEqual(['1 First', 'counted', '2 X', 'see 3, 1', '3 A']);
    expect(laid.warnings).toEqual([]);
  });

  test('stands beside page numbers, whose boxes are built for each page', async () => {
    const number = { text: ': {{ page.number }} of {{ page.total }}', width: 'auto' };
    const body = [1, 2, 3].map((i) => ({
      row: [h(1, `H${i}`, '1'), { text: "c{{ 'n' | counter }}", count: 'n', width: 'auto' }, number],
      break: { before: 'page' },
    }));
    expect(await print(body)).toEqual(['1 H1c1: 1 of 3', '2 H2c2: 2 of 3', '3 H3c3: 3 of 3']);
  });

  test('may decide about what has no number', async () => {
    const body = [{ text: 'see 1', when: "'A' | number_of" }, anchored(1, 'A', '1')];
    expect(await print(body)).toEqual(['see 1', '1 A']);
  });

  test('cannot decide about headings, counted components and anchors', async () => {
    const when = "('A' | number_of) == '1'";
    const inside = anchored(1, 'A', '1');
    const define = { d: { params: { s: {} }, body: [{ when: 's', stack: [inside] }, { slot: 'body' }] } };
    const list = { repeat: [{ n: "{{ 'A' | number_of }}" }], as: 'e', body: { when: 'e.n', stack: [inside] } };
    const bookmark = { title: 'x', anchor: "{{ 'x' | number_of }}" };
    const decided: readonly (readonly [unknown, string])[] = [
      [{ ...inside, when }, '/when'],
      [{ when, stack: [inside] }, '/when'],
      [{ choose: [{ when, text: 'x' }, { stack: [inside] }] }, '/choose/0/when'],
      [{ repeat: [1], as: 'e', where: `e and ${when}`, body: inside }, '/where'],
      [{ table: [1], columns: [{ when, body: inside }] }, '/columns/0/when'],
      [list, '/body/when'],
      [{ use: 'd', when, with: { s: 1 } }, '/when'],
      [h(1, 'x', '1', { bookmark }), '/bookmark/anchor'],
    ];
    for (const [component, place] of decided)
      expect(await codesOf([component], { define })).toContain(`error too-early /pages/0/body/0${place}`);
    expect(await codesOf([inside], {}, { when })).toEqual(['error too-early /pages/0/when']);
    const used = [{ use: 'd', with: { s: "{{ 'A' | number_of }}" } }];
    expect(await codesOf(used, { define })).toEqual(['error too-early /define/d/body/0/when']);
    expect(await codesOf([inside], { document: { title: "{{ 'A' | title_of }}" } })).toEqual(['error too-early /document/title']);
  });

  test('to an unknown anchor is a fault of a template that writes all anchors', async () => {
    const see = "{{ 'liabilty' | number_of }}";
    expect(await faultsOf([see, anchored(1, 'x', '1', 'liability')])).toEqual([
      'error unknown-anchor /pages/0/body/0 Nothing in a body has the anchor "liabilty", so "number_of" finds nothing; did you mean "liability"?',
    ]);
    const asked = { let: { 'see(anchor)': "'clause ' & (anchor | number_of)", term: "'fee'" } };
    const bound = [
      "{{ 'liabilty' | see }} {{ 'liability' | see }}",
      '{{ term | number_of }}',
      anchored(1, 'x', '1', 'liability'),
    ];
    expect(await codesOf(bound, asked)).toEqual(['error unknown-anchor /pages/0/body/0', 'error unknown-anchor /pages/0/body/1']);
    expect(await faultsOf(["{{ 'x' | title_of }}"])).toEqual([
      'error unknown-anchor /pages/0/body/0 Nothing in a body has the anchor "x", so "title_of" finds nothing: write "bookmark": { "anchor": "x" } on what has the number or title.',
    ]);
    const laid = await layOut([see, anchored(1, '{{ name }}', '1')], { name: 'liability' }, sheet);
    expect(warningsOf(laid)).toEqual([
      'unknown-anchor /pages/0/body/0 null: Nothing in a body has the anchor "liabilty" (there is "liability"), and its number prints nothing.',
    ]);
  });

  test('to several places, or to a place without a number, is a doubt', async () => {
    const [a, b, c] = [anchored(1, 'A', '1', 'a'), anchored(1, 'B', '1', 'a'), anchored(1, 'C', undefined, '{{ c }}')];
    const laid = await layOut(["{{ 'a' | number_of }}", a, b, "{{ 'c' | number_of }}", c], { c: 'c' }, sheet);
    expect(linesOf(laid)[0]).toBe('1');
    expect(warningsOf(laid)).toEqual([
      'anchor-twice /pages/0/body/0 null: Several places have the anchor "a"; the number is that of the first.',
      'no-number /pages/0/body/3 null: What has the anchor "c" has no number, and nothing is printed.',
    ]);
    for (const unnumbered of [
      anchored(1, 'C', undefined, 'c'),
      anchored(1, 'C', 'continue', 'c'),
      { list: [{ text: 'x', bookmark: { anchor: 'c' } }] },
      { marker: '1.', list: [['x', { list: [{ text: 'y', bookmark: { anchor: 'c' } }] }]] },
    ])
      expect(await faultsOf(["{{ 'c' | number_of }}", unnumbered])).toEqual([
        'error no-number /pages/0/body/0 What has the anchor "c" has no number. Give it a "number" or a "count", or put it into an item of a list whose "marker" counts.',
      ]);
    expect(await faultsOf(["{{ 'c' | title_of }}", anchored(1, 'C', undefined, 'c')])).toEqual([]);
  });
});

const clause = (text: string, more: Record<string, unknown> = {}) => ({ text, number: '(1)', level: 3, ...more });
const to = (anchor: string) => ({ bookmark: { anchor } });

describe('a text with a level', () => {
  const contract = [
    { toc: 3, dots: false, numbers: true },
    h(1, 'A', '§ 1'),
    h(2, 'B', '1.1'),
    clause('c'),
    clause('d', to('d')),
    h(3, 'E', '1'),
    h(2, 'F', '1.1'),
    clause('g'),
  ];

  test('counts with the headings of its level, and stays out of contents and outline', async () => {
    const laid = await layOut(contract, {}, sheet);
    const [contents, printed] = [linesOf(laid).slice(0, 4), linesOf(laid).slice(4)];
    expect(contents).toEqual(['§ 1 A 1', '1.1 B 1', '3 E 1', '1.2 F 1']);
    expect(printed).toEqual(['§ 1 A', '1.1 B', '(1) c', '(2) d', '3 E', '1.2 F', '(1) g']);
    expect(itemsOf(laid, 'anchor').flatMap(({ bookmark }) => bookmark?.title ?? [])).toEqual(['§ 1 A', '1.1 B', '3 E', '1.2 F']);
  });

  test('takes number, level and width from its style, and goes on in a definition that is used twice', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, c: { number: '1.a', level: 2, numberWidth: 20 } };
    const define = {
      d: {
        body: [
          { text: 'x', style: 'c' },
          { text: 'y', style: 'c', number: 'continue' },
        ],
      },
    };
    const body = [h(1, 'A', '1'), { use: 'd' }, { use: 'd' }, { text: 'z', style: 'c', number: 'none' }];
    expect(await print(body, {}, { define, styles })).toEqual(['1 A', '1.a x', 'y', '1.c x', 'y', 'z']);
  });

  test('may be an item of a list, beside or in place of its marker', async () => {
    expect(await print([h(1, 'A', '1'), { marker: '', list: [clause('x', { level: 2 }), clause('y', { level: 2 })] }])).toEqual([
      '1 A',
      '(1) x',
      '(2) y',
    ]);
  });

  test('has its faults told', async () => {
    const wrong = [
      { text: 'x', level: 2 },
      { text: 'x', numberWidth: 9 },
      h(2, 'x', '1', { level: 3 }),
      clause('x', { number: '1.1.1.1' }),
      clause('x', { level: 7 }),
      { text: 'x', style: 'c', number: 'none' },
      clause('x', { listed: false }),
    ];
    expect(await codesOf(wrong, { styles: { c: { number: '1', level: 1 } } })).toEqual([
      'warning no-effect /pages/0/body/0/level',
      'warning no-effect /pages/0/body/1/numberWidth',
      'warning no-effect /pages/0/body/2/level',
      'error wrong-number-pattern /pages/0/body/3/number',
      'error wrong-value /pages/0/body/4/level',
      'error missing-property /pages/0/body/4/number',
      'warning no-effect /pages/0/body/6/listed',
    ]);
    expect((await codesOf([], {}, { footer: [clause('x')] }))[0]).toBe('error misplaced-number /pages/0/footer/0/number');
    expect(await explain(documentOf([wrong[0]]))).toEqual([
      'warning no-effect /pages/0/body/0/level "level" has no effect without a "number". For a heading, write "role": "heading2".',
    ]);
  });

  test('has a label of its own in PDF 2.0, and none before', async () => {
    const kidsIn = async (standard: 'PDF/UA-1' | 'PDF/UA-2') =>
      structureLines(
        await layOut([clause('x', { numberWidth: 20 }), clause('y')], {}, sheet, {}, undefined, undefined, undefined, {}, [
          standard,
        ]),
      ).join('\n');
    expect((await kidsIn('PDF/UA-2')).split('Lbl').length - 1).toBe(2);
    expect(await kidsIn('PDF/UA-1')).not.toContain('Lbl');
  });

  test('is that of all texts of bodies by their default, but for headings', async () => {
    const styles = { text: { number: '1.1', level: 2 } };
    const body = [h(1, 'A', '1'), 'x', 'y', { text: 'z', number: 'none' }];
    expect(await codesOf(body, { styles }, { footer: ['{{ page.number }}'] })).toEqual([]);
    expect(await print(body, {}, { styles })).toEqual(['1 A', '1.1 x', '1.2 y', 'z']);
    expect(await codesOf([h(1, 'A', '1', { level: 2 })], { styles })).toEqual(['warning no-effect /pages/0/body/0/level']);
  });
});

describe('a number in a column of its own', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve';
  const at = (laid: Awaited<ReturnType<typeof layOut>>) =>
    itemsOf(laid, 'text').map((item) => `${Math.round(item.x + item.segment.x)} ${wordsOf(item)}`);

  test('has all lines of the text beside it, on both sides of a page break', async () => {
    const body = [h(1, words, '§ 1', { numberWidth: 60, size: 16 })];
    const { pages, warnings } = await layOut(body, {}, { size: [200, 80] });
    expect(pages.length).toBe(2);
    const found = at({ pages, warnings, structure: undefined });
    expect(found[0]).toBe('10 § 1 ');
    expect(found.slice(1).every((one) => one.startsWith('70 '))).toBe(true);
    expect(
      found
        .slice(1)
        .map((one) => one.slice(3).trim())
        .join(' '),
    ).toBe(words);
  });

  test('shares the baseline of the text, and stands at the right of Hebrew', async () => {
    const laid = await layOut(
      [clause('**x** y', { format: 'inline', numberWidth: 30 }), clause('אב', { numberWidth: 30 })],
      {},
      sheet,
    );
    const items = itemsOf(laid, 'text');
    expect(new Set(items.slice(0, 3).map(({ y }) => y)).size).toBe(1);
    const right = items.filter(({ y }) => y > items[0]!.y + 1).map((item) => item.x + item.segment.x);
    expect(Math.max(...right)).toBeGreaterThan(360);
    expect(Math.min(...right)).toBeLessThan(360);
  });

  test('is part of the title in the outline, of the widths of columns and of a link', async () => {
    const laid = await layOut(
      [{ row: [{ ...h(1, 'A', '1'), numberWidth: 50, width: 'auto', link: 'https://h.example' }, 'z'] }],
      {},
      sheet,
    );
    expect(itemsOf(laid, 'anchor').map(({ bookmark }) => bookmark?.title)).toEqual(['1 A']);
    expect(at(laid).at(-1)).toMatch(/^6\d z$/);
    expect(itemsOf(laid, 'link')).toHaveLength(1);
  });

  test('stands alone where the text is empty, and beside page numbers', async () => {
    expect(
      await print([clause('', { numberWidth: 30 }), clause('{{ page.number }} of {{ page.total }}', { numberWidth: 30 })]),
    ).toEqual(['(1)', '(2) 1 of 1']);
  });

  test('that is too narrow is told with the width that is needed', async () => {
    const laid = await layOut(
      [h(1, 'A', 'Appendix1', { numberWidth: 5 }), h(1, 'A', 'App_1', { numberWidth: 5 })].slice(1),
      {},
      sheet,
    );
    expect(warningsOf(laid)).toEqual([
      expect.stringMatching(
        /^text-too-wide .*The number "App_1" is wider than its column: set "numberWidth" to [\d.]+ or more\.$/,
      ),
    ]);
  });
});

describe('the number of an anchor', () => {
  const full = (name: string) => `{{ '${name}' | number_of }} = {{ '${name}' | number_of: 'full' }}`;
  const item = (text: string, anchor = text) => ({ text, ...to(anchor) });

  test('is the marker of its item, and in full with the numbers around', async () => {
    const inner = { marker: '(a)', list: [item('e'), ['f', { stack: ['g', { rect: 2 }], ...to('g') }]] };
    const shown = { marker: '1.1', list: [item('h')] };
    const body = [
      ...['b', 'c', 'd', 'e', 'g', 'h', 'i', 'k'].map(full),
      h(1, 'A', '§ 1'),
      h(2, 'B', '1.1', to('b')),
      clause('c', to('c')),
      { marker: '1.', list: [item('d'), ['x', inner], ['y', shown]] },
      { count: 'n', rect: 3, ...to('i') },
      h(1, 'K', 'A', to('k')),
    ];
    const styles = { base: { size: 8, lineHeight: 1.25 } };
    expect((await print(body, {}, { styles })).slice(0, 8)).toEqual([
      '1.1 = 1.1',
      '(1) = 1.1 (1)',
      '1. = 1.1 (1) 1.',
      '(a) = 1.1 (1) 2. (a)',
      '(b) = 1.1 (1) 2. (b)',
      '3.1 = 1.1 (1) 3.1',
      '1 = 1',
      'A = A',
    ]);
  });

  test('skips levels that print none', async () => {
    const body = [
      full('c'),
      full('d'),
      h(1, 'A', '§ 1'),
      h(2, 'B', 'continue'),
      clause('c', to('c')),
      h(1, 'C', '§ 1'),
      clause('d', to('d')),
    ];
    expect((await print(body)).slice(0, 2)).toEqual(['(1) = § 1 (1)', '(1) = § 2 (1)']);
  });

  test('goes on with its list, and may be a text of the data', async () => {
    const body = [
      `${full('x')}; ${full('y')}; {{ 'z' | number_of }}`,
      { marker: 'a)', list: ['one', item('x')] },
      { marker: 'a)', continue: true, list: [item('y')] },
      { marker: '{{ t.sign }}', list: 'list', as: 't', body: item('{{ t.id }}') },
    ];
    const laid = await layOut(
      body,
      {
        list: [
          { id: 'w', sign: '✓' },
          { id: 'z', sign: 'K-7' },
        ],
      },
      sheet,
    );
    expect(linesOf(laid)[0]).toBe('b) = b); c) = c); K-7');
    expect(laid.warnings).toEqual([]);
  });

  test('cannot depend on numbers, so its list cannot either', async () => {
    const when = "'A' | number_of";
    const inside = item('a');
    const first = anchored(1, 'A', '1');
    const lists: readonly (readonly [object, string])[] = [
      [{ marker: '1.', list: [{ text: 'x', when }, inside] }, '/list/0/when'],
      [{ marker: '1.', list: 'list', as: 'e', where: when, body: inside }, '/where'],
    ];
    for (const [list, place] of lists) expect(await codesOf([list, first])).toContain(`error too-early /pages/0/body/0${place}`);
    expect(await codesOf([{ marker: '1.', list: [{ text: 'x', when }, 'y'] }, first])).toEqual([]);
    const late = { marker: "{{ e }}{{ 'A' | number_of }}", list: 'list', as: 'e', body: inside };
    const laid = await layOut(["{{ 'a' | number_of }}", late, first], { list: ['x'] }, sheet);
    expect(linesOf(laid)[0]).toBe('x1a');
    expect(warningsOf(laid)).toEqual([expect.stringMatching(/^no-number /)]);
  });
});

describe('a bookmark', () => {
  test('without a title has that of its heading, and makes no entry elsewhere', async () => {
    const laid = await layOut(
      ["{{ 'a' | title_of }}", h(1, 'A {{ 1 + 1 }}', '1', to('a')), { text: 'x', ...to('x') }],
      {},
      sheet,
    );
    expect(linesOf(laid)).toEqual(['A 2', '1 A 2', 'x']);
    expect(itemsOf(laid, 'anchor').map(({ name, bookmark }) => [name, bookmark?.title])).toEqual([
      ['a', '1 A 2'],
      ['x', undefined],
    ]);
    const untitled = await layOut(["{{ 'x' | title_of }}", { text: 'x', ...to('x') }], {}, sheet);
    expect(warningsOf(untitled)).toEqual([
      expect.stringContaining('What has the anchor "x" has no title: give its "bookmark" a "title"'),
    ]);
    expect(await codesOf([`{{ 'a' | title_of }}`, h(1, '{{ page.number }}', '1', to('a'))])).toEqual([
      'error too-early /pages/0/body/1/text',
    ]);
  });

  test('that is false keeps a heading out of the outline, and not out of contents', async () => {
    const laid = await layOut([{ toc: 1, dots: false }, h(1, 'A', '1', { bookmark: false }), h(1, 'B', '1')], {}, sheet);
    expect(linesOf(laid)).toEqual(['1 A 1', '2 B 1', '1 A', '2 B']);
    expect(itemsOf(laid, 'anchor').flatMap(({ bookmark }) => bookmark?.title ?? [])).toEqual(['2 B']);
  });

  test('that says nothing is told', async () => {
    const given = [{}, { level: 2 }, { level: 2, anchor: 'a' }, false];
    expect(await codesOf(given.map((bookmark) => ({ text: 'x', bookmark })))).toEqual([
      'error missing-property /pages/0/body/0/bookmark',
      'error missing-property /pages/0/body/1/bookmark',
      'warning no-effect /pages/0/body/2/bookmark/level',
      'warning no-effect /pages/0/body/3/bookmark',
    ]);
    expect(await codesOf([h(1, 'x', undefined, { bookmark: { level: 2 } })])).toEqual([]);
    const none = { document: { bookmarks: 'none' } };
    expect(await codesOf([h(1, 'x', undefined, { bookmark: false })], none)).toEqual([
      'warning no-effect /pages/0/body/0/bookmark',
    ]);
  });
});

test('a heading that is not listed stays out of contents alone, also by its style', async () => {
  const styles = { base: { size: 8, lineHeight: 1.25 }, front: { role: 'heading1', listed: false } };
  const body = [{ toc: 1, dots: false }, { text: 'A', style: 'front' }, h(1, 'B', '1', { listed: false }), h(1, 'C', '1')];
  const laid = await layOut(body, {}, sheet, { styles });
  expect(linesOf(laid)).toEqual(['2 C 1', 'A', '1 B', '2 C']);
  expect(itemsOf(laid, 'anchor').flatMap(({ bookmark }) => bookmark?.title ?? [])).toEqual(['A', '1 B', '2 C']);
});

describe('the walk', () => {
  test('runs only when something is printed of it, and looks at no rows that can hold nothing', async () => {
    let reads = 0;
    const list = Array.from({ length: 5 }, (_, i) => i);
    const watched = new Proxy(list, {
      get(target, name) {
        if (/^\d+$/.test(String(name))) reads++;
        return Reflect.get(target, name) as unknown;
      },
    });
    const table = { table: 'list', as: 'e', columns: ['{{ e }}'] };
    await layOut([table, anchored(1, 'A', undefined)], { list: watched }, sheet);
    const plain = reads;
    reads = 0;
    await layOut([table, anchored(1, 'A', '1')], { list: watched }, sheet);
    expect(reads).toBe(plain);
    reads = 0;
    const counted = { table: 'list', as: 'e', columns: [{ body: { text: 'x', count: 'n', when: 'e' } }] };
    await layOut([counted, anchored(1, 'A', undefined)], { list: watched }, sheet);
    const unwalked = reads;
    reads = 0;
    await layOut([counted, anchored(1, 'A', '1')], { list: watched }, sheet);
    expect(reads).toBe(unwalked + list.length);
  });
});

test.each(['{1}.{2}', '1.2', '%1.%2', '#1'])('the pattern %s of another tool is an error', async (number) => {
  expect(await faultsOf([h(2, 'a', number)])).toEqual([
    expect.stringMatching(/^error wrong-number-pattern .* is no counting sign: write 1 for each level/),
  ]);
});
test.each(['1.1', '2026-1', '§ 1', 'A2 1'])('the pattern %s is none', async (number) => {
  expect(await faultsOf([h(2, 'a', number)])).toEqual([]);
});
