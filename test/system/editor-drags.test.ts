// Parts that are dragged over the pages of the editor.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { partOf, placeOf, readBody, readCode, shows, useEditor, writePages } from '../support/start-editor.ts';

const frame = { frame: [{ text: 'Placed', at: { x: 0, y: 0, w: 20, h: 5 } }], height: 30 };
const table = {
  table: [{ name: 'Tea' }, { name: 'Milk' }],
  cellPadding: 2,
  columns: [
    { width: 30, header: 'Name', body: '{{ item.name }}' },
    { header: 'Again', body: '{{ item.name }}' },
  ],
};
const address = { text: ['Ada Lovelace', '12 St James Square'] };
const template = {
  uuid: '0190a0a0-0000-7000-8000-000000000007',
  slug: 'drags',
  name: 'Parts to drag',
  pages: [
    {
      size: 'A6',
      margin: 10,
      body: ['First', 'Second', frame, table, { gap: 5, row: [['From', address], { text: 'Facts', width: 30 }] }],
    },
  ],
  dataSchema: { type: 'object', properties: { city: { type: 'string' } } },
  exampleData: { city: 'London' },
};

const editor = useEditor(template);

/** The bodies of all layouts, as they say now. */
const readBodies = async (page: Page): Promise<readonly unknown[]> =>
  (JSON.parse(await readCode(page)) as typeof template.pages).map(({ body }) => body);

const chosen = (page: Page) => page.locator('.outline.chosen');
const goal = (page: Page) => page.locator('.outline.goal');

/** Presses at the middle of a place, and moves the pointer. */
async function pressAndMove(
  page: Page,
  { x, y, width, height }: Awaited<ReturnType<typeof placeOf>>,
  by: readonly [number, number],
) {
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + by[0], y + height / 2 + by[1], { steps: 5 });
}

/** Opens what the tree does not show at first. */
async function unfold(page: Page, name: string): Promise<void> {
  await partOf(page, name).click();
  await page.keyboard.press('ArrowRight');
}

test('Escape cancels a drag, also in a frame, of a field and of a border, and does nothing else', async () => {
  const { page, faults } = await editor.open();
  const isCancelled = async () => {
    await goal(page).first().waitFor({ state: 'attached' });
    const selected = await page.getByRole('treeitem', { selected: true }).allTextContents();
    await page.keyboard.press('Escape');
    expect(await goal(page).count()).toBe(0);
    await page.mouse.move(300, 300);
    await page.mouse.up();
    expect(await page.getByRole('treeitem', { selected: true }).allTextContents()).toEqual(selected);
    expect(await readBody(page)).toEqual(template.pages[0]!.body);
  };
  await pressAndMove(page, await placeOf(page, 'Text First'), [0, 60]);
  await isCancelled();
  await unfold(page, 'Frame Placed');
  await pressAndMove(page, await placeOf(page, 'Text Placed'), [60, 20]);
  await isCancelled();
  const first = await placeOf(page, 'Text First');
  await page.getByRole('tab', { name: 'Data' }).click();
  const field = (await page.getByTitle('city: text').boundingBox())!;
  await page.mouse.move(field.x + 8, field.y + 8);
  await page.mouse.down();
  await page.mouse.move(first.x + 30, first.y + first.height, { steps: 5 });
  expect(await page.locator('.drag-ghost').count()).toBe(1);
  await isCancelled();
  await placeOf(page, 'Table');
  await pressAndMove(page, (await page.getByRole('separator').first().boundingBox())!, [20, 0]);
  await page.locator('.drag-line').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await page.locator('.drag-line').count()).toBe(0);
  expect(await readBody(page)).toEqual(template.pages[0]!.body);
  // After a drag, Escape selects the part around.
  await placeOf(page, 'Text First');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('treeitem', { selected: true }).textContent()).toContain('Page layout');
  expect(faults).toEqual([]);
});

