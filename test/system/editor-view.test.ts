// What of the pages is in view in the editor, and what stays selected.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, readBody, says, shows, useEditor, writePages } from '../support/start-editor.ts';

const lines = Array.from({ length: 60 }, (_, i) => `Line ${i + 1}`);
const box = { text: 'Boxed text that has a second line', width: 30, padding: 2 };
const body = ['First', { gap: 4, row: [box, 'beside'] }, ...lines];
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000008',
  slug: 'long',
  name: 'Long pages',
  pages: [{ size: 'A5', margin: 15, body, footer: ['Foot'] }],
  dataSchema: { type: 'object', properties: { colors: { type: 'array', items: { type: 'string' } } } },
  exampleData: { colors: ['Red', 'Green', 'Blue'] },
});

const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const chosen = (page: Page) => page.locator('.outline.chosen').first();
const scrolled = (page: Page) => page.locator('.sheets').evaluate((sheets) => sheets.scrollTop);

/** Waits until the selected part is in view. */
async function isInView(page: Page): Promise<void> {
  await chosen(page).waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const room = document.querySelector('.sheets')!.getBoundingClientRect();
    const { top, bottom } = document.querySelector('.outline.chosen')!.getBoundingClientRect();
    return top >= room.top && bottom <= room.bottom;
  });
}

test('the pages scroll to a part that is chosen, moved or brought back, if it is not in view', async () => {
  const { page } = await editor.open();
  await row(page, 'Text Line 60').click();
  await isInView(page);
  const end = await scrolled(page);
  expect(end).toBeGreaterThan(300);
  await row(page, 'Text Line 59').click();
  await isInView(page);
  expect(await scrolled(page)).toBe(end);
  await row(page, 'Text First').click();
  await isInView(page);
  expect(await scrolled(page)).toBeLessThan(100);
  await button(page, 'Delete').click();
  await row(page, 'Text Line 60').click();
  await isInView(page);
  await page.keyboard.press('Control+Z');
  await isInView(page);
  expect(await scrolled(page)).toBeLessThan(100);
});

test('without a selected part, what is added goes to the end of the body, and into view', async () => {
  const { page } = await editor.open();
  await page.getByRole('tab', { name: 'Add' }).click();
  await button(page, 'Rectangle').click();
  await says(page, 'Rectangle was added after Text: Line 60.');
  await isInView(page);
  expect((await readBody(page)).at(-1)).toMatchObject({ rect: 20 });
});

test('after Delete no part is selected, and the keyboard stays at its place in the tree', async () => {
  const { page } = await editor.open();
  await row(page, 'Text Line 3').click();
  await page.keyboard.press('Delete');
  await row(page, 'Text Line 3').waitFor({ state: 'detached' });
  expect(await page.getByRole('treeitem', { selected: true }).count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement!.textContent!.trim());
  expect(await focused()).toBe('Text Line 4');
  await page.keyboard.press('Delete');
  expect((await readBody(page)).length).toBe(body.length - 1);
  await row(page, 'Text Line 5').click();
  await page.keyboard.press('Delete');
  await row(page, 'Text Line 5').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('treeitem', { selected: true }).textContent()).toBe('Text Line 6');
});

test('a part that is shown several times says so, and one that is not shown', async () => {
  const { page } = await editor.open();
  const table = { table: 'colors', as: 'color', columns: ['{{ color }}'], footer: [{ cells: [{ text: 'Sum' }], when: 'false' }] };
  await writePages(page, [{ size: 'A5', header: ['Top'], body: [{ repeat: 'colors', body: [table] }, ...lines] }]);
  const isSaid = async (name: string, times: string) => {
    await row(page, name).click();
    await page.locator('.end .detail', { hasText: times }).waitFor();
  };
  await isSaid('Page layout', 'shown 3 times');
  expect(await page.locator('.sheet').count()).toBe(3);
  await isSaid('Header on all pages', 'shown 3 times');
  for (const name of [/^Repetition/, /^Table/]) {
    await page.getByRole('treeitem', { name }).click();
    await page.keyboard.press('ArrowRight');
  }
  await isSaid('Row Sum', 'not shown with this data');
  // The cells of a column repeat more often than the column does.
  await isSaid('Column ‹Color›', 'shown 3 times');
});

test('the bar above the pages counts errors and warnings, leads to their list, and Save has its reason', async () => {
  const { page } = await editor.open();
  const save = button(page, 'Save');
  const counts = page.locator('#faults');
  expect(await counts.getAttribute('aria-disabled')).toBe('true');
  expect(await save.getAttribute('title')).toBeNull();
  await writePages(page, [{ body: ['First', { text: 'Pale', color: '#eee' }, { text: 'Blue', sise: 9 }] }]);
  await button(page, '1 error, 0 warnings').click();
  const focused = () => page.evaluate(() => document.activeElement!.textContent);
  expect(await focused()).toBe('Text: Blue');
  const reason = (await save.getAttribute('title'))!;
  await save.click();
  await says(page, `Not saved: The selected part has an error. ${reason}`);
});

