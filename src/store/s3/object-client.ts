// Objects of one bucket by key: put, head, get, delete, list. It knows nothing of what the objects are.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { PdfgenError } from '../../contract/errors.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import {
  BodyFault,
  type ExchangeLimits,
  exchange,
  type HttpAnswer,
  type HttpBody,
  LateFault,
  openConnections,
  type S3Connections,
} from './exchange.ts';
import { isExpired, isPassing, S3Refusal, toStoreError } from './faults.ts';
import type { ObjectPlace } from './parse-object-url.ts';
import { childText, parseXml } from './parse-xml.ts';

/** `chunks` is read again for another try, so an array is better than a generator: after a broken connection, a generator cannot be sent again. */
export interface ObjectBody extends HttpBody {
  /** SHA-256 in hex. The store refuses other bytes. */
  readonly sha256: string;
}

export interface FoundObject {
  readonly bytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection. Needed only if nobody begins to read the chunks. */
  discard(): void;
}

export interface ByteRange {
  readonly start: number;
  /** More than `start`. */
  readonly end?: number | undefined;
}

export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Time of the last write, by the clock of the store. */
  readonly writtenMs: number;
}

/** `page`: `next` of the page before. `behind`: a key; only the keys behind it are listed. */
export type PageStart = { readonly page: string } | { readonly behind: string };

export interface ObjectPage {
  readonly objects: readonly ListedObject[];
  /** Names the next page. Undefined: this page is the last. */
  readonly next: string | undefined;
  /** Time of the answer, by the clock of the store. NaN: the store does not say. */
  readonly nowMs: number;
}

/**
 * Each call is tried again after a fault that passes. Then it raises STORE_UNAVAILABLE. Only an object that the store says to be missing is
 * undefined.
 */
export interface ObjectClient {
  /**
   * PutObject: writes an object whole, or not at all. Raises PAYLOAD_TOO_LARGE for more than one call can carry. Default of `patience`:
   * `work`.
   */
  put(key: string, body: ObjectBody, contentType: string, patience?: Patience): Promise<void>;
  /** HeadObject: the size in bytes. */
  head(key: string): Promise<number | undefined>;
  /** GetObject: the bytes that the object has from `start` up to `end`, without `end`. No `end`: up to its own end. */
  get(key: string, range?: ByteRange): Promise<FoundObject | undefined>;
  /** DeleteObject: does nothing if the object is gone already. */
  delete(key: string): Promise<void>;
  /** ListObjectsV2: objects whose keys begin with `prefix`, in the order of the keys. Default: from the first. */
  listPage(prefix: string, most: number, from?: PageStart): Promise<ObjectPage>;
  /** Closes all connections, also those in use. */
  close(): void;
}

export interface CallLimits extends ExchangeLimits {
  /** Time for a call with all its tries, without the bytes of an object that it gets. A body to send gets a second more for each MiB. */
  readonly callMs: number;
}

const mostPutBytes = 5 * 1024 ** 3;
/** `call`: a client of the server waits, and gets its answer within 5 s. `work`: nobody waits, and another try costs a lot. */
export type Patience = 'call' | 'work';
const defaultLimits: Readonly<Record<Patience, CallLimits>> = {
  call: { connectMs: 3_000, idleMs: 3_000, callMs: 4_500 },
  work: { connectMs: 3_000, idleMs: 10_000, callMs: 30_000 },
};
const mostTries = 3;
const firstPauseMs = 200;
/** An answer of 1,000 long keys is a tenth of this. */
const mostXmlBytes = 16 * 1024 ** 2;
const sha256OfNothing = createHash('sha256').digest('hex');