test('two fingers on a part of a frame leave the keys alone', async () => {
  const { page, faults } = await editor.open();
  await unfold(page, 'Frame Placed');
  const { x, y } = await placeOf(page, 'Text Placed');
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...ids: readonly number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: ids.map((id) => ({ x: x + 4 + 4 * id, y: y + 4, id })) });
  await touch('touchStart', 0);
  await touch('touchStart', 0, 1);
  await touch('touchMove', 0, 1);
  await touch('touchEnd', 0);
  await touch('touchEnd');
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await readBody(page)).toEqual(template.pages[0]!.body);
  expect(faults).toEqual([]);
});

test('the line of a drag says where the part would go, in the window and beside the line', async () => {
  const { page } = await editor.open();
  const second = await placeOf(page, 'Text Second');
  const first = await placeOf(page, 'Text First');
  const name = page.locator('.goal-name');
  await pressAndMove(page, first, [0, second.y + second.height - 2 - (first.y + first.height / 2)]);
  expect(await name.textContent()).toBe('After Text: Second');
  const [words, line, view] = await Promise.all([
    name.boundingBox(),
    goal(page).boundingBox(),
    page.locator('.sheets').boundingBox(),
  ]);
  const isBeside = words!.y > line!.y + line!.height || words!.y + words!.height < line!.y;
  expect(isBeside).toBe(true);
  expect(Math.abs(words!.y - line!.y)).toBeLessThan(40);
  expect(words!.x).toBeGreaterThanOrEqual(view!.x);
  expect(words!.x + words!.width).toBeLessThanOrEqual(view!.x + view!.width);
  await page.mouse.up();
  expect(await name.count()).toBe(0);
  expect((await readBody(page)).slice(0, 2)).toEqual(['Second', 'First']);
});

test('one drag moves an address to the other side of its row, and puts no part into each row of a table', async () => {
  const { page } = await editor.open();
  const [first, second, , , row] = template.pages[0]!.body as [string, string, unknown, unknown, { row: unknown[] }];
  await unfold(page, 'Row From');
  await unfold(page, 'Box From');
  const address = await placeOf(page, 'Text Ada Lovelace');
  const facts = await placeOf(page, 'Text Facts');
  const way = facts.x + facts.width - 3 - (address.x + address.width / 2);
  await pressAndMove(page, address, [way, 0]);
  expect((await goal(page).boundingBox())!.x).toBeGreaterThan(facts.x + facts.width - 4);
  expect(await page.locator('.outline.moved').count()).toBe(1);
  await page.mouse.up();
  expect((await readBody(page))[4]).toEqual({ gap: 5, row: row.row.toReversed() });
  expect(await page.getByRole('treeitem', { selected: true }).textContent()).toContain('Text Ada Lovelace');
  await page.keyboard.press('Control+Z');
  const table = await placeOf(page, 'Table');
  const place = await placeOf(page, 'Text First');
  await pressAndMove(page, place, [0, table.y + table.height - 4 - (place.y + place.height / 2)]);
  await page.mouse.up();
  const body = await readBody(page);
  expect([body[0], body[2], body[3]]).toEqual([second, template.pages[0]!.body[3], first]);
});

test('a part is dragged to another sheet', async () => {
  const { page } = await editor.open();
  await writePages(
    page,
    [['One', 'Two'], ['Three']].map((body) => ({ size: [80, 50], margin: 10, body })),
  );
  await shows(page, '2 pages, no warnings.');
  await unfold(page, 'Page layout 2');
  const three = await placeOf(page, 'Text Three');
  const one = await placeOf(page, 'Text One');
  await pressAndMove(page, one, [0, three.y + three.height - 1 - (one.y + one.height / 2)]);
  await goal(page).waitFor({ state: 'attached' });
  await page.mouse.up();
  expect(await readBodies(page)).toEqual([['Two'], ['Three', 'One']]);
});

