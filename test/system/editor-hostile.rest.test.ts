// A draft of 10 MB in the editor.
import { expect, test } from 'vitest';
import { button, keepElsewhere, says, shows, useEditor, writePages } from '../support/start-editor.ts';

const settings = { maxBodyBytes: 16 * 1024 ** 2, maxDraftBytes: 32 * 1024 ** 2 };
const uuid = '0190a0a0-0000-7000-8000-000000000005';
const template = { uuid, slug: 'large', name: 'Large', pages: [{ body: ['short'] }], dataSchema: true, exampleData: {} };
const editor = useEditor(template, {}, { settings });

test('pages of 10 MB are refused in words, and the editor goes on', async () => {
  const session = await editor.openSession();
  await keepElsewhere(
    session,
    JSON.stringify([{ body: Array.from({ length: 2_000 }, (_, i) => `${i} ${'word '.repeat(1_000)}`) }]),
  );
  const { page, faults } = await editor.newPage();
  await page.goto(session.editorUrl);
  await shows(page, 'The document needs more than 200 pages');
  await writePages(page, [{ body: ['short again'] }]);
  await shows(page, '1 page, no warnings.');
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  expect(faults).toEqual([]);
});
