// What becomes of the work while the server is away, the template or the session ends, or others work on the same template. Each condition of it is proved by
// test/editor-page/editor-model.slow.test.ts: here are the browser and the screen.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listOf, objectOf } from '../support/schemas.ts';
import {
  button,
  comeBack,
  conflictOf,
  draftOf,
  hold,
  isKept,
  keepElsewhere,
  keepingOf,
  type OpenedEditor,
  openCode,
  pagesOf,
  partOf,
  press,
  readBody,
  saveElsewhere,
  says,
  shows,
  useEditor,
  waitFor,
} from '../support/start-editor.ts';

const columns = [
  { width: 40, header: 'One', body: '1' },
  { header: 'Two', body: '2' },
];
const rest = [
  { text: 'Yours', size: 20 },
  { table: 'lines', as: 'l', columns },
] as const;
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000041',
  slug: 'together',
  name: 'Together',
  pages: [{ body: ['Dear reader', ...rest] }],
  dataSchema: objectOf({ lines: listOf({ type: 'object' }) }),
  exampleData: { lines: [{}] },
});

/** Adds a copy of the first text. */
async function duplicate(page: Page): Promise<void> {
  await partOf(page, 'Text Dear').click();
  await page.keyboard.press('Control+D');
}

/** The texts that the first page shows. */
const textsOf = (page: Page) =>
  page
    .getByRole('region', { name: /^Page 1/ })
    .getByText('Dear reader', { exact: true })
    .count();

/** Opens the first text and writes in its place. */
async function write(page: Page, text: string): Promise<void> {
  await partOf(page, 'Text Dear').click();
  await press(page, 'F2', 'Control+A');
  await page.keyboard.type(text);
}

const revisionShown = (page: Page) => page.locator('#revision').textContent();
const theirs = JSON.stringify([{ body: ['Theirs'] }]);
const met = 'Somebody else has changed this template at the same time.';

