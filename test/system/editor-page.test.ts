// The editor as a browser shows it: from `editorUrl` to the saved revision, alone and framed by a host application.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { findLowestContrast, openBrowser, watchPage } from '../support/browser.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { type ServeProcess, startServe } from '../support/serve-process.ts';

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
} as never;

let server: OpenedServer;
let browser: Browser;

beforeAll(async () => {
  server = await openServer({ worker: false });
  browser = await openBrowser();
  await server.engine.createTemplate({ body: reminder });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openSession(hostOrigin?: string) {
  const externalUuid = randomUUID();
  const params = { baseTemplateUuid: base, externalUuid };
  const session = await server.engine.openEditorSession({
    params,
    body: { expiresInMinutes: 30, ...(hostOrigin && { hostOrigin }) },
  });
  return {
    params,
    editorUrl: session.editorUrl!,
    capability: session.capability,
    end: () => server.engine.endEditorSession({ params }),
  };
}

/** A page of a profile of its own, and everything it must not do. */
async function newPage(origins = [server.url]) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, faults: watchPage(page, origins) };
}

const wordsOf = (page: Page | FrameLocator) => page.getByRole('status');
const pagesOf = (page: Page | FrameLocator) => page.getByRole('textbox', { name: 'Pages' });
const button = (page: Page | FrameLocator, name: string) => page.getByRole('button', { name, exact: true });

/** The text goes to the field with the focus, and a viewer of PDFs may take the focus while it loads. */
async function write(page: Page | FrameLocator, text: string): Promise<void> {
  const field = pagesOf(page);
  await expect
    .poll(async () => {
      await field.fill(text);
      return field.inputValue();
    })
    .toBe(text);
}

async function says(page: Page | FrameLocator, text: string): Promise<void> {
  const words = wordsOf(page);
  await words
    .filter({ hasText: text })
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`The editor says ${JSON.stringify(await words.textContent())} instead of ${JSON.stringify(text)}.`, {
        cause,
      });
    });
}

async function openEditor() {
  const session = await openSession();
  const opened = await newPage();
  await opened.page.goto(session.editorUrl);
  await says(opened.page, 'The preview has');
  return { ...opened, ...session };
}

const bodyOf = (text: string) => JSON.stringify([{ body: [text] }]);

