import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { written } from '../../src/contract/examples.ts';
import { findLowestContrast, sharedBrowser, watchPage } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';
import { makeFolder } from '../support/run-cli.ts';
import { typeCurl } from '../support/typed-curl.ts';

let server: OpenedServer;

beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server?.close());

async function openDocs(width = 1280, more: BrowserContextOptions = {}) {
  const context = await (await sharedBrowser()).newContext({ viewport: { width, height: 900 }, ...more });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults = watchPage(page, [server.url]);
  await page.goto(`${server.url}/docs`);
  return { page, faults };
}

/** The part of a call that sends it, opened and filled by the names of its fields. */
function fillTry(page: Page, id: string, fields: Readonly<Record<string, string>>) {
  const part = page.locator(`#${id} .try`);
  return {
    part,
    async send() {
      if (!(await part.locator('form').count())) await part.locator('summary').click();
      for (const [name, value] of Object.entries(fields)) await part.getByLabel(new RegExp(`^${name}\\b`)).fill(value);
      await part.getByRole('button', { name: 'Send' }).click();
    },
  };
}

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .boundingBox()
    .then((box) => box!.y);

test('it shows itself whole, asks for nothing else and leads to the document', async () => {
  const { page, faults } = await openDocs();
  expect(await page.title()).toMatch(/^pdfgen .*: HTTP interface$/);
  // The one style that its policy lets in.
  expect(await page.evaluate("getComputedStyle(document.querySelector('.call')).display")).toBe('block');
  await page.getByRole('link', { name: 'openapi.json' }).click();
  expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({ openapi: '3.1.0' });
  expect(faults).toEqual([]);
});

test('who reads by ear finds one main part, a list of calls, and headings that skip no level', async () => {
  const { page } = await openDocs();
  const heard = await page.locator('body').ariaSnapshot();
  expect(heard.match(/^- (banner|navigation|main).*$/gm)).toEqual(['- banner:', '- main:']);
  expect(heard).toMatch(/^ +- navigation "Calls":$/m);
  const levels = [...heard.matchAll(/heading ".*" \[level=(\d)\]/g)].map(([, level]) => Number(level));
  expect(levels.length).toBeGreaterThan(40);
  levels.forEach((level, i) => void expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1));
  expect(heard).toMatch(/- columnheader "status"/);
});

test('the keyboard leads to an operation and opens its example', async () => {
  const { page } = await openDocs();
  await page.getByRole('link', { name: 'getRenderJob', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => topOf(page, '#getRenderJob')).toBeCloseTo(0, -0.5);
  const example = page.locator('#getRenderJob details:not(.try)').first();
  expect(await example.locator('pre').isVisible()).toBe(false);
  // The stops after the place that the link leads to: the operation's errors, then its example.
  const isAtExample = () => page.evaluate("document.activeElement.matches('#getRenderJob details:not(.try) summary')");
  for (let stops = 0; stops < 30 && !(await isAtExample()); stops++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => example.locator('pre').isVisible()).toBe(true);
});

test('nothing runs out of a window, wide or narrow, and each answer stands beside its status', async () => {
  const { page } = await openDocs();
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  await expect.poll(() => page.evaluate("document.querySelectorAll('.try:not(:has(form))').length")).toBe(0);
  await fillTry(page, 'whoami', { Token: server.token }).send();
  await page.locator('#whoami .answer pre').waitFor();
  for (const width of [1280, 1024, 400, 320]) {
    await page.setViewportSize({ width, height: 900 });
    // WCAG 2.2, 1.4.12: also with the widest spacing of text that a reader may set, and so with a wider font.
    for (const spacing of ['normal', '0.12em']) {
      await page.evaluate(`document.documentElement.style.letterSpacing = '${spacing}'`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    const [status, answer] = await Promise.all(
      ['td:first-child', 'td p'].map((cell) => page.locator(`#whoami tbody tr:nth-child(1) ${cell}`).first().boundingBox()),
    );
    expect(answer!.y, `${width}`).toBeGreaterThanOrEqual(status!.y);
    expect(answer!.y, `${width}`).toBeLessThan(status!.y + status!.height);
  }
});

test('its text stands out from its ground, in a light setting and in a dark one', async () => {
  const { page } = await openDocs();
  await fillTry(page, 'whoami', { Token: 'none' }).send();
  await page.locator('#whoami .fault').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await findLowestContrast(page)).contrast, colorScheme).toBeGreaterThan(4.5);
  }
});

