// Links around components, as `inspect --read` says them.
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { renderPdf } from '../support/render-document.ts';

const link = 'https://example.com/';
const data = { rows: ['x', 'y'] };
const cells = ['In a row', 'Second column'];

async function readBody(...body: readonly unknown[]): Promise<readonly string[]> {
  const template = { document: { title: 'Links', lang: 'en' }, pages: [{ body }] };
  const { reading } = await inspectPdf(await renderPdf(template, { data }), { read: true });
  return reading!;
}

const within = (...lines: readonly string[]) => ['link', ...lines.map((line) => `  ${line}`), 'end of link'];

test.each([
  ['row', { row: cells }, within('In a row', 'Second column')],
  ['stack', { stack: ['One', 'Two'] }, within('One', 'Two')],
  ['group', { group: ['One', { text: 'Two', role: 'heading1' }] }, within('One', 'heading 1: Two')],
  ['repeat', { repeat: 'rows', body: ['{{ item }}'] }, within('x', 'y')],
  ['choose', { choose: [{ when: 'true', stack: ['One', 'Two'] }] }, within('One', 'Two')],
  ['frame', { frame: [{ text: 'One', at: { x: 0, y: 0, w: 50 } }], height: 20 }, ['link: One']],
  [
    'table',
    { table: 'rows', columns: [{ header: 'A', body: '{{ item }}' }] },
    within('table with 1 column and 3 rows', '  row 1, headers: A', '  row 2: x', '  row 3: y', 'end of table'),
  ],
  ['text', { text: 'One' }, ['link: One']],
  ['rect', { rect: 5, alt: 'A bar' }, ['link: A bar']],
])('a link around a %s is announced', async (_, component, expected) => {
  expect(await readBody({ ...component, link })).toEqual(expected);
});

test('a link within one of several lines of a container is announced there', async () => {
  const one = { text: 'One', link };
  expect(await readBody({ stack: [one, 'Two'] })).toEqual(['link: One', 'Two']);
});

test('a cell says its link in its line', async () => {
  const stack = { stack: ['One', 'Two'], link };
  const more = { stack: ['Before', stack, 'After'] };
  const lines = await readBody({
    table: 'rows',
    columns: [
      { header: 'A', body: stack },
      { header: 'B', body: more },
    ],
  });
  expect(lines[2]).toBe('  row 2: link: One; Two | Before; [link: One; Two]; After');
});

test('an entry of a list says its link within the list', async () => {
  const stack = { stack: ['One', 'Two'], link };
  expect(await readBody({ stack: [stack, 'Three'], role: 'list' })).toEqual([
    'list with 2 items',
    ...within('One', 'Two').map((line) => `  ${line}`),
    '  Three',
  ]);
});

test('an entry of a table of contents is a link', async () => {
  const entry = { row: ['Chapter', "{{ 'a' | page_number }}"], link: '#a' };
  const lines = await readBody(
    { stack: [entry], role: 'toc' },
    { text: 'Chapter', role: 'heading1', bookmark: { title: 'Chapter', anchor: 'a' } },
  );
  expect(lines).toEqual(['table of contents', '  link: Chapter 1', 'end of table of contents', 'heading 1: Chapter']);
});