/** The text of the preview that the page offers to keep. */
async function readPreview(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  // With a key: a click is sent to a point, and a busy browser may still see the frame of the preview there after the page has moved.
  await page.getByRole('link', { name: 'Download the preview' }).press('Enter');
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
    const table = page.getByRole('table', { name: 'Data fields' });
    expect(await table.getByRole('row').allTextContents()).toHaveLength(7);
    // A field that the contract reaches by reference is listed once.
    const cells = await table.getByRole('cell').allTextContents();
    expect(cells.flatMap((_, i) => (i % 3 === 0 ? [cells.slice(i, i + 3)] : []))).toEqual([
      ['customer', 'object, needed', ''],
      ['customer.name', 'string, needed', 'Ada <b>Lovelace</b>'],
      ['customer.city', 'string or null', ''],
      ['lines', 'array, needed', ''],
      ['lines[].name', 'string, needed', 'Pencil'],
      ['lines[].parts', 'array', ''],
    ]);
    // Shown in the frame by the browser's viewer, which stands in a frame of that one.
    await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:')).length).toBe(1);
    expect(await readPreview(page)).toMatch(/^Dear Ada <b>Lovelace<\/b>\s+Conditions/);
    expect(faults).toEqual([]);
  });

  test('previews what is written and saves it as a revision', async () => {
    const { page, faults, params } = await openEditor();
    await write(page, bodyOf('Hello {{ customer.name }}'));
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
    await write(page, '[{');
    await button(page, 'Save').click();
    await says(page, 'The pages are not valid JSON');
    await write(page, bodyOf('{{ customer.nmae }}'));
    await button(page, 'Save').click();
    await says(page, 'The pages have faults:');
    expect(await wordsOf(page).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^\/pages\/0\/body\/0 .*nmae/),
    ]);
    await write(page, '[\n{ "body": ["one"],\n"body": ["two"] }\n]');
    await button(page, 'Save').click();
    await says(page, 'appears twice');
    expect(await wordsOf(page).getByRole('listitem').allTextContents()).toEqual([
      '/pages/0/body the name "body" appears twice in its object, first in line 2, column 3',
    ]);
    await write(page, JSON.stringify([{ body: Array.from({ length: 23 }, () => '{{ nmae }}') }]));
    await button(page, 'Save').click();
    await says(page, '… and 3 more.');
    expect(await wordsOf(page).getByRole('listitem').count()).toBe(21);
    await write(page, bodyOf('Hello'));
    await button(page, 'Save').click();
    await says(page, 'Saved as revision 2.');
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
  });

  test('names what a preview warns of, with page and component', async () => {
    const { page } = await openEditor();
    await write(page, JSON.stringify([{ body: ['Hello'] }, { body: ['Hello \u{F0000}'] }]));
    await button(page, 'Preview').click();
    await says(page, 'The preview has 2 pages and 1 warning:');
    expect(await wordsOf(page).getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^page 2 \/pages\/1\/body\/0 No font has U\+F0000/),
    ]);
    expect(await readPreview(page)).toContain('Hello');
  });

  test('does not write over what was saved elsewhere', async () => {
    const { page, params, editorUrl } = await openEditor();
    const other = await newPage();
    await other.page.goto(editorUrl);
    await says(other.page, 'The preview has');
    await write(other.page, bodyOf('theirs'));
    await button(other.page, 'Save').click();
    await says(other.page, 'Saved as revision 2.');
    await write(page, bodyOf('mine'));
    await button(page, 'Save').click();
    await says(page, 'the template was saved elsewhere after you opened it');
    expect(await pagesOf(page).inputValue()).toBe(bodyOf('mine'));
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
  });

  describe('text that is not saved', () => {
    const own = bodyOf('Mine');

    /** Presses a key, because a browser asks only for pages that a person has used. Counts the questions, and leaves each time. */
    async function writeOwn(page: Page): Promise<{ readonly asked: () => number }> {
      let asked = 0;
      page.on('dialog', (dialog) => {
        if (dialog.type() === 'beforeunload') asked++;
        void dialog.accept();
      });
      await write(page, own);
      await pagesOf(page).press('End');
      return { asked: () => asked };
    }

    async function discard(page: Page): Promise<void> {
      await button(page, 'Discard changes').click();
      await says(page, 'Press the button again');
      await button(page, 'Discard for good').click();
    }

    test('is discarded by a second press only', async () => {
      const { page } = await openEditor();
      await writeOwn(page);
      await button(page, 'Discard changes').click();
      await says(page, 'Press the button again');
      await pagesOf(page).focus();
      expect(await button(page, 'Discard changes').isVisible()).toBe(true);
      await button(page, 'Discard changes').press('Enter');
      expect(await pagesOf(page).inputValue()).toBe(own);
      await button(page, 'Discard for good').press('Enter');
      await says(page, 'The preview has 2 pages.');
    });

    test('is asked for before the page is left, and is back in the same browser until it is discarded', async () => {
      const { page, faults } = await openEditor();
      expect(await button(page, 'Discard changes').isVisible()).toBe(false);
      const { asked } = await writeOwn(page);
      expect(await button(page, 'Discard changes').isVisible()).toBe(true);
      await page.reload();
      await says(page, 'This text was written here and not saved. The preview has 1 page.');
      expect([await pagesOf(page).inputValue(), asked()]).toEqual([own, 1]);
      await discard(page);
      await says(page, 'The preview has 2 pages.');
      expect(await pagesOf(page).inputValue()).toContain('Dear {{ customer.name }}');
      expect(await button(page, 'Discard changes').isVisible()).toBe(false);
      await page.reload();
      await says(page, 'The preview has 2 pages.');
      expect([await wordsOf(page).textContent(), asked()]).toEqual([expect.not.stringContaining('not saved'), 1]);
      expect(faults).toEqual([]);
    });

    test('is neither asked for nor kept once it is saved, or written back', async () => {
      const { page } = await openEditor();
      const before = await pagesOf(page).inputValue();
      const { asked } = await writeOwn(page);
      await write(page, before);
      expect(await button(page, 'Discard changes').isVisible()).toBe(false);
      await page.reload();
      await says(page, 'The preview has 2 pages.');
      await writeOwn(page);
      await button(page, 'Save').click();
      await says(page, 'Saved as revision 2.');
      expect(await button(page, 'Discard changes').isVisible()).toBe(false);
      await page.reload();
      await says(page, 'The preview has 1 page.');
      expect([await wordsOf(page).textContent(), asked()]).toEqual([expect.not.stringContaining('not saved'), 0]);
    });

    test('of an older revision is not saved over a newer one', async () => {
      const { page, params, capability } = await openEditor();
      await writeOwn(page);
      const { engine } = await server.service.openEditor(capability);
      await engine.saveEditorTemplate({ body: { pages: [{ body: ['Theirs'] }] }, headers: { 'if-match': '"1"' } });
      await page.reload();
      await says(page, 'This text was written here and not saved.');
      await button(page, 'Save').click();
      await says(page, 'Nothing was saved: the template was saved elsewhere');
      expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
      await discard(page);
      await says(page, 'The preview has 1 page.');
      expect(await pagesOf(page).inputValue()).toContain('Theirs');
      await write(page, own);
      await button(page, 'Save').click();
      await says(page, 'Saved as revision 3.');
    });

    test('of another template is not shown, and a browser that keeps nothing still asks', async () => {
      const session = await openSession();
      const { page } = await newPage();
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new DOMException('The frame has no storage.', 'SecurityError');
          },
        });
      });
      await page.goto(session.editorUrl);
      await says(page, 'The preview has 2 pages.');
      const { asked } = await writeOwn(page);
      await page.goto((await openSession()).editorUrl);
      await says(page, 'The preview has 2 pages.');
      expect([await pagesOf(page).inputValue(), asked()]).toEqual([expect.stringContaining('Dear'), 1]);
    });
  });

  test('leaves one entry in the history, however often it previews', async () => {
    const { page } = await openEditor();
    const before = await page.evaluate('history.length');
    for (const text of ['one', 'two', 'three']) {
      await write(page, bodyOf(text));
      await button(page, 'Preview').click();
      await says(page, 'The preview has 1 page.');
    }
    // The blank page that the browser began with, and the editor.
    expect([before, await page.evaluate('history.length')]).toEqual([2, 2]);
  });
});