test('a part that is placed freely looks as before', async () => {
  const { page } = await editor.open();
  await page.getByRole('treeitem', { name: 'Row Boxed' }).click();
  await page.keyboard.press('ArrowRight');
  await row(page, 'Text Boxed text that has a second line').click();
  await isInView(page);
  const before = (await chosen(page).boundingBox())!;
  const line = async () => {
    await row(page, 'Text Line 1').click();
    return (await chosen(page).boundingBox())!.y;
  };
  const below = await line();
  await row(page, 'Text Boxed text that has a second line').click();
  await button(page, 'Place freely').click();
  await page.getByRole('treeitem', { name: 'Frame Boxed' }).waitFor();
  await shows(page, 'no warnings.');
  const after = (await chosen(page).boundingBox())!;
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(Math.abs(after[side] - before[side])).toBeLessThan(1);
  expect(await button(page, 'Place freely').count()).toBe(0);
  expect(Math.abs((await line()) - below)).toBeLessThan(1);
});

test('the outline under the pointer goes when the pages scroll, and a label covers no other part', async () => {
  const { page } = await editor.open();
  await row(page, 'Text Line 2').click();
  const { x, y, height } = (await chosen(page).boundingBox())!;
  expect(await page.locator('.outline.chosen span').count()).toBe(0);
  await page.mouse.move(x + 10, y + height / 2);
  await page.locator('.outline.hovered').waitFor();
  expect(await page.locator('.outline.chosen span').textContent()).toBe('Text: Line 2');
  await page.locator('.sheets').evaluate((sheets) => sheets.dispatchEvent(new Event('scroll')));
  await page.locator('.outline.hovered').waitFor({ state: 'detached' });
  await row(page, 'Text First').click();
  await page.locator('.outline.chosen .above').waitFor();
});

test('a branch of the tree stays open when its part moves', async () => {
  const { page } = await editor.open();
  const inside = row(page, 'Text beside');
  await row(page, 'Text First').click();
  expect(await inside.count()).toBe(0);
  await page.getByRole('tree').locator('[aria-expanded="false"]').first().locator('.twisty').click();
  await inside.waitFor();
  await row(page, 'Text First').click();
  for (const keys of ['Control+D', 'Control+Z', 'Control+Shift+Z']) {
    await page.keyboard.press(keys);
    await row(page, 'Text Line 3').click();
    expect(await inside.count(), keys).toBe(1);
  }
});

test('works in a page without TLS, which has less of the browser', async () => {
  const { page, faults } = await editor.open(undefined, () => {
    for (const [holder, name] of [
      [Crypto.prototype, 'randomUUID'],
      [Crypto.prototype, 'subtle'],
      [Navigator.prototype, 'clipboard'],
      [Navigator.prototype, 'locks'],
    ] as const)
      Reflect.deleteProperty(holder, name);
  });
  await row(page, 'Text First').click();
  await button(page, 'Copy').click();
  await says(page, 'Ctrl+C');
  await page.keyboard.press('Control+D');
  await button(page, 'Save').click();
  await says(page, 'Saved as revision 2.');
  expect(faults).toEqual([]);
});

test('a part is found under the pointer also while the pages still show what was there before', async () => {
  const { page } = await editor.open();
  const texts = ['One', 'Two', 'Three', 'Four', ...Array.from({ length: 2_500 }, (_, i) => `More ${i}`)];
  await writePages(page, [{ size: 'A5', margin: 15, body: texts }]);
  await shows(page, 'no warnings.');
  // What was written in "Code" is no change that can be followed: this one is.
  await row(page, 'Text Four').click();
  await page.keyboard.press('Delete');
  await shows(page, 'no warnings.');
  const placeOf = async (name: string) => {
    await row(page, name).click();
    const { x, y } = (await chosen(page).boundingBox())!;
    return { x: x + 10, y: y + 6 };
  };
  const two = await placeOf('Text Two');
  await row(page, 'Text One').click();
  const state = await page.evaluate(async ({ x, y }) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }));
    const pressed = { clientX: x, clientY: y, isPrimary: true, bubbles: true };
    for (const type of ['pointerdown', 'pointerup'])
      document.elementFromPoint(x, y)!.dispatchEvent(new PointerEvent(type, pressed));
    // Pages are laid out by a worker: its answer is no microtask.
    for (let i = 0; i < 100; i++) await Promise.resolve();
    return document.querySelector<HTMLElement>('.sheets')!.dataset.state;
  }, two);
  expect(state).toBe('busy');
  expect(await page.getByRole('treeitem', { selected: true }).textContent()).toBe('Text Two');
});
