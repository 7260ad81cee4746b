// `pdfgen templates preview` as a person uses it: with a browser, at each save.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { wrapPng } from '../document/image/make-image.ts';
import { pagePatience, sharedBrowser, watchPage } from '../support/browser.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { startAtDesktop, startPreview } from '../support/start-preview.ts';

const examples = fileURLToPath(new URL('../../templates-examples', import.meta.url));

/** One for all tests: what a page has loaded stays in the browser, as it does for a person. */
let context: BrowserContext;
beforeAll(async () => {
  context = await (await sharedBrowser()).newContext({ viewport: { width: 1200, height: 900 } });
});
afterAll(() => context?.close());

/** A workspace with the template `note`. */
function makeNote(files: Readonly<Record<string, unknown>>): { readonly cwd: string; readonly folder: string } {
  const cwd = makeFolder(Object.fromEntries(Object.entries(files).map(([name, value]) => [`templates/note/${name}`, value])));
  return { cwd, folder: join(cwd, 'templates/note') };
}

/** A preview of the template `note` of these files, and its page. */
async function look(files: Readonly<Record<string, unknown>>, ...args: readonly string[]) {
  const { cwd, folder } = makeNote(files);
  const preview = await startPreview(cwd, 'note', ...args);
  return { cwd, folder, preview, address: preview.address, ...(await openPage(preview.address)) };
}

/** `first`: runs in the page before its own scripts. */
async function openPage(
  address: string,
  first: () => void = () => {},
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
  const page = await context.newPage();
  await page.addInitScript(first);
  onTestFinished(() => page.close());
  page.setDefaultTimeout(pagePatience);
  const faults = watchPage(page, [new URL(address).origin]);
  await page.goto(address);
  return { page, faults };
}

const faultsOf = (page: Page) => page.getByRole('region', { name: 'Errors and warnings' });
const listOf = (page: Page) => faultsOf(page).getByRole('listitem').allTextContents();

/** Waits until the page tells this of its errors and warnings. */
async function shows(page: Page, text: string): Promise<void> {
  await faultsOf(page)
    .filter({ hasText: text })
    .waitFor()
    .catch(async () => {
      throw new Error(`The page tells ${JSON.stringify(await faultsOf(page).textContent())} instead of ${JSON.stringify(text)}.`);
    });
}

const greeting = (text: string) => ({ pages: [{ body: [text] }], exampleData: { name: 'Ada' } });
const edition = (page: Page) => page.locator('.sheets').getAttribute('data-edition');

