// Links around components, as `inspect --read` says them.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { renderPdf } from '../support/render-document.ts';

const link = 'https://example.com/';
const data = { rows: ['x', 'y'] };
const cells = [{ children: ['In a row'] }, { children: ['Second column'] }];

async function readBody(...body: readonly unknown[]): Promise<readonly string[]> {
  const template = { document: { title: 'Links', lang: 'en' }, pages: [{ body }] };
  const { reading } = await inspectPdf(await renderPdf(template, { data }), { read: true });
  return reading!;
}

const within = (...lines: readonly string[]) => ['link', ...lines.map((line) => `  ${line}`), 'end of link'];

test.each([
  ['row', { type: 'row', columns: cells }, within('In a row', 'Second column')],
  ['stack', { type: 'stack', children: ['One', 'Two'] }, within('One', 'Two')],
  [
    'group',
    { type: 'group', children: ['One', { type: 'text', role: 'heading1', text: 'Two' }] },
    within('One', 'heading 1: Two'),
  ],
  ['repeat', { type: 'repeat', each: 'rows', children: ['{{ item }}'] }, within('x', 'y')],
  ['choose', { type: 'choose', cases: [{ when: 'true', children: ['One', 'Two'] }] }, within('One', 'Two')],
  ['frame', { type: 'frame', height: 20, children: [{ type: 'text', text: 'One', at: { x: 0, y: 0, w: 50 } }] }, ['link: One']],
  [
    'table',
    { type: 'table', each: 'rows', columns: [{ header: 'A', cell: '{{ item }}' }] },
    within('table with 1 column and 3 rows', '  row 1, headers: A', '  row 2: x', '  row 3: y', 'end of table'),
  ],
  ['text', { type: 'text', text: 'One' }, ['link: One']],
  ['rect', { type: 'rect', height: 5, alt: 'A bar' }, ['link: A bar']],
])('a link around a %s is announced', async (_, component, expected) => {
  expect(await readBody({ ...component, link })).toEqual(expected);
});

test('a link within one of several lines of a container is announced there', async () => {
  const one = { type: 'text', text: 'One', link };
  expect(await readBody({ type: 'stack', children: [one, 'Two'] })).toEqual(['link: One', 'Two']);
});

test('a cell says its link in its line', async () => {
  const stack = { type: 'stack', link, children: ['One', 'Two'] };
  const more = { type: 'stack', children: ['Before', stack, 'After'] };
  const lines = await readBody({
    type: 'table',
    each: 'rows',
    columns: [
      { header: 'A', cell: stack },
      { header: 'B', cell: more },
    ],
  });
  expect(lines[2]).toBe('  row 2: link: One; Two | Before; [link: One; Two]; After');
});

test('an entry of a list says its link within the list', async () => {
  const stack = { type: 'stack', link, children: ['One', 'Two'] };
  expect(await readBody({ type: 'stack', role: 'list', children: [stack, 'Three'] })).toEqual([
    'list with 2 items',
    ...within('One', 'Two').map((line) => `  ${line}`),
    '  Three',
  ]);
});

test('an entry of a table of contents is a link', async () => {
  const entry = { type: 'row', link: '#a', columns: [{ children: ['Chapter'] }, { children: ["{{ 'a' | page_number }}"] }] };
  const lines = await readBody(
    { type: 'stack', role: 'toc', children: [entry] },
    { type: 'text', role: 'heading1', text: 'Chapter', bookmark: { title: 'Chapter', anchor: 'a' } },
  );
  expect(lines).toEqual(['table of contents', '  link: Chapter 1', 'end of table of contents', 'heading 1: Chapter']);
});
