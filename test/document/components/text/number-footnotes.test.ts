// Footnotes: their numbers, the room they take, what is told of their faults, and their tags.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { allOf, compile, diagnose, type LaidOut, layOut, wordsOf } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

type Part = Record<string, unknown>;

const note = (text: string, footnotes: Record<string, string> = { n: 'Note' }, more: Part = {}): Part => ({
  text,
  format: 'inline',
  footnotes,
  ...more,
});
/** Words that take so many lines on a sheet of 200 pt. */
const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, i) => `${word}${i}`).join('\n');

const clean = (line: string) => line.replaceAll('\u00a0', ' ');
/** The lines of each sheet from top to bottom, with the numbers above the line. */
function linesOf({ pages }: LaidOut): string[][] {
  return pages.map((page) => {
    const found = new Map<number, { readonly x: number; readonly text: string }[]>();
    for (const { x, y, text } of placedTexts(page.items)) found.set(y, [...(found.get(y) ?? []), { x, text }]);
    const sorted = [...found].sort(([a], [b]) => a - b).map(([, texts]) => texts.sort((a, b) => a.x - b.x));
    return sorted.map((texts) => clean(texts.map(({ text }) => text).join('')).trim());
  });
}

function placedTexts(
  items: readonly PageItem[],
  dx = 0,
  dy = 0,
): { readonly x: number; readonly y: number; readonly text: string }[] {
  return items.flatMap((item) => {
    if (item.kind === 'group') return placedTexts(item.items, dx + item.x, dy + item.y);
    if (item.kind !== 'text') return [];
    const y = Math.round(item.y + dy + (item.segment.style.raised?.by ?? 0));
    return [{ x: item.x + item.segment.x + dx, y, text: wordsOf(item) }];
  });
}

const print = async (body: unknown, data: unknown = {}, page: Part = {}, more: Part = {}) =>
  linesOf(await layOut(body, data, page, more));
const flat = async (body: unknown, data: unknown = {}, page: Part = { size: [200, 600] }, more: Part = {}) =>
  (await print(body, data, page, more)).map((sheet) => sheet.join('|'));

const faultsOf = (body: unknown, page: Part = {}, more: Part = {}) =>
  diagnose({ pages: [{ size: 'A4', margin: 10, body, ...page }], ...more });

const textItems = ({ pages }: LaidOut) =>
  pages.flatMap(({ items }) => items.filter((item): item is Extract<PageItem, { kind: 'text' }> => item.kind === 'text'));

