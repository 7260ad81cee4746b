// How the work of several people and tabs is brought together, and what an editor does with news while a person is busy in it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
} from '../support/start-editor.ts';

const columns = [
  { width: 40, header: 'One', body: '1' },
  { header: 'Two', body: '2' },
];
const pages = [{ body: ['Dear reader', { text: 'Yours', size: 20 }, { table: 'lines', as: 'l', columns }] }];
const template = {
  uuid: '0190a0a0-0000-7000-8000-000000000041',
  slug: 'together',
  name: 'Together',
  pages,
  dataSchema: {
    type: 'object',
    required: ['lines'],
    properties: { lines: { type: 'array', items: { type: 'object' } } },
  },
  exampleData: { lines: [{}] },
};

let editor: StartedEditor;
let server: OpenedServer;
beforeAll(async () => {
  editor = await startEditor(template);
  ({ server } = editor);
});
afterAll(() => editor?.close());

async function openPage(editorUrl: string): Promise<Page> {
  const { page } = await editor.newPage();
  // The browser asks before a page with work is left.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(editorUrl);
  await shows(page, '1 page, no warnings.');
  return page;
}

async function openEditor() {
  const session = await editor.openSession();
  return { page: await openPage(session.editorUrl), ...session };
}

const keepingOf = (page: Page) => page.getByRole('contentinfo');
const conflictOf = (page: Page) => page.getByRole('region', { name: 'Two versions' });
const partOf = (page: Page, name: string) => page.getByRole('treeitem', { name }).first();

/** Adds a copy of the first text. */
async function duplicate(page: Page): Promise<void> {
  await partOf(page, 'Text Dear').click();
  await page.keyboard.press('Control+D');
}

async function bodyInCode(page: Page): Promise<unknown> {
  await openCode(page);
  return JSON.parse(await pagesOf(page).inputValue())[0].body;
}

const revisionShown = (page: Page) => page.locator('#revision').textContent();

const engineOf = async ({ capability }: EditorSession) => (await server.service.openEditor(capability)).engine;

const revisionOf = async ({ params }: EditorSession) => (await server.engine.getEmbeddedTemplate({ params })).revision;

const bodyOf = async (session: EditorSession) =>
  ((await (await engineOf(session)).getEditorTemplate({})).pages[0] as (typeof pages)[0]).body;

const rest = pages[0]!.body.slice(1);

/** Somebody else saves this, over the newest revision. */
async function saveElsewhere(session: EditorSession, body: readonly unknown[]): Promise<void> {
  const headers = { 'if-match': `"${await revisionOf(session)}"` } as const;
  await (await engineOf(session)).saveEditorTemplate({ body: { pages: [{ body }] }, headers });
}

/** Somebody else keeps this as the draft. */
async function keepElsewhere(session: EditorSession, text: string, revision = 1): Promise<void> {
  const engine = await engineOf(session);
  const draft = await engine.getEditorDraft({}).catch(() => undefined);
  const headers = draft ? ({ 'if-match': `"${draft.draft}"` } as const) : ({ 'if-none-match': '*' } as const);
  await engine.saveEditorDraft({ headers, body: { pages: text, revision } });
}

/** The editor looks at the server when a person comes back to it. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

describe('work that was made of an older revision is not saved over a newer one without a question', () => {
  test('if it is the draft with which the editor was opened', async () => {
    const session = await editor.openSession();
    await keepElsewhere(session, JSON.stringify([{ body: ['Draft'] }]));
    await saveElsewhere(session, ['Saved']);
    const page = await openPage(session.editorUrl);
    await waitFor(conflictOf(page), 'Somebody else has saved this template meanwhile.');
    expect(await revisionOf(session)).toBe(2);
    await button(page, 'Keep mine').click();
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 3.');
  });

  test('if it is the other version that was taken', async () => {
    const session = await editor.openSession();
    await saveElsewhere(session, ['Saved']);
    const page = await openPage(session.editorUrl);
    await keepElsewhere(session, JSON.stringify([{ body: ['Draft'] }]));
    await partOf(page, 'Text Saved').click();
    await page.keyboard.press('Control+D');
    await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
    await button(page, 'Take the other').click();
    await button(page, 'Save').click();
    await waitFor(conflictOf(page), 'Somebody else has saved this template meanwhile.');
    expect(await revisionOf(session)).toBe(2);
  });
});

test('a draft of a newer revision that comes while the template is loaded is no work on the older one', async () => {
  const session = await editor.openSession();
  const { page } = await editor.newPage();
  await keepElsewhere(session, JSON.stringify([{ body: ['Draft'] }]));
  const template = await hold(page, '**/editor/v1/template', 'GET');
  await page.goto(session.editorUrl);
  await template.hasCome;
  await saveElsewhere(session, ['Saved']);
  await keepElsewhere(session, JSON.stringify(pages), 2);
  template.go();
  await shows(page, '1 page, no warnings.');
  await passRest(page);
  // The other draft is there, and the editor does not say that all is saved.
  expect((await (await engineOf(session)).getEditorDraft({})).pages).toBe(JSON.stringify(pages));
  expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('false');
});

