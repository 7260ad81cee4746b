// Texts written in place in the editor of an embedded template, in a real browser.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listOf, objectOf } from '../support/schemas.ts';
import { button, partOf, press, readBody, readCode, says, useEditor, writePages } from '../support/start-editor.ts';

const pages = [
  {
    header: ['Head of {{ customer.name }}'],
    body: [
      'Dear {{ customer.name }}, you owe {{ total | number: 2 }}.',
      { text: ['{{ customer.name }}', '{{ customer.city }}'] },
      { table: 'lines', as: 'line', columns: [{ header: 'What', body: '{{ line.name }}' }, '{{ line.price }}'] },
      { pairs: [['Date', '{{ date | date }}']] },
      { text: 'never', when: 'false' },
      '',
      { spacer: 10 },
    ],
  },
];
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000002',
  slug: 'reminder',
  name: 'Reminder',
  pages,
  locale: 'de-DE',
  currency: 'EUR',
  let: { 'in_thousands(n)': "(n / 1000 | number: 1) & ' T'" },
  dataSchema: objectOf(
    {
      customer: objectOf({ name: { type: 'string' }, city: { type: 'string' } }),
      total: { type: 'number' },
      vat: { type: 'number' },
      date: { type: 'string', format: 'date' },
      lines: listOf(objectOf({ name: { type: 'string' }, price: { type: 'number' } })),
    },
    'customer lines total date',
  ),
  exampleData: {
    customer: { name: 'Ada', city: 'Flims' },
    total: 1234.5,
    date: '2026-03-09',
    lines: [{ name: 'Pencil', price: 2.5 }],
  },
});

/** The open text. */
const surfaceOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Text of/ });
const chipsOf = (page: Page) => page.locator('.chip').allTextContents();
const textIn = (page: Page) =>
  surfaceOf(page).evaluate((node) => (node as HTMLElement).innerText.replaceAll('\u200b', '').trimEnd());

