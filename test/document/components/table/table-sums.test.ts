// Sums that a table carries from sheet to sheet, header rows and groups, as they stand on the pages.
import { describe, expect, test } from 'vitest';
import { compile, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';

const lines = (count: number) => ({
  lines: Array.from({ length: count }, (_, i) => ({
    name: `row ${i + 1}`,
    region: ['North', 'South'][i % 2],
    amount: (i + 1) / 10,
  })),
});
const columns = ['{{ l.name }}', { width: 80, header: 'Amount', body: '{{ l.amount }}' }];
const table = (more: Record<string, unknown> = {}) => ({
  table: 'lines',
  as: 'l',
  cellPadding: 0,
  columns,
  sums: { amount: 'l.amount' },
  ...more,
});
/** The rows of each page: the texts of one height, from left to right. */
const pages = async (body: Record<string, unknown>, data: Record<string, unknown>) =>
  pageLines(await layOut([body], data)).map((page) => {
    const rows = new Map<string, string[]>();
    for (const line of page) {
      const [, x, y, text] = /text (-?[\d.]+),(-?[\d.]+) "(.*?) ?"$/.exec(line) ?? [];
      if (y !== undefined) rows.set(y, [...(rows.get(y) ?? []), `${x!.padStart(8)}${text}`]);
    }
    return [...rows]
      .sort(([y], [other]) => Number(y) - Number(other))
      .map(([, texts]) =>
        texts
          .sort()
          .map((text) => text.slice(8))
          .join(' '),
      );
  });

describe('sums of a table', () => {
  const footer = [
    { on: 'notLast', cells: ['carried', '{{ sums.amount.sofar }} {{ sums.amount.page }}'] },
    { cells: ['total', '{{ sums.amount.all }} {{ sums.amount.page }}'] },
  ];
  const carried = table({
    header: [{ on: 'notFirst', below: true, cells: ['brought', '{{ sums.amount.before }}'] }],
    footer,
  });

  test('are nothing before the first sheet', async () => {
    const header = [{ cells: ['brought', '{{ sums.amount.before }}'] }];
    expect((await pages(table({ header }), lines(1)))[0]![0]).toBe('brought 0');
  });
  test('are exact where sheets divide it: each carried sum is brought forward on the next sheet', async () => {
    const made = await pages(carried, lines(20));
    expect(made.length).toBeGreaterThan(2);
    const amounts = made.map((page) =>
      page.flatMap((line) => (/^row/.test(line) ? [Math.round(Number(/(\S+)$/.exec(line)![1]) * 10)] : [])),
    );
    let before = 0;
    for (const [i, page] of made.entries()) {
      const own = amounts[i]!.reduce((sum, one) => sum + one, 0);
      const told = (word: string) => page.find((line) => line.startsWith(word));
      expect(told('brought')).toBe(i === 0 ? undefined : `brought ${before / 10}`);
      const isLast = i === made.length - 1;
      expect(told(isLast ? 'total' : 'carried')).toBe(`${isLast ? 'total' : 'carried'} ${(before + own) / 10} ${own / 10}`);
      expect(told(isLast ? 'carried' : 'total')).toBeUndefined();
      before += own;
    }
    expect(before).toBe(210);
  });

  test('are exact where a sheet divides cells that are printed once for several rows', async () => {
    const merged = { columns: [...carried.columns, { width: 20, body: 'x', merge: 'l.amount > 0' }], rules: 'rows', header: [] };
    const wider = footer.map((row) => ({ ...row, cells: [...row.cells, ''] }));
    const made = await pages({ ...carried, ...merged, footer: wider }, lines(20));
    const told = made.map((page) => page.find((line) => /^(?:carried|total)/.test(line)));
    expect(told).toEqual(['carried 2.1 2.1', 'carried 7.8 5.7', 'carried 17.1 9.3', 'total 21 3.9']);
  });

  test('have a running balance in each row', async () => {
    const made = await pages(table({ columns: ['{{ l.name }}', { width: 80, body: '{{ sums.amount.sofar }}' }] }), lines(3));
    expect(made).toEqual([['row 1 0.1', 'row 2 0.3', 'row 3 0.6']]);
  });

  test('are carried too where the table stands in a column of a row that is divided', async () => {
    const made = await pages({ row: [carried] }, lines(20));
    const said = made.map((page) => page.filter((line) => /^(brought|carried|total)/.test(line)).map((line) => line.split(' ')));
    expect(said.length).toBeGreaterThan(2);
    for (const [i, page] of said.entries()) {
      if (i > 0) expect(page[0]![1]).toBe(said[i - 1]!.at(-1)![1]);
    }
  });

  const said = (made: string[][], word: RegExp) => made.map((page) => page.filter((line) => word.test(line)));

  test('of the last sheet are right where no other row asks for the sheet', async () => {
    const made = await pages(table({ footer: [{ cells: ['total', '{{ sums.amount.page }}'] }] }), lines(20));
    const last = made.at(-1)!.filter((line) => /^row/.test(line));
    const own = last.reduce((sum, line) => sum + Math.round(Number(/(\S+)$/.exec(line)![1]) * 10), 0);
    expect(made.length).toBeGreaterThan(2);
    expect(made.at(-1)!.at(-1)).toBe(`total ${own / 10}`);
  });

  test('are not brought forward where a table without headers begins on a sheet', async () => {
    const brought = table({
      columns: ['{{ l.name }}', 'x'],
      header: [{ on: 'notFirst', cells: ['brought', '{{ sums.amount.before }}'] }],
    });
    expect(said(await pages(brought, lines(10)), /brought/)).toEqual([[], ['brought 3.6']]);
  });

  test('stand below a row in a column that no sheet holds, and not alone on sheets without end', async () => {
    const tall = table({
      columns: [{ body: [{ repeat: 'l.parts', as: 'p', body: 'part {{ p }}' }] }],
      header: [{ on: 'notFirst', cells: ['brought {{ sums.amount.before }}'] }],
      footer: [{ on: 'notLast', cells: ['carried {{ sums.amount.sofar }}'] }],
    });
    const data = { lines: [1, 2].map((amount) => ({ amount, parts: [1, 2, 3, 4, 5, 6, 7, 8, 9] })) };
    expect(said(await pages({ row: [tall] }, data), /brought|carried/)).toEqual([
      ['carried 1'],
      ['brought 1', 'carried 1'],
      ['brought 1', 'carried 3'],
      ['brought 3'],
    ]);
  });

  test('count a divided row on the sheet on which it begins, where its amount stands', async () => {
    const divided = table({
      rowBreak: 'allow',
      columns: [{ body: [{ repeat: 'l.parts', as: 'p', body: 'part {{ p }}' }] }, { width: 50, body: '{{ l.amount }}' }],
      header: [{ on: 'notFirst', cells: ['brought', '{{ sums.amount.before }}'] }],
      footer: [
        { on: 'notLast', cells: ['carried {{ sums.amount.page }}', '{{ sums.amount.sofar }}'] },
        { cells: ['total {{ sums.amount.page }}', '{{ sums.amount.all }}'] },
      ],
    });
    const data = { lines: [1, 2, 4].map((amount) => ({ amount, parts: [1, 2, 3, 4, 5].slice(0, 6 - amount) })) };
    expect(await pages(divided, data)).toEqual([
      ['part 1 1', 'part 2', 'part 3', 'part 4', 'part 5', 'part 1 2', 'part 2', 'carried 3 3'],
      ['brought 3', 'part 3', 'part 4', 'part 1 4', 'part 2', 'total 4 7'],
    ]);
  });

  test('stand directly below the last row where the last sheet has a higher footer', async () => {
    const footer = [
      { on: 'last', body: ['a', 'b', 'c'] },
      { on: 'all', body: [] },
    ];
    const body = [
      table({ columns: ['{{ l.name }}', 'x'], footer: [{ on: 'notLast', cells: ['carried', '{{ sums.amount.sofar }}'] }] }),
    ];
    const [first] = pageLines(await layOut(body, lines(7), { footer }));
    const heights = first!.flatMap((line) => /^text 10,(\S+)/.exec(line)?.slice(1) ?? []);
    expect(first!.at(-1)).toMatch(/"1.5"$/);
    expect(heights).toEqual(['18.1', '28.1', '38.1', '48.1', '58.1', '68.1']);
  });

  test('have room below the part of the last row that a sheet holds', async () => {
    const columns = ['{{ l.name }}', 'x'];
    const footer = [{ on: 'notLast', cells: ['carried', '{{ sums.amount.sofar }}'] }];
    const name = Array.from({ length: 12 }, (_, i) => `l${i}`).join('\n');
    const made = await pages(table({ columns, footer, rowBreak: 'allow' }), { lines: [{ name, amount: 1 }] });
    expect(made.map((page) => page.length)).toEqual([8, 5]);
    expect(made[0]!.at(-1)).toBe('carried 1');
    const inRow = { row: [table({ columns, footer, rowBreak: 'allow' })] };
    expect((await pages(inRow, { lines: [{ name, amount: 1 }] })).map((page) => page.length)).toEqual([8, 5]);
  });

  test('leave rows out that take more than a third of the page where it ends', async () => {
    const cells = [{ span: 2, stack: ['a', 'b', 'c'] }];
    const { pages: made, warnings } = await layOut([table({ footer: [{ on: 'notLast', cells }] })], lines(20));
    expect(made.length).toBe(3);
    expect(warnings.map(({ code }) => code)).toEqual(['footer-dropped']);
  });

  test('warn where they need more lines than those of the whole table, for which the room is kept', async () => {
    const footer = [{ on: 'notLast', cells: ['', "{{ sums.amount.sofar > 5 ? 'more lines than one line holds' : '–' }}"] }];
    const amounts = (...list: readonly number[]) => ({ lines: list.map((amount) => ({ name: 'n', amount })) });
    const told = async (data: object) => (await layOut([table({ footer })], data)).warnings.map(({ message }) => message);
    const needsMore =
      'Its sums need more lines than were kept free: they may cover the content below. Make their columns wider, or give their cells "maxLines": 1.';
    expect(await told(amounts(9, 1, 1, 1, 1, 1, 1, 1, -16))).toEqual([needsMore]);
    expect(await told(amounts(9, 1, 1, 1, 1, 1, 1, 1, 1))).toEqual([]);
  });

  test('name what is known too early, and what is no number', async () => {
    const dataSchema = objectOf({
      lines: listOf(objectOf({ name: { type: 'string' }, amount: { type: 'number' } })),
    });
    const told = async (more: Record<string, unknown>) => {
      const { diagnostics } = await compile({ pages: [{ body: [table(more)] }], dataSchema });
      return diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n');
    };
    expect(await told({})).toMatch(/^empty-header [^\n]*$/);
    expect(await told({ sums: { name: 'l.name' } })).toMatch(/wrong-type A sum needs numbers/);
    expect(await told({ sums: { page: 'l.amount' } })).toMatch(/reserved-name/);
    expect(await told({ columns: ['{{ sums.amount.page }}', 'b'] })).toMatch(/too-early .*sum "\.page" is not known here/);
    expect(await told({ columns: ['{{ sums.amount.before }}', 'b'] })).toMatch(/too-early .*header or footer row/);
    expect(await told({ header: [{ cells: ['{{ sums.amount.sofar }}', ''] }] })).toMatch(/too-early .*write "\.before"/);
    const inGroup = (footer: object) => told({ groups: [{ by: 'l.name', footer: [footer] }] });
    expect(await inGroup({ cells: ['{{ sums.amount.page }}', ''] })).toMatch(/too-early .*Write "group\.sums\.amount"/);
    expect(await inGroup({ on: 'all', cells: ['{{ sums.amount.page }}', ''] })).toContain('too-early');
    expect(await inGroup({ on: 'notLast', cells: ['{{ sums.amount.page }}', ''] })).not.toContain('too-early');
    expect(await inGroup({ cells: ['{{ group.sums.amount.all }}', ''] })).toMatch(
      /unknown-path .*it is the sum: write group\.sums\.amount$/m,
    );
    expect(await told({ rows: [{ when: 'sums.amount.sofar > 1', cells: ['a', 'b'] }] })).not.toContain('too-early');
    for (const wrong of ['sums.amount.al', 'sums.amonut.all'])
      expect(await told({ columns: [`{{ ${wrong} }}`, 'b'] })).toContain('unknown-path');
    for (const wrong of ['group.kee', 'group.sums.amonut'])
      expect(await inGroup({ cells: [`{{ ${wrong} }}`, ''] })).toContain('unknown-path');
    expect(await told({ columns: [{ header: '{{ sums.amount.all }}', body: 'a' }, 'b'] })).not.toContain('error');
    expect(await told({ columns: [{ header: '{{ sums.amount.before }}', body: 'a' }, 'b'] })).toContain('too-early');
    const brought = { on: 'notFirst', when: 'sums.amount.before > 1', cells: ['a', 'b'] };
    expect(await told({ header: [brought] })).not.toContain('too-early');
    for (const part of ['sofar', 'page', 'before'])
      expect(await told({ footer: [{ on: 'all', when: `sums.amount.${part} > 1`, cells: ['a', 'b'] }] })).toMatch(
        /too-early .*cannot decide whether a row is there/,
      );
    const ofGroup = (row: object) => told({ groups: [{ by: 'l.name', header: [row] }] });
    expect(await ofGroup(brought)).not.toContain('too-early');
    expect(await ofGroup({ ...brought, on: 'all' })).toMatch(/too-early .*"on": "notFirst" may decide by "\.before"/);
    expect(await ofGroup({ when: 'sums.amount.all > 1', cells: ['a', 'b'] })).not.toContain('too-early');
    expect(await told({ footer: [{ on: 'notLast', when: 'sums.amount.all > 1', cells: ['a', 'b'] }] })).not.toContain(
      'too-early',
    );
    expect(await told({ footer: [{ cells: ['{{ sums.amonut.all }}', ''] }] })).toMatch(/unknown-path .*did you mean "amount"/);
  });
});

describe('groups of a table', () => {
  const grouped = table({
    columns: ['{{ l.name }} {{ loop.index }}', '{{ group.index }}'],
    groups: [
      {
        by: 'l.region',
        header: [
          { on: 'first', cells: [{ span: 2, text: '{{ group.key }} {{ group.count }}' }] },
          { on: 'notFirst', cells: [{ span: 2, text: '{{ group.key }} continued' }] },
        ],
        footer: [{ cells: [{ span: 2, text: 'sum {{ group.sums.amount }}' }] }],
      },
    ],
  });

  test('come in the order of their first elements, with their sums', async () => {
    const made = await pages(grouped, lines(4));
    expect(made.flat()).toEqual(['North 2', 'row 1 1 1', 'row 3 2 1', 'sum 0.4', 'South 2', 'row 2 3 2', 'row 4 4 2', 'sum 0.6']);
  });

  test('know in their header what the sheets before have', async () => {
    const header = [{ cells: ['{{ group.key }}', '{{ sums.amount.before }}'] }];
    const made = await pages(table({ groups: [{ by: 'l.region', header }] }), lines(16));
    expect(made.map((page) => page.filter((line) => /North|South/.test(line)))).toEqual([
      ['North 0'],
      ['North 3.6', 'South 3.6'],
      ['South 7.6'],
    ]);
  });

  test('have no title that prints what only a filled sheet knows', async () => {
    const faults = async (more: object, cell: unknown, toc: readonly object[] = [{ toc: 1 }]) => {
      const rows = JSON.parse(JSON.stringify(more).replaceAll('"CELL"', JSON.stringify(cell)));
      const { diagnostics } = await compile({ pages: [{ body: [...toc, table(rows)] }] });
      return diagnostics
        .filter(({ code }) => code === 'too-early')
        .map(({ pointer }) => pointer.replace(/^\/pages\/0\/body\/1/, ''));
    };
    const heading = { text: 'from {{ sums.amount.before }}', role: 'heading1' };
    const inHeader = (on: string) => ({ groups: [{ by: 'l.region', header: [{ on, cells: ['', 'CELL'] }] }] });
    const inFooter = { footer: [{ cells: ['CELL', ''] }] };
    const inColumn = { columns: ['a', { footer: 'CELL', body: 'b' }] };
    for (const on of ['first', 'all']) expect(await faults(inHeader(on), heading)).toEqual(['/groups/0/header/0/cells/1']);
    expect(await faults(inFooter, heading)).toEqual(['/footer/0/cells/0']);
    expect(await faults(inColumn, { ...heading, text: '{{ sums.amount.page }}' })).toEqual(['/columns/1/footer']);
    const anchored = { text: 'a', bookmark: { title: heading.text, anchor: 'a' } };
    expect(await faults(inFooter, anchored)).toEqual(['/footer/0/cells/0']);
    expect(await faults(inFooter, { markdown: 'from {{ sums.amount.before }}' })).toEqual(['/footer/0/cells/0']);
    // What is known before, what no list reads, and what is repeated.
    for (const part of ['all', 'sofar'])
      expect(await faults(inFooter, { ...heading, text: `{{ sums.amount.${part} }}` })).toEqual([]);
    expect(await faults(inHeader('all'), { ...heading, text: '{{ group.sums.amount }}' })).toEqual([]);
    expect(await faults(inHeader('notFirst'), heading)).toEqual([]);
    expect(await faults({ header: [{ cells: ['', 'CELL'] }] }, heading)).toEqual([]);
    expect(await faults({ footer: [{ on: 'notLast', cells: ['', 'CELL'] }] }, heading)).toEqual([]);
    expect(await faults(inFooter, heading, [])).toEqual([]);
    expect(await faults({ footer: [{ cells: [heading.text, 'CELL'] }] }, { ...heading, text: 'a' })).toEqual([]);
  });

  test('keep their footer rows together, and those of a group around them', async () => {
    const two = (name: string) => [{ cells: [`${name} 1`, ''] }, { cells: [`${name} 2`, ''] }];
    const groups = [
      { by: 'l.region', footer: two('outer') },
      { by: 'l.name', footer: two('inner') },
    ];
    for (let count = 1; count < 8; count++) {
      const filler = Array.from({ length: count }, (_, i) => `filler ${i}`);
      const made = pageLines(await layOut([...filler, table({ columns: ['{{ l.name }}', ''], groups })], lines(2)));
      const texts = made.map((page) => page.map((line) => /"(.*?) ?"$/.exec(line)?.[1]));
      for (const page of texts) {
        expect(page[0]).not.toMatch(/inner|outer/);
        expect(page.at(-1)).not.toBe('inner 1');
      }
    }
  });

  test('say below their footer that the table goes on where a sheet ends there', async () => {
    const groups = [{ by: 'l.name', footer: [{ cells: ['end', ''] }] }];
    const footer = [{ on: 'notLast', cells: ['goes on', ''] }];
    const made = await pages(table({ columns: ['{{ l.name }}', ''], groups, footer }), lines(6));
    expect(made.map((page) => page.slice(-2))).toEqual([
      ['end', 'goes on'],
      ['row 6', 'end'],
    ]);
  });

  test('have no row where a sheet ends after them', async () => {
    const inner = { by: 'l.name', header: [], footer: [{ cells: ['end', ''] }] };
    const outer = {
      by: 'l.region',
      footer: [{ on: 'notLast', cells: ['{{ group.key }} goes on', ''] }],
      break: { before: 'page' },
    };
    const made = await pages(table({ groups: [outer, inner] }), lines(4));
    expect(made.map((page) => page.at(-1))).toEqual(['end', 'end']);
  });

  test('say on each sheet that they go on, and keep their header and footer with a row', async () => {
    const made = await pages(grouped, lines(40));
    expect(made.length).toBeGreaterThan(3);
    for (const [i, page] of made.entries()) {
      expect(page.at(-1)).not.toMatch(/^(North|South)/);
      if (i === 0) continue;
      const [first] = page;
      expect(first).toMatch(made[i - 1]!.at(-1)!.startsWith('sum') ? /^South 20$/ : /continued$/);
      expect(page[1]).toMatch(/^row/);
    }
  });
});

test('a row that no sheet holds is divided below the header of its group', async () => {
  const tall = table({
    columns: [{ header: 'Name', body: [{ repeat: 'l.parts', as: 'p', body: 'part {{ p }}' }] }],
    groups: [{ by: 'l.amount', header: [{ cells: ['group'] }] }],
  });
  const data = { lines: [{ amount: 1, parts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }] };
  for (const body of [tall, { row: [tall] }])
    expect(await pages(body, data)).toEqual([
      ['Name', 'group', 'part 1', 'part 2', 'part 3', 'part 4', 'part 5', 'part 6'],
      ['Name', 'group', 'part 7', 'part 8', 'part 9', 'part 10'],
    ]);
});

test('the key of a group may be missing where its value is optional', async () => {
  const item = objectOf({ note: { type: 'string' }, name: { type: 'string' } }, 'name');
  const dataSchema = objectOf({ lines: listOf(item) });
  const told = async (by: string, text: string) => {
    const body = [{ table: 'lines', as: 'l', groups: [{ by, header: [{ cells: [text] }] }], columns: ['{{ l.name }}'] }];
    return (await compile({ pages: [{ body }], dataSchema })).diagnostics.map(({ code }) => code);
  };
  expect(await told('l.note', '{{ group.key }}')).toEqual(['possibly-missing']);
  expect(await told('l.note', "{{ group.key | default: 'other' }}")).toEqual([]);
  expect(await told('l.name', '{{ group.key }}')).toEqual([]);
});

test('the rows of groups know no loop, and their elements are there', async () => {
  const dataSchema = objectOf({
    lines: listOf(objectOf({ name: { type: 'string' } })),
  });
  const told = async (text: string) => {
    const groups = [{ by: 'l.name', header: [{ cells: [{ span: 2, text }] }] }];
    const body = [{ table: 'lines', as: 'l', groups, columns: ['{{ l.name }}', 'x'] }];
    const { diagnostics } = await compile({ pages: [{ body }], dataSchema });
    return diagnostics.map(({ code }) => code);
  };
  expect(await told('{{ loop.index }}')).toEqual(['unknown-path']);
  expect(await told('{{ group.items.first.name }}')).toEqual([]);
});

test('headings are numbered in rows that are there by a running sum', async () => {
  const heading = { span: 2, text: 'more than 0.5', role: 'heading1', number: '1.' };
  const rows = [{ when: 'sums.amount.sofar > 0.5', cells: [heading] }];
  const made = await pages(table({ columns: ['{{ l.name }}', ''], rows }), lines(4));
  expect(made.flat()).toEqual(['row 1', 'row 2', 'row 3', '1. more than 0.5', 'row 4', '2. more than 0.5']);
});

test('headings in the rows of groups and in the header of a stack are numbered in the order of reading', async () => {
  const heading = (text: string) => ({ text, role: 'heading1', number: '1' });
  const grouped = table({
    columns: ['{{ l.name }}', '{{ l.amount }}'],
    groups: [{ by: 'l.region', header: [{ on: 'first', cells: [{ span: 2, ...heading('{{ group.key }}') }] }] }],
  });
  const body = { header: [{ on: 'first', body: heading('begin') }], footer: [{ body: heading('end') }], stack: [grouped] };
  const made = await pages(body, lines(4));
  expect(made.flat().filter((line) => /^\d /.test(line))).toEqual(['1 begin', '2 North', '3 South', '4 end']);
});

test('without its list, the total of a table and a sum elsewhere are told until the template says what to print', async () => {
  const total = "{{ lines | sum: 'n' }}";
  const body = (sum: string, list = 'lines') => [
    { table: list, as: 'l', columns: [{ body: 'x' }], sums: { t: 'l.n' }, footer: [{ cells: ['{{ sums.t.all }}'] }] },
    `sum ${sum}`,
    { pairs: [['pair', sum]] },
    { pairs: [['path', '{{ name }}']] },
  ];
  const properties = { name: { type: 'string' }, lines: { type: 'array', items: { properties: { n: { type: 'number' } } } } };
  const dataSchema = { type: 'object', properties };
  const told = async (sum: string, list?: string) =>
    (await compile({ dataSchema, pages: [{ body: body(sum, list) }] })).diagnostics;
  expect((await told(total)).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    'possibly-missing /pages/0/body/0/table',
    'possibly-missing /pages/0/body/1',
    'possibly-missing /pages/0/body/2/pairs/0/1',
  ]);
  const printed = async (sum: string, list?: string) => pageTexts(await layOut(body(sum, list), {})).flat();
  expect(await printed(total)).toEqual(['0', 'sum', 'pair']);
  const answered = "{{ (lines | sum: 'n') ?? 0 }}";
  expect(await told(answered, "lines ?? ''")).toEqual([]);
  expect(await printed(answered, "lines ?? ''")).toEqual(['0', 'sum 0', 'pair', '0']);
});

