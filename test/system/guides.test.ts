// The guides that need nothing but pdfgen. The others are in guides.rest.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { globSync } from 'tinyglobby';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf, readPage } from '../docs/guide.ts';
import { holdPicture } from '../docs/pictures.ts';
import { sharedBrowser } from '../support/browser.ts';
import { carryOut, fail, followReadme, packageFolder } from '../support/follow-guide.ts';
import { startPreview } from '../support/start-preview.ts';

test('use pdfgen in a program', async () => {
  await carryOut('docs/guides/library.md', fail);
});

test('electronic invoices', async () => {
  // invoice-schema.rest.test.ts carries out its mappings.
  await carryOut('docs/guides/electronic-invoices.md', ({ language }) => expect(['text', 'json']).toContain(language));
});

test('check data files', async () => {
  await carryOut('docs/guides/checking-data.md', ({ language }) => expect(language).toBe('yaml'));
});

test('your first template', async () => {
  let page: Page | undefined;
  const { folder } = await carryOut('docs/guides/first-template.md', async (block, folder) => {
    const { before, text } = block;
    if (text === 'pdfgen templates preview bill --watch') {
      const { address } = await startPreview(folder, ...text.split(' ').slice(3));
      page = await openPreview(address);
      return;
    }
    const path = join(folder, 'templates/bill/template.json');
    const template = JSON.parse(readFileSync(path, 'utf8')) as { pages: [{ body: unknown[] }] };
    const [layout] = template.pages;
    if (before.endsWith('before `"body"`:')) Object.assign(layout, JSON.parse(`{${text.replace(/,$/, '')}}`));
    else if (before === 'Add to the list `"body"`, after a comma:') layout.body.push(JSON.parse(text));
    else fail(block);
    writeFileSync(path, JSON.stringify(template, null, 2));
  });
  await holdPicture('first-template', readFileSync(join(folder, 'invoice-2026-0107.pdf')), 80);
  await page!.getByText('1 page, no warnings.').waitFor();
  expect(await page!.getByRole('button', { name: /^component \/pages\/0\/body\// }).count()).toBeGreaterThan(4);
  if (process.env.PDFGEN_PICTURES === 'make') await page!.screenshot({ path: join(packageFolder, 'docs/pictures/preview.png') });
});

/** Opens the page of a preview in a browser, until the test is over. */
async function openPreview(address: string): Promise<Page> {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 1000, height: 640 } });
  onTestFinished(() => page.close());
  await page.goto(address);
  return page;
}

test('the README leads from a new workspace to a PDF of a server', async () => {
  // guides.rest.test.ts types its call by plain HTTP.
  await followReadme((command) => !command.startsWith('curl'));
});

test('what no test types shows no sizes and times', () => {
  const texts = ['guides.test.ts', 'guides.rest.test.ts'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const typed = [...texts.join().matchAll(/carryOut\('(docs\/guides\/[\w-]+\.md)'/g)];
  const pages = globSync(['docs/guides/*.md', 'docs/deploy/**/*.md', 'templates-examples/*/README.md'], { cwd: packageFolder });
  const others = pages.filter((path) => !typed.some(([, one]) => one === path));
  expect([typed.length, others.length]).toEqual([expect.toSatisfy((count) => count > 8), expect.toSatisfy((count) => count > 8)]);
  const consoles = others.flatMap((path) => blocksOf(readPage(path)).filter(({ language }) => language === 'console'));
  expect(consoles.flatMap(({ text }) => text.match(/^(?!\$ ).*\d (?:m?s|[kM]?B|bytes)\b.*$/gm) ?? [])).toEqual([]);
});