describe('the numbers of notes', () => {
  test('follow the reading order, and are the same for the same note', async () => {
    const body = [
      note('a[^x] b[^y] c[^x]', { y: 'Second', x: 'First' }),
      { row: [note('d[^n]', { n: 'Third' }), note('e[^n]', { n: 'Fourth' })] },
    ];
    expect(await flat(body)).toEqual(['a1 b2 c1|d3e4|1 First|2 Second|3 Third|4 Fourth']);
  });

  test('have a comma between them where two stand together', async () => {
    expect(await flat([note('a[^x][^y]', { x: 'First', y: 'Second' })])).toEqual(['a1,2|1 First|2 Second']);
  });

  test('begin anew in each layout, and for each element of its list', async () => {
    const body = [note('{{ p }}[^n]', { n: 'Of {{ p }}' })];
    const pages = [
      { size: [200, 100], margin: 10, each: 'parts', as: 'p', body },
      { size: [200, 100], margin: 10, body: [note('end[^n]', { n: 'Last' })] },
    ];
    const laid = await layOut([], { parts: ['one', 'two'] }, {}, { pages });
    expect(linesOf(laid).map((sheet) => sheet.join('|'))).toEqual(['one1|1 Of one', 'two1|1 Of two', 'end1|1 Last']);
    const targets = laid.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'link' ? item.target : [])));
    expect(new Set(targets).size).toBe(6);
  });

  test('count what is there: in repeats, conditions, definitions, slots, lists and cells', async () => {
    const body = [
      { repeat: 'list', where: 'item > 1', body: note('r{{ item }}[^n]', { n: 'N{{ item }}' }) },
      note('never[^n]', { n: 'never' }, { when: '1 > 2' }),
      { choose: [{ when: '1 > 2', ...note('never[^n]') }, note('c[^n]', { n: 'C' })] },
      { use: 'card', with: { title: 'card' }, body: note('slot[^n]', { n: 'S {{ list.size }}' }) },
      { list: [note('l[^n]', { n: 'L' })], marker: '–' },
      { table: 'list', as: 'l', columns: [{ header: 'H', body: note('t{{ l }}[^n]', { n: 'T{{ l }}' }) }] },
    ];
    const define = {
      card: { params: { title: { type: 'string' } }, body: [note('{{ title }}[^n]', { n: 'D {{ title }}' }), { slot: 'body' }] },
    };
    const [sheet] = await flat(body, { list: [1, 2] }, undefined, { define });
    expect(sheet).toBe('r21|c2|card3|slot4|–l5|H|t16|t27|1 N2|2 C|3 D card|4 S 2|5 L|6 T1|7 T2');
  });

  test('are not a part of titles in tables of contents and bookmarks', async () => {
    const laid = await layOut(
      [{ toc: 1 }, note('Terms[^n]', { n: 'Note' }, { role: 'heading1', number: '1.' })],
      {},
      { size: [200, 300] },
    );
    expect(linesOf(laid)[0]).toEqual(['1. Terms1', '1 Note']);
    const entry = placedTexts(laid.pages[0]!.late!(allOf(laid.pages)));
    expect(entry.map(({ text }) => text.trim())).toEqual(['1. Terms', expect.stringMatching(/^\.+$/), '1']);
    const marks = laid.pages[0]!.items.flatMap((item) => (item.kind === 'anchor' && item.bookmark ? item.bookmark.title : []));
    expect(marks).toEqual(['1. Terms']);
  });

  test('never begin a line', async () => {
    for (const word of ['word', '言葉。', 'word)', '"word"', 'word—', 'x-y'])
      for (let width = 20; width < 60; width += 5) {
        const laid = await layOut([{ row: [note(`${word}[^n] ${word}[^n]`, { n: 'N' }, { width })] }], {}, { size: [200, 300] });
        const first = textItems(laid).filter((item) => item.x + item.segment.x < 10.01);
        expect(first.slice(0, -1).map(wordsOf)).not.toContain('1');
      }
  });

  test('are links from the reference to the note, and back to the first reference', async () => {
    const laid = await layOut([note('a[^n] b[^n]')]);
    const found = laid.pages[0]!.items.flatMap((item) =>
      item.kind === 'link' ? `-> ${item.target}` : item.kind === 'anchor' ? `at ${item.name}` : [],
    );
    expect(found).toEqual(['at :reference-1', '-> #:note-1', '-> #:note-1', 'at :note-1', '-> #:reference-1']);
  });
});

