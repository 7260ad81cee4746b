// The editor as a browser shows it: from `editorUrl` to the saved revision, alone and framed by a host application.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { findWithAxe } from '../support/axe.ts';
import { findLowestContrast } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { type ServeProcess, startServe } from '../support/serve-process.ts';
import {
  button,
  conflictOf,
  discard,
  type EditorSession,
  faultsOf,
  isKept,
  openCode,
  openParts,
  pagesOf,
  press,
  says,
  shows,
  useEditor,
  waitFor,
  wordsOf,
} from '../support/start-editor.ts';

const base = '0190a0a0-0000-7000-8000-000000000001';
const reminder = {
  uuid: base,
  slug: 'reminder',
  name: 'Reminder of what is due',
  pages: [{ body: ['Dear {{ customer.name }}'] }, { body: ['Conditions'] }],
  dataSchema: {
    type: 'object',
    required: ['customer', 'lines'],
    $defs: {
      text: { type: 'string', minLength: 1 },
      line: {
        type: 'object',
        required: ['name'],
        properties: { name: { $ref: '#/$defs/text' }, parts: { type: 'array', items: { $ref: '#/$defs/line' } } },
      },
    },
    properties: {
      customer: {
        type: 'object',
        required: ['name'],
        properties: { name: { $ref: '#/$defs/text' } },
        allOf: [{ properties: { city: { type: ['string', 'null'] } } }],
      },
      lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    },
  },
  exampleData: { customer: { name: 'Ada <b>Lovelace</b>' }, lines: [{ name: 'Pencil' }] },
};

const editor = useEditor(reminder);

const listOf = (page: Page | FrameLocator) => faultsOf(page).getByRole('listitem').allTextContents();
const write = (page: Page | FrameLocator, text: string): Promise<void> => pagesOf(page).fill(text);

/** The editor with its pages as JSON. */
async function openEditor() {
  const opened = await editor.open();
  await shows(opened.page, 'no warnings');
  await openCode(opened.page);
  return opened;
}

const bodyOf = (text: string) => JSON.stringify([{ body: [text] }]);

/** The text of the server's document. */
async function readCheck(page: Page): Promise<string> {
  await button(page, 'Check PDF').click();
  const dialog = page.getByRole('dialog', { name: 'The PDF of the server' });
  await waitFor(dialog, 'the same as those that you see here');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).press('Enter');
  const download = await coming;
  expect(download.suggestedFilename()).toBe('check.pdf');
  const text = execFileSync('pdftotext', [await download.path(), '-'], { encoding: 'utf8' });
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  return text;
}

test('that the server was not reached is told until something is asked for again', async () => {
  const { page } = await openEditor();
  const unreached = 'The server cannot be reached. Try again.';
  await page.route('**/editor/v1/preview', (route) => route.abort());
  await button(page, 'Check PDF').click();
  await shows(page, unreached);
  await button(page, 'Save').click();
  await says(page, 'Nothing to save');
  await shows(page, '2 pages, no warnings.');
  await button(page, 'Check PDF').click();
  await shows(page, unreached);
  await page.unroute('**/editor/v1/preview');
  await button(page, 'Check PDF').click();
  await page.getByRole('dialog', { name: 'The PDF of the server' }).waitFor();
  await shows(page, '2 pages, no warnings.');
});

