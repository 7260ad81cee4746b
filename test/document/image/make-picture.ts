// Pictures of the web made for tests: WebP and AVIF by the encoders of @jsquash, GIF by code of its own.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createAvif from '@jsquash/avif/codec/enc/avif_enc.js';
import { defaultOptions as avifDefaults } from '@jsquash/avif/meta.js';
import createWebp from '@jsquash/webp/codec/enc/webp_enc.js';
import { defaultOptions as webpDefaults } from '@jsquash/webp/meta.js';
import type { Pixels } from '../../../src/document/image/rgba-raster.ts';

/** TypeScript knows it only with the types of browsers. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    readonly Instance: new (module: object, imports: object) => { readonly exports: object };
  };
};

interface Encoder {
  encode(data: Uint8Array, width: number, height: number, options: object): Uint8Array | null;
}

async function openEncoder(create: (module: object) => Promise<unknown>, wasm: string): Promise<Encoder> {
  const path = fileURLToPath(new URL(`../../../node_modules/@jsquash/${wasm}`, import.meta.url));
  const compiled = await WebAssembly.compile(readFileSync(path));
  const instantiateWasm = (imports: object, receive: (instance: object) => void) => {
    const instance = new WebAssembly.Instance(compiled, imports);
    receive(instance);
    return instance.exports;
  };
  const encoder = (await create({ instantiateWasm })) as Encoder;
  // The encoders leave it behind.
  Reflect.deleteProperty(globalThis, 'ImageData');
  return encoder;
}

let webp: Promise<Encoder> | undefined;
let avif: Promise<Encoder> | undefined;

/** Without loss unless `quality` is given. */
export async function makeWebp({ data, width, height }: Pixels, quality?: number): Promise<Buffer> {
  webp ??= openEncoder(createWebp, 'webp/codec/enc/webp_enc.wasm');
  const options = { ...webpDefaults, ...(quality === undefined ? { lossless: 1, exact: 1 } : { quality }) };
  return Buffer.from((await webp).encode(new Uint8Array(data), width, height, options)!);
}

export async function makeAvif({ data, width, height }: Pixels): Promise<Buffer> {
  avif ??= openEncoder(createAvif, 'avif/codec/enc/avif_enc.wasm');
  const lossless = { quality: 100, qualityAlpha: 100, subsample: 3, lossless: true, speed: 8 };
  return Buffer.from((await avif).encode(new Uint8Array(data), width, height, { ...avifDefaults, ...lossless })!);
}

/** A picture whose pixels all differ. */
export function pixelsOf(width: number, height: number, { alpha = 255, isGray = false } = {}): Pixels {
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const color = isGray ? [x * 3 + y, x * 3 + y, x * 3 + y] : [x * 5, y * 7, (x * y) % 256];
    data.set([...color, alpha === 255 ? 255 : (alpha + i) % 256], 4 * i);
  }
  return { width, height, data };
}

export type RiffChunk = readonly [type: string, content: Uint8Array];

export function readRiff(file: Buffer): RiffChunk[] {
  const chunks: RiffChunk[] = [];
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4);
    chunks.push([file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + size)]);
    at += 8 + size + (size & 1);
  }
  return chunks;
}

export function joinRiff(chunks: readonly RiffChunk[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks.map(chunkOf)]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function chunkOf([type, content]: RiffChunk): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length & 1)]);
}

/** The head of a WebP with more than a picture. */
export function webpHead(width: number, height: number, flags = 0): RiffChunk {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return ['VP8X', content];
}

/** A frame of an animated WebP. */
export function webpFrame(picture: Buffer, left: number, top: number, { width, height }: Pixels): RiffChunk {
  const head = Buffer.alloc(16);
  head.writeUIntLE(left / 2, 0, 3);
  head.writeUIntLE(top / 2, 3, 3);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  const parts = readRiff(picture).filter(([type]) => ['ALPH', 'VP8 ', 'VP8L'].includes(type));
  return ['ANMF', Buffer.concat([head, ...parts.map(chunkOf)])];
}

/** A block of Exif that says which way up a camera was held. */
export const exifOf = (orientation: number): Buffer =>
  Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]);