describe('an editor that is over', () => {
  test('lets the person choose one of two versions, and copy it', async () => {
    const { page, ...session } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await keepElsewhere(session, JSON.stringify([{ body: ['Theirs'] }]));
    await duplicate(page);
    await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
    await server.engine.deleteEmbeddedTemplate({ params: session.params });
    await button(page, 'Versions').click();
    await says(page, 'This template was deleted.');
    await button(page, 'Keep mine').click();
    expect(await conflictOf(page).count()).toBe(0);
    await says(page, 'This template was deleted.');
    expect(await bodyInCode(page)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', ...rest]);
  });

  test('closes an open text, which could not take what is typed', async () => {
    const { page, ...session } = await openEditor();
    await partOf(page, 'Text Dear').click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Dear Ada');
    await session.end();
    // The last change may be kept already: then nothing else asks the server.
    await comeBack(page);
    await says(page, 'This editor session is over.');
    await page.keyboard.type(' and Eve');
    expect(await page.locator('.surface').count()).toBe(0);
    const next = await server.engine.openEditorSession({ params: session.params, body: { expiresInMinutes: 30 } });
    await page.goto(next.editorUrl!);
    await says(page, 'This was changed here and not saved.');
    expect(await bodyInCode(page)).toEqual(['Dear Ada', ...rest]);
  });

  test('takes what was written into a field', async () => {
    const { page, ...session } = await openEditor();
    await duplicate(page);
    await partOf(page, 'Text Yours').click();
    await page.getByRole('spinbutton', { name: 'Font size' }).fill('');
    await session.end();
    // The last change may be kept already: then nothing else asks the server.
    await comeBack(page);
    await says(page, 'This editor session is over.');
    const next = await server.engine.openEditorSession({ params: session.params, body: { expiresInMinutes: 30 } });
    await page.goto(next.editorUrl!);
    await says(page, 'This was changed here and not saved.');
    expect(await bodyInCode(page)).toEqual(['Dear reader', 'Dear reader', { text: 'Yours' }, rest[1]]);
  });
});

test('of two versions, one change of each is taken, and saved', async () => {
  const { page, ...session } = await openEditor();
  const other = await openPage(session.editorUrl);
  const writeSize = async (of: Page, name: string, size: string) => {
    await partOf(of, name).click();
    await of.locator('[data-property="size"] input').fill(size);
  };
  await writeSize(other, 'Text Dear', '11');
  await writeSize(other, 'Text Yours', '22');
  await button(other, 'Save').click();
  await says(other, 'Saved as revision 2.');
  await writeSize(page, 'Text Dear', '33');
  await writeSize(page, 'Text Yours', '44');
  await button(page, 'Save').click();
  const differences = conflictOf(page).getByRole('group');
  const names = () => differences.locator('legend').allTextContents();
  await expect.poll(names).toEqual(['Text: Dear reader, Font size', 'Text: Yours, Font size']);
  await differences.nth(1).getByRole('radio', { name: 'the other' }).check();
  await button(page, 'Use my choice').click();
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 3.');
  const [layout] = (await server.engine.getEmbeddedTemplate({ params: session.params })).pages as typeof pages;
  expect(layout!.body.slice(0, 2)).toEqual([
    { text: 'Dear reader', size: 33 },
    { text: 'Yours', size: 22 },
  ]);
});

describe('a revision of somebody else', () => {
  const theirs = ['Dear all', { text: 'Yours', size: 20 }];

  test('waits while something is written into a field', async () => {
    const { page, ...session } = await openEditor();
    await partOf(page, 'Text Yours').click();
    const size = page.getByRole('spinbutton', { name: 'Font size' });
    await size.fill('');
    await saveElsewhere(session, theirs);
    await comeBack(page);
    await page.waitForTimeout(1_500);
    expect(await size.inputValue()).toBe('');
    await page.keyboard.press('Tab');
    expect(await bodyInCode(page)).toEqual(['Dear reader', { text: 'Yours' }, rest[1]]);
  });

  test('waits while a border of a column is dragged', async () => {
    const { page, ...session } = await openEditor();
    await partOf(page, 'Table').click();
    const border = page.getByRole('separator', { name: /Width of column 1/ });
    const { x, y, width, height } = (await border.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await saveElsewhere(session, theirs);
    const asked = page.waitForResponse('**/editor/v1/revisions');
    await comeBack(page);
    await asked;
    await page.mouse.move(x + 60, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Escape');
    const [, , table] = (await bodyInCode(page)) as readonly { readonly columns: readonly { readonly width: number }[] }[];
    expect(table!.columns[0]!.width).toBeGreaterThan(41);
    expect(await revisionShown(page)).toBe('Revision 1');
  });

  test.each(['a text is opened', 'a border is pressed', 'a dialog is opened'])(
    'that is on its way waits if %s meanwhile',
    async (what) => {
      const { page, ...session } = await openEditor();
      await partOf(page, what === 'a border is pressed' ? 'Table' : 'Text Dear').click();
      await saveElsewhere(session, theirs);
      const template = await hold(page, '**/editor/v1/template', 'GET');
      await comeBack(page);
      await template.hasCome;
      if (what === 'a text is opened') {
        await page.keyboard.press('F2');
        await page.locator('.surface').waitFor();
        template.go();
        await page.waitForTimeout(1_000);
        await page.keyboard.press('Control+A');
        await page.keyboard.type('Dear Ada');
        expect(await bodyInCode(page)).toEqual(['Dear Ada', ...rest]);
      } else if (what === 'a border is pressed') {
        const border = page.getByRole('separator', { name: /Width of column 1/ });
        const { x, y, width, height } = (await border.boundingBox())!;
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        template.go();
        await page.waitForTimeout(1_000);
        await page.mouse.move(x + 60, y + height / 2, { steps: 4 });
        await page.mouse.up();
        const [, , table] = (await bodyInCode(page)) as readonly { readonly columns: readonly { readonly width: number }[] }[];
        expect(table!.columns[0]!.width).toBeGreaterThan(41);
      } else {
        await button(page, 'Move to …').click();
        await page.getByRole('dialog').waitFor();
        template.go();
        await page.waitForTimeout(1_000);
        expect(await page.getByRole('dialog').isVisible()).toBe(true);
      }
    },
  );
});

test('who types on in an open text keeps the focus and the letters when news without a question comes', async () => {
  const { page, ...session } = await openEditor();
  await partOf(page, 'Text Dear').click();
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Dear Ada');
  await isKept(page);
  // Somebody else has dropped the draft, and saved what this editor began with.
  const engine = await engineOf(session);
  const { draft } = await engine.getEditorDraft({});
  await engine.deleteEditorDraft({ headers: { 'if-match': `"${draft}"` } });
  await saveElsewhere(session, ['Other']);
  await saveElsewhere(session, pages[0]!.body);
  const answer = await hold(page, '**/editor/v1/template', 'GET');
  await page.keyboard.type(' and');
  await answer.hasCome;
  await page.keyboard.type(' Eve');
  answer.go();
  await waitFor(keepingOf(page), 'Revision 3');
  await page.keyboard.type(', too');
  await isKept(page);
  await page.keyboard.press('Control+Enter');
  expect(await bodyInCode(page)).toEqual(['Dear Ada and Eve, too', ...rest]);
  expect(await conflictOf(page).count()).toBe(0);
});

describe('what is said of where the work is', () => {
  test('is never that the server has what it has not', async () => {
    const { page } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await page.route('**/editor/v1/draft', () => {});
    await duplicate(page);
    await passRest(page);
    expect(await keepingOf(page).textContent()).not.toContain('Your changes are kept.');
    await page.unroute('**/editor/v1/draft');
  });

  test('is right again after the work is as the server has it', async () => {
    const { page } = await openEditor();
    await duplicate(page);
    await isKept(page);
    await page.route('**/editor/v1/draft', (route) => route.abort());
    await duplicate(page);
    await waitFor(keepingOf(page), 'The server cannot be reached.');
    await button(page, 'Undo').click();
    await page.unroute('**/editor/v1/draft');
    await isKept(page);
  });
});

test('what is sent twice on its way is no work of somebody else', async () => {
  const { page, ...session } = await openEditor();
  await page.route('**/editor/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.fallback();
  });
  await duplicate(page);
  await isKept(page);
  await duplicate(page);
  await isKept(page);
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  await duplicate(page);
  await isKept(page);
  await button(page, 'Discard').click();
  await button(page, 'Discard for good').click();
  await expect.poll(() => page.getByRole('treeitem', { name: 'Text Dear' }).count()).toBe(3);
  expect(await conflictOf(page).count()).toBe(0);
  expect(await bodyOf(session)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', ...rest]);
  await expect((await engineOf(session)).getEditorDraft({})).rejects.toMatchObject({ code: 'DRAFT_NOT_FOUND' });
});

test('no version is chosen while Discard is under way', async () => {
  const { page, ...session } = await openEditor();
  await duplicate(page);
  await isKept(page);
  await keepElsewhere(session, JSON.stringify([{ body: ['Theirs'] }]));
  await duplicate(page);
  await waitFor(conflictOf(page), 'Somebody else has changed this template at the same time.');
  const template = await hold(page, '**/editor/v1/template', 'GET');
  await button(page, 'Discard').click();
  await button(page, 'Discard for good').click();
  await template.hasCome;
  await button(page, 'Keep mine').click();
  await says(page, 'Try again in a moment.');
  template.go();
  await partOf(page, 'Text Theirs').waitFor();
  expect(await conflictOf(page).count()).toBe(0);
});
