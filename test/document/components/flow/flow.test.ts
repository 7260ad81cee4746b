// Content that runs through columns.
import { describe, expect, test } from 'vitest';
import { compile, diagnose, type LaidOut, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const lines = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `line ${i + from}`);
const gap = 10;

/** The texts of each page by their left edge: each column, and what stands at full width. */
function columnsOf(laidOut: LaidOut): string[][][] {
  return pageLines(laidOut).map((items) => {
    const byEdge = new Map<number, string[]>();
    for (const item of items) {
      const [, x, text] = /^text ([\d.-]+),[\d.-]+ "(.*?) ?"$/.exec(item.trim()) ?? [];
      if (x !== undefined) byEdge.set(Number(x), [...(byEdge.get(Number(x)) ?? []), text!]);
    }
    return [...byEdge].sort(([a], [b]) => a - b).map(([, texts]) => texts);
  });
}
const counts = (laidOut: LaidOut) => columnsOf(laidOut).map((page) => page.map((column) => column.length));
const codes = ({ warnings }: LaidOut) => warnings.map(({ code }) => code);

describe('a flow', () => {
  test('begins where the content before it ends, in all columns', async () => {
    expect(counts(await layOut([...lines(6), { flow: lines(6), gap }]))).toEqual([
      [8, 2],
      [1, 1],
    ]);
  });
  test('goes to the next sheet whole if the first column has no room', async () => {
    expect(columnsOf(await layOut([...lines(7), { flow: ['a\nb\nc', 'd'], gap }]))).toEqual([
      [lines(7)],
      [['a', 'b', 'c'], ['d']],
    ]);
  });
  test('of one column that fits leaves the other columns empty', async () => {
    expect(counts(await layOut([{ flow: ['one'], gap }, 'after']))).toEqual([[2]]);
  });
  test('without content makes nothing', async () => {
    expect(pageLines(await layOut(['a', { flow: [] }, { flow: [{ text: 'x', when: 'false' }] }, 'b']))).toEqual([
      ['text 10,18.1 "a"', 'text 10,28.1 "b"'],
    ]);
  });
  test('runs from the right if its first text does, or if told', async () => {
    expect(columnsOf(await layOut([{ flow: lines(3), dir: 'rtl', gap }]))).toEqual([[['line 3'], ['line 1', 'line 2']]]);
    const laidOut = await layOut([{ flow: ['אחת', 'שתיים'], gap }]);
    expect(pageLines(laidOut)[0]!.map((line) => Number(/^text ([\d.]+)/.exec(line)![1]) > 100)).toEqual([true, false]);
  });
  test('takes the number of columns from the data', async () => {
    for (const [n, made] of [
      [1, [6]],
      [2, [3, 3]],
      [3, [2, 2, 2]],
    ] as const)
      expect(counts(await layOut([{ columns: '{{ n }}', flow: lines(6), gap }], { n }))).toEqual([made]);
  });
});

describe('columns that are not balanced', () => {
  const unbalanced = (count: number, more: object = {}) => ({ flow: lines(count), balance: false, gap, ...more });
  test('are filled one after the other', async () => {
    expect(counts(await layOut([unbalanced(11)]))).toEqual([[8, 3]]);
    expect(counts(await layOut([unbalanced(21)]))).toEqual([[8, 8], [5]]);
    expect(counts(await layOut([unbalanced(5), 'after']))).toEqual([[6]]);
  });
  test('make no sheet without content where they end with a sheet', async () => {
    expect(counts(await layOut([unbalanced(16)]))).toEqual([[8, 8]]);
    expect(columnsOf(await layOut(['a', unbalanced(10), { pageBreak: true }, 'b']))).toEqual([
      [['a', ...lines(7)], lines(3, 8)],
      [['b']],
    ]);
    expect(counts(await layOut([unbalanced(10, { break: { after: 'page' } }), 'b']))).toEqual([[8, 2], [1]]);
    const boxed = await layOut([unbalanced(10, { padding: 4, background: '#eeeeee' })]);
    expect(pageLines(boxed).map((page) => page.filter((line) => line.startsWith('rect')))).toEqual([
      ['rect 10,10 180x78 #eeeeee'],
    ]);
  });
  test('leave the room below them to what follows', async () => {
    const laidOut = await layOut([
      { flow: ['a', { rect: 60, fill: '#ff0000' }, { rect: 55, fill: '#0000ff' }], balance: false, gap },
      'after',
    ]);
    expect(pageLines(laidOut)[0]!.at(-1)).toBe('text 10,88.1 "after"');
  });
  test('are filled lower where the footer of the last sheet is higher', async () => {
    const footer = [
      { on: 'last', body: lines(3, 100) },
      { on: 'rest', body: 'f' },
    ];
    expect(counts(await layOut([unbalanced(9)], {}, { footer }))).toEqual([[5 + 3, 4]]);
    expect(counts(await layOut([unbalanced(13)], {}, { footer }))).toEqual([[5 + 1, 5], [3 + 3]]);
    expect(counts(await layOut([{ flow: lines(13), gap }], {}, { footer }))).toEqual([
      [5 + 1, 5],
      [2 + 3, 1],
    ]);
  });
});

