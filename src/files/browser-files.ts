// The files that browsers load: scripts, styles and pages that scripts/bundle-browser.mjs has made and compressed.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gunzipSync } from 'node:zlib';

const folder = new URL('../browser/', import.meta.url);

/** A file as it is sent. */
export interface BrowserFile {
  readonly type: string;
  /** Undefined: it is sent as it is. */
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Names of files on the disk, each with the ending of its compression. */
let names: ReadonlySet<string> | undefined;
const read = new Map<string, Uint8Array>();

/** A file by its name, such as `worker-D83cD9ra.js`. `accepted`: the header Accept-Encoding. Undefined: there is no such file. */
export function openBrowserFile(name: string, accepted: string | undefined): BrowserFile | undefined {
  names ??= new Set(readdirSync(folder));
  const type = types[extname(name)];
  if (type === undefined || !names.has(`${name}.gz`)) return undefined;
  if (names.has(`${name}.br`) && accepts(accepted, 'br')) return { type, encoding: 'br', bytes: readOnce(`${name}.br`) };
  const bytes = readOnce(`${name}.gz`);
  return accepts(accepted, 'gzip') ? { type, encoding: 'gzip', bytes } : { type, encoding: undefined, bytes: gunzipSync(bytes) };
}

/** The text of a page. */
export const readBrowserPage = (name: string): string => gunzipSync(readOnce(`${name}.gz`)).toString('utf8');

function readOnce(file: string): Uint8Array {
  const bytes = read.get(file) ?? readFileSync(new URL(file, folder));
  read.set(file, bytes);
  return bytes;
}

/** Whether a header Accept-Encoding (RFC 9110, 12.5.3) takes an encoding. */
function accepts(header: string | undefined, encoding: string): boolean {
  const items = (header ?? '').split(',').map((item) => item.split(';').map((part) => part.trim().toLowerCase()));
  const found = items.find(([name]) => name === encoding) ?? items.find(([name]) => name === '*');
  return found !== undefined && !found.slice(1).some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
}

/**
 * The headers of a file. Its name has the hash of its content, so browsers keep it. HarfBuzz in the worker is WebAssembly, and what a worker may do
 * stands in its own response (Content Security Policy Level 3, 4.2.3).
 */
export function browserFileHeaders(name: string, { type, encoding }: BrowserFile): Readonly<Record<string, string>> {
  return {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
    ...(name.startsWith('worker-') && {
      'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    }),
  };
}
