// What becomes of the work in an open editor while the server is away, and when the template or the session ends meanwhile.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenedServer } from '../support/open-server.ts';
import {
  button,
  type EditorSession,
  isKept,
  openCode,
  pagesOf,
  type StartedEditor,
  says,
  shows,
  startEditor,
  waitFor,
  wordsOf,
} from '../support/start-editor.ts';

const pages = [{ body: ['Dear reader', 'Yours'] }];
const template = {
  uuid: '0190a0a0-0000-7000-8000-000000000001',
  slug: 'letter',
  name: 'Letter',
  pages,
  dataSchema: true,
  exampleData: {},
};

let editor: StartedEditor;
let server: OpenedServer;
beforeAll(async () => {
  editor = await startEditor(template);
  ({ server } = editor);
});
afterAll(() => editor?.close());

async function openEditor() {
  const session = await editor.openSession();
  const { page } = await editor.newPage();
  // The browser asks before a page with work is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(session.editorUrl);
  await shows(page, '1 page, no warnings.');
  return { page, ...session };
}

const keepingOf = (page: Page) => page.getByRole('contentinfo');
const conflictOf = (page: Page) => page.getByRole('region', { name: 'Two versions' });

/** Adds a copy of the first text. */
async function duplicate(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: 'Text Dear' }).first().click();
  await page.keyboard.press('Control+D');
}

/** The texts that the first page shows. */
const textsOf = (page: Page) =>
  page
    .getByRole('region', { name: /^Page 1/ })
    .getByText('Dear reader', { exact: true })
    .count();

async function bodyInCode(page: Page): Promise<unknown> {
  await openCode(page);
  const [layout] = JSON.parse(await pagesOf(page).inputValue()) as typeof pages;
  return layout!.body;
}

async function draftOf({ capability }: EditorSession): Promise<unknown> {
  const { engine } = await server.service.openEditor(capability);
  return JSON.parse((await engine.getEditorDraft({})).pages)[0].body;
}

const revisionOf = async ({ params }: EditorSession) => (await server.engine.getEmbeddedTemplate({ params })).revision;

describe('without a network', () => {
  async function leaveNetwork(): Promise<void> {
    await editor.context.setOffline(true);
    onTestFinished(() => editor.context.setOffline(false));
  }

  test('the work goes on and says where it is kept, and is sent when the network is back', async () => {
    const { page, ...session } = await openEditor();
    await leaveNetwork();
    await duplicate(page);
    await waitFor(keepingOf(page), 'The server cannot be reached. This browser keeps your changes until it can.');
    await expect.poll(() => textsOf(page)).toBe(2);
    await duplicate(page);
    await expect.poll(() => textsOf(page)).toBe(3);
    await button(page, 'Save').click();
    await says(page, 'Not saved: The server cannot be reached. Try again.');
    await editor.context.setOffline(false);
    await isKept(page);
    expect(await draftOf(session)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', 'Yours']);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    await expect(draftOf(session)).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' });
  });

  test('what was written is there when the browser is opened again', async () => {
    const { page, ...session } = await openEditor();
    await leaveNetwork();
    await duplicate(page);
    await waitFor(keepingOf(page), 'This browser keeps your changes');
    await page.close();
    await editor.context.setOffline(false);
    const { page: again } = await editor.newPage();
    await again.goto(session.editorUrl);
    await says(again, 'This was changed here and not saved.');
    await isKept(again);
    expect(await draftOf(session)).toEqual(['Dear reader', 'Dear reader', 'Yours']);
  });
});

test('without a network and without room in the browser, it says that nothing keeps the work', async () => {
  const { page } = await openEditor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
  });
  await editor.context.setOffline(true);
  onTestFinished(() => editor.context.setOffline(false));
  await duplicate(page);
  await waitFor(keepingOf(page), 'this browser has no room to keep your changes. Leave this page open until it can.');
  await editor.context.setOffline(false);
  await isKept(page);
});

const reset = ({ params }: EditorSession) => server.engine.resetEmbeddedTemplate({ params });

