// Opens the panel of properties in Chromium, with the policy of the editor's page.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { pagePolicy } from '../../src/files/browser-files.ts';
import { pagePatience, sharedBrowser, watchPage } from './browser.ts';
import type { PanelOfTest } from './properties-page.tsx';

const root = fileURLToPath(new URL('../../', import.meta.url));
const styles = ['live-pages/live-pages', 'editor-page/editor-page', 'editor-page/properties/properties'];

export interface OpenedPanel {
  readonly page: Page;
  /** What the page must not do. */
  readonly faults: readonly string[];
  /** Shows a part of a template. */
  show(template: unknown, pointer: string, faults?: Parameters<PanelOfTest['show']>[2]): Promise<void>;
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
  return {
    page,
    faults,
    async show(template, pointer, told) {
      await page.evaluate((given) => (globalThis as never as { panel: PanelOfTest }).panel.show(...given), [
        template,
        pointer,
        told,
      ] as Parameters<PanelOfTest['show']>);
      await page.locator('.fields').or(page.getByText('The editor does not know this part.')).waitFor();
    },
    read: () =>
      page.evaluate(() => {
        const { template, calls, gestures } = (globalThis as never as { panel: PanelOfTest }).panel;
        return { template: template as never, calls, gestures };
      }),
    async close() {
      await page.close();
      rmSync(folder, { recursive: true });
    },
  };
}
