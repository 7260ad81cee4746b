// Chromium without a window, driven as a person would, for the pages that the server shows.
import { type Browser, chromium } from 'playwright-core';

/** Starts the Chromium of the machine with a profile of its own; it goes when the browser is closed. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
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
