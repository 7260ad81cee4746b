// Pictures in the editor, from the file of a person to the saved document.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makePng, type PngOptions } from '../document/image/make-image.ts';
import { makeFolder } from '../support/folders.ts';
import { readExample } from '../support/shown-documents.ts';
import {
  button,
  type EditorSession,
  makeTemplate,
  partOf,
  placeOf,
  says,
  shows,
  useEditor,
  waitFor,
} from '../support/start-editor.ts';

const maxAssetBytes = 200_000;
const base = '0190a0a0-0000-7000-8000-000000000001';
const document = {
  uuid: base,
  slug: 'pictured',
  name: 'Pictured',
  pages: [{ size: 'A4', body: ['First', { image: 'logo.png', width: 40, height: 20, alt: 'Old logo' }, 'Last'] }],
  dataSchema: true,
  exampleData: {},
};

const files = { 'logo.png': readFileSync(new URL('../../templates-examples/invoice/assets/logo.png', import.meta.url)) };
const editor = useEditor(document, files, { limits: { maxAssetBytes } });

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a picture' });

interface PictureFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** An opaque red PNG, or one of other pixels. */
const png = (width: number, height: number, more: Partial<PngOptions> = {}): PictureFile => ({
  name: 'new.png',
  mimeType: 'image/png',
  buffer: makePng({ width, height, bits: 8, colorType: 2, sample: (_x, _y, i) => (i === 0 ? 200 : 30), ...more }),
});

async function upload(page: Page, file: PictureFile): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await button(page, 'Upload a picture …').click();
  await (await coming).setFiles(file);
}

/** Middle of a part in the window, by the beginning of its name in the tree. */
async function middleOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = await placeOf(page, name);
  return { x: x + width / 2, y: y + height / 2 };
}

type Place = Awaited<ReturnType<typeof middleOf>>;

/** Drags files over the pages and drops them. Returns which outlines were shown before they were dropped. */
const drop = (page: Page, files: readonly PictureFile[], place: Place): Promise<readonly string[]> =>
  page.evaluate(
    async ({ given, x, y }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, bytes } of given)
        dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
      const over = globalThis.document.elementFromPoint(x, y)!;
      const send = (kind: string) =>
        over.dispatchEvent(new DragEvent(kind, { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true }));
      send('dragover');
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const shown = ['goal', 'hovered'].filter((name) => globalThis.document.querySelector(`.outline.${name}`));
      send('drop');
      return shown;
    },
    { ...place, given: files.map(toPlain) },
  );

const paste = (page: Page, file: PictureFile): Promise<void> =>
  page.evaluate(({ name, type, bytes }) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
    globalThis.document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, toPlain(file));

const toPlain = ({ name, mimeType, buffer }: PictureFile) => ({ name, type: mimeType, bytes: buffer.toString('base64') });

/** Says what the picture shows, and uses it. */
async function use(page: Page, alt: string): Promise<void> {
  await dialogOf(page).getByRole('textbox', { name: 'What the picture shows' }).fill(alt);
  await button(dialogOf(page), 'Use picture').click();
  await dialogOf(page).waitFor({ state: 'hidden' });
}

async function save(page: Page): Promise<void> {
  await shows(page, 'no warnings');
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
}

type Params = EditorSession['params'];

/** Width, height and encoding of the pictures in the PDF of the saved template. */
async function picturesOf(params: Params, data: unknown = {}): Promise<readonly string[]> {
  const pdf = await editor.server.engine.generateEmbedded({ params, body: { data } as never });
  const folder = makeFolder();
  const file = join(folder, 'made.pdf');
  writeFileSync(file, Buffer.concat(pdf.body));
  const [, , ...lines] = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trimEnd().split('\n');
  const columns = lines.map((line) => line.trim().split(/\s+/));
  return columns.map(([, , kind, width, height, , , , encoding]) => `${kind} ${width} × ${height} ${encoding}`);
}

const bodyOf = async (params: Params): Promise<unknown> =>
  (await editor.server.engine.getEmbeddedTemplate({ params })).pages.map((one) => one.body)[0];