describe('the room of notes', () => {
  const page = { size: [200, 140] };

  test('is taken at the foot of the sheet together with their line', async () => {
    // 120 pt: nine lines, then a line and a note, which need 10 + 12 + 8 pt.
    const body = (count: number) => [lines(count), note('a[^n]')];
    expect(await flat(body(9), {}, page)).toEqual([`${lines(9).replaceAll('\n', '|')}|a1|1 Note`]);
    expect(await flat(body(10), {}, page)).toEqual([lines(10).replaceAll('\n', '|'), 'a1|1 Note']);
  });

  test('divides a text above the line whose note has no room', async () => {
    const text = note(`${lines(8)}\nmark[^n]\n${lines(3, 'rest')}`, { n: lines(3, 'n') });
    expect(await flat([text], {}, page)).toEqual([
      lines(8).replaceAll('\n', '|'),
      `mark1|${lines(3, 'rest').replaceAll('\n', '|')}|1 ${lines(3, 'n').replaceAll('\n', '|')}`,
    ]);
  });

  test.each([
    [9, [lines(9), 'a1\n1 '.concat(lines(5, 'n'))]],
    [8, [`${lines(8)}\na1\n1 ${lines(2, 'n')}`, 'n2\nn3\nn4']],
  ])(
    'below %i lines, a note of five goes on only if more than a quarter of the sheet would stay empty',
    async (count, sheets) => {
      // 120 pt, of which 30 or 40 are left. A line and two lines of its note need 10 + 12 + 16 pt.
      const found = await flat([lines(count), note('a[^n]', { n: lines(5, 'n') })], {}, page);
      expect(found).toEqual(sheets.map((sheet) => sheet.replaceAll('\n', '|')));
    },
  );

  test('of a note that goes on is at most half of a sheet, while there is text', async () => {
    const laid = await layOut([note('a[^n]', { n: lines(40, 'n') }), lines(30)], {}, page);
    const sheets = linesOf(laid);
    const counts = sheets.map((sheet) => [
      sheet.filter((line) => line.startsWith('line')).length,
      sheet.filter((line) => /^(?:1 )?n\d/.test(line)).length,
    ]);
    // 98 pt are left on the first sheet; 48 pt are half of a sheet without the rule.
    expect(counts).toEqual([
      [0, 12],
      [6, 6],
      [6, 6],
      [6, 6],
      [6, 6],
      [6, 4],
    ]);
    expect(laid.warnings.map(({ code, component }) => `${code} ${component}`)).toEqual([
      'note-too-long /pages/0/body/0/footnotes/n',
    ]);
    expect(
      sheets
        .flat()
        .filter((line) => /^(?:1 )?n\d/.test(line))
        .join(' '),
    ).toBe(`1 ${lines(40, 'n').replaceAll('\n', ' ')}`);
  });

  test('on further sheets at the end is the whole sheet', async () => {
    const laid = await layOut([note('a[^n]', { n: lines(40, 'n') })], {}, page);
    expect(linesOf(laid).map((sheet) => sheet.length)).toEqual([13, 13, 13, 2]);
  });

  test('of several notes on a line that go on is shared: each begins there', async () => {
    const [first, second] = await flat([note('a[^x] b[^y]', { x: lines(20, 'x'), y: lines(3, 'y') })], {}, page);
    expect(first).toBe(`a1 b2|1 ${lines(9, 'x').replaceAll('\n', '|')}|2 y0|y1|y2`);
    expect(second).toBe(Array.from({ length: 11 }, (_, i) => `x${i + 9}`).join('|'));
  });

  test('of more notes on a line than a sheet holds: they go on, in order, and end', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    const text = names.map((name) => `[^${name}]`).join(' ');
    const body = [lines(5), note(`a${text}`, Object.fromEntries(names.map((name) => [name, `${name}\nsecond`]))), 'end'];
    const sheets = await print(body, {}, page);
    expect(sheets.flat().flatMap((line) => /^\d+ (n\d+)$/.exec(line)?.[1] ?? [])).toEqual(names);
    expect(sheets.flat().filter((line) => line === 'second')).toHaveLength(40);
    expect(sheets.flat().filter((line) => line === 'end')).toHaveLength(1);
  });

  test('of a line with two notes, of which the sheet holds one: the other goes on, and the line is whole', async () => {
    const found = await flat([note('a[^x] b[^y]', { x: 'First', y: 'Second' }), 'end'], {}, { size: [200, 54] });
    expect(found).toEqual(['a1 b2|1 First', 'end|2 Second']);
  });

  test('moves a group that stays together, and divides it only if no sheet holds it with its notes', async () => {
    const group = (count: number) => ({ group: [lines(count, 'g'), note('a[^n]')] });
    expect((await flat([lines(7), group(3)], {}, page)).map((sheet) => sheet.split('|').length)).toEqual([7, 5]);
    const laid = await layOut([group(12)], {}, page);
    expect(laid.warnings.map(({ code }) => code)).toEqual(['unit-too-tall']);
    expect(linesOf(laid).flat()).toEqual([...lines(12, 'g').split('\n'), 'a1', '1 Note']);
  });

  test('divides a row: the notes of lower lines come with them', async () => {
    const row = { row: [note('a[^a]\nb\nc\nd\ne[^e]', { a: 'A', e: 'E' }), note('f[^f]', { f: 'F' })] };
    expect(await flat([lines(5), row], {}, page)).toEqual(['line0|line1|line2|line3|line4|a1 f3|b|c|1 A|3 F', 'd|e2|2 E']);
  });

  test('takes no more lines from a text than it needs', async () => {
    // 60 pt: four lines and a note of one line, which needs 8 + 12 pt. The last two lines stay together.
    const text = note('a\nb\nc[^n]\nd\ne\nf');
    expect(await flat([text], {}, { size: [200, 80] })).toEqual(['a|b|c1|d|1 Note', 'e|f']);
  });

  test('leaves a quarter of a sheet empty if no more lines have room with their notes', async () => {
    // 80 pt: four lines and a note of one line leave 20 pt. Two lines more and a second note need 28 pt.
    const text = note('a\nb\nc[^n]\nd\ne\nf[^m]', { n: 'N', m: 'M' });
    expect(await flat([text], {}, { size: [200, 100] })).toEqual(['a|b|c1|d|1 N', 'e|f2|2 M']);
  });

  test('of a long note begins on the sheet of its line, which is the last there', async () => {
    // 70 pt: four lines, and two lines of the note, which need 16 + 12 pt.
    const text = note(lines(8).replace('line3', 'line3[^n]'), { n: lines(9, 'n') });
    expect(await flat([text], {}, { size: [200, 90] })).toEqual([
      'line0|line1|line2|line31|1 n0|n1',
      'line4|line5|n2|n3|n4|n5',
      'line6|line7|n6|n7|n8',
    ]);
  });

  test('of several long notes in a text: a sheet ends with the line of the first one', async () => {
    const text = (first: string, second: string, from: string, to: string) =>
      note(lines(8).replace(from, `${from}[^x]`).replace(to, `${to}[^y]`), { x: first, y: second });
    expect(await flat([text(lines(9, 'x'), lines(2, 'y'), 'line1', 'line4')], {}, { size: [200, 120] })).toEqual([
      `line0|line11|1 ${lines(7, 'x').replaceAll('\n', '|')}`,
      'line2|line3|line42|line5|x7|x8|2 y0|y1',
      'line6|line7',
    ]);
    expect(await flat([text(lines(6, 'x'), lines(3, 'y'), 'line2', 'line5')], {}, { size: [200, 100] })).toEqual([
      'line0|line1|line21|1 x0|x1|x2|x3',
      'line3|line4|x4|x5',
      'line52|line6|line7|2 y0|y1|y2',
    ]);
  });

  test('of several notes that go on is shared on the next sheet too', async () => {
    const first = note('a[^x][^y][^z]', { x: lines(2, 'x'), y: lines(6, 'y'), z: lines(9, 'z') });
    const second = note(lines(6).replace('line2', 'line2[^n]'), { n: lines(3, 'n') });
    expect(await flat([lines(1), first, second], {}, { size: [200, 120] })).toEqual([
      'line0|a1,2,3|1 x0|x1|2 y0|y1|y2|y3|3 z0|z1',
      'line0|line1|y4|y5|z2|z3|z4|z5|z6',
      'line24|line3|line4|line5|z7|z8|4 n0|n1|n2',
    ]);
  });

  test('of the first of two notes in a text that fills the sheet is given up for the second one', async () => {
    const text = note('a\nb\nc[^x]\nd[^y]', { x: lines(4, 'x'), y: 'y' });
    expect(await flat([text], {}, { size: [200, 100] })).toEqual(['a|b|c1|d2|1 x0|x1|2 y', 'x2|x3']);
  });

  test('divides a text that leaves no single line only if no sheet holds it with its note', async () => {
    // 44 pt. Three lines and a note need 50 pt.
    const laid = await layOut([note('a\nb[^n]\nc')], {}, { size: [200, 64] });
    expect(linesOf(laid)).toEqual([['a', 'b1', '1 Note'], ['c']]);
    expect(laid.warnings.map(({ code }) => code)).toEqual(['unit-too-tall']);
  });

  test('of a line is not counted twice where the first of its two notes just fits', async () => {
    // 100 pt: seven lines, a line, and one of its notes, which needs 8 + 12 pt.
    const footer = [{ on: 'last', height: 21, body: 'Last' }];
    const group = { group: [lines(7), note('a[^x][^y]', { x: 'First', y: 'Second' })] };
    const laid = await layOut([group], {}, { size: [200, 120], footer });
    expect(linesOf(laid)).toEqual([
      [...lines(7).split('\n'), 'a1,2', '1 First'],
      ['2 Second', 'Last'],
    ]);
    expect(laid.warnings).toEqual([]);
  });

  test('on sheets of their own goes to the last line of a note, above the footer of the last sheet', async () => {
    const footer = [{ on: 'last', height: 25, body: 'Last' }];
    const laid = await layOut([note('a[^n]', { n: lines(9, 'n') })], {}, { size: [200, 64], footer });
    expect(linesOf(laid).flat()).toEqual(['a1', '1 n0', ...lines(9, 'n').split('\n').slice(1), 'Last']);
  });

  test('that only the footer of the last sheet takes away is found on a sheet before it', async () => {
    const footer = [
      { on: 'last', height: 37, body: 'Last' },
      { on: 'rest', body: 'Foot' },
    ];
    expect(await flat([note('a[^n]', { n: 'One\nTwo' })], {}, { size: [200, 60], footer })).toEqual([
      'a1|Foot',
      '1 One|Two|Foot',
      'Last',
    ]);
  });

  test('is taken below the footer of a table whose row a sheet divides', async () => {
    const table = {
      table: [1, 2],
      rowBreak: 'allow',
      repeatHeader: false,
      cellPadding: 0,
      columns: [{ header: 'H', body: note(lines(12).replace('line0', 'line0[^n]')) }],
      footer: [{ on: 'notLast', cells: ['goes on'] }],
    };
    // 120 pt: nine lines, the footer, and a note, which needs 8 + 12 pt.
    const [first] = await print([table], {}, page);
    expect(first).toEqual(['H', 'line01', ...lines(9).split('\n').slice(1, 8), 'goes on', '1 Note']);
  });

  test('is taken above higher bands of the last sheet', async () => {
    const footer = [
      { on: 'last', height: 60, body: 'Last' },
      { on: 'rest', body: 'Foot' },
    ];
    const found = await flat([lines(4), note('a[^n]', { n: lines(3, 'n') })], {}, { ...page, footer });
    expect(found).toEqual([`${lines(4).replaceAll('\n', '|')}|Foot`, `a1|1 ${lines(3, 'n').replaceAll('\n', '|')}|Last`]);
  });

  test('is none if the bands leave no room: an error says so', async () => {
    const footer = [{ on: 'all', height: 110, body: 'Foot' }];
    await expect(layOut([note('a[^n]')], {}, { ...page, footer })).rejects.toThrow('leave no room for its body');
  });

  test('ends at the foot of the body, with a rule above it', async () => {
    const { pages } = await layOut([note('a[^n]')], {}, page);
    const [rule] = pages[0]!.items.filter(({ kind }) => kind === 'line');
    expect(rule).toMatchObject({ x1: 10, x2: 55, y1: 118, y2: 118, stroke: { width: 0.5 } });
  });

  test('begins at the right where notes run from right to left', async () => {
    const { pages } = await layOut([note('a[^n]', { n: 'הערה' })], {}, page);
    expect(pages[0]!.items.find(({ kind }) => kind === 'line')).toMatchObject({ x1: 145, x2: 190 });
  });
});

