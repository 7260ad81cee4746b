// What a screen reader hears of the preview: the accessibility tree of Chromium.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharedBrowser, watchPage } from '../support/browser.ts';
import { makeFolder } from '../support/folders.ts';
import { startPreview } from '../support/start-preview.ts';

/** Opens the preview of a template, and notes what its page must not do. */
async function open(
  template: unknown,
): Promise<{ readonly page: Page; readonly faults: readonly string[]; readonly file: string }> {
  const cwd = makeFolder();
  const file = join(cwd, 'templates/note/template.json');
  mkdirSync(join(cwd, 'templates/note'), { recursive: true });
  writeFileSync(file, JSON.stringify(template, null, 2));
  const { address } = await startPreview(cwd, 'note', '--watch');
  const page = await (await sharedBrowser()).newPage();
  onTestFinished(() => page.close());
  const faults = watchPage(page, [new URL(address).origin]);
  await page.goto(address);
  return { page, faults, file };
}

/** Roles and names of what Chromium tells a screen reader of a part of a page, in order. */
async function readTree(page: Page, name: string): Promise<readonly string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const list = (id: string): readonly string[] => {
    const { role, name, ignored, childIds = [] } = byId.get(id)!;
    if (role?.value === 'InlineTextBox') return [];
    const own = ignored || role?.value === 'generic' ? [] : [`${role?.value} ${name?.value ?? ''}`.trim()];
    return [...own, ...childIds.flatMap(list)];
  };
  return list(nodes.find((node) => node.name?.value === name)!.nodeId);
}

const hostile = '<script>alert(1)</script>';

test('a sheet is read before its parts, with its headings, tables, links, figures and fields, and hostile text stays text', async () => {
  const { page, faults } = await open({
    document: { title: 'T', lang: 'en' },
    pages: [
      {
        size: [200, 200],
        body: [
          { text: 'Head', role: 'heading1' },
          { format: 'inline', text: 'One [two](https://example.com) {{ name }}' },
          { text: 'Guten Tag', lang: 'de' },
          { list: ['first', 'second'] },
          {
            table: 'rows',
            as: 'row',
            columns: [
              { header: 'A', body: '{{ row.a }}' },
              { header: 'B', body: '{{ row.b }}' },
            ],
          },
          { barcode: 'x', symbology: 'qr', alt: 'A code', width: 20 },
          { field: 'name', kind: 'text', alt: 'Full name', value: 'Ada' },
          { annotation: 'Remember' },
        ],
      },
    ],
    exampleData: { name: hostile, rows: [{ a: '1', b: '2' }] },
  });
  const sheet = page.getByRole('region', { name: 'Page 1 of 1' });
  await sheet.getByRole('heading', { level: 1, name: 'Head' }).waitFor();
  const read = await readTree(page, 'Page 1 of 1');
  expect(read.slice(0, read.indexOf('group Parts of page 1'))).toEqual([
    ...['region Page 1 of 1', 'heading Head', 'StaticText Head', 'paragraph', 'StaticText One', 'link two', 'StaticText two'],
    ...[`StaticText  ${hostile}`, 'paragraph', 'StaticText Guten Tag', 'list', 'listitem', 'StaticText •', 'paragraph'],
    ...['StaticText first', 'listitem', 'StaticText •', 'paragraph', 'StaticText second', 'table', 'rowgroup', 'row'],
    ...['columnheader A', 'StaticText A', 'columnheader B', 'StaticText B', 'row', 'cell 1', 'StaticText 1', 'cell 2'],
    ...['StaticText 2', 'image A code', 'group Field: Full name', 'StaticText Ada', 'note', 'StaticText Remember'],
  ]);
  expect(await sheet.locator('p[lang=de]').textContent()).toBe('Guten Tag');
  expect(await sheet.locator('script, a').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a document that breaks its standard is refused with the line of the component', async () => {
  const body = [{ id: 'head', text: 'Head', role: 'heading1' }];
  const template = { document: { title: 'T', lang: 'en', standard: 'PDF/UA-1' }, pages: [{ body }] };
  const { page, faults, file } = await open(template);
  await page.getByRole('heading', { level: 1, name: 'Head' }).waitFor();
  writeFileSync(file, JSON.stringify({ ...template, pages: [{ body: [{ ...body[0], role: 'heading2' }] }] }, null, 2));
  const error = page.getByRole('region', { name: 'Errors and warnings' }).getByRole('listitem');
  await error.waitFor();
  expect(await error.textContent()).toBe(
    'templates/note/template.json:10:9 error page 1 PDF/UA-1: the first heading has level 2. Give it the role "heading1".',
  );
  expect(await page.locator('.sheets').getAttribute('data-state')).toBe('stale');
  expect(faults).toEqual([]);
});
