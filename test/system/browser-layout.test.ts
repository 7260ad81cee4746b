import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource, Resources } from '../../src/document/resources.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { openBrowser } from '../support/browser.ts';
import { type LayoutOrder, layOutPlain } from '../support/plain-pages.ts';
import type { WorkerOrder } from '../support/worker-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'templates-examples');
const origin = 'http://layout.test';

let folder: string;
let browser: Browser;
let page: Page;
/** What the page serves besides the worker and the files of packages, by path. */
let served: ReadonlyMap<string, Uint8Array> = new Map();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pdfgen-layout-'));
  await bundle();
  browser = await openBrowser();
  page = await openPage();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Bundles the worker. */
async function bundle(): Promise<void> {
  const file = new URL('../../scripts/bundle-layout.mjs', import.meta.url);
  const { bundleLayout } = (await import(file.href)) as { bundleLayout(entry: string, folder: string): Promise<void> };
  await bundleLayout(join(root, 'test/support/layout-worker.ts'), folder);
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

async function openPage(): Promise<Page> {
  const opened = await browser.newPage();
  await opened.route('**/*', (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const library = path.startsWith('/library/') ? join(root, 'node_modules', path.slice(9)) : undefined;
    // HarfBuzz looks for its program beside the script.
    const beside = existsSync(join(folder, path)) ? join(folder, path) : join(root, 'node_modules/harfbuzzjs/dist', path);
    const body = served.get(path) ?? readFileSync(library ?? beside);
    return route.fulfill({ contentType: types[extname(path)] ?? 'application/octet-stream', body: Buffer.from(body) });
  });
  await opened.goto(origin);
  return opened;
}

/** Lays a document out here, and notes the files that it took. */
async function layOutHere(order: LayoutOrder, resources: Resources) {
  const taken = new Map<string, Resource>();
  const note = (kind: string, find: (name: string) => Resource | undefined) => (name: string) => {
    const found = find(name);
    if (found) taken.set(`${kind} ${name}`, found);
    return found;
  };
  const noting = {
    ...resources,
    font: note('font', resources.font),
    image: note('image', resources.image),
    file: note('image', resources.file),
    patterns: note('patterns', resources.patterns),
    names: () => [],
  };
  return { pages: await layOutPlain(order, noting), taken };
}

interface BrowserGlobals {
  readonly Worker: new (
    file: string,
    options: { readonly type: 'module' },
  ) => {
    onmessage: (event: { readonly data: readonly string[] | string }) => void;
    onerror: (event: { readonly message: string }) => void;
    postMessage(order: WorkerOrder): void;
  };
}

async function layOutThere(order: LayoutOrder, taken: ReadonlyMap<string, Resource>): Promise<readonly string[]> {
  const files = { font: {}, image: {}, patterns: {} } as Record<'font' | 'image' | 'patterns', Record<string, string>>;
  const given = new Map<string, Uint8Array>();
  for (const [which, { key, bytes }] of taken) {
    const [kind, name] = [which.slice(0, which.indexOf(' ')) as keyof typeof files, which.slice(which.indexOf(' ') + 1)];
    files[kind][name] = key;
    given.set(`/files/${kind}/${name}`, bytes);
  }
  served = given;
  const answer = await page.evaluate(
    (sent: WorkerOrder) =>
      new Promise<readonly string[] | string>((resolve) => {
        const { Worker } = globalThis as unknown as BrowserGlobals;
        const worker = new Worker('/main.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => resolve(message);
        worker.postMessage(sent);
      }),
    { ...order, files },
  );
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

function readExample(name: string) {
  const at = join(examples, name);
  const read = (file: string) =>
    existsSync(join(at, file)) ? (JSON.parse(readFileSync(join(at, file), 'utf8')) as Record<string, unknown>) : undefined;
  const [template, dataSchema, exampleData] = ['template.json', 'schema.json', 'example.json'].map(read);
  const document = { ...template, ...(dataSchema && { dataSchema }), ...(exampleData && { exampleData }) };
  const data = document.exampleData;
  const assets = existsSync(join(at, 'assets')) ? readdirSync(join(at, 'assets')) : [];
  const sources = assets.map((file) => {
    const bytes = readFileSync(join(at, 'assets', file));
    return [file, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }] as const;
  });
  return { document, data, resources: createFileResources(Object.fromEntries(sources)) };
}

test.each(readdirSync(examples).filter((name) => existsSync(join(examples, name, 'template.json'))))(
  'the pages of %s are laid out in a browser as in Node',
  async (name) => {
    const { document, data, resources } = readExample(name);
    await resources.loadFonts(document);
    const order = { document, data, date: '2026-03-01T00:00:00Z' };
    const { pages, taken } = await layOutHere(order, resources);
    expect(await layOutThere(order, taken)).toEqual(pages);
  },
);