describe('the look of notes', () => {
  const sizes = async (
    more: Part,
    body: unknown = [note('a[^n]', { n: 'Note' }, { size: 20, bold: true, color: '#ff0000' })],
  ) => {
    const items = textItems(await layOut(body, {}, {}, more));
    return items.map(({ segment: { style } }) => [style.raised?.fullSize ?? style.size, style.color]);
  };

  test('is that of the base style at 0.8 of its size, whatever their text looks like', async () => {
    const styles = { base: { size: 10, color: '#112233' } };
    expect((await sizes({ styles })).map(([size, color]) => `${size} ${color}`)).toEqual([
      '20 #ff0000',
      '20 #ff0000',
      ...Array.from({ length: 3 }, () => '8 #112233'),
    ]);
  });

  test('is that of the style "footnote"', async () => {
    const styles = { base: { size: 10 }, footnote: { size: 7, color: '#445566' } };
    expect((await sizes({ styles })).at(-1)).toEqual([7, '#445566']);
    const { diagnostics } = await compile({
      styles: { footnote: { size: 7, margin: 2 } },
      pages: [{ size: 'A4', body: [note('a[^n]'), note('b[^n]')] }],
    });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['no-effect /styles/footnote/margin']);
  });

  test('has the colour of a base style that data give, also in definitions', async () => {
    const styles = { base: { size: 10, color: '{{ tone }}' } };
    const define = { card: { body: [note('a[^n]')] } };
    const items = textItems(await layOut([{ use: 'card' }], { tone: '#778899' }, {}, { styles, define }));
    expect(items.map(({ segment }) => segment.style.color)).toEqual(Array.from({ length: items.length }, () => '#778899'));
  });
});