describe('breaks in a flow', () => {
  test('a column break begins a column, and after the last one a sheet', async () => {
    const begins = (text: string) => ({ text, break: { before: 'column' } });
    expect(columnsOf(await layOut([{ flow: ['a', begins('b'), 'c', begins('d'), 'e'], gap }, 'after']))).toEqual([
      [['a'], ['b', 'c']],
      [['d', 'after'], ['e']],
    ]);
    expect(columnsOf(await layOut([{ flow: [begins('a'), { text: 'b', break: { after: 'column' } }, 'c'], gap }]))).toEqual([
      [['a', 'b'], ['c']],
    ]);
  });
  test('a page break ends the sheet, whose columns are balanced', async () => {
    expect(columnsOf(await layOut([{ flow: [...lines(5), { pageBreak: true }, ...lines(3, 6)], gap }]))).toEqual([
      [lines(3), lines(2, 4)],
      [lines(2, 6), lines(1, 8)],
    ]);
    const before = { text: 'b', break: { before: 'page' } };
    expect(columnsOf(await layOut(['a', { flow: [before, 'c'], gap }]))).toEqual([[['a']], [['b'], ['c']]]);
  });
  test('a page break before the first content or after the last makes no sheet', async () => {
    expect(columnsOf(await layOut([{ flow: [{ pageBreak: true }, 'a', { pageBreak: true }], gap }]))).toEqual([[['a']]]);
    expect(columnsOf(await layOut(['x', { flow: [{ pageBreak: true }, 'a', { pageBreak: true }], gap }, 'y']))).toEqual([
      [['x']],
      [['a']],
      [['y']],
    ]);
    expect(pageTexts(await layOut(['x', { flow: [{ pageBreak: true }] }, 'y']))).toEqual([['x'], ['y']]);
  });
  test('a heading stays with what follows', async () => {
    const heading = { text: 'heading', keepWithNext: true };
    expect(columnsOf(await layOut([{ flow: [...lines(7), heading, ...lines(8, 8)], gap }]))).toEqual([
      [lines(7), ['heading', ...lines(7, 8)]],
      [lines(1, 15)],
    ]);
    expect(columnsOf(await layOut([...lines(7), heading, { flow: ['a', 'b'], gap }]))[1]).toEqual([['heading', 'a'], ['b']]);
    const flow = [heading, 'a\nb', ...lines(30)];
    expect(counts(await layOut([...lines(6), { flow, columns: 5, gap: 1 }]))).toEqual([[6], [7, 7, 7, 7, 5]]);
  });
  test('a chain that no column can hold is not kept', async () => {
    const laidOut = await layOut([{ flow: lines(20).map((text) => ({ text, keepWithNext: true })), gap }]);
    expect(columnsOf(laidOut)).toEqual([[lines(8), lines(8, 9)], [lines(4, 17)]]);
    expect(laidOut.warnings).toEqual([]);
  });
  test('a chain of boxes that fit a column one by one is not cut', async () => {
    const picture = { rect: 75, fill: '#ff0000', keepWithNext: true };
    const laidOut = await layOut([{ flow: [picture, 'a'], gap }]);
    expect(pageLines(laidOut)).toEqual([['rect 10,10 85x75 #ff0000', 'text 105,18.1 "a"']]);
    expect(pageTexts(await layOut([...lines(6), { flow: [picture, 'a'], columns: 5, gap: 1 }]))).toEqual([lines(6), ['a']]);
    expect(laidOut.warnings).toEqual([]);
  });
  test('what stays with a flow is read after all of it, and a break after its last text wins', async () => {
    const laidOut = await layOut([{ flow: lines(60), gap, keepWithNext: true }, 'after']);
    expect(structureLines(laidOut)).toEqual([...lines(60), 'after'].map((text) => `P "${text}"`));
    const last = { text: 'last', break: { after: 'page' } };
    expect(pageTexts(await layOut([{ flow: ['a', last], gap, keepWithNext: true }, 'after']))).toEqual([
      ['a', 'last'],
      ['after'],
    ]);
  });
  test('a page break after a flow holds where its last column takes the rest of what is cut', async () => {
    const high = { rect: 100, fill: '#ff0000' };
    const after = { text: 'after', margin: [6, 0, 0, 0] };
    const second = async (more: object) => pageLines(await layOut([{ flow: [high], gap, ...more }, after]))[1];
    expect(await second({ break: { after: 'page' } })).toEqual(['text 10,24.1 "after"']);
    expect(await second({})).toEqual(['text 10,18.1 "after"']);
  });
  test('a row goes without the footer below it only where not even a new sheet has room for both', async () => {
    const table = {
      table: [75, 10],
      as: 'height',
      groups: [{ by: 'height', break: { before: 'column' } }],
      columns: [{ body: { rect: '{{ height }}', fill: '#ff0000' } }],
      cellPadding: 0,
      footer: [{ on: 'notLast', cells: ['goes on'] }],
    };
    expect(pageLines(await layOut([{ flow: ['a', table], gap }]))).toEqual([
      ['text 10,18.1 "a"'],
      ['rect 10,10 85x75 #ff0000', 'rect 105,10 85x10 #ff0000'],
    ]);
  });
  test('a paragraph leaves no single line in a column', async () => {
    const paragraph = lines(3, 8).join('\n');
    expect(columnsOf(await layOut([{ flow: [...lines(7), paragraph, ...lines(4, 11)], gap }]))).toEqual([
      [lines(7), lines(7, 8)],
    ]);
    expect(counts(await layOut([{ flow: [lines(11).join('\n')], balance: false, gap }]))).toEqual([[8, 3]]);
    expect(counts(await layOut([{ flow: [lines(9).join('\n')], balance: false, gap }]))).toEqual([[7, 2]]);
  });
  test('space above a component is dropped at the head of a column', async () => {
    const spaced = lines(10).map((text) => ({ text, margin: [5, 0, 0, 0] }));
    const [page] = pageLines(await layOut([{ flow: spaced, gap }]));
    expect(page!.filter((line) => /,23\.1/.test(line)).length).toBe(2);
  });
});