test('the way to a PDF, typed as it stands on the page, ends with two PDFs on the disk, also without a script', async () => {
  const { page, faults } = await openDocs(1280, { javaScriptEnabled: false });
  const blocks = await page.locator('#get-a-pdf pre').allInnerTexts();
  const cwd = makeFolder();
  // What a person puts into the variables: where the server is, the token, and the UUID of the last answer.
  const given = { SERVER: server.url, TOKEN: await server.tokenOf('ada') } as Record<string, string>;
  let last = '';
  for (const block of blocks) {
    if (!block.startsWith('curl')) {
      for (const [, name] of block.matchAll(/^(\w+)=/gm)) given[name!] ??= (JSON.parse(last) as { uuid: string }).uuid;
      continue;
    }
    last = (await typeCurl(block, cwd, { PATH: process.env.PATH, ...given })).text;
    if (!block.includes('-o document.pdf')) continue;
    expect(readFileSync(join(cwd, 'document.pdf'), 'latin1')).toMatch(/^%PDF-/);
    renameSync(join(cwd, 'document.pdf'), join(cwd, `${given.JOB ?? 'single'}.pdf`));
  }
  expect(readdirSync(cwd).sort()).toEqual([`${given.JOB}.pdf`, 'single.pdf'].sort());
  expect(await page.locator('.filter, .try').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the filter leaves the calls whose names have all words, and a link shows a hidden call again', async () => {
  const { page, faults } = await openDocs();
  const all = await page.locator('article[data-call]').count();
  const field = page.getByLabel('Filter calls by name');
  await field.fill('WEBHOOK get');
  const shown = page.locator('article[data-call]:visible h3');
  expect(await shown.allInnerTexts()).toEqual(['listWebhooks', 'getWebhook', 'listWebhookDeliveries', 'getWebhookDelivery']);
  expect(await page.locator('nav li li:visible').count()).toBe(await shown.count());
  expect(await page.getByRole('status').first().innerText()).toBe(`4 of ${all} calls`);
  await field.fill('nothing has this name');
  expect([await shown.count(), await page.locator('h2:visible').allInnerTexts()]).toEqual([
    0,
    ['Get a PDF', 'Errors', 'Schemas'],
  ]);
  await page.locator('#get-a-pdf').getByRole('link', { name: 'getTemplate' }).click();
  await expect.poll(() => topOf(page, '#getTemplate')).toBeCloseTo(0, -0.5);
  expect([await shown.count(), await field.inputValue()]).toEqual([all, '']);
  expect(faults).toEqual([]);
});

test('a reader makes a template and its PDF by keyboard, opens and saves it, and the token is gone after a reload', async () => {
  const { page, faults } = await openDocs(400);
  const type = async (text: string) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  };
  const tokenIn = (id: string) =>
    page
      .locator(`#${id}`)
      .getByLabel(/^Token/)
      .inputValue();
  await page.locator('#listTemplates .try summary').click();
  expect(await tokenIn('listTemplates')).toBe('');
  await page.locator('#createTemplate .try summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#createTemplate form').waitFor();
  await type(server.token);
  await type(JSON.stringify({ ...written, slug: 'try', name: 'A/../<b>“Note”</b>' }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const created = page.locator('#createTemplate .answer');
  await created.locator('pre').waitFor();
  expect(await page.locator('#createTemplate .state').innerText()).toMatch(/^201 Created, \d+ bytes, \d+ ms$/);
  expect(await created.locator('dl').innerText()).toMatch(
    /X-Request-Id\s+\S+[\s\S]*Location\s+\/api\/v1\/templates\/[\s\S]*ETag\s+"1"/,
  );
  const { uuid, name } = JSON.parse(await created.locator('pre').innerText()) as { uuid: string; name: string };
  expect([name, await created.locator('b').count()]).toEqual(['A/../<b>“Note”</b>', 0]);

  await page.locator('#generateSingle .try summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#generateSingle form').waitFor();
  // All calls know the token that was typed for one.
  expect([await tokenIn('listTemplates'), await tokenIn('generateSingle')]).toEqual([server.token, server.token]);
  await page.keyboard.press('Tab');
  await type(uuid);
  await page.keyboard.press('Enter');
  const open = page.getByRole('link', { name: 'Open the PDF' });
  await open.waitFor();
  expect(await page.locator('#generateSingle dl').innerText()).toMatch(/X-Pdfgen-Pages\s+1/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Save / }).press('Enter')]);
  expect(saved.suggestedFilename()).toMatch(/^[^/\\<>]+\.pdf$/);
  expect(readFileSync(await saved.path(), 'latin1')).toMatch(/^%PDF-/);
  // This browser has no viewer of PDF files: the new tab saves what it is given, under a name with the ending of its type.
  const opened = [page.context().waitForEvent('page'), page.waitForEvent('download')] as const;
  const [, shown] = await Promise.all([...opened, open.press('Enter')]);
  expect(shown.url()).toMatch(/^blob:/);
  expect(shown.suggestedFilename()).toMatch(/\.pdf$/);
  expect(readFileSync(await shown.path(), 'latin1')).toMatch(/^%PDF-/);

  const stored = 'JSON.stringify([localStorage, sessionStorage, document.cookie, history.state, location.href])';
  expect(await page.evaluate(stored)).not.toContain(server.token);
  await page.reload();
  await page.locator('#whoami .try summary').click();
  expect(await tokenIn('whoami')).toBe('');
  expect(faults).toEqual([]);
});

