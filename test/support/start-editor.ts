// The editor of a real server in a real browser, and how it is read.
import { createHash, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';
import type { EditorEngine } from '../../src/contract/engine.ts';
import { restMs } from '../../src/editor-page/draft-keeper.ts';
import { pagePatience, sharedBrowser, watchPage } from './browser.ts';
import { createLatch } from './latch.ts';
import { type OpenedServer, openServer } from './open-server.ts';

type Template = Readonly<Record<string, unknown>> & { readonly uuid: string };
/** Files of a template by their names. */
type Assets = Readonly<Record<string, Buffer>>;

export interface EditorSession {
  readonly params: { readonly baseTemplateUuid: string; readonly externalUuid: string };
  readonly editorUrl: string;
  readonly capability: string;
  /** What this editor may ask of the server. */
  readonly engine: EditorEngine;
  end(): Promise<unknown>;
}

export interface OpenedEditor extends EditorSession {
  readonly page: Page;
  /** Everything that the page must not do. */
  readonly faults: readonly string[];
}

export interface Editors {
  readonly server: OpenedServer;
  readonly browser: Browser;
  /** One for all tests: what a page has loaded stays in the browser, as it does for a person. */
  readonly context: BrowserContext;
  /** Opens a session of an embedded template of its own, or of the given pair. */
  openSession(of?: { readonly hostOrigin?: string; readonly params?: EditorSession['params'] }): Promise<EditorSession>;
  /** A page until the end of the test, which is left without a question. */
  newPage(origins?: readonly string[]): Promise<Pick<OpenedEditor, 'page' | 'faults'>>;
  /** Opens the editor of a session, else of a new one, and waits for its pages. `init` runs in the page before its own scripts. */
  open(session?: EditorSession, init?: () => void): Promise<OpenedEditor>;
  /** Takes the network away from all pages, until the test is over or it is given back. */
  setOffline(isOffline: boolean): Promise<void>;
}

/** Makes a template with its files on a server. */
export async function makeTemplate({ engine }: OpenedServer, template: Template, files: Assets = {}): Promise<void> {
  const assets: Record<string, unknown> = {};
  for (const [name, body] of Object.entries(files)) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    assets[name] = await engine.putAsset({ params: { sha256 }, body });
  }
  await engine.createTemplate({ body: { ...template, assets } as never });
}

/** A server with a template and a browser, for the tests of a file. */
export function useEditor(template: Template, files: Assets = {}, options: Parameters<typeof openServer>[0] = {}): Editors {
  let server: OpenedServer;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    server = await openServer({ worker: false, ...options });
    browser = await sharedBrowser();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addInitScript(shortenRest, [restMs, shortRestMs] as const);
    await makeTemplate(server, template, files);
    return async () => {
      await context.close();
      await server.close();
    };
  });
  const editors: Editors = {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    get context() {
      return context;
    },
    async openSession({ hostOrigin, params = { baseTemplateUuid: template.uuid, externalUuid: randomUUID() } } = {}) {
      const body = { expiresInMinutes: 30, ...(hostOrigin && { hostOrigin }) };
      const { editorUrl, capability } = await server.engine.openEditorSession({ params, body });
      const { engine } = await server.service.openEditor(capability);
      return { params, editorUrl: editorUrl!, capability, engine, end: () => server.engine.endEditorSession({ params }) };
    },
    async newPage(origins = [server.url]) {
      const page = await context.newPage();
      onTestFinished(() => page.close());
      page.setDefaultTimeout(pagePatience);
      page.on('dialog', (dialog) => void dialog.accept());
      return { page, faults: watchPage(page, origins) };
    },
    async open(given, init) {
      const session = given ?? (await editors.openSession());
      const opened = await editors.newPage();
      if (init) await opened.page.addInitScript(init);
      await opened.page.goto(session.editorUrl);
      await opened.page.locator('.sheets[data-state="ready"]').waitFor();
      return { ...session, ...opened };
    },
    async setOffline(isOffline) {
      await context.setOffline(isOffline);
      if (isOffline) onTestFinished(() => context.setOffline(false));
    },
  };
  return editors;
}

/** The rest before work is kept, in these pages. draft-keeper.test.ts proves its real length. */
const shortRestMs = 200;

/** Runs in a page, before its own scripts. */
function shortenRest([rest, short]: readonly [number, number]): void {
  const wait = globalThis.setTimeout;
  const shortened = (run: () => void, ms?: number) => wait(run, ms === rest ? short : ms);
  Object.assign(globalThis, { setTimeout: shortened });
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Holds the answers of the server until `go`. `hasCome`: the first answer is there. */
export async function hold(
  page: Page,
  address: string,
  method: string,
): Promise<{ readonly hasCome: Promise<void>; readonly go: () => void }> {
  const [free, come] = [createLatch(), createLatch()];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    come.open();
    await free.opened;
    await route.fulfill({ response });
  });
  return { hasCome: come.opened, go: free.open };
}

/** The pages as JSON, as the editor has them now. The tree of parts is open then. */
export async function readCode(page: Page): Promise<string> {
  await openCode(page);
  const text = await pagesOf(page).inputValue();
  await openParts(page);
  return text;
}

/** The body of the first layout, as the editor has it now. The tree of parts is open then. */
export const readBody = async (page: Page): Promise<readonly unknown[]> => JSON.parse(await readCode(page))[0].body;

/** Writes other pages, and opens the tree of their parts. */
export async function writePages(page: Page, pages: unknown): Promise<void> {
  await openCode(page);
  await pagesOf(page).fill(JSON.stringify(pages));
  await openParts(page);
}

/** The row of a part in the tree, by the beginning of its name. */
export const partOf = (page: Page, name: string): Locator => page.getByRole('treeitem', { name }).first();

/** Selects a part in the tree. Gives its place on the pages. */
export async function placeOf(page: Page, name: string) {
  await partOf(page, name).click();
  return (await page.locator('.outline.chosen').first().boundingBox())!;
}

export const openParts = (page: Page | FrameLocator): Promise<void> => page.getByRole('tab', { name: 'Parts' }).click();

/** Two versions to choose from. */
export const conflictOf = (page: Page): Locator => page.getByRole('region', { name: 'Two versions' });

/** What is said of where the work is. */
export const keepingOf = (page: Page): Locator => page.getByRole('contentinfo');

/** Discards the work, which takes two presses. */
export async function discard(page: Page): Promise<void> {
  await button(page, 'Discard').click();
  await says(page, 'Press the button again');
  await button(page, 'Discard for good').click();
}

/** Somebody else keeps this text as the draft. */
export async function keepElsewhere({ engine }: EditorSession, pages: string): Promise<void> {
  const draft = await engine.getEditorDraft({}).catch(() => undefined);
  const headers = draft ? ({ 'if-match': `"${draft.draft}"` } as const) : ({ 'if-none-match': '*' } as const);
  await engine.saveEditorDraft({ headers, body: { pages, revision: 1 } });
}

/** Somebody else saves this body, over the newest revision. */
export async function saveElsewhere({ engine }: EditorSession, body: readonly unknown[]): Promise<void> {
  const { revision } = await engine.getEditorTemplate({});
  await engine.saveEditorTemplate({ headers: { 'if-match': `"${revision}"` }, body: { pages: [{ body }] } });
}

/** The body of the draft on the server; undefined: there is none. */
export async function draftOf({ engine }: EditorSession): Promise<unknown> {
  const draft = await engine.getEditorDraft({}).catch(() => undefined);
  return draft && JSON.parse(draft.pages)[0].body;
}

/** A person comes back to the page, which looks at the server then. */
export const comeBack = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event('focus')));

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
