// Requests that are wrong in some way, made from the table of operations; the same seed gives the same ones.
import { connect } from 'node:net';
import type { OperationShape } from '../../src/contract/operation-shape.ts';
import { operations } from '../../src/contract/operations.ts';
import type { JsonSchema } from '../../src/contract/schema.ts';
import { createRandom } from './random.ts';

export interface MalformedRequest {
  /** What was done to it. */
  readonly faults: readonly string[];
  readonly bytes: Buffer;
  /** Its end never comes: the server may close the connection without a word. */
  readonly isCut: boolean;
}

export interface Target {
  readonly token: string;
  /** A template that there is. */
  readonly templateUuid: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Draft {
  method: string;
  path: string;
  query: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  version: string;
  length: string | undefined;
  isCut: boolean;
}

type Pick = <T>(list: readonly T[]) => T;
interface Tools {
  readonly pick: Pick;
  readonly chance: (share: number) => boolean;
}

const operationList: readonly OperationShape[] = Object.values(operations);

/** Makes requests for ever. */
export function* malformedRequests(seed: number, target: Target): Generator<MalformedRequest> {
  const random = createRandom(seed);
  const tools: Tools = {
    pick: (list) => list[Math.floor(random() * list.length)]!,
    chance: (share) => random() < share,
  };
  const kinds = Object.entries(faults);
  while (true) {
    const operation = tools.pick(operationList);
    const draft = createDraft(operation, target, tools);
    const names: string[] = [];
    do {
      const [name, spoil] = tools.pick(kinds);
      spoil(draft, operation, tools);
      names.push(name);
    } while (tools.chance(0.3));
    yield { faults: [operation.path, ...names], bytes: toBytes(draft), isCut: draft.isCut };
  }
}

const unknownUuid = '0190a1b2-ffff-7fff-8fff-00000000000f';

/** The request as it should be. What would take the template away is aimed beside it. */
function createDraft(operation: OperationShape, { token, templateUuid }: Target, { pick }: Tools): Draft {
  const uuids = operation.method === 'DELETE' ? [unknownUuid] : [templateUuid, templateUuid, unknownUuid];
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'sha256') return 'ab'.repeat(32);
    return name === 'version' ? '1' : pick(uuids);
  });
  const body = operation.body === undefined ? undefined : operation.body === 'binary' ? 'no image' : '{"data":{}}';
  return {
    method: operation.method,
    path: `/api/v1${path}`,
    query: '',
    headers: [
      ['Host', 'localhost'],
      ['Connection', 'close'],
      ['Authorization', `Bearer ${token}`],
      ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ],
    body: body === undefined ? undefined : Buffer.from(body),
    version: 'HTTP/1.1',
    length: undefined,
    isCut: false,
  };
}

const oddTexts = [
  ...['', ' ', '\u0000', '\ud800', '\u202egnp.exe', '👩‍👩‍👧‍👦'.repeat(50), 'z\u0300'.repeat(500), '../../../etc/passwd'],
  ...["' OR 1=1 --", '{{constructor}}', '__proto__', '-0', 'NaN', '\uffff'],
];
const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, -(2 ** 63)],
  ...[[], [[]], {}, [null], { data: { data: {} } }],
  ...oddTexts,
];
const oddSegments = [
  ...['x', '%', '%zz', '%00', '%ff%fe', '%F0%9F%92%A9', '..', '..%2f..%2fstate.db', '{0190a1b2-0000-7000-8000-00000000000a}'],
  ...['0190a1b2-0000-7000-8000-00000000000', '0190A1B2_0000_7000_8000_00000000000A', '00000000-0000-0000-0000-000000000000'],
  ...['\u00e9\u4e2d', ';a=b', 'a'.repeat(3000), '9'.repeat(400), '-1', '', '%2e%2e', '__proto__'],
];
const brokenTexts = [
  ...['', '{', '}', '[', 'null', '"data"', '1e999', '{"data":}', '{"data":{}}{}', '{"data":{},"data":[]}'],
  ...['{"__proto__":{"data":{}},"data":{}}', '{"data":{"__proto__":1,"constructor":{"prototype":1}}}'],
  ...['{"data":{"n":1e999}}', '{"data":{"n":-0}}', `{"data":{"n":${'9'.repeat(5000)}}}`],
  ...['{"data":{"s":"\\ud800"}}', '{"data":{"s":"\\u0000"}}', '\ufeff{"data":{}}'],
  ...["{'data':{}}", '{"data":{},}', '{"data":NaN}', '// a\n{"data":{}}'],
];