describe('the editor', () => {
  test('shows the template, its pages, its data fields and a preview, and complains of nothing', async () => {
    const { page, faults } = await openEditor();
    expect(await page.title()).toBe('Reminder of what is due');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Reminder of what is due');
    expect(await page.locator('#revision').textContent()).toBe('Revision 1');
    expect(JSON.parse(await pagesOf(page).inputValue())).toEqual([
      { body: ['Dear {{ customer.name }}'] },
      { body: ['Conditions'] },
    ]);
    await shows(page, '2 pages, no warnings.');
    expect(await page.getByRole('region', { name: /^Page \d of 2$/ }).count()).toBe(2);
    await page.getByRole('tab', { name: 'Data' }).click();
    const fields = page.getByRole('grid', { name: 'Data fields' });
    expect(await fields.getByRole('heading').allTextContents()).toEqual(['Customer', 'Document', 'Lines: each of them']);
    // A field that the contract reaches by reference is listed once.
    expect(await fields.locator('.field').allTextContents()).toEqual([
      ...['Name Ada <b>Lovelace</b>', 'City ', 'Lines ', 'Name Pencil', 'Parts '],
    ]);
    expect(await fields.getByTitle('lines[].name: text, needed').count()).toBe(1);
    expect(await readCheck(page)).toMatch(/^Dear Ada <b>Lovelace<\/b>\s+Conditions/);
    expect(faults).toEqual([]);
  });

  test('shows what is written as it is written, and saves it as a revision', async () => {
    const { page, faults, params } = await openEditor();
    await write(page, bodyOf('Hello {{ customer.name }}'));
    await shows(page, '1 page, no warnings.');
    expect(await readCheck(page)).toMatch(/^Hello Ada/);
    expect((await editor.server.engine.getEmbeddedTemplate({ params })).revision).toBe(1);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await page.locator('#revision').textContent()).toBe('Revision 2');
    expect((await editor.server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
    await page.reload();
    await shows(page, '1 page, no warnings.');
    await openCode(page);
    expect(await pagesOf(page).inputValue()).toContain('Hello');
    expect(faults).toEqual([]);
  });

  test('tells what is wrong with the pages, and in which line, and keeps the last good pages', async () => {
    const { page, params } = await openEditor();
    await write(page, '[\n  {');
    await shows(page, '1 error. The pages below are the last good ones.');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^Pages:2:4 error The pages are not valid JSON: /)]);
    expect(await page.locator('.sheets').getAttribute('data-state')).toBe('stale');
    await button(page, 'Save').click();
    await says(page, 'Not saved: The text in “Code” has an error in line 2. Correct it, or press Undo.');
    // The other tabs say why they do not open.
    await write(page, '[\n  {,');
    await openParts(page);
    await says(page, 'The text in “Code” has an error in line 2. Correct it, or press Undo.');
    expect(await page.getByRole('tab', { name: 'Code' }).getAttribute('aria-selected')).toBe('true');
    await write(page, '[\n  { "body": ["one", "{{ customer.nmae }}"] }\n]');
    expect(await wordsOf(page).textContent()).toBe('');
    await shows(page, 'nmae');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^Pages:2:\d+ error .*nmae/)]);
    await button(page, 'Save').click();
    await says(page, 'Not saved: The selected part has an error.');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^Pages:2:\d+ error .*nmae/)]);
    // The place leads to the text.
    await faultsOf(page).getByRole('button').press('Enter');
    const caret = await pagesOf(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart));
    expect(caret).toMatch(/^"?\{\{ customer\.nmae|^customer\.nmae|^nmae/);
    await write(page, '[\n{ "body": ["one"],\n"body": ["two"] }\n]');
    await shows(page, 'the name "body" appears twice in its object, first in line 2, column 3');
    await write(page, JSON.stringify([{ body: Array.from({ length: 123 }, (_, i) => `{{ nmae${i} }}`) }]));
    await shows(page, '… and 23 more.');
    await write(page, bodyOf('Hello'));
    await shows(page, '1 page, no warnings.');
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await faultsOf(page).getByRole('listitem').count()).toBe(0);
    expect((await editor.server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
  });

  test('takes back a text that cannot be read, and nothing else with it', async () => {
    const { page } = await openEditor();
    await write(page, bodyOf('good'));
    await shows(page, '1 page, no warnings.');
    await write(page, 'oops');
    await shows(page, '1 error.');
    await button(page, 'Undo').click();
    await shows(page, '1 page, no warnings.');
    expect(JSON.parse(await pagesOf(page).inputValue())).toEqual([{ body: ['good'] }]);
    await button(page, 'Undo').click();
    await shows(page, '2 pages, no warnings.');
    expect(await button(page, 'Undo').getAttribute('aria-disabled')).toBe('true');
  });

  test('names what the pages warn of, with page and line', async () => {
    const { page } = await openEditor();
    await write(page, JSON.stringify([{ body: ['Hello'] }, { body: ['Hello \u{F0000}'] }], null, 1));
    await shows(page, '2 pages, 1 warning.');
    expect(await listOf(page)).toEqual([
      expect.stringMatching(/^Pages:9:\d+ warning page 2 No font has one of the signs .*MoreNo font has U\+F0000/),
    ]);
    expect(await readCheck(page)).toContain('Hello');
    // What the template may lack is counted in the PDF too, and is no error.
    await write(page, bodyOf('Hello {{ customer.city }}'));
    await shows(page, '1 page, 2 warnings.');
    expect(await listOf(page)).toEqual([
      expect.stringMatching(/warning This value may be missing in some documents/),
      expect.stringMatching(/warning page 1 .*"customer\.city" is missing and prints nothing/),
    ]);
    const more = faultsOf(page).getByText('is not required by the data schema');
    expect(await more.isVisible()).toBe(false);
    await faultsOf(page).getByText('More', { exact: true }).first().click();
    expect(await more.isVisible()).toBe(true);
    await button(page, 'Check PDF').click();
    const dialog = page.getByRole('dialog', { name: 'The PDF of the server' });
    await waitFor(dialog, '1 page, 2 warnings.');
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await openParts(page);
    await page.getByRole('treeitem', { name: 'Text Hello' }).click();
    const panel = page.getByRole('region', { name: 'Selected part' });
    await panel.getByText('Warning: This value may be missing').waitFor();
    expect(await panel.locator('.property-faults > *').count()).toBe(0);
  });

  test('a click on a page selects the innermost part, Escape the part around it, and the tree shows it', async () => {
    const { page } = await openEditor();
    await openParts(page);
    const over = (await page.locator('.overlay').first().boundingBox())!;
    const [band] = await page.locator('.overlay .band').all();
    const { x, y } = (await band!.boundingBox())!;
    await page.mouse.click(x + 20, y + 4);
    const selected = page.getByRole('treeitem', { selected: true });
    await expect.poll(() => selected.textContent()).toBe('Text Dear Ada <b>Lovelace</b>');
    await page.keyboard.press('Escape');
    await expect.poll(() => selected.textContent()).toMatch(/^▾?Page layout/);
    await page.mouse.click(over.x + 2, over.y + 2);
    await expect.poll(() => selected.textContent()).toMatch(/^▾?Page layout/);
  });

  test('does not write over what was saved elsewhere', async () => {
    const { page, params, editorUrl } = await openEditor();
    const other = await editor.newPage();
    await other.page.goto(editorUrl);
    await shows(other.page, 'no warnings');
    await openCode(other.page);
    await write(other.page, bodyOf('theirs'));
    await button(other.page, 'Save').click();
    await says(other.page, 'Saved as revision 2.');
    await write(page, bodyOf('mine'));
    await button(page, 'Save').click();
    const versions = conflictOf(page);
    await waitFor(versions, 'Choose what shall stay.');
    expect(await versions.getByRole('group').count()).toBe(1);
    await versions.getByRole('radio', { name: 'the other' }).check();
    await shows(page, '1 page, no warnings.');
    expect(await readCheck(page)).toMatch(/^theirs/);
    expect((await editor.server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
    await button(page, 'Keep mine').click();
    expect(JSON.parse(await pagesOf(page).inputValue())).toEqual([{ body: ['mine'] }]);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 3.');
  });

  test('keeps the work on the server, for another browser, until it is saved', async () => {
    const { page, editorUrl } = await openEditor();
    await write(page, bodyOf('from here'));
    await isKept(page);
    const other = await editor.browser.newContext();
    onTestFinished(() => other.close());
    const elsewhere = await other.newPage();
    await elsewhere.goto(editorUrl);
    await says(elsewhere, 'This was changed here and not saved.');
    await openCode(elsewhere);
    expect(JSON.parse(await pagesOf(elsewhere).inputValue())).toEqual([{ body: ['from here'] }]);
    await button(elsewhere, 'Save').click();
    await says(elsewhere, 'Saved as revision 2.');
    // What is written here meanwhile is shown beside what was saved.
    await write(page, bodyOf('later'));
    await waitFor(conflictOf(page), 'Somebody else has saved this template');
    await button(page, 'Take the other').click();
    expect(JSON.parse(await pagesOf(page).inputValue())).toEqual([{ body: ['from here'] }]);
    expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
  });

  test('shows an earlier revision, and takes it back', async () => {
    const { page } = await openEditor();
    await write(page, bodyOf('second'));
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    await button(page, 'Versions').click();
    const first = page.getByRole('button', { name: /^Revision 1, \w+ \d+, 20\d\d, \d+:\d\d/ });
    await first.click();
    await shows(page, '2 pages, no warnings.');
    expect(await first.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#revision').textContent()).toBe('You see revision 1');
    await page.getByText('This is your version. The pages show another one.').waitFor();
    // What does nothing meanwhile looks so, and says why.
    for (const name of ['Undo', 'Save']) expect(await button(page, name).getAttribute('aria-disabled'), name).toBe('true');
    await page.keyboard.press('Escape');
    await first.waitFor({ state: 'detached' });
    await shows(page, '1 page, no warnings.');
    expect(await page.locator('#revision').textContent()).toBe('Revision 2');
    // Whoever closes the list before the revision comes goes on with the own pages.
    const asked = new Promise<() => void>((resolve) => {
      void page.route('**/editor/v1/revisions/1', (route) => resolve(() => void route.continue()), { times: 1 });
    });
    await button(page, 'Versions').click();
    await first.click();
    const answer = await asked;
    await page.keyboard.press('Escape');
    await first.waitFor({ state: 'detached' });
    answer();
    await expect.poll(() => button(page, 'Save').getAttribute('aria-disabled')).toBe('false');
    expect(await page.locator('#revision').textContent()).toBe('Revision 2');
    await button(page, 'Versions').click();
    await button(page, 'Close').click();
    await first.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Versions');
    await button(page, 'Versions').click();
    await first.click();
    await shows(page, '2 pages, no warnings.');
    await page.getByRole('tab', { name: 'Add' }).click();
    const space = page.getByRole('group', { name: 'What can be added' }).getByRole('button', { name: 'Space' });
    expect(await space.getAttribute('aria-disabled')).toBe('true');
    await space.press('Enter');
    await says(page, 'An earlier version is shown.');
    // A selected part is shown where the list was.
    await openParts(page);
    await page.getByRole('treeitem', { name: 'Text second' }).click();
    await first.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Text: second' }).waitFor();
    await button(page, 'Versions').click();
    await first.click();
    await shows(page, '2 pages, no warnings.');
    await button(page, 'Restore this version').click();
    await shows(page, '2 pages, no warnings.');
    await button(page, 'Undo').click();
    await shows(page, '1 page, no warnings.');
    await button(page, 'Redo').click();
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 3.');
  });

  describe('text that is not saved', () => {
    const own = bodyOf('Mine');

    /** Presses a key, because a browser asks only for pages that a person has used. Counts the questions. */
    async function writeOwn(page: Page): Promise<{ readonly asked: () => number }> {
      let asked = 0;
      page.on('dialog', (dialog) => {
        if (dialog.type() === 'beforeunload') asked++;
      });
      await write(page, own);
      await pagesOf(page).press('End');
      return { asked: () => asked };
    }

    test('is discarded by a second press only', async () => {
      const { page } = await openEditor();
      await writeOwn(page);
      await button(page, 'Discard').click();
      await says(page, 'Press the button again');
      await pagesOf(page).focus();
      expect(await button(page, 'Discard').isVisible()).toBe(true);
      await button(page, 'Discard').press('Enter');
      expect(await pagesOf(page).inputValue()).toBe(own);
      await button(page, 'Discard for good').press('Enter');
      await shows(page, '2 pages, no warnings.');
    });

    test('is asked for before the page is left, and is back in the same browser until it is discarded', async () => {
      const { page, faults } = await openEditor();
      expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
      const { asked } = await writeOwn(page);
      expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('false');
      await page.reload();
      await says(page, 'This was changed here and not saved.');
      await shows(page, '1 page, no warnings.');
      await openCode(page);
      expect([JSON.parse(await pagesOf(page).inputValue()), asked()]).toEqual([JSON.parse(own), 1]);
      await discard(page);
      await shows(page, '2 pages, no warnings.');
      expect(await pagesOf(page).inputValue()).toContain('Dear {{ customer.name }}');
      expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
      await page.reload();
      await shows(page, '2 pages, no warnings.');
      expect([await wordsOf(page).textContent(), asked()]).toEqual([expect.not.stringContaining('not saved'), 1]);
      expect(faults).toEqual([]);
    });

    test('is neither asked for nor kept once it is saved, or written back', async () => {
      const { page } = await openEditor();
      const before = await pagesOf(page).inputValue();
      const { asked } = await writeOwn(page);
      await write(page, before);
      expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
      await page.reload();
      await shows(page, '2 pages, no warnings.');
      await openCode(page);
      await writeOwn(page);
      await button(page, 'Save').click();
      await says(page, 'Saved as revision 2.');
      expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
      await page.reload();
      await shows(page, '1 page, no warnings.');
      expect([await wordsOf(page).textContent(), asked()]).toEqual([expect.not.stringContaining('not saved'), 0]);
    });

    test('of another template is not shown, and a browser that keeps nothing still asks', async () => {
      const session = await editor.openSession();
      const { page } = await editor.newPage();
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('The frame has no storage.', 'SecurityError');
          },
        });
      });
      await page.goto(session.editorUrl);
      await shows(page, '2 pages, no warnings.');
      await openCode(page);
      const { asked } = await writeOwn(page);
      await page.goto((await editor.openSession()).editorUrl);
      await shows(page, '2 pages, no warnings.');
      await openCode(page);
      expect([await pagesOf(page).inputValue(), asked()]).toEqual([expect.stringContaining('Dear'), 1]);
    });
  });

  test('leaves one entry in the history, however often it checks', async () => {
    const { page } = await openEditor();
    const before = await page.evaluate('history.length');
    for (const text of ['one', 'two']) {
      await write(page, bodyOf(text));
      await readCheck(page);
    }
    // The blank page that the browser began with, and the editor.
    expect([before, await page.evaluate('history.length')]).toEqual([2, 2]);
  });
});