describe('the total of a list that may be missing', () => {
  const line = objectOf({ n: { type: 'number' } });
  const dataSchema = objectOf({ lines: listOf(line) }, '');
  const columns = [
    { header: 'Name', body: 'x' },
    { header: 'N', value: 'l.n', sum: true },
  ];
  const base = { table: 'lines', as: 'l', columns };
  const warnings = async (table: object, data: object = {}) =>
    (await layOut([table], data)).warnings.map(({ message }) => message);
  const lint = async (table: object) =>
    (await compile({ dataSchema, pages: [{ body: [table] }] })).diagnostics.map(({ message }) => message);
  const named = { table: 'lines', as: 'l', sums: { t: 'l.n' } };
  test.each([
    ['a row of totals', { ...base, total: 'Total' }],
    ['a footer row', { ...named, columns: ['{{ l.n }}'], footer: [{ cells: ['{{ sums.t.all }}'] }] }],
    ['a header row', { ...named, columns: ['{{ l.n }}'], header: [{ cells: ['{{ sums.t.all }}'] }] }],
    ['the footer of a column', { ...named, columns: [{ body: '{{ l.n }}', footer: '{{ sums.t.all }}' }] }],
  ])('is told for %s, and each remedy ends the warning', async (_, table) => {
    expect(await lint(table)).toEqual([
      '"lines" is not required by the data schema and may be missing, and the sums of the table are 0 then: write "when": "lines != null" in this table, or lines ?? \'\' if a missing list is one without rows, or list it under "required".',
    ]);
    expect(await warnings(table)).toEqual(['"lines" is missing, and the sums of the table are 0.']);
    for (const right of [
      { ...table, when: 'lines != null' },
      { ...table, table: "lines ?? ''" },
    ]) {
      expect(await lint(right)).toEqual([]);
      expect((await warnings(right)).filter((one) => one.includes('sums'))).toEqual([]);
    }
    expect(await warnings(table, { lines: [] })).toEqual([]);
  });
  test('is not told where nothing outside of the rows prints a sum', async () => {
    const running = { ...base, columns: [{ header: 'Balance', value: 'l.n', sum: 'running' }] };
    for (const table of [base, running, { ...named, columns: ['{{ sums.t.sofar }}'] }]) {
      expect(await lint(table)).toEqual([]);
      expect((await warnings(table)).filter((one) => one.includes('sums'))).toEqual([]);
    }
  });
});

