// Marks that components set, and what the bands of each sheet print of them.
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { compile, diagnose, layOut, pageLines, pageTexts } from '../../support/render.ts';
import { structureLines } from '../../support/structure.ts';
import { trialCount } from '../../support/trials.ts';

const showing = "{{ 's' | mark: 'start' }}|{{ 's' | mark: 'first' }}|{{ 's' | mark }}";
const header = [showing];
const set = (s: string, more: object = {}) => ({ text: `set ${s}`, mark: { s }, ...more });
const next = { pageBreak: true };
const long = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`).join('\n');

/** What the header of each sheet shows: start, first and last. */
async function shown(body: unknown, data: unknown = {}, page: Record<string, unknown> = { header }, more = {}) {
  const laidOut = await layOut(body, data, page, more);
  expect(laidOut.warnings).toEqual([]);
  return pageTexts(laidOut).map(([first]) => first);
}

describe('the header of a sheet', () => {
  test('prints what holds at its start, what is set first on it, and what holds at its end', async () => {
    const body = ['none yet', next, set('a'), next, 'none', next, set('b'), set('c'), set('d'), next, 'none'];
    expect(await shown(body)).toEqual(['||', 'a|a|a', 'a|a|a', 'b|b|d', 'd|d|d']);
  });
  test('prints at its start what its first content sets, and otherwise what the sheet before ends with', async () => {
    const body = [set('a'), next, set('b'), set('c'), next, 'text', set('d')];
    expect(await shown(body)).toEqual(['a|a|a', 'b|b|c', 'c|d|d']);
    const table = { table: 'rows', as: 'r', cellPadding: 0, columns: [{ header: 'h', body: set('{{ r }}') }] };
    const rows = Array.from({ length: 14 }, (_, i) => `${i + 1}`);
    expect((await shown([table], { rows }))[1]).toBe('7|7|12');
    const round = set('b', { border: { width: 1, radius: 2 } });
    expect(await shown([set('a'), next, round])).toEqual(['a|a|a', 'b|b|b']);
  });
  test('prints an empty text that is set', async () => {
    expect(await shown([set('a'), next, set(''), next, 'none'])).toEqual(['a|a|a', '||', '||']);
  });
  test('knows each name for itself', async () => {
    const page = { header: ["{{ 'a' | mark }}{{ 'b' | mark }}"] };
    const body = [{ text: 'x', mark: { a: '1', b: '2' } }, next, { text: 'y', mark: { b: '3' } }];
    expect(await shown(body, {}, page)).toEqual(['12', '13']);
  });
  test('prints marks with other values, in values of let, and through filters', async () => {
    const page = {
      let: { head: "'s' | mark | upcase" },
      header: ["{{ head }} {{ 's' | mark: which | default: 'none' }} {{ page.number }}"],
    };
    expect(await shown([set('x'), next, set('a')], { which: 'start' }, page)).toEqual(['X x 1', 'A a 2']);
    const late = await layOut([set('a')], {}, { header: ["{{ 's' | mark }} {{ page.number }}/{{ page.total }}"] });
    expect(pageTexts(late)).toEqual([['set a', 'a 1/1']]);
  });
  test('prints a value of let that was asked for before the page ended', async () => {
    const page = {
      let: { head: "'s' | mark" },
      header: [
        { text: '{{ head }}', link: 'https://example.com' },
        { text: 'x', when: 'page.number == 2' },
      ],
    };
    expect(await shown([set('a'), next, set('b')], {}, page)).toEqual(['a', 'b']);
  });
  test('has its place in the order of painting, before the body', async () => {
    const laidOut = await layOut(
      [set('a')],
      {},
      { header, footer: ["f {{ 's' | mark }}"], overlay: ["o {{ 's' | mark }}"], background: ["b {{ 's' | mark }}"] },
    );
    expect(pageTexts(laidOut)).toEqual([['b a', 'a|a|a', 'set a', 'f a', 'o a']]);
  });
  test('that has a condition prints marks too', async () => {
    const page = {
      header: [
        { when: 'page.number > 1', body: { text: showing, when: 'page.number < 3' } },
        { on: 'all', body: 'no' },
      ],
    };
    expect(await shown([set('a'), next, set('b')], {}, page)).toEqual(['no', 'b|b|b']);
  });
});

describe('a mark is set', () => {
  test('where the first piece of a divided component stands', async () => {
    for (const more of [{}, { padding: 1 }, { link: 'https://example.com' }, { opacity: 0.5 }, { margin: [0, 2] }])
      expect((await shown([set('a', { text: long(17), ...more }), set('b')])).slice(0, 3)).toEqual(['a|a|a', 'a|a|a', 'a|b|b']);
  });
  test('by the boxes on their sheet, where a stack runs over several', async () => {
    const stack = { stack: ['x', next, set('b'), next, set('c')], mark: { s: 'a' } };
    expect(await shown([stack])).toEqual(['a|a|a', 'b|b|b', 'c|c|c']);
    expect(await shown([{ ...stack, background: '#eeeeee', stack: [long(10), set('b')] }])).toEqual(['a|a|a', 'a|b|b']);
  });
  test.each<[string, unknown]>([
    ['in a row', { row: ['x', { ...set('a'), width: 40 }] }],
    ['by a row', { row: ['x'], mark: { s: 'a' } }],
    ['in a group', { group: ['x', set('a')] }],
    ['by a group that is cut', { group: [long(9)], mark: { s: 'a' } }],
    ['in a frame', { frame: [{ ...set('a'), at: { x: 1, y: 1 } }], height: 20 }],
    ['in a turned child of a frame', { frame: [{ ...set('a'), at: { x: 30, y: 1, rotate: 20 } }], height: 40 }],
    ['by a frame', { frame: [], height: 20, mark: { s: 'a' } }],
    ['by a rect', { rect: 5, mark: { s: 'a' } }],
    ['by a rect that is cut in strips', { rect: 150, mark: { s: 'a' } }],
    ['by an empty space', ['x', { spacer: 0, mark: { s: 'a' } }]],
    ['by a page break', ['x', { pageBreak: true, mark: { s: 'a' } }]],
    ['by a choice', { choose: [{ when: '1 > 2', text: 'x' }, 'y'], mark: { s: 'a' } }],
    ['by a child of a choice', { choose: [{ when: '1 < 2', ...set('a') }] }],
    ['in a cell', { table: [1], columns: [{ body: set('a') }] }],
    ['in a header of a table', { table: [1], columns: [{ header: set('a'), body: 'x' }] }],
    ['in a footer row', { table: [1], columns: ['x'], footer: [{ cells: [set('a')] }] }],
    ['by a table', { table: [1], columns: ['x'], mark: { s: 'a' } }],
    ['in a pair', { pairs: [['x', set('a')]] }],
    ['by a repeat in columns', { repeat: [1, 2], columns: 2, body: 'x', mark: { s: 'a' } }],
    ['beside page numbers that are known at the end', { row: [{ ...set('a'), text: '{{ page.total }}', width: 'auto' }, 'x'] }],
    ['around page numbers', { row: [{ text: '{{ page.total }}', width: 'auto' }, set('a')] }],
  ])('%s', async (_, component) => {
    const heads = pageTexts(await layOut([component], {}, { header: ["{{ 's' | mark: 'first' }}|{{ 's' | mark }}"] })).map(
      ([head]) => head,
    );
    expect(heads[0]).toBe('a|a');
    expect(heads.at(-1)).toBe('a|a');
  });
  test('for each element of a list, by its own row', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `w${i + 1}`);
    // A sheet has room for 7 lines, 6 of them below the header of a table.
    const repeat = { repeat: 'rows', as: 'r', body: { text: '{{ r }}', mark: { s: '{{ r }}' } } };
    expect(await shown([repeat], { rows })).toEqual(['w1|w1|w7', 'w8|w8|w14', 'w15|w15|w20']);
    const table = {
      table: 'rows',
      as: 'r',
      cellPadding: 0,
      columns: [{ header: 'h', body: { text: '{{ r }}', mark: { s: '{{ r }}' } } }],
    };
    expect(await shown([table], { rows })).toEqual(['|w1|w6', 'w7|w7|w12', 'w13|w13|w18', 'w19|w19|w20']);
  });
  test('once by the header of a table, however often it is repeated', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => i);
    const table = {
      table: 'rows',
      as: 'r',
      cellPadding: 0,
      columns: [{ header: set('h'), body: { text: '{{ r }}', mark: { s: '{{ r }}' } } }],
    };
    expect(await shown([table], { rows })).toEqual(['h|h|5', '6|6|9']);
  });
  test('once by a repeated header with page numbers, which is laid out again', async () => {
    const numbers = { row: [{ text: '{{ page.total }}', width: 'auto' }, set('h')] };
    const rows = Array.from({ length: 10 }, (_, i) => i);
    const table = { table: 'rows', cellPadding: 0, columns: [{ header: numbers, body: 'x' }] };
    expect(await shown([table, set('a')], { rows })).toEqual(['h|h|h', 'h|a|a']);
  });
  test('by a definition, and by what stands in its slot', async () => {
    const define = {
      part: {
        params: { title: { type: 'string' } },
        body: [{ text: '{{ title }}', mark: { s: '{{ title }}' } }, { slot: 'body' }],
      },
    };
    const body = [
      { use: 'part', with: { title: 'a' }, body: [next, set('b')] },
      next,
      { use: 'part', with: { title: 'c' }, mark: { s: 'outer' } },
    ];
    expect(await shown(body, {}, { header }, { define })).toEqual(['a|a|a', 'b|b|b', 'outer|outer|c']);
  });
  test('where numbers of the component are bindings', async () => {
    expect(await shown([set('a', { padding: '{{ n }}' }), next, set('b')], { n: 3 })).toEqual(['a|a|a', 'b|b|b']);
  });
  test('never by a component that is not there or prints nothing', async () => {
    expect(await shown(['x', set('a', { when: '1 > 2' }), { text: '{{ none }}', mark: { s: 'b' } }], { none: '' })).toEqual([
      '||',
    ]);
  });
  test('once on a sheet that is placed again to find what is off it', async () => {
    const off = { text: 'off', margin: [0, 0, 0, 300] };
    const laidOut = await layOut([off, set('a'), next, 'x'], {}, { header });
    expect(laidOut.warnings.map(({ code }) => code)).toContain('off-sheet');
    expect(pageTexts(laidOut).map(([first]) => first)).toEqual(['|a|a', 'a|a|a']);
  });
  test('on the sheet to which the bands of the last sheet move it', async () => {
    const page = { header, footer: [{ on: 'last', body: 'a\nb\nc' }] };
    expect(await shown([...Array.from({ length: 6 }, (_, i) => set(String(i)))], {}, page)).toEqual(['0|0|3', '4|4|5']);
  });
  test('with the numbers of the locale', async () => {
    const laidOut = await layOut(
      [{ text: 'x', mark: { s: '{{ n }}' } }],
      { n: 1.5 },
      { header: ["{{ 's' | mark }}"] },
      {},
      undefined,
      undefined,
      undefined,
      { locale: 'de-DE' },
    );
    expect(pageTexts(laidOut)[0]![0]).toBe('1,5');
  });
});

describe('the layout is that without the mark', () => {
  const mark = { s: 'a' };
  const rows = Array.from({ length: 12 }, (_, i) => i);
  const picture = { barcode: 'x', symbology: 'qr', width: 20 };
  test.each<[string, readonly object[]]>([
    ['space around it', [{ text: 'a' }, { text: 'b', margin: [5, 0, 7, 0], mark }, { text: 'c' }]],
    ['a break before it', [{ text: 'a' }, { text: 'b', break: { before: 'page' }, mark }]],
    ['a break after it', [{ text: 'b', break: { after: 'page' }, mark }, { text: 'c' }]],
    ['it keeps with the next', [{ rect: 65 }, { text: 'b', keepWithNext: true, mark }, { text: 'c' }]],
    ['rows of a table', [{ table: rows, columns: [{ header: 'h', body: { text: '{{ item }}', mark } }] }]],
    ['a table', [{ table: rows, columns: [{ header: 'h', body: '{{ item }}' }], mark }]],
    ['a table of no columns headers', [{ table: rows, columns: ['{{ item }}'], mark }]],
    ['a rect that no sheet holds', [{ text: 'a' }, { rect: 150, mark }, { text: 'b' }]],
    ['a text that is too wide', [{ frame: [{ text: 'W'.repeat(40), at: { x: 0, y: 0 }, mark }], height: 20 }]],
    ['a picture in a border', [{ stack: [{ ...picture, mark }], border: { left: { width: 5 } } }]],
    ['a text in a link', [{ stack: [{ text: 'a', mark }], link: 'https://example.com' }]],
  ])('%s', async (_, body) => {
    const without = JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'mark' ? undefined : value)));
    const [found, wanted] = [await layOut(body), await layOut(without)];
    expect(pageLines(found)).toEqual(pageLines(wanted));
    expect(found.warnings).toEqual(wanted.warnings);
    expect(structureLines(found)).toEqual(structureLines(wanted));
  });
});

describe('the parts of a document', () => {
  test('go on with the marks of the layout before', async () => {
    const pages = [set('a'), 'x', set('b')].map((body) => ({ size: [200, 100], margin: 10, header, body }));
    expect(await shown([], {}, {}, { pages })).toEqual(['a|a|a', 'a|a|a', 'b|b|b']);
  });
  test('of an each begin without marks, and leave none behind', async () => {
    const layout = { size: [200, 100], margin: 10, header };
    const each = { ...layout, each: 'customers', as: 'c', body: ['x', next, { text: 'y', mark: { s: '{{ c }}' } }] };
    const pages = [{ ...layout, body: set('a') }, each, { ...layout, body: 'x' }];
    expect(await shown([], { customers: ['b', 'c'] }, {}, { pages })).toEqual(['a|a|a', '||', 'b|b|b', '||', 'c|c|c', 'a|a|a']);
  });
  test('have the same marks after a trial that counts the pages', async () => {
    const body = [{ row: [{ text: '{{ page.total }}', width: 'auto' }, 'x'] }, set('a'), next, set('b')];
    const { program } = await compile({ pages: [{ body }] });
    expect(program!.countsPages).toBe(true);
    expect(await shown(body)).toEqual(['|a|a', 'b|b|b']);
  });
});

describe('the room of a mark', () => {
  const titled = (title: string) => [{ text: 'x', mark: { s: title } }];
  const tall = 'a title that needs several lines in the header of this small sheet';
  test('is one line, whatever the mark holds', async () => {
    const first = async (title: string) =>
      pageLines(await layOut(titled(title), {}, { header: ["{{ 's' | mark }}"] }))[0]!.at(-1);
    expect(await first('')).toBe(await first('a title'));
    expect(await first('')).toMatch(/^text 10,2\d/);
  });
  test('is kept where a filter cannot use the stand-in', async () => {
    for (const filter of ["date: 'long'", 'time', "replace: '8888-08-08', ''"])
      expect(pageLines(await layOut(titled('2025-01-01'), {}, { header: [`{{ 's' | mark | ${filter} }}`] }))[0]!.at(-1)).toMatch(
        /^text 10,2\d/,
      );
    // What the stand-in is no value for is not told.
    const { warnings } = await layOut(titled('10:30'), {}, { header: ["{{ 's' | mark | time }}"] });
    expect(warnings).toEqual([]);
  });
  test('is too small for a text of more lines, which is told', async () => {
    const { warnings } = await layOut(titled(tall), {}, { header: ["{{ 's' | mark }}"] });
    expect(warnings).toMatchObject([{ code: 'box-overflow', component: '/pages/0/header/0', page: 1 }]);
  });
  test('is larger with a height, and cut with maxLines', async () => {
    const high = await layOut(titled(tall), {}, { header: [{ text: "{{ 's' | mark }}", height: 20 }] });
    expect(high.warnings).toEqual([]);
    expect(pageTexts(high)[0]!.length).toBe(3);
    const cut = await layOut(titled(tall), {}, { header: [{ text: "{{ 's' | mark }}", maxLines: 1 }] });
    expect(cut.warnings.map(({ code }) => code)).toEqual(['text-cut']);
    const grown = await layOut(titled(tall), {}, { header: [{ text: "{{ 's' | mark }}", height: 10, overflow: 'grow' }] });
    expect(grown.warnings.map(({ code }) => code)).toEqual(['box-overflow']);
  });
  test('in a column of its own width is that of the text on each sheet', async () => {
    const columns = (left: string) => [{ gap: 4, row: [{ text: left, width: 'auto' }, 'right'] }];
    const body = [set('a'), next, set('a longer title')];
    const found = pageLines(await layOut(body, {}, { header: columns("{{ 's' | mark }}") }));
    for (const [i, title] of ['a', 'a longer title'].entries())
      expect(found[i]).toEqual(pageLines(await layOut(body, {}, { header: columns(title) }))[i]);
    const table = (left: string) => [{ table: [1], columns: [{ width: 'auto', body: left }, 'right'] }];
    const inTable = pageLines(await layOut(body, {}, { header: table("{{ 's' | mark }}") }));
    for (const [i, title] of ['a', 'a longer title'].entries())
      expect(inTable[i]).toEqual(pageLines(await layOut(body, {}, { header: table(title) }))[i]);
  });
  test('a text of any length is cut after 1,000 characters', async () => {
    const cutAt = async (text: string) => {
      const laidOut = await layOut(
        [{ text: 'x', mark: { s: '{{ text }}' } }],
        { text },
        { header: [{ text: "{{ 's' | mark | size }}" }] },
      );
      return [pageTexts(laidOut)[0]![0], laidOut.warnings.map(({ code, component }) => `${code} ${component}`)];
    };
    expect(await cutAt('ab '.repeat(333))).toEqual(['999', []]);
    expect(await cutAt('a'.repeat(1_000_000))).toEqual(['1000', ['text-cut /pages/0/body/0']]);
    // Half of a surrogate pair is no character.
    expect(await cutAt(`${'a'.repeat(999)}😀`)).toEqual(['999', ['text-cut /pages/0/body/0']]);
  });
});

describe('readers', () => {
  test('skip a mark in a header, also in one that is read', async () => {
    const body = [{ text: 'Bread', role: 'heading1', mark: { s: 'Bread' } }];
    const page = { header: [{ read: 'once', body: ['Baker', "{{ 's' | mark }}"] }] };
    const lines = structureLines(await layOut(body, {}, page));
    expect(lines.join('\n')).toContain('H1');
    expect(lines.filter((line) => /\bP\b/.test(line)).length).toBe(1);
  });
});

describe('faults', () => {
  const faults = async (body: unknown, more: Record<string, unknown> = {}, others = {}) =>
    diagnose({ pages: [{ body, ...more }], ...others });
  const messages = async (body: unknown, more: Record<string, unknown> = {}) =>
    (await compile({ pages: [{ body, ...more }] })).diagnostics.map(({ message }) => message);

  test('a mark that no component sets', async () => {
    expect(await faults([set('a')], { header: ["{{ 'se' | mark }}"] })).toEqual(['error unknown-mark /pages/0/header/0']);
    expect(await faults([{ use: 'd', with: { mark: { se: 'x' } } }], { header: ["{{ 'se' | mark }}"] })).toContain(
      'error unknown-mark /pages/0/header/0',
    );
    expect(await faults([{ text: 'a', mark: null }])).toEqual(['error wrong-type /pages/0/body/0/mark']);
    const message = async (body: unknown) => (await messages(body, { header: ["{{ 'secton' | mark }}"] }))[0];
    expect(await message([{ text: 'x', mark: { section: 'a' } }])).toBe(
      'No component sets the mark "secton"; did you mean "section"?',
    );
    expect(await message([{ text: 'x', mark: { chapter: 'a', part: 'b' } }])).toBe(
      'No component sets the mark "secton"; there are: chapter, part',
    );
    expect(await message(['x'])).toBe('No component sets the mark "secton"; give one "mark": { "secton": "…" }');
    // What only looks like a mark.
    expect(await faults([{ repeat: [{ mark: { se: 'a' } }], body: 'x' }], { header: ["{{ 'se' | mark }}"] })).toEqual([
      'error unknown-mark /pages/0/header/0',
    ]);
  });
  test('a mark of a definition is known to the layouts, and the reverse', async () => {
    const define = { d: { body: [{ text: 'x', mark: { s: 'a' } }] }, page: { page: { header } } };
    expect(await faults([{ use: 'd' }], { use: 'page' }, { define })).toEqual([]);
    expect(await faults(['x'], { use: 'page' }, { define: { page: define.page } })).toContain(
      'error unknown-mark /define/page/page/header/0',
    );
  });
  test('a name that is no written text', async () => {
    for (const name of ['name', "name | default: 's'", '1', 's'])
      expect(await faults([set('a')], { header: [`{{ ${name} | mark }}`] })).toContain('error wrong-arguments /pages/0/header/0');
    expect(await faults([{ text: 'x', mark: { '{{ name }}': 'a' } }])).toEqual([
      'error wrong-value /pages/0/body/0/mark/{{ name }}',
    ]);
    expect(await faults([{ text: 'x', mark: 'a' }])).toEqual(['error wrong-type /pages/0/body/0/mark']);
    expect(await faults([{ text: 'x', mark: { s: 1 } }])).toEqual(['error wrong-type /pages/0/body/0/mark/s']);
    expect(await faults([set('a')], { header: ["{{ 's' | mark: 'begin' }}"] })).toEqual([
      'error wrong-arguments /pages/0/header/0',
    ]);
  });
  test('a mark outside of a band', async () => {
    const print = "{{ 's' | mark }}";
    expect(await faults([set('a'), print])).toEqual(['error mark-misplaced /pages/0/body/1']);
    expect(await faults([set('a'), `${print} {{ page.total }}`])).toEqual(['error mark-misplaced /pages/0/body/1']);
    expect(await faults([set('a'), '{{ x }}'], { let: { x: "'s' | mark" } })).toEqual(['error mark-misplaced /pages/0/body/1']);
    const define = { d: { body: [print] } };
    expect(await faults([set('a'), { use: 'd' }], {}, { define })).toEqual(['error mark-misplaced /define/d/body/0']);
    expect(await faults([set('a')], { header: [{ use: 'd' }] }, { define })).toEqual([]);
  });
  test('a mark that decides', async () => {
    for (const which of ['start', 'last']) {
      const asked = `('s' | mark: '${which}') == 'a'`;
      expect(await faults([set('a')], { header: [{ when: asked, text: 'x' }] })).toEqual([
        'error too-early /pages/0/header/0/when',
      ]);
      expect(await faults([set('a')], { header: [{ when: asked, body: 'x' }] })).toEqual([
        'error too-early /pages/0/header/0/when',
      ]);
    }
    expect(await faults([set('a')], { header: [{ text: 'x', link: "{{ 's' | mark }}" }] })).toEqual([
      'error too-early /pages/0/header/0/link',
    ]);
    expect(await faults([set('{{ page.number }}')])).toEqual(['error too-early /pages/0/body/0/mark/s']);
  });
  test('a band sets no mark', async () => {
    expect(await faults([set('a')], { footer: [set('b')] })).toEqual(['warning no-effect /pages/0/footer/0/mark']);
    const define = { d: { body: [set('b')] } };
    expect(await faults([{ use: 'd' }], { footer: [{ use: 'd' }] }, { define })).toEqual([
      'warning no-effect /define/d/body/0/mark',
    ]);
  });
  test('a text of a mark in a definition, also in one that nothing uses', async () => {
    const define = { d: { params: {}, body: [set('{{ page.nowhere }}')] } };
    expect(await faults(['x'], {}, { define })).toContain('error unknown-path /define/d/body/0/mark/s');
  });
  test('the names of other tools', async () => {
    expect((await messages([{ text: 'x', 'string-set': 'a' }]))[0]).toContain('"mark"');
    expect((await messages([set('a')], { header: ["{{ 's' | leftmark }}"] }))[0]).toContain('did you mean "mark"?');
  });
});

describe('any flow', () => {
  test('prints what a list of marks with their sheets says', async () => {
    const random = createRandom(11);
    const upTo = (count: number) => Math.floor(random() * count);
    for (let round = 0; round < trialCount('running-marks.slow'); round++) {
      let count = 0;
      /** A component whose texts name the marks that they set: `M 3`. */
      const make = (depth: number): unknown => {
        const mark = () => (random() < 0.4 ? { text: `M ${++count}`, mark: { s: `${count}` } } : { text: 'x' });
        const lines = () => {
          const made = mark();
          return { ...made, text: [made.text, ...Array.from({ length: upTo(12) }, (_, i) => `line ${i}`)] };
        };
        const children = () => Array.from({ length: 1 + upTo(4) }, () => make(depth + 1));
        if (depth > 2) return mark();
        switch (upTo(10)) {
          case 0:
            return { stack: children(), ...(random() < 0.3 && { background: '#eeeeee', padding: 2 }) };
          case 1:
            return { group: [mark(), mark()] };
          case 2:
            return { row: [mark(), lines()] };
          case 3:
            return { pageBreak: true };
          case 4:
            return { table: [1, 2], cellPadding: 0, rowBreak: 'allow', columns: [{ header: 'h', body: lines() }] };
          case 5:
            return {
              frame: [
                { ...mark(), at: { x: 0, y: 0 } },
                { ...mark(), at: { x: 0, y: 12 } },
              ],
              height: 24,
            };
          case 6:
            return { row: [{ text: '{{ page.total }}', width: 'auto' }, mark()] };
          case 7:
            return { ...mark(), opacity: 0.5, keepWithNext: true };
          default:
            return lines();
        }
      };
      const known = { text: '', when: '1 > 2', mark: { s: '' } };
      const body = [known, ...Array.from({ length: 1 + upTo(12) }, () => make(0))];
      const pages = pageTexts(await layOut(body, {}, { header }));
      let held = '';
      for (const [i, [head, ...texts]] of pages.entries()) {
        // Items that print the number of pages are painted after the others. The marks are numbered in the order of the document.
        const here = texts.flatMap((text) => /^M (\d+)$/.exec(text)?.[1] ?? []).sort((a, b) => Number(a) - Number(b));
        const last = here.at(-1) ?? held;
        const start = here.length > 0 ? `(${held}|${here[0]})` : held;
        expect(head, `round ${round}, sheet ${i}`).toMatch(new RegExp(`^${start}\\|${here[0] ?? held}\\|${last}$`));
        held = last;
      }
    }
  });
});
