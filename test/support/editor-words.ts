// What the editor says in a browser.
import type { FrameLocator, Locator, Page } from 'playwright-core';

export const wordsOf = (page: Page | FrameLocator): Locator => page.locator('#words');

/** The errors and warnings of the pages, and how many pages there are. */
export const faultsOf = (page: Page | FrameLocator): Locator => page.getByRole('region', { name: 'Errors and warnings' });

export const button = (page: Page | FrameLocator | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

export const says = (page: Page | FrameLocator, text: string): Promise<void> => waitFor(wordsOf(page), text);

/** What the editor tells of the live pages. */
export const shows = (page: Page | FrameLocator, text: string): Promise<void> => waitFor(faultsOf(page), text);

export async function waitFor(words: Locator, text: string): Promise<void> {
  await words
    .filter({ hasText: text })
    .waitFor()
    .catch(async (cause: unknown) => {
      throw new Error(`The editor says ${JSON.stringify(await words.textContent())} instead of ${JSON.stringify(text)}.`, {
        cause,
      });
    });
}