test('a drag at the lower edge scrolls on to a sheet that was not in view, and back at the upper edge', async () => {
  const { page } = await editor.open();
  await writePages(
    page,
    [['One', 'Two'], ['Three']].map((body) => ({ size: [210, 160], body })),
  );
  await shows(page, '2 pages, no warnings.');
  const one = await placeOf(page, 'Text One');
  const sheets = page.locator('.sheets');
  const room = (await sheets.boundingBox())!;
  const scrolled = () =>
    sheets.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight));
  const x = one.x + 30;
  await pressAndMove(page, one, [0, 40]);
  expect(await scrolled()).toBe(0);
  await page.mouse.move(x, room.y + room.height - 40, { steps: 4 });
  await expect.poll(scrolled).toBeGreaterThan(0.99);
  await page.mouse.move(x, room.y + 2, { steps: 4 });
  await expect.poll(scrolled).toBe(0);
  await page.mouse.move(x, room.y + room.height - 40, { steps: 4 });
  await expect.poll(scrolled).toBeGreaterThan(0.99);
  // The line follows what is under the pointer, which has not moved.
  await page
    .getByRole('region', { name: /^Page 2/ })
    .locator('.goal')
    .waitFor({ state: 'attached' });
  await page.mouse.move(x, room.y + room.height / 2);
  await page.mouse.up();
  expect(await readBodies(page)).toEqual([['Two'], ['Three', 'One']]);
});

test('a column is dragged to another place in its table', async () => {
  const { page } = await editor.open();
  const { x, y, width } = await placeOf(page, 'Table');
  // The text of the header, and the space around it.
  const header = { x: x + width * 0.7, y: y + 9, width: 6, height: 6 };
  const edge = { ...header, y: y + 2, height: 2 };
  for (const place of [header, edge]) {
    await pressAndMove(page, place, [x + 5 - place.x, 0]);
    expect((await goal(page).boundingBox())!.x).toBeCloseTo(x, 0);
    await page.mouse.up();
    const [, , , moved] = await readBody(page);
    expect(moved).toEqual({ ...table, columns: table.columns.toReversed() });
    await page.keyboard.press('Control+Z');
    await placeOf(page, 'Table');
  }
});

test('what can be added is dragged onto a page, or added by a press', async () => {
  const { page } = await editor.open();
  const { x, y, height } = await placeOf(page, 'Text Second');
  const drag = async (end: () => Promise<void>) => {
    await page.getByRole('tab', { name: 'Add' }).click();
    const from = (await page.getByRole('button', { name: 'QR code' }).boundingBox())!;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + height - 1, { steps: 5 });
    expect(await page.locator('.drag-ghost').textContent()).toBe('QR code');
    await end();
    await page.mouse.up();
    return (await readBody(page)).length;
  };
  const { length } = template.pages[0]!.body;
  const back = async () => {
    await page.keyboard.press('Escape');
    const button = (await page.getByRole('button', { name: 'QR code' }).boundingBox())!;
    await page.mouse.move(button.x + 8, button.y + 8);
  };
  expect(await drag(back)).toBe(length);
  expect(await drag(async () => {})).toBe(length + 1);
  expect((await readBody(page))[2]).toMatchObject({ symbology: 'qr' });
  await page.getByRole('tab', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Bar chart' }).click();
  expect((await readBody(page))[3]).toMatchObject({ chart: 'bar' });
});

test('a part is dragged after it was resized, and its label is no text that can be selected', async () => {
  const { page } = await editor.open();
  await unfold(page, 'Frame');
  const place = await placeOf(page, 'Text Placed');
  const grip = (await page.locator('.grip[data-grip="3"]').boundingBox())!;
  await pressAndMove(page, grip, [30, 0]);
  await page.mouse.up();
  await shows(page, '1 page, no warnings.');
  expect(
    await chosen(page)
      .first()
      .evaluate((one) => getComputedStyle(one).userSelect),
  ).toBe('none');
  await pressAndMove(page, place, [60, 20]);
  await goal(page).waitFor();
  await page.mouse.up();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('');
  const moved = await readCode(page);
  expect(moved).not.toContain('"x":0,"y":0');
});