/** The address of a server whose answers have no end, until the test is over. */
async function startEndless(): Promise<string> {
  const piece = Buffer.alloc(1_000_000);
  const endless = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/plain' });
    const write = () => {
      while (!answer.destroyed && answer.write(piece));
    };
    answer.on('drain', write);
    write();
  });
  return `http://127.0.0.1:${await listen(endless)}/`;
}

test.each<[string, (route: Route) => Promise<void>, RegExp, string]>([
  ['a server that is away', (route) => route.abort('connectionrefused'), /^The server cannot be reached: /, ''],
  [
    'a page of a proxy',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1 id="bad">Bad</h1><script>alert(1)</script>' }),
    /^502 /,
    'The answer is text/html, not JSON. It may come from a proxy in front of the server.\n<h1 id="bad">Bad</h1><script>alert(1)</script>',
  ],
  [
    'invalid JSON',
    (route) => route.fulfill({ contentType: 'application/json', body: '{"a":' }),
    /^200 /,
    'The answer says that it is JSON, but it is not.\n{"a":',
  ],
  [
    'numbers with many digits',
    (route) => route.fulfill({ contentType: 'application/json', body: '[1.10,12345678901234567890]' }),
    /^200 /,
    '[1.10,12345678901234567890]',
  ],
  [
    'no media type',
    (route) => route.fulfill({ contentType: '', body: 'x' }),
    /^200 /,
    'The answer names no media type.\nSave answer',
  ],
  [
    'a redirect',
    (route) => route.fulfill({ status: 302, headers: { location: 'https://elsewhere.example/' } }),
    /^The server cannot be reached: /,
    '',
  ],
  [
    'a huge answer',
    (route) => route.fulfill({ contentType: 'application/json', body: `["${'<i>'.repeat(3_000_000)}"]` }),
    /^200 .*9\.0 MB/,
    `["${'<i>'.repeat(33_332)}<i\nThese are the first 100,000 characters.\nSave answer`,
  ],
  [
    'an answer without an end',
    async (route) => route.continue({ url: await startEndless() }),
    /^200 .*5\d\.\d MB/,
    'The answer is larger than 50.0 MB. Fetch it with curl.',
  ],
])('%s is shown plainly', async (_, answer, state, shown) => {
  const { page } = await openDocs();
  await page.route('**/api/v1/whoami', answer);
  const { part, send } = fillTry(page, 'whoami', { Token: server.token });
  await send();
  await expect.poll(() => part.locator('.state').innerText()).toMatch(state);
  const text = await part.locator('.answer > :not(dl)').allInnerTexts();
  expect(text.join('\n')).toBe(shown);
  expect(await part.locator('#bad, script, i').count()).toBe(0);
});

test('a call can be stopped, and a step between folders never becomes an address', async () => {
  const { page } = await openDocs();
  await page.route('**/api/v1/**', () => {});
  const { part, send } = fillTry(page, 'getTemplate', { Token: 'a token’', uuid: '..' });
  await send();
  await expect.poll(() => part.locator('.state').innerText()).toBe('".." is no value for uuid.');
  await part.getByLabel(/^uuid/).fill('a/../b?c');
  await part.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => part.locator('.state').innerText()).toMatch(/^A browser cannot send this: /);
  await part.getByLabel(/^Token/).fill('none');
  const asked = page.waitForRequest('**/templates/**');
  await part.getByRole('button', { name: 'Send' }).click();
  expect(new URL((await asked).url()).pathname).toBe('/api/v1/templates/a%2F..%2Fb%3Fc');
  await part.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => part.locator('.state').innerText()).toBe('Stopped.');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Send GET');
});

test('it says when the document of the calls cannot be loaded, and tries again', async () => {
  const { page } = await openDocs();
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }));
  const part = page.locator('#whoami .try');
  await part.locator('summary').click();
  await expect.poll(() => part.innerText()).toContain('openapi.json cannot be loaded: the server answered 503.');
  await page.unroute('**/openapi.json');
  await part.locator('summary').click();
  await part.locator('summary').click();
  await part.locator('form').waitFor();
});