describe('in a flow', () => {
  test('a merged cell is printed again at the head of a column', async () => {
    const table = { table: 'list', as: 'l', columns: [{ body: '{{ l.k }}', merge: 'l.k' }, '{{ l.v }}'], cellPadding: 0 };
    const list = Array.from({ length: 4 }, (_, v) => ({ k: 'key', v }));
    expect(pageTexts(await layOut([{ flow: [table], gap }], { list }))).toEqual([['key', '0', '1', 'key', '2', '3']]);
  });
  test('groups of a table begin a column', async () => {
    const table = {
      table: 'list',
      as: 'l',
      groups: [{ by: 'l.k', break: { before: 'column' } }],
      columns: [{ header: 'V', body: '{{ l.k }}{{ l.v }}' }],
      cellPadding: 0,
    };
    const list = ['a', 'b', 'c'].flatMap((k) => [1, 2].map((v) => ({ k, v })));
    expect(columnsOf(await layOut([{ flow: [table], gap, columns: 3 }], { list }))).toEqual([
      [
        ['V', 'a1', 'a2'],
        ['V', 'b1', 'b2'],
        ['V', 'c1', 'c2'],
      ],
    ]);
  });
  test('a header row does not stand alone at the foot of a column', async () => {
    const table = { table: [1, 2, 3, 4], as: 'n', columns: [{ header: 'N', body: '{{ n }}' }], cellPadding: 0 };
    expect(columnsOf(await layOut([{ flow: [...lines(7), table, ...lines(2, 8)], balance: false, gap }]))).toEqual([
      [lines(7), ['N', '1', '2', '3', '4', ...lines(2, 8)]],
    ]);
  });
  test('a stack repeats its header and footer from column to column', async () => {
    const stack = {
      stack: lines(10),
      header: [{ on: 'notFirst', body: 'continued' }],
      footer: [{ on: 'notLast', body: 'goes on' }],
    };
    expect(columnsOf(await layOut([{ flow: [stack], gap }]))).toEqual([
      [
        [...lines(5), 'goes on'],
        ['continued', ...lines(5, 6)],
      ],
    ]);
    expect(columnsOf(await layOut([{ ...stack, stack: [{ flow: lines(20), gap }] }]))).toEqual([
      [[...lines(7), 'goes on'], lines(7, 8)],
      [['continued', ...lines(3, 15)], lines(3, 18)],
    ]);
  });
  test('the marker of an item stands in the column of its first line only', async () => {
    const item = lines(4).join('\n');
    const [page] = pageLines(await layOut([{ flow: [{ list: [item, item, item], marker: '1.' }], gap }]));
    expect(page!.flatMap((line) => /"(\d\.) ?"/.exec(line)?.[1] ?? [])).toEqual(['1.', '2.', '3.']);
    expect(page!.length).toBe(15);
  });
  test('marks of the first column alone can hold where the sheet begins', async () => {
    const marked = Array.from({ length: 40 }, (_, i) => ({ text: `${i}`, mark: { n: `${i}` } }));
    const page = { header: ["{{ 'n' | mark: 'start' }} {{ 'n' | mark: 'first' }} {{ 'n' | mark }}"] };
    expect(pageTexts(await layOut([{ flow: marked, gap }], {}, page)).map(([first]) => first)).toEqual([
      '0 0 13',
      '14 14 27',
      '28 28 39',
    ]);
    const late = [...lines(7), ...marked.slice(0, 1)];
    expect(pageTexts(await layOut([{ flow: late, gap, balance: false }], {}, page)).map(([first]) => first)).toEqual([' 0 0']);
  });
  test('a mark of the first row below a repeated header holds where the sheet begins', async () => {
    const table = {
      table: Array.from({ length: 20 }, (_, i) => i),
      as: 'n',
      columns: [{ header: 'N', body: { text: '{{ n }}', mark: { n: '{{ n }}' } } }],
      cellPadding: 0,
    };
    const page = { header: ["{{ 'n' | mark: 'start' }}"] };
    expect(pageTexts(await layOut([{ flow: [table], gap }], {}, page)).map(([first]) => first)).toEqual(['N', '12']);
  });
  test('a rule stands between two columns with content', async () => {
    const rules = async (flow: unknown) =>
      pageLines(await layOut([{ flow, columns: 3, gap, rule: { width: 1, color: '#ff0000' } }])).map((page) =>
        page.filter((line) => line.startsWith('line')),
      );
    expect(await rules(lines(3))).toEqual([['line 68.3,10 68.3,20', 'line 131.7,10 131.7,20']]);
    expect(await rules(lines(2))).toEqual([['line 68.3,10 68.3,20']]);
    expect(await rules(lines(1))).toEqual([[]]);
    expect((await rules(lines(27)))[0]).toEqual(['line 68.3,10 68.3,90', 'line 131.7,10 131.7,90']);
  });
});

