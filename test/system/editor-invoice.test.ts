// The editor on the invoice: it loads little, changes nothing unasked, and axe finds nothing in any of its states.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findWithAxe } from '../support/axe.ts';
import { findLowestContrast } from '../support/browser.ts';
import { readExample } from '../support/shown-documents.ts';
import {
  button,
  draftOf,
  isKept,
  keepElsewhere,
  lookAtParts,
  type OpenedEditor,
  openCode,
  pagesOf,
  press,
  readCode,
  says,
  shows,
  useEditor,
} from '../support/start-editor.ts';

/** Is chosen as another logo. */
const newLogo = fileURLToPath(new URL('../../templates-examples/payslip/assets/logo.svg', import.meta.url));

const { document: invoice } = await readExample('invoice');
const logo = readFileSync(new URL('../../templates-examples/invoice/assets/logo.png', import.meta.url));
const uuid = '0190a0a0-0000-7000-8000-000000000003';
const editor = useEditor({ ...invoice, uuid, slug: 'invoice' }, { 'logo.png': logo });

const row = (page: Page, name: string) => page.getByRole('treeitem', { name });

/** What the server has of the template. */
async function readServer(opened: OpenedEditor) {
  const { revision, pages } = await opened.engine.getEditorTemplate({});
  return { revision, pages, draft: await draftOf(opened) };
}

/** The budget. More is not shown within a second on a slow line. */
const mostShellBytes = 100_000;

test('the shell loads no more than it needs before it shows', async () => {
  const { page } = await editor.open();
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return { name: new URL(name).pathname.replace(/.*\/|-[\w-]{8}(?=\.)/g, ''), bytes: encodedBodySize };
    }),
  );
  // The worker with the layout has a budget of its own.
  const shell = files
    .slice(
      0,
      files.findIndex(({ name }) => name === 'worker.js'),
    )
    .filter(({ name }) => /\.(?:js|css)$/.test(name));
  expect(shell.map(({ name }) => name)).toEqual(expect.arrayContaining(['editor-page.js', 'editor-page.css']));
  expect(shell.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(mostShellBytes);
});

test('looking at everything and saving makes no revision, and leaves no draft', async () => {
  const opened = await editor.open();
  const { page, faults } = opened;
  const before = await readServer(opened);
  const written = await readCode(page);
  await row(page, 'Table lines').click();
  await page.locator('.all').waitFor();
  const seen = await lookAtParts(page);
  expect(seen.parts).toBeGreaterThan(60);
  expect(seen.properties).toBeGreaterThan(500);
  expect(seen.texts).toBeGreaterThan(30);
  expect(seen.insideOfBlocks).toBe(1);
  for (const name of ['Add', 'Data', 'Code', 'Parts']) await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('combobox', { name: 'Zoom' }).selectOption({ index: 1 });
  await button(page, 'Versions').click();
  await page.getByRole('button', { name: /^Revision 1,/ }).click();
  await button(page, 'Close').click();
  expect(await readCode(page)).toBe(written);
  expect(await button(page, 'Undo').isDisabled()).toBe(true);
  await button(page, 'Save').click();
  await says(page, 'Nothing to save: these are the pages of revision 1.');
  const { pages, ...after } = await readServer(opened);
  expect(after).toEqual({ revision: 1, draft: undefined });
  expect(JSON.stringify(pages)).toBe(JSON.stringify(before.pages));
  expect(faults).toEqual([]);
});

