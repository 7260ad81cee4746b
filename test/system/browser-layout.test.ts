import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource, Resources } from '../../src/document/resources.ts';
import { openBrowser } from '../support/browser.ts';
import { noteTaken } from '../support/painting-browser.ts';
import { type LayoutOrder, layOutPlain, type PlainPages } from '../support/plain-pages.ts';
import {
  exampleNames,
  guideDocuments,
  openResources,
  readExample,
  referenceDocuments,
  type ShownDocument,
  scriptDocuments,
} from '../support/shown-documents.ts';
import type { WorkerOrder } from '../support/worker-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const origin = 'http://layout.test';

let folder: string;
let browser: Browser;
let page: Page;
/** What the page serves besides the worker and the files of packages, by path. */
const served = new Map<string, Uint8Array>();
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
  const { noting, taken } = noteTaken(resources);
  return { pages: await layOutPlain(order, { ...noting, names: () => [] }), taken };
}

interface LayoutWorker {
  onmessage: (event: { readonly data: PlainPages | string }) => void;
  onerror: (event: { readonly message: string }) => void;
  postMessage(order: WorkerOrder): void;
}

interface BrowserGlobals {
  readonly Worker: new (file: string, options: { readonly type: 'module' }) => LayoutWorker;
  layout?: LayoutWorker;
}

/** Lays a document out in the worker of the page, which keeps the files that it has. */
async function layOutThere(order: LayoutOrder, taken: ReadonlyMap<string, Resource>): Promise<PlainPages> {
  const files = { font: {}, image: {}, patterns: {} } as Record<'font' | 'image' | 'patterns', Record<string, string>>;
  for (const [which, { key, bytes }] of taken) {
    const [kind, name] = [which.slice(0, which.indexOf(' ')) as keyof typeof files, which.slice(which.indexOf(' ') + 1)];
    files[kind][name] = key;
    served.set(`/files/${key}`, bytes);
  }
  const answer = await page.evaluate(
    (sent: WorkerOrder) =>
      new Promise<PlainPages | string>((resolve) => {
        const browser = globalThis as unknown as BrowserGlobals;
        browser.layout ??= new browser.Worker('/main.js', { type: 'module' });
        browser.layout.onmessage = ({ data }) => resolve(data);
        browser.layout.onerror = ({ message }) => resolve(message);
        browser.layout.postMessage(sent);
      }),
    { ...order, files },
  );
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

test.each(exampleNames)('the pages of %s are laid out in a browser as in Node', async (name) => {
  const { here, there } = await layOutBoth(await readExample(name));
  expect(there).toEqual(here);
});

async function layOutBoth({ document, data, resources }: Omit<ShownDocument, 'name'>) {
  const order = { document, data, date: '2026-03-01T00:00:00Z' };
  const { pages, taken } = await layOutHere(order, resources);
  return { here: pages, there: await layOutThere(order, taken) };
}

/** Documents in which the ICU of a browser differs from that of Node, and what differs. */
const otherIcu: Readonly<Record<string, string>> = { km: 'the words of its dictionary, between which lines may break' };

test.each([
  ['examples of the reference', referenceDocuments, 50],
  ['blocks of the guides', guideDocuments, 80],
  ['scripts', scriptDocuments, 20],
] as const)('the %s are laid out in a browser as in Node', async (_, read, least) => {
  const documents = (await read()).filter(({ name }) => !(name in otherIcu));
  expect(documents.length).toBeGreaterThan(least);
  const differing: string[] = [];
  for (const one of documents) {
    const { here, there } = await layOutBoth(one);
    const at = here.lines.findIndex((line, i) => line !== there.lines[i]);
    if (here.digest !== there.digest || at !== -1) differing.push(`${one.name}: ${here.lines[at]} | ${there.lines[at]}`);
  }
  expect(differing).toEqual([]);
});

const faulty: readonly unknown[] = [
  { txt: 'a' },
  { type: 'qrCode', value: 'a' },
  { unknown: 'a', width: 3 },
  { text: 'a', colour: 'red' },
  { text: 'a', color: 'redd' },
  { text: 'a', align: 'centre' },
  { text: 'a', weight: 'bold' },
  { text: 'a', tabs: [{ at: 5, leader: '....' }] },
  { text: 'a', size: '12pt' },
  { text: '{{ a && b }}' },
  '{{ now }}',
  '{{ a | uppercase }}',
  '{{ a.length }}',
  '{% if a %}',
  { list: ['a'], ordered: true },
  { list: ['a'], marker: 'circle' },
  { field: 'x', kind: 'text', placeholder: 'y' },
  { chart: 'x', kind: 'bar', smooth: true },
  { table: 'a', columns: [{ header: 'A', body: 'a', colspan: 2 }] },
];

test('faults of templates are explained in a browser as in Node', async () => {
  const dataSchema = { type: 'object', additionalProperties: false, properties: { a: { type: 'array' } } };
  const orderOf = (body: unknown) => ({
    document: { pages: [{ body: [body] }], dataSchema },
    data: {},
    date: '2026-03-01T00:00:00Z',
  });
  const { taken } = await layOutHere(orderOf('a'), await openResources(orderOf('a').document, {}));
  for (const part of faulty) {
    const order = orderOf(part);
    const resources = { ...(await openResources(order.document, {})), names: () => [] };
    const here = await layOutPlain(order, resources).then(
      () => '',
      ({ message }: Error) => message,
    );
    expect(here, JSON.stringify(part)).not.toBe('');
    await expect(layOutThere(order, taken)).rejects.toThrow(here);
  }
});
