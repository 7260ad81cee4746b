// What becomes of the work in an open editor while the server is away, and when the template or the session ends meanwhile.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenedServer } from '../support/open-server.ts';
import {
  button,
  type EditorSession,
  hold,
  isKept,
  openCode,
  pagesOf,
  passRest,
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

/** Somebody else keeps this text as the draft. */
async function keepElsewhere({ capability }: EditorSession, text: string): Promise<void> {
  const { engine } = await server.service.openEditor(capability);
  const draft = await engine.getEditorDraft({}).catch(() => undefined);
  const headers = draft ? ({ 'if-match': `"${draft.draft}"` } as const) : ({ 'if-none-match': '*' } as const);
  await engine.saveEditorDraft({ headers, body: { pages: text, revision: 1 } });
}

const theirs = JSON.stringify([{ body: ['Theirs'] }]);

describe('work of this browser and a draft of somebody else', () => {
  /** Changes the template without a network, and opens it again when somebody else has kept a draft. */
  async function openBoth(change: (page: Page) => Promise<void>) {
    const { page, ...session } = await openEditor();
    await editor.context.setOffline(true);
    onTestFinished(() => editor.context.setOffline(false));
    await change(page);
    await waitFor(keepingOf(page), 'This browser keeps your changes');
    await page.close();
    await editor.context.setOffline(false);
    await keepElsewhere(session, theirs);
    const { page: again } = await editor.newPage();
    again.on('dialog', (dialog) => void dialog.accept());
    await again.goto(session.editorUrl);
    await waitFor(conflictOf(again), 'Choose what shall stay.');
    return again;
  }

  test('are both there until the person has chosen, also after a reload', async () => {
    const page = await openBoth(duplicate);
    await shows(page, '1 page, no warnings.');
    await page.reload();
    await waitFor(conflictOf(page), 'Choose what shall stay.');
    await button(page, 'Keep mine').click();
    await isKept(page);
    expect(await bodyInCode(page)).toEqual(['Dear reader', 'Dear reader', 'Yours']);
  });

  test('are kept apart by Discard: the own work goes, the draft of somebody else stays', async () => {
    const page = await openBoth(duplicate);
    expect(await page.getByRole('treeitem', { name: 'Text Dear' }).count()).toBe(2);
    await button(page, 'Discard').click();
    await button(page, 'Discard for good').click();
    await page.getByRole('treeitem', { name: 'Text Theirs' }).waitFor();
    await page.reload();
    await page.getByRole('treeitem', { name: 'Text Theirs' }).waitFor();
  });

  test('are both there if the own text cannot be read', async () => {
    const page = await openBoth(async (one) => {
      await openCode(one);
      await pagesOf(one).fill('[{ "body": [');
    });
    await waitFor(conflictOf(page), 'One version cannot be read as pages.');
    // Until the choice, nothing can be changed.
    expect(await pagesOf(page).isEditable()).toBe(false);
    await page.keyboard.press('Control+Shift+Z');
    await says(page, 'Choose a version first');
    await button(page, 'Keep mine').click();
    expect(await pagesOf(page).inputValue()).toBe('[{ "body": [');
    await isKept(page);
  });
});

test('Code and the parts show the same when the editor begins anew with a draft', async () => {
  const { page, ...session } = await openEditor();
  await openCode(page);
  const { engine } = await server.service.openEditor(session.capability);
  await engine.saveEditorTemplate({ body: { pages: [{ body: ['Saved'] }] }, headers: { 'if-match': '"1"' } });
  await keepElsewhere(session, theirs);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => pagesOf(page).inputValue()).toContain('Theirs');
  expect(JSON.parse(await pagesOf(page).inputValue())).toEqual(JSON.parse(theirs));
});

test('the other version is taken also while an earlier revision is looked at', async () => {
  const { page, ...session } = await openEditor();
  await keepElsewhere(session, '[{ "body": [');
  const draft = await hold(page, '**/editor/v1/draft', 'PUT');
  await duplicate(page);
  await button(page, 'Versions').click();
  await page.getByRole('button', { name: /^Revision 1,/ }).click();
  await page.getByText('You see revision 1').waitFor();
  draft.go();
  await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
  await button(page, 'Take the other').click();
  expect(await pagesOf(page).inputValue()).toBe('[{ "body": [');
  await passRest(page);
  const { engine } = await server.service.openEditor(session.capability);
  expect((await engine.getEditorDraft({})).pages).toBe('[{ "body": [');
});