describe('a sum of what a "let" computes', () => {
  const [number, text] = [{ type: 'number' }, { type: 'string' }];
  const line = objectOf({ name: text, q: number, p: number, lots: listOf(objectOf({ n: number }, 'n')) }, 'name q');
  const dataSchema = objectOf({ lines: listOf(line), rate: number, base: number }, 'lines base');
  const summing = (values: Record<string, string>, sum: string, more: object = {}) => ({
    table: 'lines',
    as: 'l',
    let: values,
    sums: { a: sum },
    columns: ['{{ l.name }}'],
    footer: [{ cells: ['{{ sums.a.all }}'] }],
    ...more,
  });
  const told = async (
    body: object,
    values: object = {
      base: 1,
      lines: [
        { name: 'x', q: 2, p: 5, lots: [{ n: 1 }] },
        { name: 'y', q: 3 },
      ],
    },
    more: object = {},
  ) => {
    const { diagnostics } = await compile({ dataSchema, pages: [{ body: [body] }], ...more });
    const made = await layOut([body], values as Record<string, unknown>, {}, { dataSchema, ...more });
    return [
      diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`),
      made.warnings.filter(({ code }) => code === 'no-value').map(({ component }) => component),
    ];
  };
  const at = '/pages/0/body/0/sums/a';
  const p = `possibly-missing ${at} "l.p" is not required by the data schema and may be missing, and`;
  test.each([
    [
      'a calculation',
      { amount: 'l.q * l.p' },
      'amount',
      `${p} "amount" needs it: write what stands for it in "amount" itself, or amount ?? 0 to leave such an element out, or list it under "required".`,
    ],
    [
      'one that is rounded',
      { amount: 'l.q * l.p | round' },
      'amount',
      `${p} "amount" needs it: write what stands for it in "amount" itself, or amount ?? 0`,
    ],
    [
      'one that is rounded in the sum',
      { amount: 'l.q * l.p' },
      'amount | round',
      `${p} "amount" needs it: write what stands for it in "amount" itself, or (amount | round) ?? 0`,
    ],
    [
      'one within a condition',
      { amount: 'l.q * l.p' },
      'l.q > 2 ? amount : 0',
      `${p} "amount" needs it: write what stands for it in "amount" itself, or (l.q > 2 ? amount : 0) ?? 0`,
    ],
    [
      'a value of a value',
      { amount: 'l.q * l.p', b: 'amount + 1' },
      'b',
      `${p} "b" needs it: write what stands for it in "b" itself, or b ?? 0`,
    ],
    ['a sum of a list', { amount: "l.lots | sum: 'n'" }, 'amount', `possibly-missing ${at} "l.lots" is not required`],
  ])('tells of what is missing, as the calculation does: %s', async (_, values, sum, message) => {
    const [lint, printed] = await told(summing(values, sum));
    expect(lint).toEqual([expect.stringContaining(message)]);
    expect(printed).toEqual([at]);
  });
  test('tells of a value of the whole template', async () => {
    const values = { base: 1, lines: [{ name: 'x', q: 2 }] };
    const [lint, printed] = await told(summing({}, 'tax'), values, { let: { tax: 'base * rate' } });
    expect(lint).toEqual([
      expect.stringContaining('"rate" is not required by the data schema and may be missing, and "tax" needs it'),
    ]);
    expect(printed).toEqual([at]);
  });
  test.each([
    ['where the template says what stands for it', { amount: 'l.q * l.p' }, 'amount ?? 0'],
    ['where its "let" says so', { amount: '(l.q * l.p) ?? 0' }, 'amount'],
    ['where it is a member alone, which adds nothing', { amount: 'l.p' }, 'amount'],
    ['where a condition asks for it', { amount: 'l.q * l.p' }, 'amount != null ? amount : 0'],
  ])('is silent %s', async (_, values, sum) => {
    expect(await told(summing(values, sum))).toEqual([[], []]);
  });
  test('tells of it without a data schema, and in a sum of a group', async () => {
    const groups = [{ by: 'l.name', footer: [{ cells: ['{{ group.sums.a }}'] }] }];
    const [, printed] = await told(summing({ amount: 'l.q * l.p' }, 'amount', { groups }), undefined, { dataSchema: true });
    expect(printed).toEqual([at]);
  });
});

test('the key of a group names the member that may be missing', async () => {
  const dataSchema = objectOf({ lines: listOf(objectOf({ d: objectOf({ kind: { type: 'string' } }, []) }, 'd')) }, 'lines');
  const key = async (by: string, values: object = {}) => {
    const groups = [{ by, header: [{ cells: ['Kind {{ group.key }}'] }] }];
    const body = { table: 'lines', as: 'l', let: values, groups, columns: ['{{ group.count }}'] };
    return (await compile({ dataSchema, pages: [{ body: [body] }] })).diagnostics.map(({ message }) => message);
  };
  const why = '"l.d.kind" is not required by the data schema and may be missing, and "group.key" needs it';
  expect(await key('l.d.kind')).toEqual([
    `${why}: write group.key ?? '…', where … is a word for it, or list it under "required".`,
  ]);
  expect(await key('k', { k: 'l.d.kind' })).toEqual([expect.stringContaining(why)]);
});

describe('a quotient of sums of a table, of what elements may lack', () => {
  const number = { type: 'number' };
  const line = objectOf({ hours: number, done: number, all: number, team: { type: 'string' } }, 'all team');
  const dataSchema = objectOf({ lines: listOf(line) });
  const both = 'l.done != null and l.hours != null';
  const sums = {
    h: 'l.hours',
    d: 'l.done',
    a: 'l.all',
    n: 'l.hours != null ? 1 : 0',
    b: `${both} ? l.done : 0`,
    c: `${both} ? l.hours : 0`,
  };
  const lint = async (place: 'row' | 'footer' | 'group', expression: string) => {
    const cells = [`{{ (${expression}) ?? 0 }}`];
    const table = {
      table: 'lines',
      as: 'l',
      columns: [{ header: 'X', body: place === 'row' ? cells[0] : 'x' }],
      sums,
      ...(place === 'footer' && { footer: [{ cells }] }),
      ...(place === 'group' && { groups: [{ by: 'l.team', footer: [{ cells }] }] }),
    };
    const { diagnostics } = await compile({ dataSchema, pages: [{ body: [table] }] });
    return diagnostics.map(({ message }) => message);
  };
  test.each([
    ['footer', 'sums.h.all / lines.size', 'write a sum of "l.hours != null ? 1 : 0" in the table as the divisor'],
    ['footer', 'sums.h.all / (lines | size)', 'the size counts all'],
    ['footer', 'sums.d.all / sums.h.all | percent', 'write l.done != null and l.hours != null ? … : 0 in both sums of the table'],
    ['footer', 'sums.h.page / sums.a.page', 'both sides do not count the same elements'],
    ['footer', '(sums.a.all | round) / sums.h.all', 'both sides do not count the same elements'],
    ['row', 'sums.h.sofar / loop.index', 'the size counts all'],
    ['group', 'group.sums.h / group.count', 'the size counts all'],
    ['group', 'group.sums.d / group.sums.h', 'both sides do not count the same elements'],
  ] as const)('is told in a %s: %s', async (place, expression, message) => {
    expect(await lint(place, expression)).toEqual([expect.stringContaining(message)]);
  });
  test.each([
    ['footer', 'sums.a.all / lines.size'],
    ['footer', 'sums.h.all / sums.n.all'],
    ['footer', 'sums.h.page / sums.h.all'],
    ['footer', 'sums.b.all / sums.c.all'],
    ['row', 'sums.a.sofar / loop.index'],
    ['group', 'group.sums.a / group.count'],
    ['group', 'group.sums.h / group.sums.n'],
    ['group', 'group.sums.h / sums.h.all'],
  ] as const)('is not told in a %s: %s', async (place, expression) => {
    expect(await lint(place, expression)).toEqual([]);
  });
});