type Spoil = (draft: Draft, operation: OperationShape, tools: Tools) => void;

/** Each spoils one thing. */
const faults: Readonly<Record<string, Spoil>> = {
  segment(draft, _operation, { pick }) {
    const segments = draft.path.split('/');
    const index = 3 + pick([...segments.slice(3).keys()]);
    segments[index] = pick(oddSegments);
    draft.path = segments.join('/');
  },
  slashes(draft, _operation, { pick }) {
    draft.path = pick([`/${draft.path}`, `${draft.path}/`, draft.path.replaceAll('/', '//'), '*', '/', `${draft.path}#x`]);
  },
  method(draft, _operation, { pick }) {
    draft.method = pick(['GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'BREW', 'get', 'GE T', '']);
    if (draft.method === 'DELETE') draft.path = '/';
  },
  query(draft, { query }, { pick }) {
    const names = [...Object.keys(query?.properties ?? {}), 'x', '__proto__', 'limit', 'cursor', 'state'];
    const values = ['', '-1', '1e9', '99999999999999999999', 'NaN', '%ff', '%', '\u00e9', '%00', 'a'.repeat(2000), 'null', '[]'];
    const one = () => `${pick(names)}${pick(['=', '[]=', '[x]=', ''])}${pick(values)}`;
    draft.query = pick([`?${one()}`, `?${one()}&${one()}`, `?${'a=1&'.repeat(2000)}`, '?', '???', `?${one()}?${one()}`]);
  },
  hugeQuery(draft, _operation, { pick }) {
    draft.query = `?cursor=${'x'.repeat(pick([999, 1001, 15_000, 20_000, 100_000]))}`;
  },
  cursor(draft, _operation, { pick }) {
    const texts = ['{}', '[]', 'null', '["a","b"]', '{"v":1}', '[1e999]', '\u0000', '[9007199254740993,"x"]'];
    draft.query = `?cursor=${Buffer.from(pick(texts)).toString('base64url')}`;
  },
  contentType(draft, _operation, { pick }) {
    const types = 'text/plain|application/xml|application/json; charset=latin1|;|json||application/json;;;=|\u0001'.split('|');
    setHeader(draft, 'Content-Type', pick(types));
  },
  encoding(draft, _operation, { pick }) {
    setHeader(draft, 'Content-Encoding', pick(['gzip', 'br', 'deflate, gzip', 'identity;q=0', '']));
  },
  brokenBody(draft, _operation, { pick }) {
    draft.body = Buffer.from(pick(brokenTexts));
  },
  noText(draft, _operation, { pick }) {
    draft.body = Buffer.from(pick(['7b2264617461223a7b2273223a22ff227d7d', 'fffe7b00', '00', 'c0af', 'eda080']), 'hex');
  },
  deepBody(draft, _operation, { pick }) {
    const depth = pick([60, 70, 1000, 100_000]);
    const [open, close] = pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    const core = open === '[' ? '' : '1';
    draft.body = Buffer.from(`{"data":{"a":${open.repeat(depth)}${core}${close.repeat(depth)}}}`);
  },
  hugeBody(draft, _operation, { pick }) {
    draft.body = Buffer.from(`{"data":{"a":"${'x'.repeat(pick([100_000, 1_100_000]))}"}}`);
  },
  members(draft, { body }, tools) {
    if (body === undefined || body === 'binary') return;
    draft.body = Buffer.from(JSON.stringify(spoiledMember(body, tools, 0)));
  },
  member(draft, { body }, tools) {
    const { pick } = tools;
    if (body === undefined || body === 'binary') return;
    const base: Record<string, unknown> = { data: {}, items: undefined };
    const name = pick([...Object.keys(body.properties ?? {}), 'unknown', 'toString']);
    if (body.properties?.items !== undefined) {
      base.data = undefined;
      base.items = [{ data: {} }, spoiledMember(body.properties.items.items as JsonSchema, tools, 0)];
    }
    draft.body = Buffer.from(JSON.stringify({ ...base, [name]: pick(oddValues) }));
  },
  token(draft, _operation, { pick }) {
    const values = ['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic eDp5', `Bearer ${'a'.repeat(8000)}`];
    setHeader(draft, 'Authorization', pick([...values, 'bearer \u00ff', 'Bearer a b c']));
  },
  noToken(draft) {
    draft.headers = draft.headers.filter(([name]) => name !== 'Authorization');
  },
  twice(draft, _operation, { pick }) {
    draft.headers.push([...pick(draft.headers)]);
  },
  header(draft, _operation, { pick }) {
    const names = 'If-Match Idempotency-Key Range If-None-Match X-Request-Id Accept Expect Origin X-Forwarded-For Upgrade';
    const texts = '|""|W/"1"|"-1"|"1","2"|*|bytes=9-1|bytes=-'.split('|');
    const values = [...texts, `bytes=${'0-1,'.repeat(900)}`, 'k'.repeat(300), '\u00e9\u00ff', '"99999999999999999999"', 'null'];
    setHeader(draft, pick(names.split(' ')), pick(values));
  },
  badHeader(draft, _operation, { pick }) {
    draft.headers.push(
      pick([
        ['Bad Name', 'x'],
        ['', 'x'],
        ['X', 'a\u0000b'],
        ['X', 'a\nb'],
        ['X\u00e9', 'x'],
        ['X', 'x'.repeat(20_000)],
      ]),
    );
  },
  length(draft, _operation, { pick }) {
    draft.length = pick(['-1', '1e3', '0x10', '', '1, 2', '99999999999999999999999', '3']);
    draft.isCut = true;
  },
  cut(draft, _operation, { pick }) {
    draft.body ??= Buffer.from('{}');
    draft.length = String(draft.body.length + pick([1, 1000, 500_000]));
    draft.isCut = true;
  },
  chunks(draft, _operation, { pick }) {
    draft.headers.push(['Transfer-Encoding', pick(['chunked', 'gzip', 'chunked, chunked', 'identity', 'x'])]);
    const ends = ['2\r\n{}\r\n0\r\n\r\n', '1;x=y\r\n{\r\n0\r\n\r\n'];
    draft.body = Buffer.from(pick(['0\r\n\r\n', 'zz\r\n', '5\r\nab', 'ffffffffffffffff\r\n', ...ends]));
    draft.length = pick(['', undefined as unknown as string, '2']);
    draft.isCut = true;
  },
  version(draft, _operation, { pick }) {
    draft.version = pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP', '', 'http/1.1']);
  },
  host(draft, _operation, { pick }) {
    draft.headers = draft.headers.filter(([name]) => name !== 'Host');
    if (pick([true, false])) draft.headers.push(['Host', pick(['', 'a b', ':::', '\u00e9'])]);
  },
};

function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([known]) => known !== name), [name, value]];
}

