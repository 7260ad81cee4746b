// A page of Chromium whose worker runs a module of the tests. A server of this machine has its files: what goes through Playwright costs more.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Resource } from '../../src/document/resources.ts';
import { sharedBrowser } from './browser.ts';
import type { WorkerOrder } from './worker-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface WorkerPage {
  /**
   * Sends the worker an order with files, and waits for its answer. Throws the fault that it answers as text. One order after the other.
   * `taken`: the files of the document, by `KIND NAME`.
   */
  ask<Answer extends object>(order: Omit<WorkerOrder, 'files'>, taken: ReadonlyMap<string, Resource>): Promise<Answer>;
  /** What the worker has posted for the last order, by path. */
  readonly posted: ReadonlyMap<string, Uint8Array>;
  close(): Promise<void>;
}

interface OpenedWorker {
  onmessage: (event: { readonly data: object | string }) => void;
  onerror: (event: { readonly message: string }) => void;
  postMessage(order: WorkerOrder): void;
}

interface BrowserGlobals {
  readonly Worker: new (file: string, options: { readonly type: 'module' }) => OpenedWorker;
  opened?: OpenedWorker;
}

/** Bundles a module of `test/support`, and starts it in the worker of a page. It keeps what it has loaded from order to order. */
export async function openWorkerPage(module: string): Promise<WorkerPage> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-worker-'));
  const bundler = new URL('../../scripts/bundle-layout.mjs', import.meta.url);
  const { bundleLayout } = (await import(bundler.href)) as { bundleLayout(entry: string, folder: string): Promise<void> };
  await bundleLayout(join(root, 'test/support', module), folder);

  const files = new Map<string, Uint8Array>();
  const posted = new Map<string, Uint8Array>();
  const take = async (request: IncomingMessage, path: string): Promise<Uint8Array> => {
    if (request.method === 'POST') {
      posted.set(path, await buffer(request));
      return Buffer.alloc(0);
    }
    if (path === '/') return Buffer.from('<!doctype html>');
    const library = path.startsWith('/library/') ? join(root, 'node_modules', path.slice(9)) : undefined;
    // HarfBuzz looks for its program beside the script.
    const beside = existsSync(join(folder, path)) ? join(folder, path) : join(root, 'node_modules/harfbuzzjs/dist', path);
    return files.get(path) ?? readFileSync(library ?? beside);
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!);
    take(request, path).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const page = await (await sharedBrowser()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  return {
    posted,
    async ask<Answer extends object>(order: Omit<WorkerOrder, 'files'>, taken: ReadonlyMap<string, Resource>) {
      const named = { font: {}, image: {}, patterns: {} } as Record<'font' | 'image' | 'patterns', Record<string, string>>;
      for (const [which, { key, bytes }] of taken) {
        const [kind, name] = [which.slice(0, which.indexOf(' ')) as keyof typeof named, which.slice(which.indexOf(' ') + 1)];
        named[kind][name] = key;
        files.set(`/files/${key}`, bytes);
      }
      posted.clear();
      const answer = await page.evaluate(
        (sent: WorkerOrder) =>
          new Promise<object | string>((resolve) => {
            const browser = globalThis as unknown as BrowserGlobals;
            browser.opened ??= new browser.Worker('/main.js', { type: 'module' });
            browser.opened.onmessage = ({ data }) => resolve(data);
            browser.opened.onerror = ({ message }) => resolve(message);
            browser.opened.postMessage(sent);
          }),
        { ...order, files: named },
      );
      if (typeof answer === 'string') throw new Error(answer);
      return answer as Answer;
    },
    async close() {
      await page.close();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true });
    },
  };
}
