// Takes a body of JSON Lines: writes it to the disk while it arrives, and reads its items from there, a few at a time.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';
import { type CountItems, firstLineForm, ReceivedItem } from '../contract/item-stream.ts';
import { JsonText } from '../contract/json-text.ts';
import { freeBytesAt, openSpool, type Spool } from '../files/spool.ts';
import { isObject } from '../json/is-object.ts';
import { readJson } from '../json/read-json.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
import { type BodyHolder, type BodyRoom, createSpoolRoom, type HeldBody } from './body-room.ts';
import type { BodyThreads } from './body-threads.ts';
import { endUpload } from './drain-request.ts';
import { LineCount } from './line-count.ts';
import { type LineParts, toBreach } from './parse-lines.ts';
import { type BodyReading, receive } from './read-body.ts';
import { signalOfClose } from './signal-of-close.ts';

export interface LinesCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly holder: BodyHolder;
  readonly rate: BodyReading['rate'];
  /** Counts the lines in memory. */
  readonly held: HeldBody;
  /** Hashed before the body. Undefined: no hash is made. */
  readonly hashHead: string | undefined;
  /** Hears how many items have arrived. */
  readonly countItems: CountItems;
}

/** The body of a request for a batch, on the disk of the server. */
export interface SpooledBody {
  /** The members of the body's first line, and `items` as an ItemStream. */
  readonly body: unknown;
  /** SHA-256 of the request, hex. */
  readonly hash: string | undefined;
  /** Frees the space on the disk. */
  close(): Promise<void>;
}

export interface LinesReader {
  /** Raises INVALID_REQUEST, PAYLOAD_TOO_LARGE, OVERLOADED, and the errors of `countItems`. */
  read(call: LinesCall): Promise<SpooledBody>;
}

/** Bytes that are read from the disk at once. */
const blockBytes = 256 * 1024;
/** The memory for a block: as bytes, as text and as values of two blocks. */
const bytesOfBlock = 8;
/** The memory for a line that is longer: as bytes and as text. Its values are few in comparison. */
const bytesOfLongLine = 2;
/** Most bytes of the first line, which has only options, together with empty lines before it. */
const mostHeadBytes = 16_384;
/** Bytes after which the free space is looked at again. */
const bytesBetweenLooks = 16 * 1024 ** 2;

const lineFeed = 0x0a;

export function createLinesReader(settings: ServerSettings, threads: BodyThreads): LinesReader {
  const room = createSpoolRoom(settings.maxSpoolBytes);
  return {
    async read(call) {
      const spool = await openSpool(settings.spoolDir);
      try {
        const hash = await receiveLines(call, { spool, room, settings });
        const { members, bytes, lines } = await readHead(spool);
        const signal = signalOfClose(call.response);
        const items = () => readItems(spool, { start: bytes, firstLine: lines + 1 }, { call, settings, threads, signal });
        return { body: { ...members, items }, hash, close: () => spool.close() };
      } catch (error) {
        endUpload(call.request, call.response);
        await spool.close();
        throw error;
      }
    },
  };
}

interface Receiving {
  readonly spool: Spool;
  readonly room: BodyRoom;
  readonly settings: ServerSettings;
}

/** Writes the body to the disk. Gives its hash if one is wanted. */
async function receiveLines(
  { request, response, holder, rate, hashHead, countItems }: LinesCall,
  { spool, room, settings }: Receiving,
): Promise<string | undefined> {
  const { maxStreamBytes, minFreeBytes, spoolDir } = settings;
  const hash = hashHead === undefined ? undefined : createHash('sha256').update(hashHead);
  const count = new LineCount();
  let lookAt = 0;
  const take = async (chunk: Buffer) => {
    if (spool.bytes >= lookAt) {
      lookAt = spool.bytes + bytesBetweenLooks;
      if ((await freeBytesAt(spoolDir)) < minFreeBytes + bytesBetweenLooks) throw nearlyFull();
    }
    count.add(chunk);
    // The first line is no item.
    countItems(count.lines - 1);
    hash?.update(chunk);
    await spool.write(chunk);
  };
  await receive(request, { limit: maxStreamBytes, response, rate, held: room.open(holder, response) }, take);
  return hash?.digest('hex');
}

const nearlyFull = (): PdfgenError =>
  new PdfgenError('OVERLOADED', 'The disk is nearly full, so the server accepts nothing new. Try again later.', {
    retryAfter: 60,
  });

interface LinesHead {
  /** All members of the batch but its items. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Bytes and lines up to the first item. */
  readonly bytes: number;
  readonly lines: number;
}

