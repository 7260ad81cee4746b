// A draft of 10 MB in the editor.
import { expect, onTestFinished, test } from 'vitest';
import { button, openCode, pagesOf, says, shows, startEditor } from '../support/start-editor.ts';

test('pages of 10 MB are refused in words, and the editor goes on', async () => {
  const settings = { maxBodyBytes: 16 * 1024 ** 2, maxDraftBytes: 32 * 1024 ** 2 };
  const uuid = '0190a0a0-0000-7000-8000-000000000005';
  const template = { uuid, slug: 'large', name: 'Large', pages: [{ body: ['short'] }], dataSchema: true, exampleData: {} };
  const editor = await startEditor(template, {}, { settings });
  onTestFinished(() => editor.close());
  const session = await editor.openSession();
  const { engine } = await editor.server.service.openEditor(session.capability);
  const manyTexts = Array.from({ length: 2_000 }, (_, i) => `${i} ${'word '.repeat(1_000)}`);
  const body = { pages: JSON.stringify([{ body: manyTexts }]), revision: 1 };
  await engine.saveEditorDraft({ headers: { 'if-none-match': '*' }, body });
  const { page, faults } = await editor.newPage();
  await page.goto(session.editorUrl);
  await shows(page, 'The document needs more than 200 pages');
  await openCode(page);
  await pagesOf(page).fill(JSON.stringify([{ body: ['short again'] }]));
  await shows(page, '1 page, no warnings.');
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  expect(faults).toEqual([]);
});