describe('without a network', () => {
  test('the work goes on and says where it is kept, and is sent when the network is back', async () => {
    const { page, ...session } = await editor.open();
    await editor.setOffline(true);
    await duplicate(page);
    await waitFor(keepingOf(page), 'The server cannot be reached. This browser keeps your changes until it can.');
    await duplicate(page);
    await expect.poll(() => textsOf(page)).toBe(3);
    await button(page, 'Save').click();
    await says(page, 'Not saved: The server cannot be reached. Try again.');
    await editor.setOffline(false);
    await isKept(page);
    expect(await draftOf(session)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', ...rest]);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await draftOf(session)).toBeUndefined();
  });

  test('what was written is there when the browser is opened again', async () => {
    const { page, ...session } = await editor.open();
    await editor.setOffline(true);
    await duplicate(page);
    await waitFor(keepingOf(page), 'This browser keeps your changes');
    await page.close();
    await editor.setOffline(false);
    const { page: again } = await editor.open(session);
    await says(again, 'This was changed here and not saved.');
    await isKept(again);
    expect(await draftOf(session)).toEqual(['Dear reader', 'Dear reader', ...rest]);
  });
});

test('two versions, of which one cannot be read, are shown until the person has chosen', async () => {
  const { page, ...session } = await editor.open();
  await keepElsewhere(session, theirs);
  await openCode(page);
  await pagesOf(page).fill('[{ "body": [');
  await waitFor(conflictOf(page), 'One version cannot be read as pages.');
  // Until the choice, nothing can be changed.
  expect(await pagesOf(page).isEditable()).toBe(false);
  await page.keyboard.press('Control+Shift+Z');
  await says(page, 'Choose a version first');
  await button(page, 'Keep mine').click();
  expect(await pagesOf(page).inputValue()).toBe('[{ "body": [');
  await isKept(page);
});

test('two versions close an open text, and what was written in it is one of them', async () => {
  const { page, ...session } = await editor.open();
  await write(page, 'Dear Ada');
  await keepElsewhere(session, theirs);
  await waitFor(conflictOf(page), met);
  await page.keyboard.type(' and more');
  await button(page, 'Keep mine').click();
  await isKept(page);
  expect(await readBody(page)).toEqual(['Dear Ada', ...rest]);
});

test('a text that cannot be read stays in Code, whatever is done to a part', async () => {
  const { page } = await editor.open();
  await partOf(page, 'Text Dear').click();
  await openCode(page);
  await pagesOf(page).fill('[{ "body": [');
  await shows(page, '1 error.');
  const { x, y } = (await page.locator('.overlay').first().boundingBox())!;
  await page.mouse.click(x + 4, y + 4);
  for (const keys of ['Delete', 'Control+D', 'Alt+ArrowDown', 'Control+Shift+Z']) {
    await page.keyboard.press(keys);
    await says(page, 'The text in “Code” has an error');
  }
  expect(await pagesOf(page).inputValue()).toBe('[{ "body": [');
  await button(page, 'Undo').click();
  expect(await pagesOf(page).inputValue()).toContain('Dear reader');
});

test('an editor in which nobody does anything shows what somebody else has made of the template', async () => {
  const { page, ...session } = await editor.open();
  await saveElsewhere(session, ['Theirs']);
  const answers = '**/editor/v1/template';
  await page.route(answers, (route) => route.abort());
  await comeBack(page);
  await says(page, 'Nothing was done: The server cannot be reached.');
  await page.unroute(answers);
  await comeBack(page);
  await says(page, 'Somebody else has changed this template meanwhile. You see it as it is now.');
  await waitFor(keepingOf(page), 'Revision 2');
  expect(await readBody(page)).toEqual(['Theirs']);
});

test('the last change before the page is closed is kept on the server, too', async () => {
  const { page, ...session } = await editor.open();
  await partOf(page, 'Text Yours').click();
  await page.locator('[data-property="size"] input').fill('33');
  await page.goto('about:blank');
  await expect.poll(() => draftOf(session)).toEqual(['Dear reader', { ...rest[0], size: 33 }, rest[1]]);
});

test('work that is taken back before the page is closed is no draft any more', async () => {
  const { page, ...session } = await editor.open();
  await duplicate(page);
  await isKept(page);
  await button(page, 'Undo').click();
  await page.goto('about:blank');
  await expect.poll(() => draftOf(session)).toBeUndefined();
});

describe('an editor that is over', () => {
  test('because the template was deleted leaves the work to be copied', async () => {
    const { page, params } = await editor.open();
    await duplicate(page);
    await isKept(page);
    await editor.server.engine.deleteEmbeddedTemplate({ params });
    await duplicate(page);
    await says(page, 'This template was deleted. What you have not saved is still here: copy it from “Code” if you need it.');
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(await readBody(page)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', ...rest]);
    await openCode(page);
    expect(await pagesOf(page).isEditable()).toBe(false);
  });

  /** What the next session of the template begins with. */
  async function bodyOfNext({ params, page }: OpenedEditor): Promise<unknown> {
    await page.goto((await editor.openSession({ params })).editorUrl);
    await says(page, 'This was changed here and not saved.');
    await isKept(page);
    return readBody(page);
  }

  test('because the session has expired keeps the work, and another editorUrl goes on with it', async () => {
    const opened = await editor.open();
    const { page } = opened;
    await duplicate(page);
    await isKept(page);
    await editor.server.advance(31 * 60_000);
    await duplicate(page);
    await says(page, 'This editor session is over. Open the template again from the application that you came from.');
    await duplicate(page);
    expect(await textsOf(page)).toBe(3);
    expect(await bodyOfNext(opened)).toEqual(['Dear reader', 'Dear reader', 'Dear reader', ...rest]);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
  });

  test('closes an open text, which could not take what is typed', async () => {
    const opened = await editor.open();
    const { page } = opened;
    await write(page, 'Dear Ada');
    await opened.end();
    // The last change may be kept already: then nothing else asks the server.
    await comeBack(page);
    await says(page, 'This editor session is over.');
    await page.keyboard.type(' and Eve');
    expect(await page.locator('.surface').count()).toBe(0);
    expect(await bodyOfNext(opened)).toEqual(['Dear Ada', ...rest]);
  });

  test('takes what was written into a field', async () => {
    const opened = await editor.open();
    const { page } = opened;
    await duplicate(page);
    await partOf(page, 'Text Yours').click();
    await page.getByRole('spinbutton', { name: 'Font size' }).fill('');
    await opened.end();
    await comeBack(page);
    await says(page, 'This editor session is over.');
    expect(await bodyOfNext(opened)).toEqual(['Dear reader', 'Dear reader', { text: 'Yours' }, rest[1]]);
  });
});

test('of two versions, one change of each is taken, and saved', async () => {
  const { page, ...session } = await editor.open();
  const { page: other } = await editor.open(session);
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
  const { pages } = await session.engine.getEditorTemplate({});
  expect(pages[0]).toMatchObject({ body: [{ text: 'Dear reader', size: 33 }, { text: 'Yours', size: 22 }, rest[1]] });
});

describe('a revision of somebody else', () => {
  /** Presses the border of the first column. Gives what drags it, and lets it go. */
  async function pressBorder(page: Page): Promise<() => Promise<void>> {
    const border = page.getByRole('separator', { name: /Width of column 1/ });
    const { x, y, width, height } = (await border.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    return async () => {
      await page.mouse.move(x + 60, y + height / 2, { steps: 4 });
      await page.mouse.up();
      const [, , table] = (await readBody(page)) as readonly { readonly columns: readonly { readonly width: number }[] }[];
      expect(table!.columns[0]!.width).toBeGreaterThan(41);
      expect(await revisionShown(page)).toBe('Revision 1');
    };
  }

  test('waits while something is written into a field', async () => {
    const { page, ...session } = await editor.open();
    await partOf(page, 'Text Yours').click();
    const size = page.getByRole('spinbutton', { name: 'Font size' });
    await size.fill('');
    await saveElsewhere(session, ['Theirs']);
    await comeBack(page);
    await page.waitForTimeout(1_500);
    expect(await size.inputValue()).toBe('');
    await page.keyboard.press('Tab');
    expect(await readBody(page)).toEqual(['Dear reader', { text: 'Yours' }, rest[1]]);
  });

  test('waits while a border of a column is dragged', async () => {
    const { page, ...session } = await editor.open();
    await partOf(page, 'Table').click();
    const drag = await pressBorder(page);
    await saveElsewhere(session, ['Theirs']);
    const asked = page.waitForResponse('**/editor/v1/revisions');
    await comeBack(page);
    await asked;
    await drag();
  });

  test.each<[string, part: string, begin: (page: Page) => Promise<() => Promise<unknown>>]>([
    [
      'a text is opened',
      'Text Dear',
      async (page) => {
        await page.keyboard.press('F2');
        await page.locator('.surface').waitFor();
        return async () => {
          await page.keyboard.press('Control+A');
          await page.keyboard.type('Dear Ada');
          expect(await readBody(page)).toEqual(['Dear Ada', ...rest]);
        };
      },
    ],
    ['a border is pressed', 'Table', pressBorder],
    [
      'a dialog is opened',
      'Text Dear',
      async (page) => {
        await button(page, 'Move to …').click();
        await page.getByRole('dialog').waitFor();
        return async () => expect(await page.getByRole('dialog').isVisible()).toBe(true);
      },
    ],
  ])('that is on its way waits if %s meanwhile', async (_, part, begin) => {
    const { page, ...session } = await editor.open();
    await partOf(page, part).click();
    await saveElsewhere(session, ['Theirs']);
    const template = await hold(page, '**/editor/v1/template', 'GET');
    await comeBack(page);
    await template.hasCome;
    const goOn = await begin(page);
    template.go();
    await page.waitForTimeout(1_000);
    await goOn();
  });
});

test('who types on in an open text keeps the focus and the letters when news without a question comes', async () => {
  const { page, ...session } = await editor.open();
  await write(page, 'Dear Ada');
  await isKept(page);
  // Somebody else has dropped the draft, and saved what this editor began with.
  const { draft } = await session.engine.getEditorDraft({});
  await session.engine.deleteEditorDraft({ headers: { 'if-match': `"${draft}"` } });
  await saveElsewhere(session, ['Other']);
  await saveElsewhere(session, ['Dear reader', ...rest]);
  const answer = await hold(page, '**/editor/v1/template', 'GET');
  await page.keyboard.type(' and');
  await answer.hasCome;
  await page.keyboard.type(' Eve');
  answer.go();
  await waitFor(keepingOf(page), 'Revision 3');
  await page.keyboard.type(', too');
  await isKept(page);
  await page.keyboard.press('Control+Enter');
  expect(await readBody(page)).toEqual(['Dear Ada and Eve, too', ...rest]);
  expect(await conflictOf(page).count()).toBe(0);
});