/** A value of the schema's shape whose members are of any type. */
function spoiledMember(schema: JsonSchema, tools: Tools, depth: number): unknown {
  const { pick, chance } = tools;
  if (depth > 3 || chance(0.3)) return pick(oddValues);
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).filter(() => chance(0.8));
    return Object.fromEntries(members.map(([name, one]) => [name, spoiledMember(one as JsonSchema, tools, depth + 1)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: pick([0, 1, 3]) }, () => spoiledMember((schema.items ?? {}) as JsonSchema, tools, depth + 1));
  return pick(oddValues);
}

function toBytes({ method, path, query, headers, body, version, length }: Draft): Buffer {
  const withLength = length === undefined && body === undefined ? [] : [['Content-Length', length ?? String(body!.length)]];
  const all = [...headers, ...(length === '' ? [] : withLength)];
  const head = [`${method} ${path}${query} ${version}`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  // Characters over U+00FF go as the bytes of UTF-8, as a careless client sends them.
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}

/** Sends the bytes and reads until the server closes; undefined: it closed without a word. Raises when it hangs. */
export function sendBytes(
  port: number,
  bytes: Buffer,
  { isCut }: { readonly isCut: boolean },
  timeoutMs: number,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${timeoutMs} ms; so far: ${Buffer.concat(chunks).toString('latin1').slice(0, 500)}`));
    }, timeoutMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const soFar = Buffer.concat(chunks);
      // A connection that the request did not ask to be closed is closed from here, when the answer is whole.
      const answer = readAnswer(soFar);
      if (answer && answer.body.length >= Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY)) socket.end();
    });
    // A body may be refused before it was read.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(chunks)));
    });
    socket.write(bytes);
    if (isCut) socket.end();
  });
}

function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(first!.split(' ')[1]);
  // Interim answers are not the answer.
  if (status < 200) return readAnswer(bytes.subarray(end + 4));
  // What follows the body answers what followed the request.
  const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  return { status, headers, body: bytes.subarray(end + 4, end + 4 + length) };
}