/** Selects a part in the tree and opens its text. */
async function openText(page: Page, name: string): Promise<void> {
  await partOf(page, name).click();
  await page.keyboard.press('F2');
  await surfaceOf(page).waitFor();
  await expect.poll(() => surfaceOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
}

const firstText = async (page: Page): Promise<unknown> => (await readBody(page))[0];

const waitFor = (page: Page, chips: readonly string[]) => expect.poll(() => chipsOf(page)).toEqual(chips);

describe('a text', () => {
  test('opens in place with its bindings as chips, and closing it changes nothing', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50']);
    expect(await textIn(page)).toBe('Dear Customer name Ada, you owe Total 1.234,50.');
    const [box, sheet] = await Promise.all([page.locator('.text-field').boundingBox(), page.locator('canvas').boundingBox()]);
    expect(box!.x).toBeGreaterThan(sheet!.x);
    await page.keyboard.press('Control+Enter');
    expect(await surfaceOf(page).count()).toBe(0);
    expect(await button(page, 'Undo').getAttribute('aria-disabled')).toBe('true');
    expect(JSON.parse(await readCode(page))).toEqual(pages);
    expect(faults).toEqual([]);
  });

  test('opens by a double click and by Enter, and a part that is not shown opens beside the pages', async () => {
    const { page } = await editor.open();
    const sheet = (await page.locator('canvas').boundingBox())!;
    await openText(page, 'Text Dear');
    const box = (await page.locator('.text-field').boundingBox())!;
    await page.keyboard.press('Control+Enter');
    await page.mouse.dblclick(box.x + 8, box.y + 4);
    await surfaceOf(page).waitFor();
    await page.keyboard.press('Escape');
    // The focus is on the pages, so that keys act on the part.
    expect(await page.evaluate(() => document.activeElement!.className)).toBe('sheets');
    await page.keyboard.press('F2');
    await surfaceOf(page).waitFor();
    // Who goes elsewhere stays there.
    await page.getByRole('combobox', { name: 'Zoom' }).focus();
    await surfaceOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement!.ariaLabel)).toBe('Zoom');
    await page.mouse.click(box.x + 8, box.y + 4);
    await page.keyboard.press('Enter');
    await surfaceOf(page).waitFor();
    await page.keyboard.press('Escape');
    await partOf(page, 'Text never').click();
    await page.keyboard.press('Enter');
    await surfaceOf(page).waitFor();
    expect((await page.locator('.text-field').boundingBox())!.x).toBeGreaterThan(sheet.x + sheet.width);
  });

  test('at the foot of a page opens inside of the window', async () => {
    const { page } = await editor.open();
    await partOf(page, 'Text Dear').click();
    await writePages(page, [{ body: ['a'], footer: ['Foot of {{ customer.name }}'] }]);
    await openText(page, 'Text Foot');
    const bottomOf = async (selector: string) => {
      const box = (await page.locator(selector).boundingBox())!;
      return box.y + box.height;
    };
    // The browser scrolls by whole pixels.
    const bottom = (await bottomOf('.middle')) + 1;
    await expect.poll(() => bottomOf('.text-field')).toBeLessThan(bottom);
    await page.keyboard.press('End');
    for (let i = 0; i < 6; i++) await page.keyboard.press('Enter');
    await expect.poll(() => bottomOf('.text-field')).toBeLessThan(bottom);
    await page.locator('.chip').click();
    await page.locator('.chip-menu').waitFor();
    await expect.poll(() => bottomOf('.chip-menu')).toBeLessThan(bottom);
  });

  test('that is new takes what is typed next, in place of its first words', async () => {
    const { page } = await editor.open();
    await partOf(page, 'Text Dear').click();
    await page.getByRole('tab', { name: 'Add' }).click();
    await page.getByRole('group', { name: 'What can be added' }).getByRole('button', { name: 'Text', exact: true }).click();
    await page.keyboard.type('Payable until');
    await page.keyboard.press('Control+Enter');
    expect((await readBody(page))[1]).toEqual({ text: 'Payable until' });
    await button(page, 'Undo').click();
    expect((await readBody(page))[1]).toEqual({ text: 'New text' });
    // Where none can be added, the selected text is not opened in its place.
    await partOf(page, 'Text Dear').click();
    await button(page, 'Versions').click();
    await page.getByRole('button', { name: /^Revision 1,/ }).click();
    await page.locator('#revision', { hasText: 'You see revision 1' }).waitFor();
    await page.getByRole('tab', { name: 'Add' }).click();
    await page
      .getByRole('group', { name: 'What can be added' })
      .getByRole('button', { name: 'Text', exact: true })
      .press('Enter');
    await says(page, 'An earlier version is shown.');
    expect(await surfaceOf(page).count()).toBe(0);
  });

  test('that is new is open at once, before the pages are laid out again', async () => {
    const { page } = await editor.open();
    /** Adds a text, and says which field has the focus before anything else can happen. */
    const addText = () =>
      page.evaluate(async () => {
        const isText = ({ textContent }: Element) => textContent === 'Text';
        [...document.querySelectorAll<HTMLElement>('.palette button')].find(isText)!.click();
        // Pages are laid out by a worker: its answer is no microtask.
        for (let i = 0; i < 100; i++) await Promise.resolve();
        return document.activeElement!.className;
      });
    await partOf(page, 'Text Dear').click();
    await page.getByRole('tab', { name: 'Add' }).click();
    expect(await addText()).toBe('surface');
    const sheet = (await page.locator('.sheet').first().boundingBox())!;
    const before = (await page.locator('.text-field').boundingBox())!;
    expect(before.x).toBeLessThan(sheet.x + sheet.width);
    await page.keyboard.type('Payable until');
    await page.locator('.outline.chosen').first().waitFor();
    const field = (await page.locator('.text-field').boundingBox())!;
    expect(Math.abs(field.y - before.y)).toBeLessThan(30);
    await page.keyboard.press('Control+Enter');
    expect((await readBody(page))[1]).toEqual({ text: 'Payable until' });
    // What is in a part that is not shown has no place on a sheet.
    await writePages(page, [{ body: [{ stack: [], when: 'false' }] }]);
    await partOf(page, 'Box').click();
    await page.getByRole('tab', { name: 'Add' }).click();
    expect(await addText()).toBe('surface');
    await expect.poll(async () => (await page.locator('.text-field').boundingBox())!.x).toBeGreaterThan(sheet.x + sheet.width);
  });

  test('is written as one step, which Escape takes back and undo, too', async () => {
    const { page, faults } = await editor.open();
    await partOf(page, 'Text Dear').click();
    const fields = await page.locator('.fields').elementHandle();
    await openText(page, 'Text Dear');
    await page.keyboard.type(' Thank you');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bye');
    await page.keyboard.press('Control+Enter');
    // The properties are not made anew with each letter.
    expect(await fields!.evaluate((one) => one.isConnected)).toBe(true);
    const written = 'Dear {{ customer.name }}, you owe {{ total | number: 2 }}. Thank you\nbye';
    expect(await firstText(page)).toBe(written);
    await button(page, 'Undo').click();
    expect(JSON.parse(await readCode(page))).toEqual(pages);
    await openText(page, 'Text Dear');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    expect(JSON.parse(await readCode(page))).toEqual(pages);
    await openText(page, 'Text Dear');
    await page.keyboard.type('y');
    await partOf(page, 'Space').click();
    expect(await firstText(page)).toBe(`${(pages[0]!.body as unknown[])[0]}y`);
    expect(faults).toEqual([]);
  });

  test('takes pasted text as plain text, and undoes inside of it', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await surfaceOf(page).evaluate((node) => {
      const data = new DataTransfer();
      data.setData('text/html', '<b>bold</b>');
      data.setData('text/plain', 'one\r\n{{ customer.city }}');
      const { startContainer, startOffset } = getSelection()!.getRangeAt(0);
      const target = new StaticRange({ startContainer, startOffset, endContainer: startContainer, endOffset: startOffset });
      node.dispatchEvent(
        new InputEvent('beforeinput', {
          inputType: 'insertFromPaste',
          dataTransfer: data,
          targetRanges: [target],
          cancelable: true,
        }),
      );
    });
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50', 'Customer city Flims']);
    expect(await textIn(page)).toBe('Dear Customer name Ada, you owe Total 1.234,50.one\nCustomer city Flims');
    await page.keyboard.press('Control+z');
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50']);
    await page.keyboard.press('Control+Shift+z');
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50', 'Customer city Flims']);
    expect(faults).toEqual([]);
  });

  test('keeps its form: lines, a short column, the cells of a pair', async () => {
    const { page } = await editor.open();
    for (const [around, name] of [
      [undefined, 'Text Ada'],
      ['Table', 'Column ‹Line price›'],
      ['Labels and values', 'Label and value'],
    ] as const) {
      if (around !== undefined) {
        await partOf(page, around).click();
        await page.keyboard.press('ArrowRight');
      }
      await partOf(page, name).click();
      if (around === 'Labels and values') {
        await page.keyboard.press('ArrowRight');
        await partOf(page, 'Text Date').click();
      }
      await page.keyboard.press('F2');
      await surfaceOf(page).waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('!');
      await page.keyboard.press('Control+Enter');
    }
    const body = await readBody(page);
    expect(body[1]).toEqual({ text: ['{{ customer.name }}', '{{ customer.city }}!'] });
    expect(body[2]).toMatchObject({ columns: [{ header: 'What', body: '{{ line.name }}' }, '{{ line.price }}!'] });
    expect(body[3]).toEqual({ pairs: [['Date!', '{{ date | date }}']] });
  });
});

