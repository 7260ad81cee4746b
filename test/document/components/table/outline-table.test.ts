// What tables with spans, further rows and groups are to screen readers.
import { describe, expect, test } from 'vitest';
import type { Element } from '../../../../src/document/layout/tag.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import { createRandom } from '../../../support/random.ts';
import { makeRandomGrid } from '../../../support/random-grids.ts';
import { records } from '../../../support/records.ts';
import { diagnose, layOut, pageTexts } from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { artifactLines, structureLines } from '../../../support/structure.ts';
import { trialSeeds } from '../../../support/trials.ts';

/** The elements in the table. */
const linesOf = async (body: Record<string, unknown>, data: Record<string, unknown>) =>
  structureLines(await layOut([body], data)).map((line) => line.replace(/^(?:Table > | {2})/, ''));

const data = {
  lines: records('name price note region', ['a', '1', 'a note', 'North'], ['b', '2', 'b note', 'South']),
};
const columns = [
  { header: 'Name', rowHeader: true, body: '{{ l.name }}' },
  { header: 'Price', body: '{{ l.price }}' },
];
const tall = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
const bare = ['{{ l.name }}', '{{ l.price }}'];

test('cells of a further row name the headers of their columns and of the first row', async () => {
  const rows = [{ cells: [{ span: 2, text: '{{ l.note }}' }] }];
  expect(await linesOf({ table: 'lines', as: 'l', columns, rows }, data)).toEqual([
    'Table',
    'THead > TR > TH scope=Column "Name" | TH scope=Column "Price"',
    'TBody',
    '  TR > TH scope=Row "a" | TD "1"',
    '  TR > TD colSpan=2 headers="Name","Price","a" "a note"',
    '  TR > TH scope=Row "b" | TD "2"',
    '  TR > TD colSpan=2 headers="Name","Price","b" "b note"',
  ]);
});

test('cells of a further row name the headers of the columns that they cover', async () => {
  const rows = [{ when: 'none', cells: [{ rowSpan: 2, text: 'x' }, ''] }, { cells: ['y'] }];
  const lines = await linesOf({ table: 'lines', as: 'l', columns, rows }, { lines: [data.lines[0]] });
  expect(lines.at(-1)).toBe('  TR > TD headers="Name","a" | TD headers="Price","a" "y"');
});

test('a header row whose columns are all hidden is no header', async () => {
  const hidden = ['{{ l.name }}', { when: 'l.none', body: 'x' }];
  const header = [{ when: 'none', cells: [{ rowSpan: 2, text: 'A' }, 'B'] }, { cells: ['C'] }];
  expect(await linesOf({ table: 'lines', as: 'l', columns: hidden, header }, data)).toEqual([
    'TBody > TR > TD "a" | TR > TD "b"',
  ]);
});

test('a footer row with the sums of its sheet is read once, also where a part of the table is off the sheet', async () => {
  const off = [
    { width: 250, body: '{{ l.name }}' },
    { width: 150, body: '{{ l.price }}' },
  ];
  const footer = [{ cells: ['Total', '{{ sums.price.page }}'] }];
  const body = [{ table: 'lines', as: 'l', columns: off, sums: { price: 'l.price' }, footer }];
  const made = await layOut(body, data);
  expect(made.warnings.map(({ code }) => code)).toContain('off-sheet');
  expect(structureLines(made).at(-1)).toBe('  TFoot > TR > TD "Total" | TD "3"');
});

test('no cell names headers where scopes lead to them', async () => {
  const spanned = [{ ...columns[0], rowSpan: 2 }, columns[1]];
  for (const table of [
    { columns },
    { columns, rows: [{ cells: ['{{ l.note }}', ''] }] },
    { columns: spanned, rows: [{ cells: ['{{ l.note }}'] }] },
    { columns, header: [{ cells: [{ span: 2, text: 'Both' }] }] },
    { columns, groups: [{ by: 'l.region', header: [{ cells: [{ span: 2, text: '{{ group.key }}' }] }] }] },
  ])
    expect((await linesOf({ table: 'lines', as: 'l', ...table }, data)).join('\n')).not.toContain('headers=');
});