/** `given`: the limits of all calls. Default: those of their patience. */
export function createObjectClient(place: ObjectPlace, credentials: CredentialSource, given?: CallLimits): ObjectClient {
  const limitsOf = ({ patience }: Pick<S3Call<unknown>, 'patience'>): CallLimits => {
    const limits = given ?? defaultLimits[patience];
    // A dead connection must leave a client time for a new one. Work does not send its body again because the store is slow.
    return patience === 'call' ? { ...limits, keptIdleMs: limits.idleMs / 2 } : limits;
  };
  const connections = openConnections(new URL(place.address).protocol);
  /** Keys for signing, which stay the same for a day. New credentials get new keys; the old ones are freed with the old credentials. */
  const signingKeys = new WeakMap<Credentials, Map<string, ArrayBuffer>>();

  const describe = (fault: unknown, { method, key }: Pick<S3Call<unknown>, 'method' | 'key'>): unknown =>
    toStoreError(fault, { ...place, call: `${method} ${place.address}/${key}`, credentials: credentials.origin });

  /** Sends the call once and reads its answer. Raises Refusal for an answer that is not a success. */
  const callOnce = async <T>(
    call: S3Call<T>,
    used: Credentials,
    kept: S3Connections | undefined,
    signal: AbortSignal,
  ): Promise<T> => {
    const { method, key, query, body } = call;
    const url = new URL(`${place.address}/${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const cache = signingKeys.get(used) ?? new Map<string, ArrayBuffer>();
    signingKeys.set(used, cache);
    const signer = new AwsV4Signer({
      ...used,
      method,
      url: url.href,
      headers: { ...call.headers, 'x-amz-content-sha256': body?.sha256 ?? sha256OfNothing },
      service: 's3',
      region: place.region,
      cache,
    });
    const headers = Object.fromEntries((await signer.sign()).headers);
    if (body) headers['content-length'] = String(body.bytes);
    const answer = await exchange({ method, url, headers, body }, kept, limitsOf(call), signal);
    const isRead = (answer.status >= 200 && answer.status < 300) || (answer.status === 416 && call.headers?.range);
    // What is read here, and not the bytes of an object, ends with the time of the call: bytes that come one by one break no other limit.
    signal.addEventListener('abort', answer.discard, { once: true });
    try {
      if (!isRead) throw await readRefusal(answer);
      return await call.read(answer);
    } finally {
      signal.removeEventListener('abort', answer.discard);
    }
  };

  /** Gives a refusal that no other try would change, and raises all other faults. */
  const callOrRefusal = async <T>(call: S3Call<T>): Promise<T | S3Refusal> => {
    const signal = AbortSignal.timeout(limitsOf(call).callMs + Math.ceil((call.body?.bytes ?? 0) / 1024 ** 2) * 1000);
    for (let tries = 1; ; tries++) {
      let used: Credentials | undefined;
      try {
        used = await credentials.get();
        // A connection that was kept open may be dead, and others like it: another try opens its own.
        return await callOnce(call, used, tries === 1 ? connections : undefined, signal);
      } catch (fault) {
        if (fault instanceof BodyFault) throw fault.cause;
        // A client has waited long enough: after a new connection on which nothing comes, the next will hardly be better.
        const isLate = call.patience === 'call' && fault instanceof LateFault && !fault.wasReused;
        const isWorthTrying = (isPassing(fault) && !isLate) || (used && isExpired(fault) && credentials.drop(used));
        if (!isWorthTrying || tries === mostTries || signal.aborted || !canReadAgain(call.body)) {
          if (fault instanceof S3Refusal && !isPassing(fault)) return fault;
          throw describe(fault, call);
        }
        await sleep(firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
      }
    }
  };

  const send = async <T>(call: S3Call<T>): Promise<T> => {
    const found = await callOrRefusal(call);
    if (found instanceof S3Refusal) throw describe(found, call);
    return found;
  };

  /** Undefined: the store says that there is no such object. Nothing else counts as missing. */
  const find = async <T>(call: S3Call<T>): Promise<T | undefined> => {
    const found = await callOrRefusal(call);
    if (!(found instanceof S3Refusal)) return found;
    if (found.status === 404 && found.code === 'NoSuchKey') return undefined;
    throw describe(found, call);
  };

  const get: ObjectClient['get'] = async (key, range) => {
    const headers = range && { range: `bytes=${range.start}-${range.end === undefined ? '' : range.end - 1}` };
    const call: S3Call<FoundObject> = {
      method: 'GET',
      key: checkKey(key),
      patience: 'call',
      headers,
      read: async (answer) => readFound(answer, range),
    };
    const found = await find(call);
    return found && { ...found, chunks: retell(found.chunks, (fault) => describe(fault, call)) };
  };

  return {
    async put(key, body, contentType, patience = 'work') {
      if (body.bytes > mostPutBytes)
        throw new PdfgenError('PAYLOAD_TOO_LARGE', `An object store takes at most 5 GiB in one upload, not ${body.bytes} bytes.`);
      await send({
        method: 'PUT',
        key: checkKey(key),
        patience,
        headers: { 'content-type': contentType },
        body,
        read: readStored,
      });
    },
    async head(key) {
      const found = await callOrRefusal({ method: 'HEAD', key: checkKey(key), patience: 'call', read: readLength });
      if (!(found instanceof S3Refusal)) return found;
      // The answer to HEAD has no code. A missing bucket has the same status, so the answer to GET decides.
      const object = await get(key);
      object?.discard();
      return object?.bytes;
    },
    get,
    async delete(key) {
      await find({ method: 'DELETE', key: checkKey(key), patience: 'work', read: readToEnd });
    },
    async listPage(prefix, most, from) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(most),
        prefix,
        ...(from && ('page' in from ? { 'continuation-token': from.page } : { 'start-after': from.behind })),
      };
      return send({ method: 'GET', key: '', patience: 'work', query, read: readPage });
    },
    close: () => connections.destroy(),
  };
}

interface S3Call<T> {
  readonly method: string;
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly patience: Patience;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: ObjectBody | undefined;
  /** Reads the answer of a success. */
  read(answer: HttpAnswer): Promise<T>;
}

/** A key of other characters would have to be escaped in addresses and lists. */
function checkKey(key: string): string {
  if (/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key) && key.length <= 1024) return key;
  throw new PdfgenError(
    'INTERNAL',
    `${JSON.stringify(key)} is not a valid key of an object: use only A-Z, a-z, 0-9, "_", "-", "." and "/".`,
  );
}

/** Whether the body can be read from its beginning once more: a generator cannot. */
function canReadAgain(body: ObjectBody | undefined): boolean {
  if (!body) return true;
  const { chunks } = body;
  const again: unknown = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return again !== chunks;
}

/** An answer that is not of an object store at all has no code. */
function notAnObjectStore({ status, headers }: HttpAnswer): S3Refusal {
  return new S3Refusal({ status, code: '', region: undefined, date: headers.date });
}

async function readRefusal(answer: HttpAnswer): Promise<S3Refusal> {
  const error = parseXml(await readText(answer));
  if (error?.name !== 'Error') return notAnObjectStore(answer);
  const { status, headers } = answer;
  const region = childText(error, 'Region') ?? headers['x-amz-bucket-region']?.toString();
  return new S3Refusal({ status, code: childText(error, 'Code') ?? '', region, date: headers.date });
}

async function readStored(answer: HttpAnswer): Promise<void> {
  // Any other server may answer 200 to everything, such as a page of a proxy, and what it was sent would be lost. An object store answers no text.
  const said = await readText(answer);
  if (said.trim() !== '' || answer.headers.etag === undefined) throw notAnObjectStore(answer);
}

async function readLength(answer: HttpAnswer): Promise<number> {
  await readToEnd(answer);
  return lengthOf(answer);
}

async function readFound(answer: HttpAnswer, range: ByteRange | undefined): Promise<FoundObject> {
  if (answer.status === 416) {
    // The range begins behind the end of the object.
    await readToEnd(answer);
    return { bytes: 0, chunks: (async function* () {})(), discard: () => undefined };
  }
  const isAsked = range ? answer.headers['content-range']?.startsWith(`bytes ${range.start}-`) : answer.status === 200;
  if (isAsked) return { bytes: lengthOf(answer), chunks: answer.chunks, discard: answer.discard };
  answer.discard();
  throw notAnObjectStore(answer);
}

function lengthOf(answer: HttpAnswer): number {
  const text = answer.headers['content-length'] ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  throw notAnObjectStore(answer);
}

async function readPage(answer: HttpAnswer): Promise<ObjectPage> {
  const list = parseXml(await readText(answer));
  const isTruncated = list && childText(list, 'IsTruncated');
  const next = list && childText(list, 'NextContinuationToken');
  if (list?.name !== 'ListBucketResult' || (isTruncated === 'true' && !next)) throw notAnObjectStore(answer);
  const isEncoded = childText(list, 'EncodingType') === 'url';
  const objects = list.children
    .filter(({ name }) => name === 'Contents')
    .map((entry) => {
      const key = childText(entry, 'Key') ?? '';
      const [bytes, writtenMs] = [Number(childText(entry, 'Size')), Date.parse(childText(entry, 'LastModified') ?? '')];
      if (key === '' || Number.isNaN(bytes) || Number.isNaN(writtenMs)) throw notAnObjectStore(answer);
      return { key: isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key, bytes, writtenMs };
    });
  return { objects, next: isTruncated === 'true' ? next : undefined, nowMs: Date.parse(answer.headers.date ?? '') };
}

async function readToEnd({ chunks }: HttpAnswer): Promise<void> {
  for await (const _ of chunks);
}

/** The XML of an answer, up to its bound. */
async function readText({ chunks }: HttpAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostXmlBytes) break;
    pieces.push(chunk);
  }
  return Buffer.concat(pieces).toString();
}

/** The chunks, with another error for a fault. */
async function* retell(chunks: AsyncIterable<Uint8Array>, describe: (fault: unknown) => unknown): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (fault) {
    throw describe(fault);
  }
}