test('two versions close an open text, and what was written in it is one of them', async () => {
  const { page, ...session } = await openEditor();
  await page.getByRole('treeitem', { name: 'Text Dear' }).click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Dear Ada');
  await keepElsewhere(session, theirs);
  await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
  await page.keyboard.type(' and more');
  await button(page, 'Keep mine').click();
  await isKept(page);
  expect(await bodyInCode(page)).toEqual(['Dear Ada', 'Yours']);
  await keepElsewhere(session, theirs);
  await pagesOf(page).fill(JSON.stringify([{ body: ['Dear Eve'] }]));
  await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
  expect(await pagesOf(page).isEditable()).toBe(false);
});

test('a text that cannot be read stays in Code, whatever is done to a part', async () => {
  const { page } = await openEditor();
  await page.getByRole('treeitem', { name: 'Text Dear' }).click();
  await openCode(page);
  await pagesOf(page).fill('[{ "body": [');
  await shows(page, '1 error.');
  const [overlay] = await page.locator('.overlay').all();
  const { x, y } = (await overlay!.boundingBox())!;
  await page.mouse.click(x + 4, y + 4);
  for (const keys of ['Delete', 'Control+D', 'Alt+ArrowDown', 'Control+Shift+Z']) {
    await page.keyboard.press(keys);
    await says(page, 'The text in “Code” has an error');
  }
  expect(await pagesOf(page).inputValue()).toBe('[{ "body": [');
  await button(page, 'Undo').click();
  expect(await pagesOf(page).inputValue()).toContain('Dear reader');
});

test('a save whose answer is lost is found with the next save', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await page.route('**/editor/v1/template', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Save').click();
  await says(page, 'Not saved: The server cannot be reached.');
  await page.unroute('**/editor/v1/template');
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  expect(await conflictOf(page).count()).toBe(0);
  expect(await revisionOf(session)).toBe(2);
});

test('what is changed while a save is under way is kept after it', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  let answer = () => {};
  const isHeld = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/editor/v1/template', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await isHeld;
    await route.fulfill({ response });
  });
  await button(page, 'Save').click();
  await expect.poll(() => revisionOf(session)).toBe(2);
  await duplicate(page);
  await expect.poll(() => textsOf(page)).toBe(3);
  // Longer than the time without a change before work is kept.
  await passRest(page);
  answer();
  await says(page, 'Saved as revision 2.');
  const kept = () => draftOf(session).catch(() => undefined);
  await expect.poll(kept).toEqual(['Dear reader', 'Dear reader', 'Dear reader', 'Yours']);
  expect(await conflictOf(page).count()).toBe(0);
});

test('Discard without a network changes nothing, and with one the draft goes', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  await editor.context.setOffline(true);
  onTestFinished(() => editor.context.setOffline(false));
  const discard = async () => {
    await button(page, 'Discard').click();
    await button(page, 'Discard for good').click();
  };
  await discard();
  await says(page, 'Nothing was done: The server cannot be reached.');
  expect(await textsOf(page)).toBe(2);
  await editor.context.setOffline(false);
  // The draft is dropped, the template not loaded: the work is kept again.
  await page.route('**/editor/v1/template', (route) => route.abort());
  await discard();
  await says(page, 'Nothing was done: The server cannot be reached.');
  await page.unroute('**/editor/v1/template');
  await expect.poll(() => draftOf(session).catch(() => undefined)).toEqual(['Dear reader', 'Dear reader', 'Yours']);
  await discard();
  await expect.poll(() => textsOf(page)).toBe(1);
  await expect(draftOf(session)).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' });
  await page.reload();
  await expect.poll(() => textsOf(page)).toBe(1);
  expect(await wordsOf(page).textContent()).toBe('');
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

test('the last change before the page is closed is kept on the server, too', async () => {
  const { page, ...session } = await openEditor();
  await page.getByRole('treeitem', { name: 'Text Yours' }).click();
  await page.locator('[data-property="size"] input').fill('33');
  await page.goto('about:blank');
  const kept = () => draftOf(session).catch(() => undefined);
  await expect.poll(kept).toEqual(['Dear reader', { text: 'Yours', size: 33 }]);
});

test('work that is taken back before the page is closed is no draft any more', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  await button(page, 'Undo').click();
  await page.goto('about:blank');
  await expect.poll(() => draftOf(session).catch(({ code }) => code)).toBe('DRAFT_NOT_FOUND');
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
  await says(page, 'This template was deleted. What you have not saved is still here: copy it from “Code” if you need it.');
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
