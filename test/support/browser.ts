// Chromium without a window, driven as a person would, for the pages that the server shows.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Milliseconds that a page may take for what is asked of it. A guard against waiting for ever, not an assertion. */
export const pagePatience = 90_000;

let shared: Promise<Browser> | undefined;

/** The Chromium of this process: the first caller starts it, and it ends with the process. Callers close their contexts and pages only. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

/**
 * Starts the Chromium of the machine with a profile and fonts of its own. The program without windows takes half the processor time of the one with
 * windows.
 */
async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-browser-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Vitest ends its workers so. Listeners of `exit` run only if the process itself ends: Playwright's ends Chromium.
  process.once('SIGTERM', () => process.exit());
  const browser = await chromium.launch({
    handleSIGTERM: false,
    executablePath: execFileSync('sh', ['-c', 'command -v chromium-headless-shell'], { encoding: 'utf8' }).trim(),
    env: { ...process.env, FONTCONFIG_FILE: writeFontConfig(folder) },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  browser.on('disconnected', () => {
    shared = undefined;
  });
  return browser;
}

/** Lets the browser see DejaVu and nothing else: a wide family, so that a page that fits with it fits with most. */
function writeFontConfig(folder: string): string {
  const fonts = fileURLToPath(new URL('../../node_modules/dejavu-fonts-ttf/ttf', import.meta.url));
  const aliases = [
    ['system-ui', 'DejaVu Sans'],
    ['sans-serif', 'DejaVu Sans'],
    ['ui-monospace', 'DejaVu Sans Mono'],
    ['monospace', 'DejaVu Sans Mono'],
  ].map(([name, family]) => `<alias><family>${name}</family><prefer><family>${family}</family></prefer></alias>`);
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir>${aliases.join('')}</fontconfig>`,
  );
  return file;
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
