// The editor of a real server in a real browser, and how it is read.
import { createHash, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { restMs } from '../../src/editor-page/draft-keeper.ts';
import { pagePatience, sharedBrowser, watchPage } from './browser.ts';
import { type OpenedServer, openServer } from './open-server.ts';

export interface StartedEditor {
  readonly server: OpenedServer;
  readonly browser: Browser;
  /** One for all tests: what a page has loaded stays in the browser, as it does for a person. */
  readonly context: BrowserContext;
  /** Opens a session of an embedded template of its own. */
  openSession(hostOrigin?: string): Promise<EditorSession>;
  /** A page until the end of the test, and everything it must not do. */
  newPage(origins?: readonly string[]): Promise<{ readonly page: Page; readonly faults: readonly string[] }>;
  close(): Promise<void>;
}

export interface EditorSession {
  readonly params: { readonly baseTemplateUuid: string; readonly externalUuid: string };
  readonly editorUrl: string;
  readonly capability: string;
  end(): Promise<unknown>;
}

/** Starts a server with a template, and a browser. `assets`: the files of the template, by name. */
export async function startEditor(
  template: Readonly<Record<string, unknown>> & { readonly uuid: string },
  assets: Readonly<Record<string, Buffer>> = {},
  options: Parameters<typeof openServer>[0] = {},
): Promise<StartedEditor> {
  const server = await openServer({ worker: false, ...options });
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(shortenRest, [restMs, shortRestMs] as const);
  const entries: Record<string, unknown> = {};
  for (const [name, body] of Object.entries(assets)) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    entries[name] = await server.engine.putAsset({ params: { sha256 }, body });
  }
  await server.engine.createTemplate({ body: { ...template, assets: entries } as never });
  return {
    server,
    browser,
    context,
    async openSession(hostOrigin) {
      const params = { baseTemplateUuid: template.uuid, externalUuid: randomUUID() };
      const body = { expiresInMinutes: 30, ...(hostOrigin && { hostOrigin }) };
      const { editorUrl, capability } = await server.engine.openEditorSession({ params, body });
      return { params, editorUrl: editorUrl!, capability, end: () => server.engine.endEditorSession({ params }) };
    },
    async newPage(origins = [server.url]) {
      const page = await context.newPage();
      onTestFinished(() => page.close());
      page.setDefaultTimeout(pagePatience);
      return { page, faults: watchPage(page, origins) };
    },
    async close() {
      await context.close();
      await server.close();
    },
  };
}

/** The rest before work is kept, in these pages. draft-keeper.test.ts proves its real length. */
const shortRestMs = 200;

/** Runs in a page, before its own scripts. */
function shortenRest([rest, short]: readonly [number, number]): void {
  const wait = globalThis.setTimeout;
  const shortened = (run: () => void, ms?: number) => wait(run, ms === rest ? short : ms);
  Object.assign(globalThis, { setTimeout: shortened });
}

/** Waits longer than the rest before work is kept. */
export const passRest = (page: Page): Promise<void> => page.waitForTimeout(4 * shortRestMs);

/** Holds the answers of the server until `go`. `hasCome`: the first answer is there. */
export async function hold(
  page: Page,
  address: string,
  method: string,
): Promise<{ readonly hasCome: Promise<void>; readonly go: () => void }> {
  let go = () => {};
  const isFree = new Promise<void>((done) => {
    go = done;
  });
  let came = () => {};
  const hasCome = new Promise<void>((done) => {
    came = done;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    came();
    await isFree;
    await route.fulfill({ response });
  });
  return { hasCome, go: () => go() };
}

export const wordsOf = (page: Page | FrameLocator): Locator => page.locator('#words');

/** Waits until the server keeps the work. */
export const isKept = (page: Page): Promise<void> => waitFor(page.getByRole('contentinfo'), 'Your changes are kept.');

/** The errors and warnings of the pages, and how many pages there are. */
export const faultsOf = (page: Page | FrameLocator): Locator => page.getByRole('region', { name: 'Errors and warnings' });

export const button = (page: Page | FrameLocator | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

export const says = (page: Page | FrameLocator, text: string): Promise<void> => waitFor(wordsOf(page), text);

/** Opens the pages as JSON. */
export const openCode = (page: Page | FrameLocator): Promise<void> => page.getByRole('tab', { name: 'Code' }).click();

/** The pages as JSON, once they are open. */
export const pagesOf = (page: Page | FrameLocator): Locator => page.getByRole('textbox', { name: 'Pages' });

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

export interface Looked {
  readonly parts: number;
  readonly properties: number;
  readonly texts: number;
  /** Parts that stand inside of a block. */
  readonly insideOfBlocks: number;
}

/** Selects each part of the tree, opens its text, and looks at all properties of each kind. Returns how much was looked at. */
export const lookAtParts = (page: Page): Promise<Looked> =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    // The properties of a part follow its frame.
    const painted = async () => {
      do await frame();
      while (document.querySelector('.fields-to-come'));
    };
    const all = <One extends HTMLElement>(selector: string) => [...document.querySelectorAll<One>(selector)];
    const seen = { parts: 0, properties: 0, texts: 0, insideOfBlocks: 0 };
    const kinds = new Set<string>();
    for (let rows = all('[role=treeitem]'); seen.parts < rows.length; seen.parts++) {
      rows[seen.parts]!.click();
      rows[seen.parts]!.querySelector<HTMLElement>(':scope[aria-expanded=false] > .twisty')?.click();
      await painted();
      const kind = rows[seen.parts]!.querySelector(':scope > span:not([class])')!.textContent;
      if (!kinds.has(kind)) {
        kinds.add(kind);
        for (const details of all<HTMLDetailsElement>('.end details')) details.open = true;
        await painted();
        seen.properties += all('.end .property').length;
        seen.insideOfBlocks += all('.end .inside li').length;
      }
      all('.end .actions button')
        .find(({ textContent }) => textContent === 'Change text')
        ?.click();
      await painted();
      seen.texts += all('[role=textbox][contenteditable]').length;
      rows = all('[role=treeitem]');
    }
    return seen;
  });
