// Paints documents in Chromium as a page of pdfgen does, in a worker.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Resource, Resources } from '../../src/document/resources.ts';
import { openBrowser } from './browser.ts';
import type { Picture } from './compare-pixels.ts';
import type { PaintAnswer, PaintOrder } from './painting-worker.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type PaintedPage = PaintAnswer['pages'][number] &
  Picture & {
    /** RGBA, if it was asked for. */
    readonly pixels: Uint8Array | undefined;
  };

export interface PaintingBrowser {
  /** `taken`: the files of the document, from `noteTaken`. `scale`: pixels in a pt. */
  paint(order: Omit<PaintOrder, 'files'>, taken: ReadonlyMap<string, Resource>): Promise<readonly PaintedPage[]>;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

export async function openPaintingBrowser(): Promise<PaintingBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-painting-'));
  const bundler = new URL('../../scripts/bundle-layout.mjs', import.meta.url);
  const { bundleLayout } = (await import(bundler.href)) as { bundleLayout(entry: string, folder: string): Promise<void> };
  await bundleLayout(join(root, 'test/support/painting-worker.ts'), folder);
  const browser = await openBrowser();
  const page = await browser.newPage();
  let files: ReadonlyMap<string, Uint8Array> = new Map();
  const sent = new Map<string, Uint8Array>();
  await page.route('**/*', (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (path.startsWith('/pictures/')) {
      sent.set(path, inflateSync(route.request().postDataBuffer()!));
      return route.fulfill({ body: '' });
    }
    const library = path.startsWith('/library/') ? join(root, 'node_modules', path.slice(9)) : undefined;
    // HarfBuzz looks for its program beside the script.
    const beside = existsSync(join(folder, path)) ? join(folder, path) : join(root, 'node_modules/harfbuzzjs/dist', path);
    const body = files.get(path) ?? readFileSync(library ?? beside);
    return route.fulfill({ contentType: types[extname(path)] ?? 'application/octet-stream', body: Buffer.from(body) });
  });
  await page.goto('http://painting.test');
  const paint: PaintingBrowser['paint'] = async (order, taken) => {
    const named = { font: {}, image: {}, patterns: {} } as Record<'font' | 'image' | 'patterns', Record<string, string>>;
    const given = new Map<string, Uint8Array>();
    for (const [which, { key, bytes }] of taken) {
      const [kind, name] = [which.slice(0, which.indexOf(' ')) as keyof typeof named, which.slice(which.indexOf(' ') + 1)];
      named[kind][name] = key;
      given.set(`/files/${key}`, bytes);
    }
    files = given;
    sent.clear();
    const { pages } = await ask(page, { ...order, files: named });
    return pages.map((one, i) => {
      const [lightness, colors, pixels] = ['lightness', 'colors', 'pixels'].map((name) => sent.get(`/pictures/${i}/${name}`));
      return { ...one, lightness: lightness!, colors: colors!, pixels };
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One document after the other: they share the page.
    paint(order, taken) {
      const painted = last.then(() => paint(order, taken));
      last = painted.catch(() => {});
      return painted;
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function ask(page: Page, order: PaintOrder): Promise<PaintAnswer> {
  const answer = await page.evaluate(
    (sent) =>
      new Promise<PaintAnswer | string>((resolve) => {
        const worker = new Worker('/main.js', { type: 'module' });
        const end = (value: PaintAnswer | string) => {
          worker.terminate();
          resolve(value);
        };
        worker.onmessage = ({ data }: MessageEvent<PaintAnswer | string>) => end(data);
        worker.onerror = ({ message }) => end(message);
        worker.postMessage(sent);
      }),
    order,
  );
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

/** Resources that note the files which a document takes, by their kind and name. */
export function noteTaken(resources: Resources): { readonly noting: Resources; readonly taken: ReadonlyMap<string, Resource> } {
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
  };
  return { noting, taken };
}