describe('at each save', () => {
  test('the pages change, whatever way the file is saved, and the last good ones stay while it is broken', async () => {
    const note = { 'template.json': greeting('Hello {{ name }}') };
    const { cwd, folder, preview, page, faults } = await look(note, '--watch');
    const file = join(folder, 'template.json');
    expect(preview.said()).toBe('Watching templates/note.\nCtrl-C ends the preview.\n');
    await shows(page, '1 page, no warnings.');
    expect(await page.title()).toBe('note');
    writeFileSync(file, JSON.stringify({ ...greeting('Hello {{ name }}'), pages: [{ body: ['one'] }, { body: ['two'] }] }));
    await shows(page, '2 pages, no warnings.');
    // As editors save: a new file takes the place of the old one.
    writeFileSync(join(cwd, 'new.json'), JSON.stringify({ pages: [{ body: ['one'] }, { body: ['two'] }, { body: ['three'] }] }));
    renameSync(join(cwd, 'new.json'), file);
    await shows(page, '3 pages, no warnings.');
    writeFileSync(file, '{ "pages": [\n  { "body": ["one" }\n] }');
    await shows(page, '1 error. The pages below are the last good ones.');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^templates\/note\/template\.json:2:20 error /)]);
    expect(await page.locator('.sheets').getAttribute('data-state')).toBe('stale');
    expect(await page.getByRole('region', { name: /^Page/ }).count()).toBe(3);
    writeFileSync(file, '{ "pages": [\n  { "body": [\n{ "text": "one", "colour": "red" }] }] }');
    await shows(page, 'colour');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^templates\/note\/template\.json:3:18 error .*"color"/)]);
    rmSync(file);
    await shows(page, '1 error.');
    writeFileSync(file, JSON.stringify(greeting('back')));
    await shows(page, '1 page, no warnings.');
    expect(faults).toEqual([]);
    expect(await preview.end()).toBe(0);
    expect(preview.said()).toMatch(/The preview has ended\.\n$/);
    await page.getByText('The command that shows this page has ended.').waitFor();
  });

  test('a font that is added and a data file that is changed count, too', async () => {
    const { cwd, folder } = makeNote({
      'template.json': { fonts: { own: { regular: 'Own.ttf' } }, pages: [{ body: [{ text: '{{ name }}', font: 'own' }] }] },
      'schema.json': { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    });
    writeFileSync(join(cwd, 'data.json'), '{\n  "name": 3\n}');
    const preview = await startPreview(cwd, 'note', '-d', 'data.json', '--watch');
    const { page, faults } = await openPage(preview.address);
    await shows(page, '1 error.');
    expect(await listOf(page)).toEqual([expect.stringMatching(/^data\.json:2:11 error .*string/)]);
    writeFileSync(join(cwd, 'data.json'), '{\n  "name": "Ada"\n}');
    await shows(page, 'Own.ttf');
    mkdirSync(join(folder, 'assets'));
    copyFileSync(
      fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url)),
      join(folder, 'assets/Own.ttf'),
    );
    await shows(page, '1 page, no warnings.');
    expect(faults).toEqual([]);
  });

  test('a page that is closed leaves the other pages waiting', async () => {
    const { cwd, folder } = makeNote({ 'template.json': greeting('Hello') });
    const { address } = await startPreview(cwd, 'note', '--watch');
    const headers = { authorization: `Bearer ${new URL(address).hash.slice(1)}` };
    const read = async (after: string, signal: AbortSignal | null = null) => {
      const answer = await fetch(new URL(`api/shown?choice=${after}`, address), { headers, signal });
      return (await answer.json()) as { readonly revision: number };
    };
    const { revision } = await read('');
    const leaving = new AbortController();
    const left = read(`&after=${revision}`, leaving.signal).catch(() => 'left');
    const stays = read(`&after=${revision}`);
    await read('');
    leaving.abort();
    expect(await left).toBe('left');
    await read('');
    writeFileSync(join(folder, 'template.json'), JSON.stringify(greeting('Goodbye')));
    expect((await stays).revision).toBeGreaterThan(revision);
  });

  test('zoom and place are kept', async () => {
    const lines = (count: number) => ({ pages: [{ body: Array.from({ length: count }, (_, i) => `Line ${i}`) }] });
    const { folder, page } = await look({ 'template.json': lines(200) }, '--watch');
    await shows(page, '4 pages, no warnings.');
    await page.getByRole('button', { name: 'Smaller' }).click();
    const zoom = await page.getByRole('combobox', { name: 'Zoom' }).inputValue();
    await page.locator('main').evaluate((box) => box.scrollTo(0, 900));
    const before = await edition(page);
    writeFileSync(join(folder, 'template.json'), JSON.stringify(lines(210)));
    await expect.poll(() => edition(page)).not.toBe(before);
    expect(await page.locator('main').evaluate(({ scrollTop }) => scrollTop)).toBe(900);
    expect(await page.getByRole('combobox', { name: 'Zoom' }).inputValue()).toBe(zoom);
  });
});

