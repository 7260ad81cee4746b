// Tables in the editor: columns that come and go, their widths, and fields of the data that become columns and tables.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listOf, objectOf } from '../support/schemas.ts';
import { button, press, readBody, says, shows, useEditor } from '../support/start-editor.ts';

const text = { type: 'string' } as const;
const line = objectOf(
  {
    name: text,
    amount: { type: 'number' },
    vat: { title: 'VAT', type: 'number', minimum: 0, maximum: 1 },
    note: text,
    parts: listOf(objectOf({ sku: text }, '')),
  },
  'name amount vat parts',
);
const columns = [
  { width: 10, header: '#', body: '{{ loop.index }}' },
  { header: 'Description', body: '{{ l.name }}' },
  { width: 30, header: 'Unit price', body: 'none' },
  { width: 30, header: 'Amount', align: 'right', body: '{{ l.amount | number: 2 }}' },
];
const pages = [{ body: ['Dear {{ customer.name }}', { table: 'lines', as: 'l', columns }] }];
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000002',
  slug: 'bill',
  name: 'Bill',
  pages,
  dataSchema: objectOf({
    customer: objectOf({ name: text }),
    lines: listOf(line),
  }),
  exampleData: {
    customer: { name: 'Ada' },
    lines: [{ name: 'Map', amount: 4.9, vat: 0.026, parts: [{ sku: 'A-1' }] }],
  },
});

type Column = Readonly<Record<string, unknown>>;
interface Table {
  readonly columns: readonly Column[];
}

const isTable = (part: unknown): part is Table => typeof part !== 'string';
const readTables = async (page: Page): Promise<readonly Table[]> => (await readBody(page)).filter(isTable);
const readColumns = async (page: Page): Promise<readonly Column[]> => (await readTables(page))[0]!.columns;
const headersOf = (all: readonly Column[]): string =>
  all.map(({ header }) => (typeof header === 'object' ? (header as { readonly text: string }).text : header)).join(' ');

const selectTable = (page: Page) => page.getByRole('treeitem', { name: 'Table lines' }).click();
const chooseColumn = (page: Page, name: string) =>
  page.getByRole('combobox', { name: 'Column', exact: true }).selectOption({ label: name });
const borderOf = (page: Page, name: string) => page.getByRole('separator', { name: `Width of column ${name}` });
const putButton = (page: Page, field: string) => button(page, `Put ${field} onto the page`);

/** Takes all steps back. */
async function undoAll(page: Page): Promise<void> {
  while (await button(page, 'Undo').isEnabled()) await page.keyboard.press('Control+Z');
  expect(await readBody(page)).toEqual(pages[0]!.body);
}

const vat = { width: 'auto', header: 'VAT', align: 'right', body: '{{ l.vat | percent }}' };

test('a rate becomes a column in percent with three clicks, and undo takes it back', async () => {
  const { page, faults } = await editor.open();
  // A click on the last column of the table on the page.
  const { x, y } = (await page.locator('.overlay .band').first().boundingBox())!;
  const { width } = (await page.locator('.overlay .band').first().boundingBox())!;
  await page.mouse.click(x + width - 20, y + 45);
  await page.getByRole('tab', { name: 'Data' }).click();
  await putButton(page, 'lines[].vat').click();
  await shows(page, '1 page, no warnings.');
  expect((await readColumns(page))[4]).toEqual(vat);
  await undoAll(page);
  expect(faults).toEqual([]);
});