describe('faults of notes', () => {
  test('are told with their place and a remedy', async () => {
    const { diagnostics } = await compile({
      pages: [{ size: 'A4', body: [note('ab[^untl] \\[^x]', { net: 'A', until: 'B' })] }],
    });
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        code: 'unknown-note',
        pointer: '/pages/0/body/0/text',
        offset: 2,
        message: 'There is no note "untl"; did you mean "until"? To print "[^" write "\\\\[^".',
      },
      expect.objectContaining({ severity: 'warning', code: 'unused-note', pointer: '/pages/0/body/0/footnotes/net' }),
      expect.objectContaining({ severity: 'warning', code: 'unused-note', pointer: '/pages/0/body/0/footnotes/until' }),
    ]);
    expect(await faultsOf([{ text: 'a[^n]', format: 'inline' }])).toEqual(['error unknown-note /pages/0/body/0/text']);
    expect(await faultsOf([{ text: 'a[^n]', footnotes: { n: 'A' } }])).toEqual([
      'warning unused-note /pages/0/body/0/footnotes/n',
    ]);
  });

  test('a note that no reference can name, or without a text, is refused', async () => {
    const { diagnostics } = await compile({
      pages: [{ size: 'A4', body: [note('a[^my note] b[^n]', { 'my note': 'A', '': 'B', n: ' ' })] }],
    });
    const found = diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
    expect(found).toContain(
      'wrong-value /pages/0/body/0/footnotes/my note No reference can name the note "my note": a name has one sign at least, no spaces, and none of [ ] { } ^.',
    );
    expect(found).toContain(
      'wrong-value /pages/0/body/0/footnotes/ No reference can name the note "": a name has one sign at least, no spaces, and none of [ ] { } ^.',
    );
    expect(found).toContain('wrong-value /pages/0/body/0/footnotes/n The note has no text. Write one, or take the note away.');
  });

  test('a note that data leave empty is told', async () => {
    const body = { repeat: 'all', as: 'one', body: note('a[^n]', { n: '{{ one }}' }) };
    const { warnings } = await layOut(body, { all: ['A', '', ' '] });
    expect(warnings.map(({ code, component, dataPath }) => `${code} ${component} ${dataPath}`)).toEqual([
      'empty-note /pages/0/body/body/footnotes/n /all/1',
      'empty-note /pages/0/body/body/footnotes/n /all/2',
    ]);
  });

  test('a sign that names no note is printed, with a warning', async () => {
    for (const text of ['a[^', 'a[^ b]', 'a[^]', "a[^{{ 'n' }}]"])
      expect(await faultsOf([{ text, format: 'inline' }]), text).toEqual(['warning unread-marks /pages/0/body/0/text']);
    expect(await faultsOf([{ text: '`[^n]` \\[^n]', format: 'inline' }])).toEqual([]);
    expect(await flat([{ text: '`[^n]` \\[^n]', format: 'inline' }])).toEqual(['[^n] [^n]']);
  });

  const one = note('a[^n]');
  const misplaced = (body: unknown, page: Part = {}, more: Part = {}) =>
    faultsOf(body, page, more).then((all) => all.filter((fault) => fault.includes('note')));
  const table = (more: Part, column: Part = {}) => ({
    table: [1],
    as: 'l',
    columns: [{ header: 'H', body: 'x', ...column }],
    ...more,
  });

  test.each<[string, unknown, Part?]>([
    ['a header', [], { header: [one] }],
    ['a footer for some sheets', [], { footer: [{ on: 'last', body: one }] }],
    ['a background', [], { background: [one] }],
    ['an overlay', [], { overlay: [one] }],
    ['a separator', [{ repeat: [1, 2], body: 'x', separator: one }]],
    ['a frame', [{ frame: [{ ...one, at: { x: 0, y: 0 } }] }]],
    ['a flow', [{ flow: [one, 'x'] }]],
    ['a stack in a frame', [{ frame: [{ stack: [one], at: { x: 0, y: 0 } }] }]],
    ['a text that may be cut', [{ ...one, maxLines: 2 }]],
    ['a text with a height', [{ ...one, height: 20 }]],
    ['another note', [note('a[^n]', { n: 'b[^m]', m: 'c' })]],
    ['a link', [note('[a[^n]](https://example.com)')]],
    ['a text that is a link', [{ ...one, link: 'https://example.com' }]],
    ['a stack that is a link', [{ stack: [one], link: 'https://example.com' }]],
    ['decoration', [{ stack: [one], role: 'artifact' }]],
    ['a text with an alt', [{ ...one, alt: 'said' }]],
    ['a stack with an alt', [{ stack: [one], alt: 'said' }]],
    ['a repeated header of a table', [table({}, { header: one })]],
    ['a header row', [table({ header: [{ cells: [one] }] })]],
    ['a row where a sheet ends', [table({ footer: [{ on: 'notLast', cells: [one] }] })]],
    ['a header of groups', [table({ groups: [{ by: 'l', header: [{ cells: [one] }] }] })]],
    ['a merged column', [table({}, { merge: 'l', body: one })]],
    ['the footer of a column that repeats', [table({}, { each: [1, 2], as: 'c', footer: one })]],
    ['a row with sums of its sheet', [table({ sums: { s: 'l' }, footer: [{ cells: [note('{{ sums.s.sofar }}[^n]')] }] })]],
    ['a row whose widths depend on page numbers', [{ row: [{ text: '{{ page.total }}', width: 'auto' }, one] }]],
  ])('%s holds none', async (_, body, page = {}) => {
    expect(await misplaced(body, page)).toContainEqual(expect.stringMatching(/^error note-misplaced /));
  });

  test.each<[string, unknown]>([
    ['a header of a table that is not repeated', [table({ repeatHeader: false }, { header: one })]],
    ['a header row of a group on its first sheet', [table({ groups: [{ by: 'l', header: [{ on: 'first', cells: [one] }] }] })]],
    ['a header row of the first sheet', [table({ header: [{ on: 'first', cells: [one] }] })]],
    ['the last row', [table({ footer: [{ cells: [one] }] })]],
    ['the footer of a column', [table({}, { footer: one })]],
    ['pairs', [{ pairs: [[one, { ...one }]] }]],
    ['a group', [{ group: [one] }]],
    ['a faded component', [{ ...one, opacity: 0.5 }]],
    ['a text with a page number', [note('{{ page.total }}[^n]')]],
  ])('%s may hold one', async (_, body) => {
    expect(await misplaced(body)).toEqual([]);
    const [sheet] = await flat(body, {}, { size: [200, 600] });
    expect(sheet).toMatch(/1 Note/);
  });

  test.each<[string, unknown, string]>([
    ['a footer row', [table({ footer: [{ when: '1 > 2', cells: [one] }] })], 'H|x'],
    ['a header row', [table({ header: [{ on: 'first', when: '1 > 2', cells: [one] }] })], 'H|x'],
    ['a row of a group', [table({ groups: [{ by: 'l', footer: [{ when: 'group.key > 1', cells: [one] }] }] })], 'H|x'],
    ['a row of an element', [table({ table: [1, 2, 3], rows: [{ when: 'l == 2', cells: [one] }] })], 'H|x|x|a1|x|1 Note'],
    [
      'a row that a running sum decides about',
      [table({ table: [1, 1, 1], sums: { s: 'l' }, rows: [{ when: 'sums.s.sofar == 2', cells: [one] }] })],
      'H|x|x|a1|x|1 Note',
    ],
    [
      'a cell that a running sum decides about',
      [
        table({
          ...{ table: [1, 1, 1], sums: { s: 'l' } },
          columns: [1, 2].map(() => ({ header: 'H', width: 'auto', body: { ...one, when: 'sums.s.sofar > 2' } })),
        }),
      ],
      'HH|a1a2|1 Note|2 Note',
    ],
  ])('%s of a table may hold one and not be there', async (_, body, printed) => {
    expect((await flat(body, {}, { size: [200, 600] })).map((sheet) => sheet.replaceAll(/\|{2,}/g, '|'))).toEqual([printed]);
  });

  test('a component whose existence depends on a number holds none', async () => {
    const body = [
      { text: 'H', role: 'heading1', number: '1.', bookmark: { title: 'H', anchor: 'h' } },
      { ...one, when: "('h' | number_of) == '1.'" },
    ];
    expect(await faultsOf(body)).toEqual(['error too-early /pages/0/body/1/when']);
  });
});

describe('tags', () => {
  const document = { title: 'T', lang: 'en' };
  const read = async (body: unknown) => structureLines(await layOut(body, {}, { size: [200, 300] }, { document })).map(clean);

  test('a note follows its first reference, and its label leads back', async () => {
    expect(await read([note('a[^n] b[^n] c', { n: 'Note' }, { lang: 'de' })])).toEqual([
      'P lang=de "a" " b" " c"',
      '  Reference > Link note=[object Object] "1" -> #:note-1 (1)',
      '  Note isFootnote=true " " "Note" > Lbl > Link "1" -> #:reference-1 (1)',
      '  Reference > Link note=[object Object] "1" -> #:note-1 (1)',
    ]);
  });

  test('a note of bold text and of a late text stands in the text, after its reference', async () => {
    for (const text of ['**a[^n] b**', 'a[^n] {{ page.total }}']) {
      const found = (await read([note(text)])).join('\n').match(/(?<=^ *|[>|] )[A-Z]\w*/gm)!;
      expect(found.slice(0, 3), text).toEqual(['P', 'Reference', 'Link']);
      expect(found, text).toContain('Note');
    }
  });
});