describe('a flow with a box around it', () => {
  test('is closed on each sheet', async () => {
    const laidOut = await layOut([{ flow: lines(22), gap, padding: 4, background: '#eeeeee', margin: [3, 5] }, 'after']);
    expect(counts(laidOut)).toEqual([
      [6, 6],
      [1, 5, 5],
    ]);
    expect(pageLines(laidOut).map((page) => page.filter((line) => line.startsWith('rect')))).toEqual([
      ['rect 15,13 170x68 #eeeeee'],
      ['rect 15,10 170x58 #eeeeee'],
    ]);
  });
  test('is kept on one sheet by a group', async () => {
    expect(counts(await layOut([...lines(5), { group: [{ flow: lines(8), gap }] }]))).toEqual([[5], [4, 4]]);
    const tooHigh = await layOut(['a', { group: [{ flow: lines(20), gap }] }]);
    expect(counts(tooHigh)).toEqual([[1], [8, 8], [2, 2]]);
    expect(codes(tooHigh)).toEqual(['unit-too-tall']);
  });
  test('is cut by a height, with a warning', async () => {
    const laidOut = await layOut([{ flow: lines(20), gap, height: 30 }, 'after']);
    expect(counts(laidOut)).toEqual([[4, 3]]);
    expect(codes(laidOut)).toEqual(['box-overflow']);
  });
});

