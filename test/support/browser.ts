// Chromium without a window, driven as a person would, for the pages that the server shows.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Starts the Chromium of the machine with a profile of its own; it goes when the browser is closed. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What a page must not do: everything its console complains of, and every request beyond these origins. It goes on being filled. */
export function watchPage(page: Page, origins: readonly string[]): readonly string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    // The browser's own viewer of PDF files.
    const isBrowsers = protocol === 'chrome:' || protocol === 'chrome-extension:';
    if (!isBrowsers && !origins.includes(origin)) seen.push(`request: ${request.url()}`);
  });
  return seen;
}

const contrastScript = readFileSync(new URL('./find-lowest-contrast.js', import.meta.url), 'utf8');

/** The lowest contrast of text to its ground (WCAG 2.2, 1.4.3) in a page, and the element that has it. */
export function findLowestContrast(page: Page): Promise<{ readonly contrast: number; readonly of: string }> {
  return page.evaluate(`${contrastScript}\nfindLowestContrast()`);
}