describe('who reads by ear or works by keyboard', () => {
  test('finds headings, labels and a live region', async () => {
    const { page } = await openEditor();
    const heard = await page.locator('body').ariaSnapshot();
    const lines = heard
      .split('\n')
      .filter((line) => !/^ *- (row|rowgroup|cell|text|paragraph|option|strong|code|\/url)\b/.test(line));
    const named = lines.map((line) => line.replace(/: .*/, '').trim());
    const pages = named.indexOf('- region "Page 1 of 2":');
    const below = named.indexOf('- contentinfo:');
    expect(named.slice(below)).toEqual([
      ...['- contentinfo:', '- status', '- region "Errors and warnings":', '- status', '- button "Keys"'],
    ]);
    expect(named.slice(0, pages)).toEqual([
      ...['- banner:', '- heading "Reminder of what is due" [level=1]', '- button "Undo" [disabled]'],
      ...['- button "Redo" [disabled]', '- combobox "Data":', '- group "Zoom":', '- button "Smaller"', '- combobox "Zoom":'],
      ...['- button "Larger"', '- button "Check PDF"', '- button "0 errors, 0 warnings" [disabled]'],
      ...['- button "Discard" [disabled]', '- button "Versions"', '- button "Save"', '- main:', '- region "Parts and data":'],
      ...['- tablist "Parts and data":', '- tab "Add"', '- tab "Parts"', '- tab "Data"', '- tab "Code" [selected]'],
      ...['- tabpanel "Code":', '- textbox "Pages"', '- region "The pages":', '- heading "The pages" [level=2]'],
      ...['- group "Sheets":'],
    ]);
  });

  test('reaches what there is in the order in which it stands, and keeps the place', async () => {
    const { page } = await openEditor();
    const focused = () =>
      page.evaluate(() => {
        const { labels, ariaLabel, textContent } = document.activeElement as HTMLSelectElement;
        return ariaLabel ?? (labels?.[0] ? labels[0].firstChild!.textContent : textContent);
      });
    const order: (string | null)[] = [];
    await page.getByRole('heading', { level: 1 }).click();
    for (let i = 0; i < 13; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    const bar = 'Undo, Redo, Data, Smaller, Zoom, Larger, Check PDF, 0 errors, 0 warnings, Discard, Versions, Save';
    expect(order.join(', ')).toBe(`${bar}, Code, Pages`);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(bodyOf('by hand'));
    await shows(page, '1 page, no warnings.');
    // What is written can be discarded: its button stands before that for saving.
    await press(page, 'Shift+Tab', 'Shift+Tab', 'Enter');
    await says(page, 'Saved as revision 2.');
    expect(await focused()).toBe('Save');
  });

  test('goes through the tree with the arrow keys, moves a part with Alt, and takes it back', async () => {
    const { page } = await openEditor();
    await page.getByRole('tab', { name: 'Parts' }).press('Enter');
    await press(page, 'Tab', 'ArrowDown', 'ArrowDown');
    const selected = page.getByRole('treeitem', { selected: true });
    expect(await selected.textContent()).toBe('Text Dear Ada <b>Lovelace</b>');
    await page.keyboard.press('Control+D');
    expect(await page.getByRole('treeitem', { name: 'Text Dear' }).count()).toBe(2);
    await page.keyboard.press('Delete');
    expect(await page.getByRole('treeitem', { name: 'Text Dear' }).count()).toBe(1);
    await page.keyboard.press('Control+Z');
    expect(await page.getByRole('treeitem', { name: 'Text Dear' }).count()).toBe(2);
    await shows(page, '2 pages, no warnings.');
  });

  test('goes from region to region with F6, and back to where it was', async () => {
    const { page } = await openEditor();
    const regionOf = () =>
      page.evaluate(() => document.activeElement!.closest('body > header, .start, .middle, .end, .status')?.className ?? 'none');
    await openParts(page);
    await page.getByRole('treeitem', { name: 'Text Dear' }).click();
    const went: string[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('F6');
      went.push(await regionOf());
    }
    expect(went).toEqual(['middle', 'end', 'status', '', 'start']);
    expect(await page.evaluate(() => document.activeElement!.textContent)).toContain('Dear');
    await page.keyboard.press('Shift+F6');
    expect(await regionOf()).toBe('');
    await page.keyboard.press('Shift+F6');
    expect(await regionOf()).toBe('status');
    // It has no field of text, so its button has the focus.
    await page.keyboard.press('Enter');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    expect(await keys.getByRole('term').allTextContents()).toContain('Alt+↑, Alt+↓');
    await page.keyboard.press('F6');
    expect(await keys.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    // A closed dialog goes a moment after it is hidden; a key of that moment would find it open still.
    await page.locator('#keys-title').waitFor({ state: 'detached' });
    expect(await regionOf()).toBe('status');
    for (const key of ['F1', '?']) {
      await page.keyboard.press(key);
      await keys.waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#keys-title').waitFor({ state: 'detached' });
    }
  });

  test('chooses a data field with arrows and letters: all fields are one stop', async () => {
    const { page } = await openEditor();
    await page.getByRole('tab', { name: 'Data' }).click();
    const focused = () => page.evaluate(() => document.activeElement!.ariaLabel ?? document.activeElement!.textContent);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    expect(await press('Tab')).toBe('Name Ada <b>Lovelace</b>');
    expect(await press('ArrowUp', 'ArrowDown')).toBe('City ');
    expect(await press('End')).toBe('Parts ');
    expect(await press('Home', 'l')).toBe('Lines ');
    expect(await press('n')).toBe('Name Pencil');
    expect(await press('n')).toBe('Name Ada <b>Lovelace</b>');
    expect(await press('ArrowRight', 'ArrowRight')).toBe('Put customer.name onto the page');
    expect(await press('ArrowDown')).toBe('Put customer.city onto the page');
    expect(await press('Tab', 'Shift+Tab')).toBe('Put customer.city onto the page');
    await page.keyboard.press('Enter');
    await says(page, 'Added');
  });

  test('keeps the branches of the tree as they are folded, while other tabs are open', async () => {
    const { page } = await openEditor();
    await openParts(page);
    const layout = page.getByRole('treeitem', { name: 'Page layout', exact: true });
    await layout.locator('.twisty').click();
    expect(await layout.getAttribute('aria-expanded')).toBe('false');
    await page.getByRole('tab', { name: 'Add' }).click();
    await openParts(page);
    expect(await layout.getAttribute('aria-expanded')).toBe('false');
  });

  test('follows a moved part in the tree with the focus, and finds parts by their letter', async () => {
    const { page } = await openEditor();
    await write(page, JSON.stringify([{ body: ['one', 'two', { spacer: 5 }] }]));
    await openParts(page);
    const focused = () => page.evaluate(() => document.activeElement!.textContent);
    await page.getByRole('treeitem', { name: 'Page layout' }).click();
    await page.keyboard.press('s');
    expect(await focused()).toContain('Space');
    await page.keyboard.press('t');
    expect(await focused()).toContain('one');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await focused()).toContain('one');
    expect(await page.getByRole('treeitem').allTextContents()).toEqual(['Page layout ', 'Text two', 'Text one', 'Space ']);
    await press(page, 'End', 'Delete');
    expect(await page.evaluate(() => document.activeElement!.role)).toBe('treeitem');
  });
});

describe('on the screen', () => {
  test('text stands out from its ground, in a light setting and in a dark one', async () => {
    const { page, end } = await openEditor();
    const expectContrast = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect((await findLowestContrast(page)).contrast, colorScheme).toBeGreaterThan(4.5);
      }
    };
    await write(page, bodyOf('{{ nothing }}'));
    await shows(page, '1 error');
    await expectContrast();
    await end();
    await page.reload();
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    await expectContrast();
  });

  test('nothing is cut or squeezed, in a wide window and in a narrow one', async () => {
    const { page } = await openEditor();
    await page.getByRole('tab', { name: 'Data' }).click();
    const heightOf = async (id: string) => (await page.locator(id).boundingBox())!.height;
    for (const width of [1280, 420, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await heightOf('#revision'), `${width}`).toBeLessThan(30);
      expect(await heightOf('#save'), `${width}`).toBeLessThan(45);
      // No name is broken.
      const field = await page.getByRole('button', { name: 'Name Pencil' }).boundingBox();
      expect(field!.height, `${width}`).toBeLessThan(60);
    }
  });
});