describe('a chip', () => {
  test('is chosen by the arrow keys and deleted as one', async () => {
    const { page } = await editor.open();
    await openText(page, 'Text Dear');
    // The engine's values come a moment later.
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50']);
    const chosen = () => page.locator('.chip.chosen').allTextContents();
    await press(page, 'End', 'ArrowLeft', 'ArrowLeft');
    await expect.poll(chosen).toEqual(['Total 1.234,50']);
    await page.keyboard.press('Delete');
    await waitFor(page, ['Customer name Ada']);
    await page.keyboard.press('Control+z');
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50']);
    await page.keyboard.press('Control+Home');
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(chosen).toEqual(['Customer name Ada']);
    await press(page, 'Backspace', 'Control+Enter');
    expect(await firstText(page)).toBe('Dear , you owe {{ total | number: 2 }}.');
  });

  test('that was clicked is deleted by a key, also while its menu is open', async () => {
    const { page } = await editor.open();
    await openText(page, 'Text Dear');
    await page.locator('.chip').first().click();
    await page.locator('.chip-menu').waitFor();
    await page.keyboard.press('Delete');
    await waitFor(page, ['Total 1.234,50']);
    expect(await surfaceOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('gets a format, with a preview of the engine, and a text for missing values', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await page.locator('.chip', { hasText: 'Total' }).click();
    const format = page.locator('.text-field').getByLabel('Format');
    await expect.poll(() => format.locator('option').allTextContents()).toContain('Amount of money: 1.234,50\u00a0€');
    const options = await format.locator('option').allTextContents();
    expect(options).toContain('Whole number: 1.235');
    expect(options.join()).not.toContain('IBAN');
    await format.selectOption({ label: 'Amount of money: 1.234,50\u00a0€' });
    await page.locator('.text-field').getByLabel('If the value is missing').selectOption('Print a text');
    await page.locator('.text-field').getByLabel('Text to print').fill('nothing');
    await page.keyboard.press('Escape');
    await waitFor(page, ['Customer name Ada', 'Total 1.234,50\u00a0€']);
    await page.keyboard.press('Control+Enter');
    expect(await firstText(page)).toBe("Dear {{ customer.name }}, you owe {{ (total | money) ?? 'nothing' }}.");
    expect(faults).toEqual([]);
  });

  test('gets a format of the template', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await page.locator('.chip', { hasText: 'Total' }).click();
    const format = page.locator('.text-field').getByLabel('Format');
    const own = format.locator('optgroup');
    await expect.poll(() => own.locator('option').allTextContents()).toEqual(['In thousands: 1,2 T']);
    expect(await own.getAttribute('label')).toBe('Own formats');
    await format.selectOption({ label: 'In thousands: 1,2 T' });
    await page.keyboard.press('Escape');
    await waitFor(page, ['Customer name Ada', 'Total 1,2 T']);
    await page.keyboard.press('Control+Enter');
    expect(await firstText(page)).toBe('Dear {{ customer.name }}, you owe {{ total | in_thousands }}.');
    expect(faults).toEqual([]);
  });

  test('that may be missing has a dashed edge until the menu says what stands for it', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await page.keyboard.type('{{');
    await page.getByRole('combobox', { name: 'Find a field' }).fill('vat');
    await page.keyboard.press('Enter');
    const chip = page.locator('.chip', { hasText: 'VAT' });
    await chip.click();
    const missing = page.getByLabel('If the value is missing');
    expect(await missing.inputValue()).toBe('nothing');
    await missing.selectOption('Not decided');
    await expect.poll(() => chip.getAttribute('class')).toContain('optional');
    await page.getByText('The value may be missing in some documents.').waitFor();
    expect(await missing.locator('option').allTextContents()).toEqual(['Not decided', 'Print nothing', 'Take 0', 'Print a text']);
    await missing.selectOption('Print a text');
    await page.getByLabel('Text to print').pressSequentially('none');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    expect(await firstText(page)).toContain("{{ (vat | number) ?? 'none' }}");
    expect(faults).toEqual([]);
  });

  test('is completed after "{{", and the pages wait until it is', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    await page.keyboard.type('{{');
    const find = page.getByRole('combobox', { name: 'Find a field' });
    await find.waitFor();
    await page.keyboard.type('cust city');
    // The worker prints the example of the field, so it comes a little later.
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['City Flims']);
    expect(await page.locator('.sheets').getAttribute('data-state')).toBe('ready');
    await page.keyboard.press('Enter');
    await page.keyboard.type('.');
    await page.keyboard.press('Control+Enter');
    expect(await firstText(page)).toBe(`${(pages[0]!.body as unknown[])[0]}{{ customer.city }}.`);
    expect(faults).toEqual([]);
  });

  test('of an unknown field is marked where it stands', async () => {
    const { page } = await editor.open();
    await openText(page, 'Text Dear');
    await page.keyboard.insertText('{{ customer.nme }}');
    await page.locator('.chip.faulty', { hasText: 'Customer nme' }).waitFor();
    expect(await page.locator('.text-field .fault').textContent()).toContain('did you mean "name"?');
    expect(await chipsOf(page)).toEqual(['Customer name Ada', 'Total 1.234,50', 'Customer nme']);
  });

  test('in a table names the fields of its element first', async () => {
    const { page } = await editor.open();
    await partOf(page, 'Table').click();
    await page.keyboard.press('ArrowRight');
    await openText(page, 'Column ‹Line price›');
    await waitFor(page, ['Line price 2,5']);
    await page.getByRole('button', { name: 'Insert field' }).click();
    await expect.poll(() => page.getByRole('listbox').getByRole('option').first().textContent()).toContain('Name Pencil');
    expect(await page.getByRole('group', { name: 'This line' }).count()).toBe(1);
  });
});

describe('a field of the data', () => {
  test('goes into the open text by a click', async () => {
    const { page, faults } = await editor.open();
    await openText(page, 'Text Dear');
    const box = (await page.locator('.text-field').boundingBox())!;
    await page.getByRole('tab', { name: 'Data' }).click();
    await dataField(page, 'City').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(box.x + 8, box.y + 4);
    await dataField(page, 'City').click();
    expect(await firstText(page)).toBe(`${(pages[0]!.body as unknown[])[0]}{{ customer.city }}`);
    await page.getByRole('tab', { name: 'Data' }).click();
    await dataField(page, 'Price').click();
    expect(await page.locator('#words').textContent()).toContain('elements of a list');
    expect(faults).toEqual([]);
  });
});

const dataField = (page: Page, name: string) => page.locator('.field', { hasText: name });
