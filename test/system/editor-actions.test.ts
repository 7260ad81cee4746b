// What the buttons of a part do, in a real browser.
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { button, partOf, readBody, says, useEditor } from '../support/start-editor.ts';

const pages = [{ body: ['First', { pairs: [['Date', 'May']] }] }];
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000032',
  slug: 'actions',
  name: 'Actions',
  pages,
  dataSchema: { type: 'object' },
  exampleData: {},
});

const select = (page: Page, name: string) => partOf(page, name).click();

test('buttons copy, cut and paste, also into another template and where nothing is selected', async () => {
  await editor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  onTestFinished(() => editor.context.clearPermissions());
  const { page } = await editor.open();
  const [first, pairs] = pages[0]!.body;
  await select(page, 'Text First');
  await button(page, 'Copy').click();
  await says(page, 'Copied: Text: First.');
  await button(page, 'Paste').click();
  await expect.poll(() => readBody(page)).toEqual([first, first, pairs]);
  await select(page, 'Labels and values');
  await button(page, 'Cut').click();
  await expect.poll(() => readBody(page)).toEqual([first, first]);
  const { page: other } = await editor.open();
  await button(other, 'Paste').click();
  await expect.poll(() => readBody(other)).toEqual([first, pairs, pairs]);
  await other.evaluate(() => navigator.clipboard.writeText('words'));
  await button(other, 'Paste').click();
  await says(other, 'The clipboard holds no part of a template.');
});

test('where the browser keeps the clipboard from buttons, they name the keys, and nothing is taken away', async () => {
  const { page } = await editor.open();
  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { writeText: refuse, readText: refuse });
  });
  await select(page, 'Text First');
  for (const [name, key] of [
    ['Copy', 'Ctrl+C'],
    ['Cut', 'Ctrl+X'],
    ['Paste', 'Ctrl+V'],
  ] as const) {
    await button(page, name).click();
    await says(page, `The browser does not let this button use the clipboard. Press ${key}.`);
  }
  expect(await readBody(page)).toEqual(pages[0]!.body);
});

test('a part without another place says so', async () => {
  const { page } = await editor.open();
  await select(page, 'Page layout');
  await button(page, 'Move to …').click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.textContent()).toContain('There is no other place for this part.');
  expect(await button(dialog, 'Move').count()).toBe(0);
  await button(dialog, 'Cancel').click();
  await select(page, 'Text First');
  await button(page, 'Move to …').click();
  expect(await dialog.textContent()).not.toContain('There is no other place');
  expect(await button(dialog, 'Move').count()).toBe(1);
});