test('no cell names headers inside a figure, whose text stands for its cells', async () => {
  const table = { table: 'lines', as: 'l', columns, rows: [{ cells: [{ span: 2, text: '{{ l.note }}' }] }] };
  const { structure } = await layOut([{ role: 'figure', alt: 'A table', stack: [table] }], data);
  const elements = (one: Element): Element[] => [
    one,
    ...one.kids.flatMap((kid) => (kid.kind === 'element' ? elements(kid) : [])),
  ];
  const made = elements(structure!);
  expect(made.map(({ type }) => type)).toContain('Figure');
  expect(made.filter(({ isNamed }) => isNamed)).toEqual([]);
});

describe('groups in a table', () => {
  const groups = [{ by: 'l.region', header: [{ cells: [{ span: 2, text: '{{ group.key }}' }] }] }];

  test('have their rows in a document without tags too', async () => {
    const body = [{ table: 'lines', as: 'l', columns: bare, groups }];
    const made = await layOut(body, data, {}, { document: { tagged: false } });
    expect(made.structure).toBeUndefined();
    expect(pageTexts(made)).toEqual([['North', 'a', '1', 'South', 'b', '2']]);
  });

  test('have a first cell that heads its row, where columns have headers', async () => {
    const header = columns.map((column) => ({ ...column, rowHeader: false }));
    const level = [{ ...groups[0], footer: [{ cells: ['Sum', '1'] }] }];
    const lines = await linesOf({ table: 'lines', as: 'l', columns: header, groups: level }, data);
    expect(lines.slice(2, 6)).toEqual([
      'TBody',
      '  TR > TH scope=Row colSpan=2 "North"',
      '  TR > TD "a" | TD "1"',
      '  TR > TH scope=Row "Sum" | TD "1"',
    ]);
  });

  test('without other headers name their cells', async () => {
    const footer = [{ cells: ['Total', '3'] }];
    expect(await linesOf({ table: 'lines', as: 'l', columns: bare, groups, footer }, data)).toEqual([
      'Table',
      'TBody',
      '  TR > TH scope=Row colSpan=2 "North"',
      '  TR > TD headers="North" "a" | TD headers="North" "1"',
      'TBody',
      '  TR > TH scope=Row colSpan=2 "South"',
      '  TR > TD headers="South" "b" | TD headers="South" "2"',
      'TFoot > TR > TH scope=Row "Total" | TD "3"',
    ]);
  });
  test('have a TBody for each outermost group, and all names around a cell head it', async () => {
    const inner = { by: 'l.name', header: [{ cells: ['{{ group.key }}!', ''] }] };
    const lines = await linesOf({ table: 'lines', as: 'l', columns: bare, groups: [groups[0], inner] }, data);
    expect(lines.filter((line) => line === 'TBody')).toHaveLength(2);
    expect(lines.join()).toContain('TD headers="North","a!" "1"');
    expect(lines.join()).toContain('TD headers="South","b!" "2"');
  });
  test('without a header have no header cell in their sums', async () => {
    const footer = [{ cells: ['Sum', '{{ group.count }}'] }];
    const made = await linesOf({ table: 'lines', as: 'l', columns: bare, groups: [{ by: 'l.region', footer }] }, data);
    expect(made.join('\n')).not.toContain('TH');
  });
  test('have no header cell in their sums either where their header stands on later sheets alone', async () => {
    const level = { by: 'l.region', header: [{ on: 'notFirst', cells: ['again', ''] }], footer: [{ cells: ['Sum', '1'] }] };
    const made = await linesOf({ table: 'lines', as: 'l', columns: bare, groups: [level] }, data);
    expect(made.join('\n')).not.toContain('TH');
  });
  test('are named by their first visible cell', async () => {
    const hidden = { when: 'false', body: 'x' };
    const header = [{ cells: ['hidden', '{{ group.key }}', ''] }];
    const made = await linesOf(
      { table: 'lines', as: 'l', columns: [hidden, ...bare], groups: [{ by: 'l.region', header }] },
      data,
    );
    expect(made.join()).toContain('TH scope=Row "North"');
    expect(made.join('\n')).not.toContain('hidden');
  });
});