test('the pages and warnings are those of `generate single`, with all data that can be chosen', async () => {
  const cwd = makeFolder();
  cpSync(join(examples, 'contract'), join(cwd, 'templates/contract'), { recursive: true });
  const example = JSON.parse(readFileSync(join(cwd, 'templates/contract/example.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(join(cwd, 'templates/contract/other.json'), JSON.stringify(example));
  const { address } = await startPreview(cwd, 'contract');
  const { page, faults } = await openPage(address);
  await shows(page, '5 pages, no warnings.');
  const data = page.getByRole('combobox', { name: 'Data' });
  expect(await data.getByRole('option').allTextContents()).toEqual([
    'Example data',
    'other.json',
    expect.stringMatching(/^Long/),
    expect.stringMatching(/^Short/),
    expect.stringMatching(/^Empty/),
  ]);
  for (const choice of ['other.json', 'long', 'short', 'empty']) {
    const before = await edition(page);
    await data.selectOption(choice);
    await expect.poll(() => edition(page), { message: choice }).not.toBe(before);
    const told = await faultsOf(page).getByRole('status').textContent();
    const answer = page.waitForResponse(/\/api\/check$/);
    await page.getByRole('button', { name: 'Check PDF' }).click();
    const { warnings, pages } = (await (await answer).json()) as {
      readonly warnings: readonly unknown[];
      readonly pages: number;
    };
    const dialog = page.getByRole('dialog', { name: 'The PDF of the server' });
    await dialog.filter({ hasText: 'Its pages are the same as those that you see here.' }).waitFor();
    expect(told, choice).toMatch(`${pages} page`);
    expect(told, choice).toMatch(warnings.length === 0 ? 'no warnings' : `${warnings.length} warning`);
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  }
  expect(faults).toEqual([]);
});

test('warnings have the text, page and line that the command line tells', async () => {
  const { cwd } = makeNote({
    'template.json': { pages: [{ body: [{ text: 'Hello \u{F0000}' }, { text: 'x', link: '#none' }] }] },
  });
  const { stderr: told } = await runCli(['generate', 'single', 'note', '-o', 'note.pdf'], { cwd });
  const { address } = await startPreview(cwd, 'note');
  const { page } = await openPage(address);
  await shows(page, '1 page, 2 warnings.');
  for (const line of await listOf(page)) {
    const [, place, message] = /^(\S+) warning page 1 (.*)$/.exec(line)!;
    expect(told).toContain(place!);
    expect(told).toContain(message!);
  }
});

test('equal warnings are one entry, and all their places can be seen', async () => {
  const { page } = await look({
    'template.json': {
      pages: [
        { body: [{ repeat: 'rows', body: [{ text: 'x', link: '#none' }] }] },
        {
          body: [
            { text: 'y', link: '#none' },
            { text: 'z', link: '#other' },
          ],
        },
      ],
      exampleData: { rows: Array.from({ length: 300 }, (_, i) => i) },
    },
  });
  await shows(page, '302 warnings.');
  const [first, second, ...more] = await listOf(page);
  expect(first).toMatch(/^templates\/note\/template\.json:\d+:\d+ warning, 301 times page 1 Nothing .* "none".*All places$/);
  expect(second).toMatch(/^templates\/note\/template\.json:\d+:\d+ warning page \d+ Nothing .* "other"/);
  expect(more).toEqual([]);
  await page.getByText('All places').press('Enter');
  const places = page.getByRole('group').getByRole('listitem');
  await expect.poll(() => places.count()).toBe(2);
  await places.last().getByRole('button').click();
  await expect.poll(() => page.locator('main').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1000);
});

test('a press on the page of a warning leads there, and the address keeps its secret', async () => {
  const { address, page } = await look({
    'template.json': { pages: [{ body: ['one'] }, { body: ['two'] }, { body: [{ text: 'x', link: '#none' }] }] },
  });
  await shows(page, '3 pages, 1 warning.');
  await page.getByRole('button', { name: 'page 3' }).click();
  await expect.poll(() => page.locator('main').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1000);
  expect(page.url()).toBe(address);
  await page.reload();
  await shows(page, '3 pages, 1 warning.');
});

test('example data that do not fit the contract, and data that are no object, have a place of their own; samples have no error', async () => {
  const { page } = await look({
    'template.json': { pages: [{ body: ['Hello {{ name }}'] }] },
    'schema.json': { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    'example.json': '{\n  "name": 3\n}',
    'list.json': '\n[{ "name": "Ada" }]',
  });
  await shows(page, '1 error.');
  expect(await listOf(page)).toEqual([expect.stringMatching(/^templates\/note\/example\.json:2:11 error .*a string/)]);
  const data = page.getByRole('combobox', { name: 'Data' });
  await data.selectOption('list.json');
  const place = expect.stringMatching(/^templates\/note\/list\.json:2:1 error .*must be an object/) as string;
  await expect.poll(() => listOf(page)).toEqual([place]);
  await data.selectOption('short');
  await shows(page, '1 page, no warnings.');
});

test.each([['{'], [JSON.stringify(greeting('Hello {{ name }}'))]])(
  'a wrong date is refused before the page is opened, with the template %j',
  async (text) => {
    const { cwd } = makeNote({ 'template.json': text });
    const { exitCode, stderr } = await runCli(['templates', 'preview', 'note', '--no-open', '--date', 'yesterday'], { cwd });
    expect(stderr).toContain('--date must be a day');
    expect(exitCode).toBe(2);
  },
);

test('a template that cannot be read is shown with its error, and its date comes when it is mended', async () => {
  const { folder, page } = await look({ 'template.json': '{' }, '--watch', '--date', '2026-03-14');
  await shows(page, '1 error.');
  writeFileSync(join(folder, 'template.json'), JSON.stringify(greeting('{{ doc.date }}')));
  await shows(page, '1 page, no warnings.');
});

test('data files of folders in that of the template can be chosen, and one that is gone is named', async () => {
  const { folder, page } = await look(
    {
      'template.json': greeting('Hello {{ name }}'),
      'data/one.json': { name: 'One' },
      'data/more/two.yaml': 'name: Two\n',
      'data/notes.txt': 'none',
      'assets/three.json': { name: 'an attachment' },
      '.hidden/four.json': { name: 'hidden' },
      'a/b/c/d/five.json': { name: 'Five' },
      'a/b/c/d/e/six.json': { name: 'too deep' },
    },
    '--watch',
  );
  await shows(page, '1 page, no warnings.');
  const data = page.getByRole('combobox', { name: 'Data' });
  const names = async () => (await data.getByRole('option').allTextContents()).slice(0, -3);
  expect(await names()).toEqual(['Example data', 'a/b/c/d/five.json', 'data/more/two.yaml', 'data/one.json']);
  await data.selectOption('data/one.json');
  await expect.poll(() => page.getByText('Hello One').count()).toBe(1);
  rmSync(join(folder, 'data/one.json'));
  await shows(page, 'There is no data file data/one.json beside the template any more. Choose other data.');
  expect(await data.locator('option:checked').textContent()).toBe('data/one.json (missing)');
  writeFileSync(join(folder, 'data/one.json'), '{ "name": "Another" }');
  await expect.poll(() => page.getByText('Hello Another').count()).toBe(1);
  expect(await data.locator('option:checked').textContent()).toBe('data/one.json');
});

test('a template of one file offers the data files beside it, and none of folders below', async () => {
  const cwd = makeFolder({
    'note.json': greeting('Hello {{ name }}'),
    'one.json': { name: 'One' },
    'data/two.json': { name: 'Two' },
  });
  const { address } = await startPreview(cwd, './note.json');
  const { page } = await openPage(address);
  await shows(page, '1 page, no warnings.');
  const options = await page.getByRole('combobox', { name: 'Data' }).getByRole('option').allTextContents();
  expect(options.slice(0, -3)).toEqual(['Example data', 'one.json']);
});

test('with --json the address is a member', async () => {
  const { cwd } = makeNote({ 'template.json': greeting('Hello') });
  const { address, end } = await startPreview(cwd, 'note', '--json');
  expect(JSON.parse(address)).toEqual({ address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{32}$/) });
  expect(await end()).toBe(0);
});

test('the name of a template stays whole in a narrow window', async () => {
  const { page } = await look({ 'template.json': greeting('Hello') });
  await page.setViewportSize({ width: 400, height: 700 });
  await shows(page, '1 page, no warnings.');
  const box = await page.getByRole('heading', { name: 'note' }).boundingBox();
  expect(box!.height).toBeLessThan(40);
});

test('a part tells where it stands, by mouse and by keyboard', async () => {
  const { page } = await look({
    'template.json': {
      define: { sign: { body: [{ text: 'Signed' }] } },
      pages: [{ body: [{ text: 'Hello' }, { use: 'sign' }] }],
    },
  });
  await shows(page, '1 page, no warnings.');
  await page.getByRole('button', { name: 'component /pages/0/body/0' }).click();
  await page.getByText('component /pages/0/body/0 in templates/note/template.json:').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(/component \/define\/sign\/body\/0 in .*, used by \/pages\/0\/body\/1 in/).waitFor();
});

test('repetitions that would take for ever are stopped, and the page lives', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => i);
  const each = (inner: unknown) => ({ repeat: 'rows', body: [inner] });
  const lines = Array.from({ length: 200 }, (_, i) => `Line ${i}`);
  const { folder, page } = await look({ 'template.json': { pages: [{ body: lines }] } }, '--watch');
  await shows(page, '4 pages, no warnings.');
  const endless = { pages: [{ body: [each(each(each('{{ item }}')))] }], exampleData: { rows } };
  writeFileSync(join(folder, 'template.json'), JSON.stringify(endless));
  await shows(page, 'to lay out, so this was stopped');
  // The last good pages can still be read, although the worker that laid them out has ended.
  expect(await page.getByText('Line 199').count()).toBe(0);
  await page.locator('main').evaluate((box) => box.scrollTo(0, 100_000));
  await page.getByText('Line 199').waitFor({ state: 'attached' });
  writeFileSync(join(folder, 'template.json'), JSON.stringify(greeting('short again')));
  await shows(page, '1 page, no warnings.');
});

/** A PNG of black pixels, as large as a template may hold one. `nth`: makes files that differ. */
function makeLargePng(nth: number): Buffer {
  const rows = Buffer.alloc(9_900 * (1 + Math.ceil(9_900 / 8)));
  return wrapPng({ width: 9_900, height: 9_900, bits: 1, colorType: 0, density: 3_000 + nth }, deflateSync(rows));
}

test('large pictures are shown, and the time in which the browser decodes them is not counted', async () => {
  const names = ['0.png', '1.png'];
  const { cwd, folder } = makeNote({
    'template.json': { pages: [{ body: names.map((image) => ({ image, alt: '', width: 20 })) }] },
  });
  mkdirSync(join(folder, 'assets'));
  for (const [i, name] of names.entries()) writeFileSync(join(folder, 'assets', name), makeLargePng(i));
  const { address } = await startPreview(cwd, 'note');
  const { page, faults } = await openPage(address, noteAnswers);
  await shows(page, '1 page, no warnings.');
  const readAnswers = async () => {
    const answers = await page.evaluate(() => (globalThis as { answers?: readonly string[] }).answers!);
    return answers.slice(answers.indexOf('shown'));
  };
  await expect.poll(readAnswers, { timeout: pagePatience }).toContain('painted');
  expect(await readAnswers()).toEqual(['shown', 'waits', 'works', 'painted']);
  expect(faults).toEqual([]);
});

/** Runs in a page: notes what its workers answer, in order. */
function noteAnswers(): void {
  const answers: string[] = [];
  Object.assign(globalThis, {
    answers,
    Worker: class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data: { kind, isWaiting } }) => answers.push(isWaiting === false ? 'works' : kind));
      }
    },
  });
}

