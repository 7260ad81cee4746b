// Opens the panel of properties in Chromium, with the policy of the editor's page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { pagePolicy } from '../../src/files/browser-files.ts';
import { everyPart } from '../editor-page/properties/every-part.ts';
import { findWithAxe } from './axe.ts';
import { findLowestContrast, pagePatience, sharedBrowser, watchPage } from './browser.ts';
import type { PanelOfTest } from './properties-page.tsx';

const root = fileURLToPath(new URL('../../', import.meta.url));
const styles = ['live-pages/live-pages', 'editor-page/editor-page', 'editor-page/properties/properties'];

export interface OpenedPanel {
  readonly page: Page;
  /** What the page must not do. */
  readonly faults: readonly string[];
  /** Shows a part of a template. */
  show(template: unknown, pointer: string, faults?: Parameters<PanelOfTest['show']>[2]): Promise<void>;
  /** Opens the list of all properties. */
  openAll(): Promise<void>;
  /** Shows a part of `everyPart` with all its properties. Gives what axe and the eye find, and what the page must not do. */
  findFaults(pointer: string): Promise<readonly string[]>;
  /** What the panel has called, and the names of its gestures. */
  read(): Promise<{ readonly template: never; readonly calls: readonly string[]; readonly gestures: readonly string[] }>;
  close(): Promise<void>;
}

export async function openPanel(): Promise<OpenedPanel> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-panel-'));
  const bundler = new URL('../../scripts/bundle-layout.mjs', import.meta.url);
  const { bundlePage } = (await import(bundler.href)) as { bundlePage(entry: string, folder: string): Promise<void> };
  await bundlePage(join(root, 'test/support/properties-page.tsx'), folder);
  const css = styles.map((name) => readFileSync(join(root, `src/${name}.css`), 'utf8')).join('\n');
  const body =
    '<!doctype html><html lang="en"><head><title>Panel</title><link rel="stylesheet" href="/panel.css" />' +
    '<script type="module" src="/main.js"></script></head><body><main><h1>Panel</h1><div></div></main></body></html>';
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 300, height: 700 } });
  page.setDefaultTimeout(pagePatience);
  const faults = watchPage(page, ['http://panel.test']);
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({ contentType: 'text/html', body, headers: { 'content-security-policy': pagePolicy("'none'") } });
    if (pathname === '/panel.css') return route.fulfill({ contentType: 'text/css', body: css });
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204, body: '' });
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(folder, pathname), 'utf8') });
  });
  await page.goto('http://panel.test');
  const read: OpenedPanel['read'] = () =>
    page.evaluate(() => {
      const { template, calls, gestures } = (globalThis as never as { panel: PanelOfTest }).panel;
      return { template: template as never, calls, gestures };
    });
  const openAll = async () => {
    await page.locator('.all > summary').click();
    await page.getByRole('searchbox').waitFor();
  };
  /** Groups of fields that were looked at; parts share most of them. */
  const seen = new Set<string>();
  const panel: OpenedPanel = {
    page,
    faults,
    openAll,
    async findFaults(pointer) {
      await panel.show(everyPart, pointer);
      if (await page.locator('.all').count()) await openAll();
      await openGroups(page, seen);
      const { contrast, of } = await findLowestContrast(page);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      return [
        ...(await findWithAxe(page)),
        ...(contrast < 4.5 ? [`contrast ${contrast} of ${of}`] : []),
        ...(isWide ? ['something stands outside of the panel'] : []),
        ...(await read()).calls,
        ...faults,
      ];
    },
    async show(template, pointer, told) {
      await page.evaluate((given) => (globalThis as never as { panel: PanelOfTest }).panel.show(...given), [
        template,
        pointer,
        told,
      ] as Parameters<PanelOfTest['show']>);
      await page.locator('.fields').or(page.getByText('The editor does not know this part.')).waitFor();
    },
    read,
    async close() {
      await page.close();
      rmSync(folder, { recursive: true });
    },
  };
  return panel;
}

/** Opens the groups of fields that are new. */
async function openGroups(page: Page, seen: Set<string>): Promise<void> {
  const opened = await page.evaluate(
    (known) => {
      const groups = [...document.querySelectorAll<HTMLDetailsElement>('.property details:not([open])')].map((details) => {
        const property = details.closest<HTMLElement>('.property')!;
        return { details, name: `${property.dataset.property} ${property.querySelector('.name')!.textContent}` };
      });
      const fresh = groups.filter(({ name }) => !known.includes(name));
      for (const { details } of fresh) details.open = true;
      return fresh.map(({ name }) => name);
    },
    [...seen],
  );
  for (const name of opened) seen.add(name);
  if (opened.length > 0) await openGroups(page, seen);
}