test('a header that stands on later sheets alone is an artifact, and its columns have no header', async () => {
  const table = { table: 'lines', as: 'l', columns: bare, header: [{ on: 'notFirst', cells: ['again', ''] }] };
  const many = { lines: Array.from({ length: 12 }, (_, i) => ({ name: `n${i}`, price: i })) };
  const laidOut = await layOut([table], many);
  expect(artifactLines(laidOut).filter((line) => line.includes('again'))).toHaveLength(laidOut.pages.length - 1);
  expect(structureLines(laidOut).join('\n')).not.toMatch(/T[Hh]/);
  const [first, ...later] = pageTexts(await layOut([{ ...table, rowBreak: 'allow' }], { lines: [{ name: tall, price: 1 }] }));
  expect(first).not.toContain('again');
  for (const page of later) expect(page[0]).toBe('again');
  expect(later).not.toEqual([]);
});

test('the cells of a single column head their rows if the column says so, and a table without rows has none', async () => {
  const one = { table: 'lines', as: 'l', columns: [{ rowHeader: true, body: '{{ l.name }}' }] };
  expect(await linesOf(one, data)).toEqual(['TBody > TR > TH scope=Row "a" | TR > TH scope=Row "b"']);
  const further = await linesOf({ ...one, rows: [{ cells: ['{{ l.note }}'] }] }, data);
  expect(further.join().match(/TH scope=Row ". note"/g)).toHaveLength(2);
  expect(await linesOf(one, { lines: [] })).toEqual(['Table']);
});

test('a header row is the header of columns without one', async () => {
  const warn = async (header: unknown) =>
    (
      await diagnose({
        document: { title: 'T', lang: 'en', standard: 'PDF/UA-1' },
        pages: [{ body: [{ table: 'lines', as: 'l', columns: bare, header }] }],
      })
    ).filter((line) => line.includes('empty-header'));
  expect(await warn([{ cells: ['Name', 'Price'] }])).toEqual([]);
  expect(await warn([{ cells: ['Name', ''] }])).toEqual(['warning empty-header /pages/0/body/0/columns/1']);
  expect(await warn([{ on: 'notFirst', cells: ['Name', 'Price'] }])).toEqual(['warning empty-header /pages/0/body/0']);
});

test('a cell over several rows has the header of one of them', async () => {
  const three = [{ rowHeader: true, body: '{{ l.name }}' }, { rowSpan: 3, body: '{{ l.price }}' }, '{{ l.note }}'];
  const rows = [{ when: 'false', cells: [{ rowSpan: 2, text: 'left out' }, 'x'] }, { cells: ['y'] }];
  const body = [{ table: 'lines', as: 'l', columns: three, rows }];
  expect((await linesOf(body[0]!, data)).slice(1, 3)).toEqual([
    'TR > TH scope=Row "a" | TD rowSpan=2 "1" | TD "a note"',
    'TR > TD headers="a" | TD headers="a" "y"',
  ]);
  const template = { document: { title: 'T', lang: 'en', standard: 'PDF/UA-1' }, pages: [{ body }] };
  expect((await inspectPdf(await renderPdf(template, { data }), { check: true })).check!.findings).toEqual([]);
});

describe('random tables with spans keep the rules of', () => {
  for (const standard of ['PDF/UA-1', 'PDF/UA-2', 'PDF/A-2a'])
    test(standard, async () => {
      const wrong: string[] = [];
      for (const seed of trialSeeds('outline-table')) {
        const grid = makeRandomGrid(createRandom(seed));
        const template = {
          document: { title: 'Grid', lang: 'en' },
          unit: 'pt',
          styles: { base: { size: 8, lineHeight: 1.25 } },
          pages: [{ size: [260, 200], margin: 10, body: [grid.body] }],
        };
        const { check } = await inspectPdf(await renderPdf(template, { standard, data: grid.data }), { check: true });
        for (const { rule, message } of check!.findings) wrong.push(`${seed}: ${rule} ${message}`);
      }
      expect(wrong).toEqual([]);
    });
});