describe('what no column can hold', () => {
  const high = { rect: 100, fill: '#ff0000' };
  test('is cut as on a sheet, and goes on in the next column', async () => {
    const laidOut = await layOut(['a', { flow: ['b', high, 'c'], gap }, 'd']);
    expect(pageLines(laidOut)[1]).toEqual([
      'group 0 clip',
      '  rect 10,10 85x100 #ff0000',
      'group 0 clip',
      '  rect 105,-70 85x100 #ff0000',
      'text 105,38.1 "c"',
    ]);
    expect(pageTexts(laidOut)).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(laidOut.warnings).toEqual([
      expect.objectContaining({ code: 'unit-too-tall', component: '/pages/0/body/1/flow/1', page: 2 }),
    ]);
  });
  test('is named, and not the heading above it', async () => {
    const laidOut = await layOut([{ flow: [{ text: 'b', keepWithNext: true }, high], gap }]);
    expect(laidOut.warnings).toEqual([expect.objectContaining({ component: '/pages/0/body/0/flow/1' })]);
    expect(laidOut.warnings[0]!.message).toContain('100 pt high, but the page has room for 80 pt');
  });
  test('is named through a margin and a background', async () => {
    const laidOut = await layOut([{ flow: ['a', high], gap, margin: [0, 5], padding: 2, background: '#eeeeee' }]);
    expect(laidOut.warnings).toEqual([expect.objectContaining({ component: '/pages/0/body/0/flow/1' })]);
    expect(laidOut.warnings[0]!.message).toContain('100 pt high');
  });
  test('does not keep the content above it from its columns', async () => {
    expect(counts(await layOut([{ flow: [...lines(10), high], gap }]))[0]).toEqual([8, 2]);
  });
});

test('a row as high as its column, with sums below it, is cut and never loops', async () => {
  const table = {
    table: [1, 2],
    as: 'n',
    sums: { n: 'n' },
    columns: [{ body: { rect: 75, fill: '#ff0000' } }],
    cellPadding: 0,
    footer: [{ on: 'notLast', cells: ['{{ sums.n.sofar }}'] }],
  };
  expect((await layOut([{ flow: [table], gap }])).pages.length).toBeLessThan(4);
});