test('a logo, an address, a column, a footer and a save: five tasks by keyboard alone', async () => {
  const opened = await editor.open();
  const { page, faults } = opened;
  const focused = () =>
    page.evaluate(() => {
      const { ariaLabel, textContent } = document.activeElement!;
      return ariaLabel ?? textContent ?? '';
    });
  /** Presses a key until the focus is on what has this name. */
  const pressTo = async (key: string, name: string) => {
    for (let i = 0; i < 40 && !(await focused()).startsWith(name); i++) await page.keyboard.press(key);
    expect(await focused()).toContain(name);
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await pressTo('Tab', 'Page layout');
  // Another logo. The window in which a file is chosen is that of the system.
  await pressTo('ArrowDown', 'Row logo.png');
  await press('ArrowRight');
  await pressTo('ArrowDown', 'Picture');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  page.once('filechooser', (chooser) => void chooser.setFiles(newLogo));
  await pressTo('Tab', 'Upload a picture');
  await press('Enter');
  await page.getByRole('dialog').getByText('The picture was uploaded.').waitFor();
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // The address to the right of the facts: its column goes behind theirs.
  await pressTo('ArrowDown', 'Row Gratwerk AG · ');
  await press('ArrowRight', 'ArrowDown');
  expect(await focused()).toMatch(/^Box Gratwerk AG · /);
  await press('Alt+ArrowDown');
  // A column with the rate of the VAT.
  await pressTo('ArrowDown', 'Table Lines');
  await press('Shift+Tab', 'ArrowRight', 'Tab');
  await pressTo('v', 'VAT 0.026');
  await press('ArrowRight', 'Enter');
  // The e-mail address out of the footer.
  await press('Shift+Tab', 'ArrowLeft', 'Tab');
  await pressTo('ArrowDown', 'Row Address');
  await press('ArrowRight');
  await pressTo('ArrowDown', 'Text ‹Seller phone›');
  await press('Enter', 'Control+Home', 'ArrowDown', 'Home', 'Shift+End', 'Delete', 'Delete', 'Control+Enter');
  await press('Control+s');
  await says(page, 'Saved as revision 2.');
  const saved = JSON.stringify((await readServer(opened)).pages);
  expect(saved).toMatch(/"image":"asset:/);
  expect(saved).toMatch(/"row":\[\{"pairs":"facts",.*?\},\[\{"text":"\{\{ seller.name \}\} · /);
  const column = { width: 'auto', header: 'VAT', align: 'right', body: "{{ (l.vat | percent) ?? '' }}" };
  expect(saved).toContain(`,${JSON.stringify(column)}]`);
  expect(saved).toContain('["{{ seller.phone | phone }}","{{ seller.web }}"]');
  expect(faults).toEqual([]);
});

test('a changed property changes nothing else', async () => {
  const { page } = await editor.open();
  const written = await readCode(page);
  await row(page, 'Text Thank you').click();
  const field = (path: string) => page.locator(`[data-property="${path}"] input`);
  const expectPart = async (more: object) => {
    const pages = JSON.parse(written) as [{ readonly body: [unknown, object] }];
    pages[0].body[1] = { ...pages[0].body[1], ...more };
    // The order of the members counts.
    expect(JSON.stringify(JSON.parse(await readCode(page)))).toBe(JSON.stringify(pages));
  };
  await field('size').fill('12');
  await expectPart({ size: 12 });
  await field('when').fill('note');
  await expectPart({ when: 'note', size: 12 });
  await field('size').fill('');
  await expectPart({ when: 'note' });
  while (await button(page, 'Undo').isEnabled()) await page.keyboard.press('Control+Z');
  expect(await readCode(page)).toBe(written);
});

test.each([
  { name: '1024 × 700', size: { width: 1024, height: 700 }, isStacked: false },
  { name: '1280 × 800 at 200 %', size: { width: 640, height: 400 }, isStacked: true },
])('at $name nothing overlaps, and everything is reached', async ({ size, isStacked }) => {
  const { page } = await editor.open();
  await page.setViewportSize(size);
  await row(page, 'Text Thank you').click();
  await page.locator('.all').waitFor();
  // Over stacked regions, which scroll, the bar below stays in view.
  const asked = [
    'header',
    '.start',
    '.middle',
    '.end',
    'header :is(button, select)',
    ...(isStacked ? [] : ['footer', 'footer button']),
  ];
  const found = await page.evaluate((parts) => {
    const seen = [...document.querySelectorAll<HTMLElement>(parts)];
    const boxes = seen.filter((one) => one.checkVisibility()).map((one) => ({ one, box: one.getBoundingClientRect() }));
    const nameOf = ({ id, ariaLabel, className, textContent }: HTMLElement) => id || ariaLabel || className || textContent;
    const cross = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return {
      overlaps: boxes.flatMap(({ one, box }, i) =>
        boxes
          .slice(i + 1)
          .filter((other) => !one.contains(other.one) && cross(box, other.box))
          .map((other) => `${nameOf(one)} and ${nameOf(other.one)}`),
      ),
      outside: boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ one }) => nameOf(one)),
      width: document.documentElement.scrollWidth,
      count: boxes.length,
    };
  }, asked.join(', '));
  expect(found).toMatchObject({ overlaps: [], outside: [], width: size.width });
  expect(found.count).toBeGreaterThan(12);
  // The last property can be scrolled to, and used.
  await page.locator('.all > summary').click();
  const last = page.locator('.all input, .all select, .all button').last();
  await last.focus();
  const { y, height } = (await last.boundingBox())!;
  const { y: below } = (await page.getByRole('contentinfo').boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(below + 1);
});

test('axe finds nothing, whatever is on the screen', async () => {
  const { page, faults, end, ...session } = await editor.open();
  const found: string[] = [];
  const look = async (state: string) => {
    found.push(...(await findWithAxe(page)).map((one) => `${state}: ${one}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { contrast, of } = await findLowestContrast(page);
      if (contrast < 4.5) found.push(`${state}: contrast ${contrast} of ${of} when it is ${colorScheme}`);
    }
  };
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  const openTab = (name: string) => page.getByRole('tab', { name }).click();
  await look('nothing selected');
  for (const name of ['Add', 'Data', 'Code']) {
    await openTab(name);
    await look(name);
  }
  await openTab('Parts');

  await row(page, 'Table lines').click();
  await page.getByRole('separator').first().waitFor();
  await page.locator('.all > summary').click();
  await page.getByRole('searchbox').waitFor();
  await look('all properties of a table, and the handles of its columns');
  await row(page, 'Text Thank you').click();
  await button(page, 'Move to …').click();
  await look('the places to move to');
  await closeDialog();
  await row(page, 'Row logo.png').click();
  await page.keyboard.press('ArrowRight');
  await row(page, 'Picture').click();
  await button(page, 'Change picture …').click();
  await page.getByRole('dialog').waitFor();
  await look('the choice of a picture');
  await closeDialog();

  await row(page, 'Group').click();
  await page.keyboard.press('ArrowRight');
  await row(page, 'Text Please').click();
  await page.keyboard.press('F2');
  await page.locator('.chip').first().waitFor();
  await look('an open text');
  await page.locator('.chip').first().click();
  await page.locator('.chip-menu').waitFor();
  await look('the menu of a field in a text');
  await button(page, 'Choose another field').click();
  await page.getByRole('combobox', { name: 'Find a field' }).waitFor();
  await look('the choice of a field');
  await press(page, 'Escape', 'Control+Enter');

  await button(page, 'Versions').click();
  await page.getByRole('button', { name: /^Revision 1,/ }).click();
  await shows(page, 'no warnings');
  await look('an earlier revision');
  await button(page, 'Close').click();
  await button(page, 'Check PDF').click();
  await page.getByRole('dialog').waitFor();
  await look('the PDF of the server');
  await closeDialog();

  await openCode(page);
  const text = await pagesOf(page).inputValue();
  await pagesOf(page).fill('[');
  await shows(page, '1 error');
  await look('code that is no JSON');
  await pagesOf(page).fill(text.replace('{{ intro }}', '{{ intor }}'));
  await shows(page, 'intor');
  await look('an error in the code');
  await openTab('Parts');
  await row(page, 'Error').last().click();
  await page.locator('.all').waitFor();
  await look('a part with an error');
  await button(page, 'Discard').click();
  await look('the question before changes are discarded');

  await isKept(page);
  await keepElsewhere({ ...session, end }, text.replace('Scan to pay', 'Pay'));
  await row(page, 'Table lines').click();
  await page.keyboard.press('Control+D');
  await page.getByRole('region', { name: 'Two versions' }).waitFor();
  await look('two versions');
  await button(page, 'Keep mine').click();
  await end();
  // The editor may have heard of the end from keeping the draft: then the button rests, and a click would wait for it.
  await button(page, 'Versions').dispatchEvent('click');
  await says(page, 'This editor session is over');
  await look('the session is over');

  expect(found).toEqual([]);
  // The draft may be sent once more before the editor hears of the end.
  expect([...new Set(faults.map((one) => /status of (\d+)/.exec(one)?.[1] ?? one))]).toEqual(['412', '401']);
});
