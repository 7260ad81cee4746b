// Asks axe what keeps a page from people who read by ear or work by keyboard.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a page, one line each. */
export async function findWithAxe(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
    const { axe: tool } = globalThis as never as {
      axe: { run(options: object): Promise<{ readonly violations: readonly Found[] }> };
    };
    // The lowest contrast is found by a quicker way.
    const { violations } = await tool.run({ rules: { 'color-contrast': { enabled: false } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
