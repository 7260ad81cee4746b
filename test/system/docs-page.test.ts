// The API page as a browser shows it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findLowestContrast, openBrowser, watchPage } from '../support/browser.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

let server: OpenedServer;
let browser: Browser;

beforeAll(async () => {
  server = await openServer({ worker: false });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openDocs(width = 1280, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults = watchPage(page, [server.url]);
  await page.goto(`${server.url}/docs`);
  return { page, faults };
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

test('who reads by ear finds one main part, a list of operations, and headings that skip no level', async () => {
  const { page } = await openDocs();
  const heard = await page.locator('body').ariaSnapshot();
  expect(heard.match(/^- (banner|navigation|main).*$/gm)).toEqual(['- banner:', '- navigation "Operations":', '- main:']);
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
  const example = page.locator('#getRenderJob details').first();
  expect(await example.locator('pre').isVisible()).toBe(false);
  // The stops after the place that the link leads to: the operation's errors, then its example.
  const isAtExample = () => page.evaluate("document.activeElement.matches('#getRenderJob summary')");
  for (let stops = 0; stops < 20 && !(await isAtExample()); stops++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => example.locator('pre').isVisible()).toBe(true);
});

test.each([1280, 420, 320])('nothing runs out of a window %d wide, and each answer stands beside its status', async (width) => {
  const { page } = await openDocs(width);
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  // WCAG 2.2, 1.4.12: also with the widest spacing of text that a reader may set, and so with a wider font.
  for (const spacing of ['normal', '0.12em']) {
    await page.evaluate(`document.documentElement.style.letterSpacing = '${spacing}'`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  const [status, answer] = await Promise.all(
    ['td:first-child', 'td p'].map((cell) => page.locator(`#whoami tbody tr:nth-child(1) ${cell}`).first().boundingBox()),
  );
  expect(answer!.y).toBeGreaterThanOrEqual(status!.y);
  expect(answer!.y).toBeLessThan(status!.y + status!.height);
});

test.each(['light', 'dark'] as const)('its text stands out from its ground in a %s setting', async (colorScheme) => {
  const { page } = await openDocs(1280, colorScheme);
  expect((await findLowestContrast(page)).contrast).toBeGreaterThan(4.5);
});