describe('who reads by ear or works by keyboard', () => {
  test('finds headings, labels and a live region', async () => {
    const { page } = await openEditor();
    const heard = await page.locator('body').ariaSnapshot();
    const lines = heard.split('\n').filter((line) => !/^ *- (row|rowgroup|cell|text|paragraph|iframe|\/url)\b/.test(line));
    expect(lines.map((line) => line.replace(/: ".*/, '').trim())).toEqual([
      '- banner:',
      '- heading "Reminder of what is due" [level=1]',
      '- button "Preview"',
      '- button "Save"',
      '- status:',
      '- main:',
      '- region "Pages":',
      '- heading "Pages" [level=2]',
      '- textbox "Pages"',
      '- heading "Data fields" [level=2]',
      '- table "Data fields":',
      '- columnheader "field"',
      '- columnheader "type"',
      '- columnheader "example"',
      '- region "Preview with example data":',
      '- heading "Preview with example data" [level=2]',
      '- link "Download the preview":',
    ]);
    expect(await page.getByTitle('Preview as PDF').count()).toBe(1);
  });

  test('reaches what there is in the order in which it stands, and keeps the place', async () => {
    const { page } = await openEditor();
    const focused = () => page.evaluate<string>('document.activeElement.id');
    const order: string[] = [];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual(['preview', 'save', 'pages']);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(bodyOf('by hand'));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await says(page, 'Saved as revision 2.');
    expect(await focused()).toBe('save');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await says(page, 'The preview has 1 page.');
    expect(await focused()).toBe('preview');
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
    await button(page, 'Preview').click();
    await says(page, 'The pages have faults:');
    await expectContrast();
    await end();
    await page.reload();
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    await expectContrast();
  });

  test('nothing is cut or squeezed, in a wide window and in a narrow one', async () => {
    const { page } = await openEditor();
    const heightOf = async (id: string) => (await page.locator(id).boundingBox())!.height;
    for (const width of [1280, 420, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await heightOf('#revision'), `${width}`).toBeLessThan(30);
      expect(await heightOf('#save'), `${width}`).toBeLessThan(45);
      // No word is broken to make room for the next column.
      const cell = await page.getByRole('cell', { name: 'lines[].parts' }).boundingBox();
      expect(cell!.height, `${width}`).toBeLessThan(40);
    }
  });
});

describe('a session that is over', () => {
  const refusal = 'error: Failed to load resource: the server responded with a status of 401 (Unauthorized)';

  test.each<[string, (session: Awaited<ReturnType<typeof openSession>>) => Promise<string>]>([
    ['was ended', async ({ end, editorUrl }) => end().then(() => editorUrl)],
    [
      'has expired',
      async ({ editorUrl }) => {
        await server.advance(31 * 60_000);
        return editorUrl;
      },
    ],
    ['never was', async () => `${server.url}/editor#capability=none`],
  ])('is told in words where it %s', async (_, bringAbout) => {
    const { page, faults } = await newPage();
    await page.goto(await bringAbout(await openSession()));
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    expect(await page.getByRole('paragraph').textContent()).toContain('Open the template again from the application');
    expect(await page.title()).toBe('The session is over');
    expect(new URL(page.url()).hash).toBe('');
    expect(faults).toEqual([refusal]);
  });

  test('is told from an address without a capability', async () => {
    const { page, faults } = await newPage();
    await page.goto(`${server.url}/editor`);
    await says(page, 'This address opens no editor.');
    expect(faults).toEqual([]);
  });

  test('gives way to the next one in the same place', async () => {
    const { page, end } = await openEditor();
    await end();
    const [second, third, fourth] = [await openSession(), await openSession(), await openSession()];
    // From an open editor, from words that the session is over, and from an address that opened none.
    await page.goto(second.editorUrl);
    await says(page, 'The preview has');
    await second.end();
    await page.reload();
    await page.getByRole('heading', { name: 'This editor session is over' }).waitFor();
    await page.goto(third.editorUrl);
    await says(page, 'The preview has');
    await page.goto(`${server.url}/editor`);
    await page.getByText('This address opens no editor.').waitFor();
    await page.goto(fourth.editorUrl);
    await says(page, 'The preview has');
    expect(page.url()).not.toContain('#');
  });

  test.each<[string, (session: { end(): Promise<unknown> }) => unknown]>([
    ['ended', ({ end }) => end()],
    ['expired', () => server.advance(31 * 60_000)],
  ])('leaves the text of an open editor to be copied when it is %s', async (_, bringAbout) => {
    const { page, faults, ...session } = await openEditor();
    await write(page, bodyOf('not saved yet'));
    await bringAbout(session);
    await button(page, 'Save').click();
    await says(page, 'This editor session is over.');
    expect(await pagesOf(page).inputValue()).toBe(bodyOf('not saved yet'));
    expect(await pagesOf(page).isEditable()).toBe(false);
    expect(await button(page, 'Save').isDisabled()).toBe(true);
    expect(faults).toEqual([refusal]);
  });
});

/** Listens on a free port until the test is over. */
async function listen(one: Server): Promise<number> {
  one.listen(0, '127.0.0.1');
  await once(one, 'listening');
  onTestFinished(() => void one.close());
  return (one.address() as AddressInfo).port;
}

test('the capability goes to the server in a form and in headers, never in an address', async () => {
  const sent: string[] = [];
  const wire = createSocketServer((client) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1');
    client.on('data', (chunk) => sent.push(chunk.toString('latin1')));
    client.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => client.destroy());
    client.pipe(onward).pipe(client);
  });
  const origin = `http://127.0.0.1:${await listen(wire)}`;
  const { editorUrl, capability } = await openSession();
  const { page, faults } = await newPage([origin]);
  await page.goto(editorUrl.replace(server.url, origin));
  await says(page, 'The preview has');
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
      html = `<!doctype html><title>Host</title><iframe src="${url}" width="1000" height="700"></iframe>`;
      return origin;
    };
    return { origin, frame };
  }

  test('the page that the session names frames a whole editor', async () => {
    const host = await startHost();
    await server.allowOrigins('default', [host.origin]);
    const { editorUrl, params } = await openSession(host.origin);
    const { page, faults } = await newPage([server.url, host.origin]);
    await page.goto(host.frame(editorUrl));
    const editor = page.frameLocator('iframe');
    await says(editor, 'The preview has 2 pages.');
    await write(editor, bodyOf('from within'));
    await button(editor, 'Save').click();
    await says(editor, 'Saved as revision 2.');
    await button(editor, 'Preview').click();
    await says(editor, 'The preview has 1 page.');
    expect((await server.engine.getEmbeddedTemplate({ params })).revision).toBe(2);
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
    await server.allowOrigins('default', [allowed.origin]);
    const [named, unnamed] = [await openSession(allowed.origin), await openSession()];
    const { page, faults } = await newPage([server.url, allowed.origin, other.origin]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(arrange(allowed, other, named.editorUrl, unnamed.editorUrl));
    await expect.poll(() => page.frames().at(-1)!.url()).toMatch(/^chrome-error:/);
    expect(faults).toEqual([expect.stringContaining('frame-ancestors')]);
    expect(asked).toContain('/editor/enter.js');
    expect(asked).not.toContain('/editor/edit.js');
  });

  test('any page may show that a session is over', async () => {
    const host = await startHost();
    const { page } = await newPage();
    await page.goto(host.frame(`${server.url}/editor#capability=none`));
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
    const { page, faults } = await newPage([program.url]);
    await page.goto(editorUrl!);
    await says(page, 'The preview has 2 pages.');
    expect(await readPreview(page)).toMatch(/^Dear Ada/);
    expect(faults).toEqual([]);
  });

  test('has words for a browser after many capabilities from its address that were none', async () => {
    const enter = () => fetch(`${program.url}/editor`, { method: 'POST', body: new URLSearchParams({ capability: 'none' }) });
    const answers = await Promise.all(Array.from({ length: 11 }, enter));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true]);
    const { page } = await newPage();
    await page.goto(`${program.url}/editor#capability=none`);
    await page.getByRole('heading', { name: 'The editor is not available at the moment' }).waitFor();
  });
});