/** An AVIF with more properties of its picture. */
export function addProperties(file: Buffer, ...properties: readonly Buffer[]): Buffer {
  const boxAt = (type: string) => file.indexOf(type, 0, 'latin1') - 4;
  const [ipco, ipma] = [boxAt('ipco'), boxAt('ipma')];
  const added = Buffer.concat(properties);
  let known = 0;
  for (let at = ipco + 8; at < ipma; at += file.readUInt32BE(at)) known++;
  const count = file[ipma + 18]!;
  const indices = Buffer.from(properties.map((_, i) => 0x80 | (known + i + 1)));
  const grown = Buffer.concat([
    file.subarray(0, ipma),
    added,
    file.subarray(ipma, ipma + 18),
    Buffer.from([count + properties.length]),
    file.subarray(ipma + 19, ipma + 19 + count),
    indices,
    file.subarray(ipma + 19 + count),
  ]);
  const grow = (at: number, by: number) => grown.writeUInt32BE(grown.readUInt32BE(at) + by, at);
  const all = added.length + indices.length;
  grow(boxAt('meta'), all);
  grow(boxAt('iprp'), all);
  grow(ipco, added.length);
  grow(ipma + added.length, indices.length);
  const iloc = boxAt('iloc');
  for (let i = 0, at = iloc + 16; i < file.readUInt16BE(iloc + 14); i++, at += 14) grow(at + 6, all);
  return grown;
}

export function makeBox(type: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`\0\0\0\0${type}`);
  head.writeUInt32BE(8 + content.length);
  return Buffer.concat([head, content]);
}

export interface GifOptions {
  /** The screen. */
  readonly width: number;
  readonly height: number;
  /** The frame: its place, its size, its indices by rows. */
  readonly left?: number;
  readonly top?: number;
  readonly columns: number;
  readonly rows: number;
  readonly indices: Uint8Array;
  /** Colours of the palette: a power of two. */
  readonly colors: number;
  readonly isInterlaced?: boolean;
  readonly transparent?: number;
  readonly hasOwnPalette?: boolean;
  /** Frames. */
  readonly times?: number;
}

/** The palette of a made GIF. */
export const gifPalette = (colors: number): Uint8Array => Uint8Array.from({ length: 3 * colors }, (_, i) => (i * 7) % 256);

export function makeGif(options: GifOptions): Buffer {
  const { width, height, left = 0, top = 0, columns, rows, indices, colors, isInterlaced, transparent, hasOwnPalette } = options;
  const bits = Math.log2(colors);
  const short = (value: number) => [value & 255, value >> 8];
  const palette = [...gifPalette(colors)];
  const order = isInterlaced
    ? [0, 4, 2, 1].flatMap((first, i) => Array.from({ length: rows }, (_, y) => y).filter((y) => y % [8, 8, 4, 2][i]! === first))
    : Array.from({ length: rows }, (_, y) => y);
  const codeBits = Math.max(2, bits);
  const packed = packCodes(
    order.flatMap((y) => [...indices.subarray(y * columns, (y + 1) * columns)]),
    codeBits,
  );
  const blocks = Array.from({ length: Math.ceil(packed.length / 255) }, (_, i) => packed.subarray(i * 255, (i + 1) * 255));
  const frame = [
    ...(transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0]),
    ...[0x2c, ...short(left), ...short(top), ...short(columns), ...short(rows)],
    (isInterlaced ? 0x40 : 0) | (hasOwnPalette ? 0x80 | (bits - 1) : 0),
    ...(hasOwnPalette ? palette : []),
    codeBits,
    ...blocks.flatMap((block) => [block.length, ...block]),
    0,
  ];
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...short(width), ...short(height), hasOwnPalette ? 0 : 0x80 | (bits - 1), 0, 0],
    ...(hasOwnPalette ? [] : palette),
    ...[0x21, 0xfe, 3, 97, 98, 99, 0],
    ...Array.from({ length: options.times ?? 1 }, () => frame).flat(),
    0x3b,
  ]);
}

/** Clears the table only once: it is full after some thousand codes. */
function packCodes(indices: readonly number[], codeBits: number): Buffer {
  const clear = 1 << codeBits;
  const table = new Map<string, number>();
  let next = clear + 2;
  let bits = codeBits + 1;
  const bytes: number[] = [];
  let buffer = 0n;
  let held = 0;
  const put = (code: number) => {
    buffer |= BigInt(code) << BigInt(held);
    held += bits;
    for (; held >= 8; held -= 8, buffer >>= 8n) bytes.push(Number(buffer & 255n));
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  put(clear);
  let known = '';
  for (const index of indices) {
    const longer = known + String.fromCharCode(index);
    if (longer.length === 1 || table.has(longer)) {
      known = longer;
      continue;
    }
    put(codeOf(known));
    if (next < 4096) {
      table.set(longer, next++);
      if (next > 1 << bits && bits < 12) bits++;
    }
    known = String.fromCharCode(index);
  }
  put(codeOf(known));
  put(clear + 1);
  if (held > 0) bytes.push(Number(buffer & 255n));
  return Buffer.from(bytes);
}
