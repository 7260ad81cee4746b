// The files that browsers load: scripts, styles, pages, fonts and hyphenation patterns that scripts/bundle-browser.mjs has made and compressed.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gunzipSync } from 'node:zlib';

/** This module must stay two levels below the folder of the package. */
const folder = new URL('../../dist/browser/', import.meta.url);

/** A file as it is sent. */
export interface BrowserFile {
  readonly type: string;
  /** Undefined: it is sent as it is. */
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly bytes: Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** Names of files on the disk, each with the ending of its compression. */
let names: ReadonlySet<string> | undefined;
const read = new Map<string, Uint8Array>();

const listNames = (): ReadonlySet<string> => {
  names ??= new Set(readdirSync(folder));
  return names;
};

/**
 * Where a browser loads a font or patterns that ship, from an address below that of the files. Undefined: the file is not one of them.
 * `key`: as the engine calls its content.
 */
export function shippedPath(kind: string, name: string, key: string): string | undefined {
  if (!key.startsWith('shipped/')) return undefined;
  return `../files/${shippedFileName(kind === 'patterns' ? `${name}.bin` : name)}`;
}

/** The name under which browsers load a font or patterns that ship: `NotoSans-Regular-D83cD9ra.ttf` for `NotoSans-Regular.ttf`. */
function shippedFileName(name: string): string {
  const ending = extname(name);
  const start = `${name.slice(0, -ending.length)}-`;
  const found = [...listNames()].find((one) => one.startsWith(start) && one.slice(start.length + 8).startsWith(`${ending}.`));
  if (found === undefined) throw new Error(`${name} is not among the files for browsers.`);
  return found.slice(0, start.length + 8) + ending;
}

/** From the most compressed. */
const encodings = [
  { encoding: 'br', ending: '.br', unpack: promisify(brotliDecompress) },
  { encoding: 'gzip', ending: '.gz', unpack: promisify(gunzip) },
] as const;

/** A file by its name, such as `worker-D83cD9ra.js`. `accepted`: the header Accept-Encoding. Undefined: there is no such file. */
export async function openBrowserFile(name: string, accepted: string | undefined): Promise<BrowserFile | undefined> {
  const type = types[extname(name)];
  const packed = encodings.filter(({ ending }) => listNames().has(`${name}${ending}`));
  const last = packed.at(-1);
  if (type === undefined || !last) return undefined;
  const found = packed.find(({ encoding }) => accepts(accepted, encoding));
  if (found) return { type, encoding: found.encoding, bytes: readOnce(`${name}${found.ending}`) };
  return { type, encoding: undefined, bytes: await unpackOnce(name, last) };
}

/** Files as they are sent to clients that take no encoding. Unpacking costs much more than sending, so anybody may ask for a file any number of times. */
const unpacked = new Map<string, Promise<Uint8Array>>();

function unpackOnce(name: string, { ending, unpack }: (typeof encodings)[number]): Promise<Uint8Array> {
  const bytes = unpacked.get(name) ?? unpack(readOnce(`${name}${ending}`));
  unpacked.set(name, bytes);
  return bytes;
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
 * The policy of a page that lays out documents. The page fetches PDFs and pictures with the header that proves who asks, and shows them as `blob:`. Some
 * browsers show a PDF in a frame by an object element. `frameAncestors`: who may show the page in a frame.
 */
export const pagePolicy = (frameAncestors: string): string =>
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; frame-src blob:; object-src blob:; " +
  `form-action 'none'; base-uri 'none'; frame-ancestors ${frameAncestors}`;

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