describe('an editor in which nobody does anything', () => {
  /** It looks when a person comes back to it, and now and then. */
  const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

  test('hears of a reset that has ended its draft', async () => {
    const { page, ...session } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await comeBack(page);
    await reset(session);
    await comeBack(page);
    await waitFor(conflictOf(page), 'This template was reset while you changed it.');
  });

  test('shows what somebody else has made of the template, if nothing was changed here', async () => {
    const { page, ...session } = await openEditor();
    const { engine } = await server.service.openEditor(session.capability);
    await engine.saveEditorTemplate({ body: { pages: [{ body: ['Theirs'] }] }, headers: { 'if-match': '"1"' } });
    const answers = '**/editor/v1/template';
    await page.route(answers, (route) => route.abort());
    await comeBack(page);
    await says(page, 'Nothing was done: The server cannot be reached.');
    await page.unroute(answers);
    await comeBack(page);
    await says(page, 'Somebody else has changed this template meanwhile. You see it as it is now.');
    await waitFor(keepingOf(page), 'Revision 2');
    expect(await bodyInCode(page)).toEqual(['Theirs']);
  });

  test('hears that the template was deleted, and says nothing of a network that is away', async () => {
    const { page, ...session } = await openEditor();
    await editor.context.setOffline(true);
    onTestFinished(() => editor.context.setOffline(false));
    const failed = page.waitForEvent('requestfailed');
    await comeBack(page);
    await failed;
    expect(await wordsOf(page).textContent()).toBe('');
    await editor.context.setOffline(false);
    await server.engine.deleteEmbeddedTemplate({ params: session.params });
    await comeBack(page);
    await says(page, 'This template was deleted.');
  });
});

describe('a reset meanwhile', () => {
  const words = 'This template was reset while you changed it. Choose what shall stay.';

  test('is told with the next change, and both versions can be had', async () => {
    const { page, ...session } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await reset(session);
    await duplicate(page);
    await waitFor(conflictOf(page), words);
    await button(page, 'Take the other').click();
    await expect.poll(() => textsOf(page)).toBe(1);
    await button(page, 'Undo').click();
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 3.');
    expect(await bodyInCode(page)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', 'Yours']);
  });

  test('is told when the work is saved that was there before', async () => {
    const { page, ...session } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await reset(session);
    await button(page, 'Save').click();
    await waitFor(conflictOf(page), words);
    expect(await revisionOf(session)).toBe(2);
    await button(page, 'Keep mine').click();
    await isKept(page);
    expect(await draftOf(session)).toEqual(['Dear reader', 'Dear reader', 'Yours']);
  });
});

test('an answer of a proxy is told as that of a server that is away, and the editor goes on', async () => {
  const { page } = await openEditor();
  const answers = '**/editor/v1/**';
  await page.route(answers, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }));
  await duplicate(page);
  await waitFor(keepingOf(page), 'The server cannot be reached.');
  await button(page, 'Versions').click();
  await says(page, 'Nothing was done: The server cannot be reached. Try again.');
  await page.unroute(answers);
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
});

test('a template that is deleted meanwhile leaves the work to be copied, and says so', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  await server.engine.deleteEmbeddedTemplate({ params: session.params });
  await duplicate(page);
  await says(page, 'This template was deleted. What you have not saved is still here: copy it from "Code" if you need it.');
  expect(await button(page, 'Save').isDisabled()).toBe(true);
  expect(await bodyInCode(page)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', 'Yours']);
  expect(await pagesOf(page).isEditable()).toBe(false);
});

test('a session that expires keeps the work, and another editorUrl goes on with it', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  await server.advance(31 * 60_000);
  await duplicate(page);
  await says(page, 'This editor session is over. Open the template again from the application that you came from.');
  await duplicate(page);
  expect(await textsOf(page)).toBe(3);
  const { params } = session;
  const next = await server.engine.openEditorSession({ params, body: { expiresInMinutes: 30 } });
  await page.goto(next.editorUrl!);
  await says(page, 'This was changed here and not saved.');
  await isKept(page);
  expect(await draftOf({ ...session, capability: next.capability })).toEqual([
    'Dear reader',
    'Dear reader',
    'Dear reader',
    'Yours',
  ]);
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
});