test('the logo of the invoice is changed in at most eight clicks', async () => {
  const { document: invoice, data } = await readExample('invoice');
  const uuid = '0190a0a0-0000-7000-8000-000000000002';
  await makeTemplate(editor.server, { ...invoice, uuid, slug: 'invoice' }, files);
  const session = await editor.openSession({ params: { baseTemplateUuid: uuid, externalUuid: uuid } });
  const { page, params, faults } = await editor.open(session);
  await page.evaluate(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const { dataset } = globalThis.document.documentElement;
        if (isTrusted) dataset.clicks = String(Number(dataset.clicks ?? 0) + 1);
      },
      true,
    );
  });
  const sheet = (await page.locator('.overlay').first().boundingBox())!;
  await page.mouse.click(sheet.x + sheet.width * 0.11, sheet.y + sheet.width * 0.1);
  await button(page, 'Change picture …').click();
  await dialogOf(page).getByRole('radio').waitFor();
  expect(
    await dialogOf(page)
      .getByRole('radio', { name: /in use$/ })
      .isChecked(),
  ).toBe(true);
  const file = png(300, 150);
  await upload(page, file);
  await waitFor(dialogOf(page), 'The picture was uploaded.');
  expect(await dialogOf(page).getByRole('radio', { name: file.name }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await dialogOf(page).waitFor({ state: 'hidden' });
  expect(await page.getByRole('combobox', { name: 'Picture' }).inputValue()).toBe(file.name);
  await save(page);
  expect(await page.evaluate(() => Number(globalThis.document.documentElement.dataset.clicks))).toBeLessThanOrEqual(8);
  expect(await picturesOf(params, data)).toContainEqual(expect.stringMatching(/^image 300 × 150/));
  // The keys begin at the picture in use, which is not the first.
  await button(page, 'Change picture …').click();
  expect(await dialogOf(page).locator('label').first().textContent()).not.toMatch(/in use$/);
  const focused = () => page.evaluate(() => globalThis.document.activeElement!.closest('label')?.textContent);
  await expect.poll(focused).toMatch(/in use$/);
  expect(faults).toEqual([]);
});

test('a picture is added with what it shows, in one step', async () => {
  const { page, params, faults } = await editor.open();
  await partOf(page, 'Text First').click();
  await page.getByRole('tab', { name: 'Add' }).click();
  await button(page, 'Picture').click();
  const dialog = dialogOf(page);
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  await button(dialog, 'Use picture').click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('radio', { name: 'logo.png' }).check();
  await dialog.locator('img').waitFor();
  await button(dialog, 'Use picture').click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'It only decorates' }).check();
  await button(dialog, 'Use picture').click();
  await save(page);
  expect(await bodyOf(params)).toEqual(['First', { image: 'logo.png', alt: '' }, document.pages[0]!.body[1], 'Last']);
  expect(faults).toEqual([]);
});

test('a picture that is dropped between parts is inserted at the line, and one on a picture replaces it in one step', async () => {
  const { page, params, faults } = await editor.open();
  const first = await middleOf(page, 'Text First');
  expect(await drop(page, [png(60, 30)], { ...first, y: first.y + 2 })).toEqual(['goal']);
  await waitFor(dialogOf(page), 'The picture was uploaded.');
  await use(page, 'A red field');
  await shows(page, 'no warnings');
  expect(await drop(page, [png(80, 40)], await middleOf(page, 'Picture logo.png'))).toEqual(['hovered']);
  await waitFor(dialogOf(page), 'The picture was uploaded.');
  expect(await dialogOf(page).getByRole('textbox').inputValue()).toBe('Old logo');
  await use(page, 'New logo');
  await shows(page, 'no warnings');
  await button(page, 'Undo').click();
  await page.getByRole('treeitem', { name: 'Picture logo.png' }).waitFor();
  await button(page, 'Redo').click();
  await save(page);
  expect(await bodyOf(params)).toEqual([
    'First',
    { image: expect.stringMatching(/^asset:/), alt: 'A red field' },
    { image: expect.stringMatching(/^asset:/), width: 40, height: 20, alt: 'New logo' },
    'Last',
  ]);
  expect(await picturesOf(params)).toEqual([expect.stringMatching(/^image 60 × 30/), expect.stringMatching(/^image 80 × 40/)]);
  expect(faults).toEqual([]);
});

