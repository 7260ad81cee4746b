// What is written in a field of the editor and not ended, when a person goes elsewhere, in a real browser.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { objectOf } from '../support/schemas.ts';
import { button, placeOf, press, readBody, says, useEditor } from '../support/start-editor.ts';

const pages = [
  {
    body: [
      { text: 'First', size: 20 },
      { text: 'Second {{ name }}', size: 30 },
      { frame: [{ text: 'Placed', size: 15, at: { x: 10, y: 10 } }], height: 40 },
    ],
  },
];
const editor = useEditor({
  uuid: '0190a0a0-0000-7000-8000-000000000031',
  slug: 'pending',
  name: 'Pending',
  pages,
  dataSchema: objectOf({ name: { type: 'string' }, city: { type: 'string' } }),
  exampleData: { name: 'Ada', city: 'Flims' },
});

/** The middle of the outline of the part that a row of the tree stands for. */
async function middleOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await placeOf(page, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const sizeOf = (page: Page) => page.getByRole('spinbutton', { name: 'Font size' });
const selected = (page: Page) => page.locator('[role=treeitem][aria-selected=true]').textContent();

describe('an emptied field', () => {
  test.each(['on the pages', 'in the tree'])(
    'belongs to the part that was selected, and not to the one that is clicked %s',
    async (where) => {
      const { page } = await editor.open();
      const second = await middleOf(page, 'Text Second');
      await middleOf(page, 'Text First');
      await sizeOf(page).fill('');
      if (where === 'in the tree') await page.getByRole('treeitem', { name: 'Text Second' }).click();
      else await page.mouse.click(second.x, second.y);
      expect(await selected(page)).toContain('Second');
      expect(await readBody(page)).toEqual([{ text: 'First' }, ...pages[0]!.body.slice(1)]);
      // The click was no step of its own.
      await button(page, 'Undo').click();
      expect(await readBody(page)).toEqual(pages[0]!.body);
    },
  );

  test('of a part in a frame is ended by a drag of this part', async () => {
    const { page } = await editor.open();
    await page.getByRole('treeitem', { name: 'Frame' }).click();
    await page.keyboard.press('ArrowRight');
    const { x, y } = await middleOf(page, 'Text Placed');
    await sizeOf(page).fill('');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 30, { steps: 4 });
    await page.mouse.up();
    const [, , frame] = (await readBody(page)) as readonly { readonly frame: readonly { readonly at: object }[] }[];
    expect(frame!.frame[0]).toEqual({ text: 'Placed', at: expect.anything() });
    expect(frame!.frame[0]!.at).not.toEqual({ x: 10, y: 10 });
  });
});

describe('the expression of a chip', () => {
  test('is taken when another part is clicked', async () => {
    const { page } = await editor.open();
    const first = await middleOf(page, 'Text First');
    await middleOf(page, 'Text Second');
    await page.keyboard.press('F2');
    await page.locator('.chip', { hasText: 'Ada' }).click();
    await page.locator('.chip-menu').getByLabel('Expression').fill('city');
    await page.mouse.click(first.x, first.y);
    expect(await selected(page)).toContain('First');
    expect((await readBody(page))[1]).toEqual({ text: 'Second {{ city }}', size: 30 });
  });
});

/** Runs in a page: its worker answers what expressions print a second late. */
function printLate(): void {
  Object.assign(globalThis, {
    Worker: class extends Worker {
      override set onmessage(listen: ((event: MessageEvent) => void) | null) {
        this.addEventListener('message', (event) => {
          if (event.data.kind === 'printed') setTimeout(() => listen?.(event), 1_000);
          else listen?.(event);
        });
      }
    },
  });
}

test('an expression stays as it is typed, when the values of formats come meanwhile', async () => {
  const { page } = await editor.open(undefined, printLate);
  await middleOf(page, 'Text Second');
  await page.keyboard.press('F2');
  await page.locator('.chip').first().click();
  const menu = page.locator('.chip-menu');
  await menu.getByLabel('Expression').fill('city');
  await menu.getByRole('option', { name: /: \w/ }).first().waitFor({ state: 'attached' });
  expect(await menu.getByLabel('Expression').inputValue()).toBe('city');
});

test.each([
  ['an emptied field', { text: 'Second {{ name }}' }],
  ['the expression of a chip', { text: 'Second {{ city }}', size: 30 }],
])('a save from the keyboard takes %s too', async (where, saved) => {
  const { page } = await editor.open();
  await middleOf(page, 'Text Second');
  if (where === 'an emptied field') await sizeOf(page).fill('');
  else {
    await page.keyboard.press('F2');
    await page.locator('.chip', { hasText: 'Ada' }).click();
    await page.locator('.chip-menu').getByLabel('Expression').fill('city');
  }
  await page.keyboard.press('Control+s');
  await says(page, 'Saved as revision 2.');
  expect((await readBody(page))[1]).toEqual(saved);
  expect(await button(page, 'Discard').getAttribute('aria-disabled')).toBe('true');
});

describe('braces that were typed to choose a field', () => {
  const written = (text: string) => ({ text, size: 30 });

  test('leave nothing in the text when another part is clicked', async () => {
    const { page } = await editor.open();
    const first = await middleOf(page, 'Text First');
    await middleOf(page, 'Text Second');
    await page.keyboard.press('F2');
    await page.keyboard.type(' and {{');
    await page.getByRole('combobox', { name: 'Find a field' }).waitFor();
    await page.mouse.click(first.x, first.y);
    expect((await readBody(page))[1]).toEqual(written('Second {{ name }} and '));
  });

  test('give way to a field of the data that is pressed', async () => {
    const { page } = await editor.open();
    const { x, y } = await middleOf(page, 'Text Second');
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.mouse.dblclick(x, y);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' {{');
    await page.getByRole('combobox', { name: 'Find a field' }).waitFor();
    await page.locator('.field', { hasText: 'City' }).click();
    await page.keyboard.type('!');
    await page.keyboard.press('Control+Enter');
    expect((await readBody(page))[1]).toEqual(written('Second {{ name }} {{ city }}!'));
  });
});

test('behind a dialog, nothing is copied, cut or pasted', async () => {
  const { page } = await editor.open();
  await middleOf(page, 'Text First');
  await press(page, 'Control+c', 'F1');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  for (const key of ['Control+x', 'Control+v', 'Delete']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  expect(await readBody(page)).toEqual(pages[0]!.body);
  await middleOf(page, 'Text First');
  await page.keyboard.press('Control+v');
  expect(await readBody(page)).toHaveLength(4);
});