describe('a session that is over', () => {
  const refusal = 'error: Failed to load resource: the server responded with a status of 401 (Unauthorized)';

  test.each<[string, (session: EditorSession) => Promise<string>]>([
    ['was ended', async ({ end, editorUrl }) => end().then(() => editorUrl)],
    [
      'has expired',
      async ({ editorUrl }) => {
        await editor.server.advance(31 * 60_000);
        return editorUrl;
      },
    ],
    ['never was', async () => `${editor.server.url}/editor#capability=none`],
  ])('is told in words where it %s', async (_, bringAbout) => {
    const { page, faults } = await editor.newPage();
    await page.goto(await bringAbout(await editor.openSession()));
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    expect(await page.getByRole('paragraph').textContent()).toContain('Open the template again from the application');
    expect(await page.title()).toBe('The session is over');
    expect(await findWithAxe(page)).toEqual([]);
    expect(new URL(page.url()).hash).toBe('');
    expect(faults).toEqual([refusal]);
  });

  test('is told from an address without a capability', async () => {
    const { page, faults } = await editor.newPage();
    await page.goto(`${editor.server.url}/editor`);
    await says(page, 'This address opens no editor.');
    expect(await findWithAxe(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('gives way to the next one in the same place', async () => {
    const { page, end } = await openEditor();
    await end();
    const [second, third, fourth] = [await editor.openSession(), await editor.openSession(), await editor.openSession()];
    // From an open editor, from words that the session is over, and from an address that opened none.
    await page.goto(second.editorUrl);
    await shows(page, 'no warnings');
    await second.end();
    await page.reload();
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    await page.goto(third.editorUrl);
    await shows(page, 'no warnings');
    await page.goto(`${editor.server.url}/editor`);
    await page.getByText('This address opens no editor.').waitFor();
    await page.goto(fourth.editorUrl);
    await shows(page, 'no warnings');
    expect(page.url()).not.toContain('#');
  });

  test('leaves the text of an open editor to be copied when it is ended', async () => {
    const { page, faults, end } = await openEditor();
    await write(page, bodyOf('not saved yet'));
    await end();
    // The editor may have heard of the end from keeping the draft: then the button rests, and a click would wait for it.
    await button(page, 'Save').dispatchEvent('click');
    await says(page, 'This editor session is over.');
    expect(await pagesOf(page).inputValue()).toBe(bodyOf('not saved yet'));
    expect(await pagesOf(page).isEditable()).toBe(false);
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(faults).toEqual([refusal]);
  });
});

test('the capability goes to the server in a form and in headers, never in an address', async () => {
  const sent: string[] = [];
  const wire = createSocketServer((client) => {
    const onward = connect(Number(new URL(editor.server.url).port), '127.0.0.1');
    client.on('data', (chunk) => sent.push(chunk.toString('latin1')));
    client.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => client.destroy());
    client.pipe(onward).pipe(client);
  });
  const origin = `http://127.0.0.1:${await listen(wire)}`;
  const { editorUrl, capability } = await editor.openSession();
  const { page, faults } = await editor.newPage([origin]);
  await page.goto(editorUrl.replace(editor.server.url, origin));
  await shows(page, 'no warnings');
  expect(page.url()).toBe(`${origin}/editor?open`);
  expect(faults).toEqual([]);
  const lines = sent.flatMap((chunk) => chunk.split('\r\n')).filter((line) => line.includes(capability));
  expect(new Set(lines)).toEqual(new Set([`capability=${capability}`, `authorization: Bearer ${capability}`]));
});

describe('framing', () => {
  /** A page of a host application, on an origin of its own. */
  async function startHost() {
    let html = '';
    const host = createHttp((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
    const origin = `http://127.0.0.1:${await listen(host)}`;
    /** Frames an address; returns that of the page. */
    const frame = (url: string): string => {
      html = `<!doctype html><title>Host</title><iframe src="${url}" width="1000" height="700" allow="clipboard-read; clipboard-write"></iframe>`;
      return origin;
    };
    return { origin, frame };
  }

  test('the page that the session names frames a whole editor', async () => {
    const host = await startHost();
    await editor.server.allowOrigins('default', [host.origin]);
    const { editorUrl, params } = await editor.openSession({ hostOrigin: host.origin });
    const { page, faults } = await editor.newPage([editor.server.url, host.origin]);
    await page.goto(host.frame(editorUrl));
    const framed = page.frameLocator('iframe');
    await shows(framed, '2 pages, no warnings.');
    await openCode(framed);
    await write(framed, bodyOf('from within'));
    await button(framed, 'Save').click();
    await says(framed, 'Saved as revision 2.');
    await shows(framed, '1 page, no warnings.');
    await openParts(framed);
    await framed.getByRole('treeitem', { name: 'Text from within' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    onTestFinished(() => page.context().clearPermissions());
    await button(framed, 'Copy').click();
    await says(framed, 'Copied: Text: from within.');
    expect((await editor.server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
    expect(await page.evaluate('history.length')).toBe(2);
    expect(faults).toEqual([]);
  });

  type Host = Awaited<ReturnType<typeof startHost>>;
  test.each<[string, (allowed: Host, other: Host, named: string, unnamed: string) => string]>([
    ['another origin', (_, other, named) => other.frame(named)],
    ['another origin around the allowed one', (allowed, other, named) => other.frame(allowed.frame(named))],
    ['an allowed origin that the session does not name', (allowed, _, __, unnamed) => allowed.frame(unnamed)],
  ])('%s sees no editor', async (_, arrange) => {
    const [allowed, other] = [await startHost(), await startHost()];
    await editor.server.allowOrigins('default', [allowed.origin]);
    const [named, unnamed] = [await editor.openSession({ hostOrigin: allowed.origin }), await editor.openSession()];
    const { page, faults } = await editor.newPage([editor.server.url, allowed.origin, other.origin]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(arrange(allowed, other, named.editorUrl, unnamed.editorUrl));
    await expect.poll(() => page.frames().at(-1)!.url()).toMatch(/^chrome-error:/);
    expect(faults).toEqual([expect.stringContaining('frame-ancestors')]);
    expect(asked.some((path) => path.startsWith('/editor/files/enter-'))).toBe(true);
    expect(asked.some((path) => path.startsWith('/editor/files/editor-page-'))).toBe(false);
  });

  test('any page may show that a session is over', async () => {
    const host = await startHost();
    const { page } = await editor.newPage();
    await page.goto(host.frame(`${editor.server.url}/editor#capability=none`));
    await page.frameLocator('iframe').getByRole('heading', { name: 'This editor session is over' }).waitFor();
  });
});

describe('the program as it is served', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-editor-'));
  let program: ServeProcess;
  beforeAll(async () => {
    program = await startServe(folder);
  });
  afterAll(async () => {
    await program?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('gives an editorUrl that opens the editor', async () => {
    const engine = createHttpEngine({ baseUrl: program.url, token: program.token });
    await engine.createTemplate({ body: reminder });
    const params = { baseTemplateUuid: base, externalUuid: randomUUID() };
    const { editorUrl } = await engine.openEditorSession({ params, body: {} });
    const { page, faults } = await editor.newPage([program.url]);
    await page.goto(editorUrl!);
    await shows(page, '2 pages, no warnings.');
    expect(await readCheck(page)).toMatch(/^Dear Ada/);
    expect(faults).toEqual([]);
  });

  test('has words for a browser after many capabilities from its address that were none', async () => {
    const enter = () => fetch(`${program.url}/editor`, { method: 'POST', body: new URLSearchParams({ capability: 'none' }) });
    const answers = await Promise.all(Array.from({ length: 11 }, enter));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true]);
    const { page } = await editor.newPage();
    await page.goto(`${program.url}/editor#capability=none`);
    await page.getByRole('heading', { name: 'The editor is not available at the moment' }).waitFor();
    expect(await findWithAxe(page)).toEqual([]);
  });
});