test('a pasted picture replaces the selected one, and stands behind another part', async () => {
  const { page, params } = await editor.open();
  await partOf(page, 'Picture logo.png').click();
  await paste(page, png(60, 30));
  await use(page, 'Pasted logo');
  await page.getByRole('treeitem', { name: 'Text Last' }).click();
  await paste(page, png(80, 40));
  await use(page, 'Pasted');
  await save(page);
  expect(await bodyOf(params)).toMatchObject(['First', { alt: 'Pasted logo', width: 40 }, 'Last', { alt: 'Pasted' }]);
});

test('what was cancelled, dropped beside the pages, or is several files changes nothing', async () => {
  const { page } = await editor.open();
  await partOf(page, 'Picture logo.png').click();
  await button(page, 'Change picture …').click();
  await upload(page, png(60, 30));
  await waitFor(dialogOf(page), 'The picture was uploaded.');
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  await drop(page, [png(60, 30)], { x: 100, y: 600 });
  await drop(page, [png(60, 30), png(80, 40)], await middleOf(page, 'Text First'));
  await says(page, 'Give one picture at a time.');
  expect(await dialogOf(page).count()).toBe(0);
  expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
});

test('a picture with more pixels than print shows, or too many bytes, is made smaller', async () => {
  const { page, params } = await editor.open();
  await partOf(page, 'Picture logo.png').click();
  await button(page, 'Change picture …').click();
  // Noise, which cannot be compressed: JPEG is smaller.
  const noise = (x: number, y: number, i: number) => ((x * 7919 + y * 104_729 + i * 31) ** 2 / 97) % 256;
  await upload(page, png(2800, 140, { sample: noise }));
  await waitFor(dialogOf(page), 'made smaller: from 2800 × 140 pixels');
  await use(page, 'Noise');
  await shows(page, 'no warnings');
  await button(page, 'Change picture …').click();
  // Within what print shows, and too many bytes: what is transparent stays PNG.
  await upload(page, png(400, 400, { colorType: 6, sample: noise }));
  await waitFor(dialogOf(page), 'made smaller: from 400 × 400 pixels');
  await use(page, 'Transparent noise');
  await save(page);
  const pictures = await picturesOf(params);
  expect(pictures).toEqual([
    expect.stringMatching(/^image (\d{3}) × \1 image$/),
    expect.stringMatching(/^smask (\d{3}) × \1 image$/),
  ]);
});

test('a drawing that is too large, and files that are no pictures, are refused in words', async () => {
  const { page } = await editor.open();
  await partOf(page, 'Picture logo.png').click();
  await button(page, 'Change picture …').click();
  const kinds = 'A template takes PNG, JPEG, GIF, WebP, AVIF or SVG.';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(maxAssetBytes)}--></svg>`;
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  for (const [name, content, words] of [
    ['large.svg', drawing, 'large.svg is too large: it has 201 kB, and at most 200 kB can be uploaded.'],
    ['notes.png', 'only a text', `notes.png is not a picture file. ${kinds}`],
    ['photo.jpg', heic, 'photo.jpg is an HEIC picture, which cannot be drawn. Convert it to JPEG'],
    ['font.png', 'OTTO\0\0\0\0', `font.png is not a picture. ${kinds}`],
    ['empty.png', '', `empty.png is empty. Give the whole file. ${kinds}`],
    ['broken.png', png(9, 9).buffer.subarray(0, 40), 'The picture was not uploaded: '],
  ] as const) {
    await upload(page, { name, mimeType: 'image/png', buffer: Buffer.from(content as string) });
    await waitFor(dialogOf(page), words);
  }
  expect(await dialogOf(page).getByRole('radio').count()).toBe(1);
});

test('without a connection, and without room for pictures, the dialog says so', async () => {
  const { page } = await editor.open();
  const problem = JSON.stringify({ code: 'QUOTA_EXCEEDED', detail: 'The uploads are full.' });
  await page.route('**/editor/v1/assets', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', body: problem }),
  );
  await partOf(page, 'Picture logo.png').click();
  await button(page, 'Change picture …').click();
  await upload(page, png(60, 30));
  await waitFor(dialogOf(page), 'The picture was not uploaded: there is no room left for pictures.');
  await page.route('**/editor/v1/assets', (route) => route.abort());
  await upload(page, png(60, 30));
  await waitFor(dialogOf(page), 'The picture was not uploaded: The server cannot be reached. Try again.');
  expect(await dialogOf(page).getByRole('radio').count()).toBe(1);
});