test('a field is dragged between columns, a list becomes a table, and what cannot be is said', async () => {
  const { page } = await editor.open();
  await page.getByRole('tab', { name: 'Data' }).click();
  const drag = async (field: string, to: readonly [x: number, y: number], look = async () => {}) => {
    // Words above the pages push them down.
    const { x, y } = (await page.locator('.overlay .band').first().boundingBox())!;
    const from = (await page.getByTitle(field, { exact: true }).boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(x + to[0], y + to[1], { steps: 5 });
    await look();
    await page.mouse.up();
  };
  await drag('lines[].vat: number, needed', [70, 45], async () => {
    expect((await page.locator('.outline.goal').boundingBox())!.width).toBeLessThan(8);
  });
  expect(headersOf(await readColumns(page))).toBe('# VAT Description Unit price Amount');
  await page.getByRole('tab', { name: 'Data' }).click();
  await drag('lines: list, needed', [70, 45]);
  await shows(page, '1 page, no warnings.');
  expect((await readTables(page)).map((table) => headersOf(table.columns))).toContain('Name Amount VAT Note');
  await page.getByRole('tab', { name: 'Data' }).click();
  await drag('lines[].parts[].sku: text', [70, 4]);
  await says(page, 'This field belongs to a list inside another list.');
  await drag('lines[].name: text, needed', [70, 4]);
  await says(page, 'The field has a value for each element of a list.');
  await drag('customer.name: text, needed', [70, 4]);
  expect(await readBody(page)).toContain('{{ customer.name }}');
  await undoAll(page);
});

test('a new column says how it is filled, takes a field and leaves the page without a warning', async () => {
  const { page } = await editor.open();
  await selectTable(page);
  await chooseColumn(page, '3: Unit price');
  await button(page, 'Add after').click();
  await shows(page, '1 page, no warnings.');
  await page.getByText('This column is empty. Choose what it shows').waitFor();
  const field = page.getByRole('combobox', { name: 'Shows the field' });
  expect(await field.locator('option').allInnerTexts()).toEqual(['Choose a field …', 'Name', 'Amount', 'VAT', 'Note', 'Name']);
  await field.selectOption({ label: 'Note' });
  await shows(page, '1 page, no warnings.');
  const chosenField = () => field.locator('option:checked').innerText();
  expect(await chosenField()).toBe('Note');
  expect((await readColumns(page))[3]).toEqual({ width: 20, header: 'Note', body: "{{ l.note ?? '' }}" });
  // Another field takes its place, with its own header and alignment.
  await field.selectOption({ label: 'VAT' });
  expect((await readColumns(page))[3]).toEqual({ ...vat, width: 20 });
  expect(await chosenField()).toBe('VAT');
  await button(page, 'Undo').click();
  expect(await chosenField()).toBe('Note');
  await button(page, 'Add after').click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await putButton(page, 'lines[].vat').click();
  expect(headersOf(await readColumns(page))).toBe('# Description Unit price Note VAT Amount');
  await button(page, 'Add after').click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByTitle('lines[].amount: number, needed', { exact: true }).click();
  expect(headersOf(await readColumns(page))).toBe('# Description Unit price Note VAT Amount Amount');
  await undoAll(page);
});

test('a border stops, also while it is dragged, where a column beside it has no more room to give', async () => {
  const { page } = await editor.open();
  await selectTable(page);
  const border = borderOf(page, '2: Description');
  await expect.poll(() => border.getAttribute('aria-valuemax')).not.toBeNull();
  const { x, y, height } = (await border.boundingBox())!;
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 400, y + height / 2, { steps: 4 });
  const line = (await page.locator('.drag-line').boundingBox())!.x;
  expect(line - x).toBeGreaterThan(20);
  expect(line - x).toBeLessThan(390);
  await page.mouse.up();
  await says(page, 'The column cannot get narrower than its content, or the table wider than the page.');
  await shows(page, '1 page, no warnings.');
  await expect.poll(async () => (await border.boundingBox())!.x).toBeCloseTo(line, 0);
  const [first, second, third, fourth] = (await readColumns(page)).map(({ width }) => width as number | undefined);
  expect([first, second, fourth]).toEqual([10, undefined, 30]);
  expect(third).toBeLessThan(20);
  await undoAll(page);
});

test('the border of a column is dragged, and moved by the arrow keys, each as one step', async () => {
  const { page } = await editor.open();
  await selectTable(page);
  const unitPrice = borderOf(page, '3: Unit price');
  await expect.poll(() => unitPrice.getAttribute('aria-valuetext')).toBe('30 mm');
  const { x, y, height } = (await unitPrice.boundingBox())!;
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 24, y + height / 2, { steps: 4 });
  expect((await page.locator('.drag-line').boundingBox())!.x).toBeCloseTo(x + 20, 0);
  await page.mouse.up();
  const widths = async () => (await readColumns(page)).map(({ width }) => width as number | undefined);
  const [, , third, fourth] = await widths();
  expect(third).toBeGreaterThan(33);
  expect(third! + fourth!).toBeCloseTo(60, 1);
  await button(page, 'Undo').click();
  expect(await widths()).toEqual([10, undefined, 30, 30]);
  await unitPrice.focus();
  await press(page, 'ArrowRight', 'ArrowRight', 'Shift+ArrowLeft');
  await expect.poll(() => unitPrice.getAttribute('aria-valuenow')).toBe('22');
  await button(page, 'Undo').click();
  expect(await widths()).toEqual([10, undefined, 30, 30]);
  // The last border cannot move: the second column takes what is left.
  expect(await page.getByRole('separator').count()).toBe(3);
  await undoAll(page);
});

test('columns are added, moved, hidden, copied, named and deleted in the group "Columns"', async () => {
  const { page } = await editor.open();
  await selectTable(page);
  await chooseColumn(page, '3: Unit price');
  const headers = async () => headersOf(await readColumns(page));
  await button(page, 'Add before').click();
  expect(await page.getByRole('combobox', { name: 'Column', exact: true }).inputValue()).toBe('/pages/0/body/1/columns/2');
  // The name of a new column is selected, so that what is typed takes its place.
  await page.getByRole('textbox', { name: 'Header text', exact: true }).focus();
  await page.keyboard.type('New');
  await page.getByRole('textbox', { name: 'Footer text', exact: true }).fill('Sum');
  expect((await readColumns(page))[2]).toEqual({ width: 20, header: 'New', body: '', footer: 'Sum' });
  await button(page, 'Move column after').click();
  expect(await headers()).toBe('# Description Unit price New Amount');
  await button(page, 'Move column before').click();
  await button(page, 'Duplicate column').click();
  expect(await headers()).toBe('# Description New New Unit price Amount');
  await button(page, 'Hide column').click();
  await chooseColumn(page, '4: New (hidden)');
  await button(page, 'Show column').click();
  await button(page, 'Delete column').click();
  await button(page, 'Add after').click();
  expect(await page.getByRole('combobox', { name: 'Column', exact: true }).inputValue()).toBe('/pages/0/body/1/columns/4');
  await chooseColumn(page, 'The whole table');
  await button(page, 'Add a column').click();
  expect((await readColumns(page)).length).toBe(7);
  await undoAll(page);
});
