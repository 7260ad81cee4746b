// The editor as a browser shows it: from `editorUrl` to the saved revision, alone and framed by a host application.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser, watchPage } from '../support/browser.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const base = '0190a0a0-0000-7000-8000-000000000001';
let server: OpenedServer;
let browser: Browser;

beforeAll(async () => {
  server = await openServer({ worker: false });
  browser = await openBrowser();
  await server.engine.createTemplate({
    body: {
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
    } as never,
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openSession(hostOrigin?: string, expiresInMinutes = 30) {
  const externalUuid = randomUUID();
  const params = { baseTemplateUuid: base, externalUuid };
  const session = await server.engine.openEditorSession({
    params,
    body: { expiresInMinutes, ...(hostOrigin && { hostOrigin }) },
  });
  return {
    params,
    editorUrl: session.editorUrl!,
    capability: session.capability,
    end: () => server.engine.endEditorSession({ params }),
  };
}

/** A page of a profile of its own, and everything it must not do. */
async function newPage(size = { width: 1280, height: 900 }, origins = [server.url]) {
  const context = await browser.newContext({ viewport: size });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, faults: watchPage(page, origins) };
}

const wordsOf = (page: Page | Frame) => page.getByRole('status');
const pagesOf = (page: Page | Frame) => page.getByRole('textbox', { name: 'Pages' });
const button = (page: Page | Frame, name: string) => page.getByRole('button', { name, exact: true });

async function says(page: Page | Frame, text: string): Promise<void> {
  await wordsOf(page).filter({ hasText: text }).waitFor();
}

async function openEditor(size?: { width: number; height: number }) {
  const session = await openSession();
  const opened = await newPage(size);
  await opened.page.goto(session.editorUrl);
  await says(opened.page, 'The preview has');
  return { ...opened, ...session };
}

const bodyOf = (text: string) => JSON.stringify([{ body: [text] }]);

/** The text of the preview that the page offers to keep. */
async function readPreview(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the preview' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('preview.pdf');
  return execFileSync('pdftotext', [await download.path(), '-'], { encoding: 'utf8' });
}

describe('the editor', () => {
  test('shows the template, its pages, its data fields and a preview, and complains of nothing', async () => {
    const { page, faults } = await openEditor();
    expect(await page.title()).toBe('Reminder of what is due');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Reminder of what is due');
    expect(await page.locator('#revision').textContent()).toBe('2 page layouts, revision 1');
    expect(JSON.parse(await pagesOf(page).inputValue())).toEqual([
      { body: ['Dear {{ customer.name }}'] },
      { body: ['Conditions'] },
    ]);
    expect(await wordsOf(page).textContent()).toContain('The preview has 2 pages.');
    // Shown in the frame by the browser's viewer, which stands in a frame of that one.
    await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:')).length).toBe(1);
    expect(await readPreview(page)).toMatch(/^Dear Ada <b>Lovelace<\/b>\s+Conditions/);
    expect(faults).toEqual([]);
  });

  test('lists the fields that the data contract reaches by reference, each once', async () => {
    const { page } = await openEditor();
    const table = page.getByRole('table', { name: 'Data fields' });
    const rows = await table.getByRole('row').allTextContents();
    const cells = await table.getByRole('cell').allTextContents();
    expect(rows).toHaveLength(7);
    expect(cells.flatMap((_, i) => (i % 3 === 0 ? [cells.slice(i, i + 3)] : []))).toEqual([
      ['customer', 'object, needed', ''],
      ['customer.name', 'string, needed', 'Ada <b>Lovelace</b>'],
      ['customer.city', 'string or null', ''],
      ['lines', 'array, needed', ''],
      ['lines[].name', 'string, needed', 'Pencil'],
      ['lines[].parts', 'array', ''],
    ]);
  });

  test('previews what is written and saves it as a revision', async () => {
    const { page, faults, params } = await openEditor();
    await pagesOf(page).fill(bodyOf('Hello {{ customer.name }}'));
    await button(page, 'Preview').click();
    await says(page, 'The preview has 1 page.');
    expect(await readPreview(page)).toMatch(/^Hello Ada/);
    const kept = await page.getByRole('link', { name: 'Download the preview' }).getAttribute('href');
    expect(page.frames().filter((frame) => frame.url().startsWith(kept!))).not.toEqual([]);
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(1);
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await page.locator('#revision').textContent()).toBe('1 page layout, revision 2');
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
    await page.reload();
    await says(page, 'The preview has');
    expect(await pagesOf(page).inputValue()).toContain('Hello');
    expect(faults).toEqual([]);
  });

  test('tells what is wrong with the pages, and where', async () => {
    const { page, params } = await openEditor();
    await pagesOf(page).fill('[{');
    await button(page, 'Save').click();
    await says(page, 'The pages are not valid JSON');
    await pagesOf(page).fill(bodyOf('{{ customer.nmae }}'));
    await button(page, 'Save').click();
    await says(page, 'does not compile');
    expect(await wordsOf(page).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^\/pages\/0\/body\/0 .*nmae/),
    ]);
    await pagesOf(page).fill(bodyOf('Hello'));
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
  });

  test('does not write over what was saved elsewhere', async () => {
    const { page, params, editorUrl } = await openEditor();
    const other = await newPage();
    await other.page.goto(editorUrl);
    await says(other.page, 'The preview has');
    await pagesOf(other.page).fill(bodyOf('theirs'));
    await button(other.page, 'Save').click();
    await says(other.page, 'Saved as revision 2.');
    await pagesOf(page).fill(bodyOf('mine'));
    await button(page, 'Save').click();
    await says(page, 'the template was saved elsewhere since you opened it');
    expect(await pagesOf(page).inputValue()).toBe(bodyOf('mine'));
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
  });

  test('leaves one entry in the history, however often it previews', async () => {
    const { page } = await openEditor();
    const before = await page.evaluate('history.length');
    for (const text of ['one', 'two', 'three']) {
      await pagesOf(page).fill(bodyOf(text));
      await button(page, 'Preview').click();
      await says(page, 'The preview has 1 page.');
    }
    // The blank page that the browser began with, and the editor.
    expect([before, await page.evaluate('history.length')]).toEqual([2, 2]);
  });
});