describe('reports', () => {
  const inBody = (body: unknown, page: object = {}) => diagnose({ pages: [{ body, ...page }] });
  const flow = { flow: ['a'] };
  test.each([
    ['a row', { row: [flow] }, 'row/0'],
    ['a cell of a table', { table: [1], columns: [{ body: flow }] }, 'columns/0/body'],
    ['the content of an empty table', { table: [], columns: ['a'], empty: flow }, 'empty'],
    ['pairs', { pairs: [['a', flow]] }, 'pairs/0/1'],
    ['an item of a list', { list: [[flow]] }, 'list/0/0'],
    ['a frame', { frame: [flow] }, 'frame/0'],
    ['a flow', { flow: [['a', flow]] }, 'flow/0/1'],
    ['columns of a repeat', { repeat: [1], columns: 2, body: [flow] }, 'body/0'],
    ['columns of a repeat from the data', { repeat: [1], columns: '{{ 1 + 1 }}', body: [flow] }, 'body/0'],
    ['a part of a stack that repeats', { stack: 'a', header: [{ body: flow }] }, 'header/0/body'],
  ])('a flow in %s', async (_, component, place) => {
    expect(await inBody([component])).toEqual([`error flow-misplaced /pages/0/body/0/${place}`]);
  });
  test('a flow in a header, footer, background or overlay', async () => {
    for (const band of ['header', 'footer', 'background', 'overlay'])
      expect(await inBody('x', { [band]: [flow] })).toEqual([`error flow-misplaced /pages/0/${band}/0`]);
  });
  test('a flow of a definition that is used in a row', async () => {
    const define = { news: { body: [flow] } };
    expect(await diagnose({ define, pages: [{ body: [{ use: 'news' }] }] })).toEqual([]);
    expect(await diagnose({ define, pages: [{ body: [{ row: [{ use: 'news' }] }] }] })).toEqual([
      'error flow-misplaced /define/news/body/0',
    ]);
  });
  test('a rule that is wider than the gap', async () => {
    const told = async (width: number, columns = 2) =>
      (await layOut([{ flow: ['a', 'b'], gap: 6, columns, rule: { width } }])).warnings.map(
        ({ code, message }) => `${code} ${message}`,
      );
    expect(await told(6)).toEqual([]);
    expect(await told(40)).toEqual([expect.stringMatching(/^text-covered The rule is 40 pt wide .* the gap is 6 pt wide\./)]);
  });
  test('a column break outside of a flow', async () => {
    const broken = { text: 'a', break: { before: 'column', after: 'page' } };
    expect(await inBody([broken])).toEqual(['warning no-effect /pages/0/body/0/break/before']);
    expect(await inBody([{ flow: [broken, { row: [broken] }] }])).toEqual([
      'warning no-effect /pages/0/body/0/flow/1/row/0/break',
      'warning no-effect /pages/0/body/0/flow/1/row/0/break/before',
    ]);
    const define = { part: { body: [broken] } };
    expect(await diagnose({ define, pages: [{ body: [{ flow: [{ use: 'part' }] }] }] })).toEqual([]);
    const groups = [{ by: 'n', break: { before: 'column' } }];
    const table = { table: [1], as: 'n', groups, columns: ['{{ n }}'] };
    expect(await inBody([table])).toEqual(['warning no-effect /pages/0/body/0/groups/0/break/before']);
    expect(await inBody([{ flow: [table] }])).toEqual([]);
  });
  test('a number of columns that makes none', async () => {
    expect(await inBody([{ columns: 1, ...flow }])).toEqual(['warning no-effect /pages/0/body/0/columns']);
    expect(await inBody([{ columns: '{{ 2 }}', ...flow }])).toEqual([]);
    for (const columns of [0, 1000, 2.5, '2', [1, 2]])
      expect(await inBody([{ columns, ...flow }]), String(columns)).toEqual([
        expect.stringMatching(/^error \S+ \/pages\/0\/body\/0\/columns/),
      ]);
  });
  test('names of other tools', async () => {
    const messages = async (component: object) => {
      return (await compile({ pages: [{ body: [component] }] })).diagnostics.map(
        ({ pointer, message }) => `${pointer.slice(15)} ${message}`,
      );
    };
    expect(await messages({ columnCount: 3, 'column-gap': 4, 'column-rule': {}, ...flow })).toEqual([
      expect.stringMatching(/^\/columnCount .*"columns"/),
      expect.stringMatching(/^\/column-gap .*"gap"/),
      expect.stringMatching(/^\/column-rule .*"rule"/),
    ]);
    expect(await messages({ count: 3, ...flow })).toEqual(['/count is the name of a counter: write "columns": 3']);
    expect(await messages({ multicol: ['a'] })).toEqual([expect.stringContaining('"flow"')]);
    expect(await messages({ columns: 2, body: ['a'] })).toEqual([expect.stringContaining('did you mean "flow"?')]);
    const inColumns = expect.stringContaining('write { "columns": 2, "flow": [ … ] }');
    expect(await messages({ stack: ['a'], columns: 2 })).toEqual([inColumns]);
    expect(await messages({ flow: ['a', { columnBreak: true }] })).toEqual([
      expect.stringContaining('write "break": { "before": "column" } on the component that follows'),
    ]);
    expect(await messages({ flow: [{ text: 'a', 'column-span': 'all' }] })).toEqual([
      expect.stringContaining('a component across the columns of a flow stands between two flows'),
    ]);
    const ofPage = async (page: object) =>
      (await compile({ pages: [{ body: ['a'], ...page }] })).diagnostics.map(({ message }) => message);
    for (const page of [{ columns: 2 }, { columnCount: 2 }])
      expect(await ofPage(page)).toEqual([expect.stringContaining('write "body": [{ "columns": 2, "flow": [ … ] }]')]);
  });
  test('a gap that leaves no width to columns', async () => {
    const laidOut = await layOut([{ flow: ['a'], gap: 200 }]);
    expect(laidOut.warnings[0]).toMatchObject({ code: 'row-too-wide', component: '/pages/0/body/0' });
    expect(laidOut.warnings[0]!.message).toBe('The gaps between the columns take 200 pt, but the flow is 180 pt wide.');
  });
});