describe('only the browser that the command has opened is answered', () => {
  const ask = (address: string, path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    new Promise<number>((done, fail) => {
      const url = new URL(path, address);
      request(url, { headers, method, setHost: false }, (answer) => done(answer.resume().statusCode!))
        .on('error', fail)
        .end();
    });

  test('no other host, no other origin, and nobody without the secret', async () => {
    const { cwd } = makeNote({ 'template.json': greeting('Hello') });
    const { address } = await startPreview(cwd, 'note');
    const { host, hash, port } = new URL(address);
    const authorization = `Bearer ${hash.slice(1)}`;
    expect(await ask(address, '/', { host })).toBe(200);
    expect(await ask(address, '/api/shown?choice=', { host, authorization })).toBe(200);
    expect(await ask(address, '/api/shown?choice=', { host, authorization, origin: `http://${host}` })).toBe(200);
    expect(await ask(address, '/api/shown?choice=', { host })).toBe(401);
    expect(await ask(address, '/api/shown?choice=', { host, authorization: `${authorization}x` })).toBe(401);
    expect(await ask(address, '/api/shown?choice=', { host: `evil.test:${port}`, authorization })).toBe(403);
    expect(await ask(address, '/api/shown?choice=', { host, authorization, origin: 'http://evil.test' })).toBe(403);
    expect(await ask(address, '/api/shown?choice=', { host, authorization, origin: 'null' })).toBe(403);
    expect(await ask(address, '/', {})).toBe(400);
    expect(await ask(address, '/', { host }, 'POST')).toBe(405);
    expect(await ask(address, '/files/..%2f..%2fpackage.json', { host })).toBe(404);
    expect(await ask(address, '/api/file/assets/..%2f..%2f..%2fpdfgen.json?', { host, authorization })).toBe(404);
    expect(await ask(address, '/api/file/constructor/x?', { host, authorization })).toBe(404);
  });
});

test('the browser is opened with a ticket, which is used once, and the page can be loaded again', async () => {
  const { cwd } = makeNote({ 'template.json': greeting('Hello') });
  const programs = makeFolder({ 'xdg-open': `#!/bin/sh\nprintf '%s' "$1" >'${cwd}/opened'\n` });
  chmodSync(join(programs, 'xdg-open'), 0o755);
  const { address } = await startAtDesktop(cwd, programs, 'note');
  await expect.poll(() => existsSync(join(cwd, 'opened')) && readFileSync(join(cwd, 'opened'), 'utf8')).toMatch(/#once\./);
  const opened = readFileSync(join(cwd, 'opened'), 'utf8');
  const { page, faults } = await openPage(opened);
  await shows(page, '1 page, no warnings.');
  expect(page.url()).toBe(address);
  await page.reload();
  await shows(page, '1 page, no warnings.');
  expect(faults).toEqual([]);
  const { page: second } = await openPage(opened);
  await shows(second, 'Open the address that the command has printed');
});

test.each([
  [['note@3'], 2, 'is a version'],
  [['note', '-d', '-'], 2, 'name a file with -d FILE'],
  [['nothing'], 5, 'There is no template "nothing"'],
  [['note', '-d', ''], 2, '-d needs the name of a file'],
  [['note', '-d', '{"name": "Ada"}'], 2, 'write the JSON into a file'],
  [['note', '-d', '/dev/null'], 2, 'name a file with -d FILE'],
  [['note', '-d', 'templates'], 9, 'templates: cannot be read: it is a folder'],
  [['note', '-d', 'nosuch.json'], 9, 'nosuch.json: cannot be read: there is no such file'],
  [['note', '--wach'], 2, '--watch'],
])('%j is refused with %d', async (args, code, text) => {
  const { cwd } = makeNote({ 'template.json': greeting('Hello') });
  const { exitCode, stderr } = await runCli(['templates', 'preview', ...args], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: expect.stringContaining(text) });
});