/** Reads the first line that is not empty. Raises INVALID_REQUEST. */
async function readHead(spool: Spool): Promise<LinesHead> {
  const beginning = await readBeginning(spool);
  let lines = 0;
  for (let at = 0; at < beginning.length; ) {
    const feed = beginning.indexOf(lineFeed, at);
    const end = feed === -1 ? beginning.length : feed;
    if (feed === -1 && end < spool.bytes)
      throw new PdfgenError('INVALID_REQUEST', `The first line does not end within ${mostHeadBytes} bytes. ${firstLineForm}`);
    lines++;
    const text = decodeHead(beginning.subarray(at, end), lines);
    at = end + 1;
    if (text.trim() !== '') return { members: parseHead(text, lines), bytes: at, lines };
  }
  const what =
    beginning.length < spool.bytes
      ? `The first ${mostHeadBytes} bytes of the body are empty lines.`
      : `The body ${spool.bytes === 0 ? 'is empty' : 'has only empty lines'}.`;
  throw new PdfgenError('INVALID_REQUEST', `${what} ${firstLineForm}`);
}

/** The bytes in which the first line must end, with the empty lines before it. */
async function readBeginning(spool: Spool): Promise<Uint8Array> {
  for await (const block of spool.read(0, mostHeadBytes)) return block;
  return new Uint8Array();
}

// Cuts off the mark at the beginning of a text.
const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeHead(line: Uint8Array, number: number): string {
  try {
    return decoder.decode(line);
  } catch (error) {
    throw new PdfgenError('INVALID_REQUEST', `Line ${number} is not valid UTF-8.`, { cause: error });
  }
}

/** Members of an item. A first line that has one of them is an item. */
const itemMembers = ['data', 'items', 'reference'];

function parseHead(text: string, line: number): Readonly<Record<string, unknown>> {
  const reading = readJson(text, { maxDepth: 8, maxValues: 1_000 });
  if (reading.fault) {
    const { pointer = '' } = reading.fault;
    const breach = { ...toBreach(reading.fault), path: pointer, line };
    throw new PdfgenError('INVALID_REQUEST', `Line ${line}: ${`${pointer} ${breach.message}`.trim()}.`, { errors: [breach] });
  }
  const { value } = reading;
  if (isObject(value) && !itemMembers.some((name) => Object.hasOwn(value, name))) return value;
  throw new PdfgenError('INVALID_REQUEST', `Line ${line} is not the beginning of a batch. ${firstLineForm}`);
}

interface ItemsPlan {
  readonly call: LinesCall;
  readonly settings: ServerSettings;
  readonly threads: BodyThreads;
  readonly signal: AbortSignal;
}

/** Reads the items. While the caller works on those of a block, a thread parses the next block. */
async function* readItems(
  spool: Spool,
  from: { readonly start: number; readonly firstLine: number },
  { call, settings, threads, signal }: ItemsPlan,
): AsyncGenerator<ReceivedItem> {
  const { maxJsonDepth: dataDepth, maxJsonValues: maxValues } = settings;
  const parse = (lines: Uint8Array, firstLine: number) =>
    threads.parseLines(call.holder.team, { lines, firstLine, dataDepth, maxValues }, signal);
  let next: Promise<readonly LineParts[]> | undefined;
  for await (const { lines, firstLine } of blocksOf(spool, from, { call, most: settings.maxBatchBytes })) {
    const ready = next;
    next = parse(lines, firstLine);
    // An error is raised when the block's turn comes, if the caller needs the block at all.
    next.catch(() => {});
    if (ready) for (const parts of await ready) yield toItem(parts);
  }
  if (next) for (const parts of await next) yield toItem(parts);
}

function toItem({ line, rest, text, lostDigits, fault }: LineParts): ReceivedItem {
  if (text !== undefined) (rest as { data: unknown }).data = new JsonText(text);
  return new ReceivedItem(line, { value: rest, lostDigits: lostDigits ?? [], fault });
}

/** Blocks of whole lines. Raises PAYLOAD_TOO_LARGE for a line above `most` bytes. */
async function* blocksOf(
  spool: Spool,
  { start, firstLine }: { readonly start: number; readonly firstLine: number },
  { call, most }: { readonly call: LinesCall; readonly most: number },
): AsyncGenerator<{ readonly lines: Uint8Array; readonly firstLine: number }> {
  let line = firstLine;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  call.held.hold(blockBytes * bytesOfBlock);
  for await (const block of spool.read(start, blockBytes)) {
    const end = block.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...rest, block.subarray(0, end)]);
      // A line feed at the end would make an empty line.
      const whole = lines.subarray(0, -1);
      yield { lines: copyOf(whole), firstLine: line };
      line += countLineFeeds(lines);
      rest = [];
      restBytes = 0;
    }
    const tail = end > 0 ? block.subarray(end) : block;
    rest.push(tail);
    restBytes += tail.length;
    if (restBytes > most)
      throw new PdfgenError('PAYLOAD_TOO_LARGE', `Line ${line} is larger than the limit of ${most} bytes (limit maxBatchBytes).`);
    if (restBytes > blockBytes) call.held.hold(Math.max(blockBytes * bytesOfBlock, restBytes * bytesOfLongLine));
  }
  if (restBytes > 0) yield { lines: copyOf(Buffer.concat(rest)), firstLine: line };
}

/** Bytes with memory of their own, which can move to a thread. */
const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

function countLineFeeds(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
