// Batches that come as JSON Lines in the body of a request.
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Identity, RenderBatch, RenderJob } from '../../src/contract/engine.ts';
import type { Breach } from '../../src/contract/errors.ts';
import { syntaxOf } from '../support/read-pdf.ts';
import { external, orderOf, refusal, useWire, type Wire } from '../support/wire.ts';

const jsonl = { 'content-type': 'application/jsonl' };
const item = (name: unknown, more: object = {}) => JSON.stringify({ data: orderOf(name), ...more });
const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const many = (count: number) =>
  linesOf(['{}', ...Array.from({ length: count }, (_, n) => item(`n${n}`, { reference: `r${n}` }))]);

/** The files that this process holds open in the server's spool. They have no name. */
const openSpools = (wire: Wire): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(join(wire.server.folder, 'spool')) ? [path] : [];
    } catch {
      return []; // closed meanwhile
    }
  });

/** The files of the spool that have a name. */
function namesIn(wire: Wire): readonly string[] {
  const folder = join(wire.server.folder, 'spool');
  return existsSync(folder) ? readdirSync(folder) : [];
}

const batchesOf = async (wire: Wire) => (await wire.get('/api/v1/render-batches')).json<{ items: RenderBatch[] }>().items;

/** The path of the batches of another team, which has a template now. */
async function pathOf(wire: Wire, token: string): Promise<string> {
  const body = { slug: 'a', name: 'a', pages: [{ body: ['A'] }], dataSchema: true, exampleData: {} };
  const made = await wire.call('POST', '/api/v1/templates', { token, body });
  return `/api/v1/generate/batch/${made.json<{ uuid: string }>().uuid}`;
}

function useLines(options: Parameters<typeof useWire>[0] = {}) {
  const wire = useWire(options);
  let template: string;
  beforeAll(async () => {
    template = await wire.createOrder();
  });
  return {
    wire,
    get path() {
      return `/api/v1/generate/batch/${template}`;
    },
    send(raw: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, more = '') {
      return wire.call('POST', `/api/v1/generate/batch/${template}${more}`, { raw, headers: { ...jsonl, ...headers } });
    },
    /** The connection of a request whose head was sent. */
    begin(length: string) {
      const { hostname, port } = new URL(wire.server.url);
      const socket = connect(Number(port), hostname);
      const head = [
        `POST ${this.path} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${wire.server.token}`,
        'Content-Type: application/jsonl',
        length,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      return socket;
    },
    /** Nothing is stored, and nothing is left on the disk. */
    async expectNothing() {
      expect(await batchesOf(wire)).toEqual([]);
      expect(namesIn(wire)).toEqual([]);
      await expect.poll(() => openSpools(wire)).toEqual([]);
    },
  };
}

describe('a batch as JSON Lines', () => {
  const lines = useLines();
  const { wire } = lines;

  test('is a batch like any other', async () => {
    const head = '{"options":{"date":"2026-01-02T03:04:05Z"},"templateVersion":1}';
    const created = await lines.send(linesOf([head, item('Ada', { reference: 'first' }), item('Grace')]));
    expect([created.status, created.headers.get('idempotency-replayed')]).toEqual([202, null]);
    const batch = created.json<RenderBatch>();
    expect(created.headers.get('location')).toBe(`/api/v1/render-batches/${batch.batchUuid}`);
    const ended = (await wire.get(`/api/v1/render-batches/${batch.batchUuid}?wait=30`)).json<RenderBatch>();
    expect(ended).toMatchObject({ state: 'completed', templateVersion: 1, counts: { total: 2, completed: 2 } });
    expect(ended.items.map(({ reference }) => reference)).toEqual(['first', null]);
    const pdf = await wire.get(ended.items[0]!.result!.url);
    expect(syntaxOf(pdf.bytes)).toContain('20260102030405');
  });

  test.each([
    ['line ends of Windows', `{}\r\n${item('Ada')}\r\n${item('Grace')}\r\n`],
    ['a mark of UTF-8 at its beginning', `\ufeff{}\n${item('Ada')}\n${item('Grace')}\n`],
    ['no line end at its end', `{}\n${item('Ada')}\n${item('Grace')}`],
    ['empty lines', `\n \n{}\n\n${item('Ada')}\n\t\n\r\n${item('Grace')}\n\n\n`],
  ])('may have %s', async (_, raw) => {
    const created = await lines.send(raw);
    expect(created.status, created.bytes.toString()).toBe(202);
    expect(created.json<RenderBatch>().counts.total).toBe(2);
  });

  test('may come without Content-Length, in pieces of any size', async () => {
    const bytes = Buffer.from(linesOf(['{}', item('Ä𝄞'), item('Grace')]));
    const response = await fetch(wire.server.url + lines.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${wire.server.token}`, ...jsonl },
      body: new ReadableStream({
        async start(controller) {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(202);
    const { items } = (await response.json()) as RenderBatch;
    const job = await wire.get(`/api/v1/render-jobs/${items[0]!.jobUuid}?wait=30`);
    expect(job.json<RenderJob>().state).toBe('completed');
  });

  test('renders an embedded template', async () => {
    const base = await wire.createOrder();
    await wire.openSession(base);
    const answer = await wire.call('POST', `/api/v1/generate/batch/${base}/${external}`, {
      raw: many(2),
      headers: jsonl,
    });
    expect(answer.status).toBe(202);
  });

  test('may have more items than a list', async () => {
    const created = await lines.send(many(1_201));
    const batch = created.json<RenderBatch>();
    expect([created.status, batch.counts.total, batch.items.length]).toEqual([202, 1_201, 1_000]);
    const rest = await wire.get(`/api/v1/render-batches/${batch.batchUuid}?cursor=${batch.nextCursor}`);
    const { items } = rest.json<RenderBatch>();
    expect(items.map(({ index, reference }) => [index, reference]).at(-1)).toEqual([1_200, 'r1200']);
    expect((await wire.call('POST', `${(await created).headers.get('location')}/cancel`)).status).toBe(200);
  });

  test('warns of numbers that lose digits', async () => {
    const data = '{"customer":{"name":"Ada"},"lines":[{"sku":"A","qty":9007199254740993}]}';
    const created = await lines.send(linesOf(['{}', item('Grace'), `{"data":${data}}`]));
    const { items } = created.json<RenderBatch>();
    const job = (await wire.get(`/api/v1/render-jobs/${items[1]!.jobUuid}?wait=30`)).json<RenderJob>();
    expect(job.warnings).toMatchObject([{ code: 'digits-lost', dataPath: '/lines/0/qty' }]);
    const other = (await wire.get(`/api/v1/render-jobs/${items[0]!.jobUuid}?wait=30`)).json<RenderJob>();
    expect(other.warnings).toEqual([]);
  });

  test('is made once for a key, and another body with this key is a conflict', async () => {
    const key = { 'idempotency-key': 'k1' };
    const [first, again] = [await lines.send(many(3), key), await lines.send(many(3), key)];
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json<RenderBatch>().batchUuid).toBe(first.json<RenderBatch>().batchUuid);
    expect(refusal(await lines.send(many(4), key))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    // The key is looked at before the items.
    expect(refusal(await lines.send('{}\nno JSON\n', key))).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  test('is what the server says it takes', async () => {
    expect((await wire.get('/api/v1/whoami')).json<Identity>().server.maxStreamItems).toBe(1_000_000);
  });
});

describe('a batch as JSON Lines is refused', () => {
  const lines = useLines({
    worker: false,
    limits: { maxStreamItems: 2_000 },
    settings: { maxBatchBytes: 300_000, maxStreamBytes: 2_000_000 },
  });
  const { wire } = lines;
  const type = 'content-type';
  test.each<[string, string | undefined, RegExp, code?: string, headers?: Readonly<Record<string, string>>]>([
    ['compressed', undefined, /Content-Encoding/, 'UNSUPPORTED_MEDIA_TYPE', { 'content-encoding': 'gzip' }],
    ['in another encoding', undefined, /UTF-8/, 'UNSUPPORTED_MEDIA_TYPE', { [type]: 'application/jsonl; charset=latin1' }],
    ['of another type', undefined, /application\/jsonl/, 'UNSUPPORTED_MEDIA_TYPE', { [type]: 'application/x-ndjson' }],
    ['without a line', '', /^The body is empty\. The first line is an object with "options"/],
    ['with empty lines only', '\n\n \n', /^The body has only empty lines\. The first line is/],
    ['with megabytes of empty lines first', '\n'.repeat(1_900_000), /^The first 16384 bytes .* empty/],
    ['without an item', '{}\n', /has no item/],
    ['that begins with an item', `${item('Ada')}\n`, /^Line 1 is not the beginning .* or \{\}/],
    ['that begins with a list', `\n[]\n${item('Ada')}\n`, /^Line 2 is not the beginning/],
    ['that begins with no JSON', `{"options":\n${item('Ada')}\n`, /^Line 1: is not valid JSON at column 12/],
    ['with a misspelt option', `{"options":{"strickt":true}}\n${item('A')}\n`, /strickt.*"strict"/],
    ['with an unknown version', `{"templateVersion":7}\n${item('A')}\n`, /7/, 'TEMPLATE_NOT_FOUND'],
    ['with a long first line', `{"options":{"x":"${'x'.repeat(20_000)}"}}\n`, /first line does not end within 16384 bytes/],
    ['with a long line', `{}\n${item('x'.repeat(600_000))}\n`, /^Line 2 .*maxBatchBytes/, 'PAYLOAD_TOO_LARGE'],
    ['with too many bytes', `{}\n${'\n'.repeat(2_000_000)}`, /limit of 2000000 bytes/, 'PAYLOAD_TOO_LARGE'],
    ['with too many items', many(2_001), /more than 2000 items; a batch may have 2000/, 'TOO_MANY_ITEMS'],
    ['with a line that nests too deeply', `{}\n{"data":{"a":${'['.repeat(70)}${']'.repeat(70)}}}`, /^Line 2: .*deeper/],
  ])('%s', async (_, raw = many(1), detail, code = 'INVALID_REQUEST', headers = {}) => {
    const answer = await lines.send(raw, headers);
    const told = [refusal(answer)[1], answer.json<{ detail: string }>().detail];
    expect(told).toEqual([code, expect.stringMatching(detail)]);
    await lines.expectNothing();
  });

  test('with the line of each malformed item', async () => {
    const broken = ['{"data":{}', '{"data":{},"referenc":"x"}', '{"data":{},"data":{}}', '{"data":{},"reference":7}', 'null'];
    const bytes = Buffer.concat([
      Buffer.from(linesOf(['{}', item('Ada'), '', ...broken])),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(linesOf([item('Grace')])),
    ]);
    const answer = await lines.send(bytes);
    expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
    const { errors, detail } = answer.json<{ errors: Breach[]; detail: string }>();
    expect(detail).toMatch(/^Line 4: \/items\/1 is not valid JSON at column 11: .* \(and 5 more\)$/);
    expect(errors.map(({ line, path, keyword }) => [line, path, keyword])).toEqual([
      [4, '/items/1', 'syntax'],
      [5, '/items/2', 'additionalProperties'],
      [6, '/items/3/data', 'duplicate'],
      [7, '/items/4/reference', 'type'],
      [8, '/items/5', 'type'],
      [9, '/items/6', 'encoding'],
    ]);
    await lines.expectNothing();
  });

  test('with the faults of all lines, whichever kind they are', async () => {
    const broken = ['no JSON', item(8), '{"items":[{"a":1,"a":2}]}', 'null', item('Ada'), '{', item(9)];
    const answer = await lines.send(linesOf(['{}', item(7), item('Ada'), ...broken]));
    expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
    const { errors, detail } = answer.json<{ errors: Breach[]; detail: string }>();
    expect(detail).toBe('Line 2: /items/0/data/customer/name must be a string, got 7 (and 6 more)');
    expect(errors.map(({ line, path }) => [line, path])).toEqual([
      [2, '/items/0/data/customer/name'],
      [4, '/items/2'],
      [5, '/items/3/data/customer/name'],
      [6, '/items/4/items/0/a'],
      [7, '/items/5'],
      [9, '/items/7'],
      [10, '/items/8/data/customer/name'],
    ]);
    await lines.expectNothing();
  });

  test('with the first 1,000 faults in the order of the lines', async () => {
    const all = Array.from({ length: 1_900 }, (_, n) => (n % 2 === 0 ? item(n) : 'no JSON'));
    const answer = await lines.send(linesOf(['{}', ...all]));
    const { errors, errorsTruncated, detail } = answer.json<{ errors: Breach[]; errorsTruncated: boolean; detail: string }>();
    expect(detail).toMatch(/^Line 2: .* \(and at least \d+ more\)$/);
    expect([errorsTruncated, errors.map(({ line }) => line)]).toEqual([true, Array.from({ length: 1_000 }, (_, n) => n + 2)]);
    await lines.expectNothing();
  });

  test('with the line of each item that breaks the contract', async () => {
    const answer = await lines.send(linesOf(['{}', item('Ada'), '', item(7), '{}', 'null', '{"data":[]}', item('Grace')]));
    expect(refusal(answer)).toEqual([422, 'BATCH_INVALID']);
    const { errors, detail } = answer.json<{ errors: Breach[]; detail: string }>();
    expect(detail).toBe(
      '4 of 6 items are invalid. No job was created. The first fault is in line 4: /items/1/data/customer/name must be a string, got 7.',
    );
    expect(errors.map(({ line, path }) => [line, path])).toEqual([
      [4, '/items/1/data/customer/name'],
      [5, '/items/2'],
      [6, '/items/3'],
      [7, '/items/4/data'],
    ]);
    await lines.expectNothing();
  });

  test('with 1,000 faults at most', async () => {
    const answer = await lines.send(linesOf(['{}', ...Array.from({ length: 1_900 }, () => item(7))]));
    const { errors, errorsTruncated, detail } = answer.json<{ errors: Breach[]; errorsTruncated: boolean; detail: string }>();
    expect([errors.length, errorsTruncated, errors[0]!.line]).toEqual([1_000, true, 2]);
    expect(detail).toMatch(/^At least 1,\d{3} of the first 1,\d{3} items are invalid/);
    await lines.expectNothing();
  });

  test('when its body breaks off', async () => {
    const socket = lines.begin('Content-Length: 1000000');
    socket.write(many(100));
    await expect.poll(() => openSpools(wire).length).toBe(1);
    // An open file loses its name at once.
    await expect.poll(() => namesIn(wire)).toEqual([]);
    socket.destroy();
    await lines.expectNothing();
  });

  test('when its client goes away before it is stored', async () => {
    const gone = new AbortController();
    const sent = fetch(wire.server.url + lines.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${wire.server.token}`, ...jsonl },
      body: many(2_000),
      signal: gone.signal,
    });
    await expect.poll(() => openSpools(wire).length, { interval: 1 }).toBe(1);
    gone.abort();
    await expect(sent).rejects.toThrow();
    await lines.expectNothing();
  });
});

describe('the disk space for batches that arrive', () => {
  const bytes = 400_000;
  const lines = useLines({ worker: false, settings: { maxStreamBytes: bytes, maxSpoolBytes: 4 * bytes } });
  const { wire } = lines;

  test('is shared, so that one team leaves room for another', async () => {
    // Nothing comes after its first line.
    const socket = lines.begin(`Content-Length: ${bytes}`);
    socket.write('{}\n');
    await expect.poll(() => openSpools(wire).length).toBe(1);
    expect(refusal(await lines.send(many(10)))).toEqual([503, 'OVERLOADED']);
    const token = await wire.server.tokenOf('other');
    const other = await wire.call('POST', await pathOf(wire, token), { token, raw: many(10), headers: jsonl });
    expect(other.status).toBe(202);
    socket.destroy();
    await expect.poll(async () => (await lines.send(many(10))).status).toBe(202);
  });
});

describe('a line of the greatest length', () => {
  const lines = useLines({ worker: false, settings: { maxBatchBytes: 2_000_000, maxHeldBytes: 16_000_000 } });

  test('fits into the memory that a team may use', async () => {
    const created = await lines.send(linesOf(['{}', item('x'.repeat(1_900_000)), item('Ada')]));
    expect(created.status, created.bytes.toString()).toBe(202);
  });
});

describe('a disk without room', () => {
  const lines = useLines({ worker: false, settings: { minFreeBytes: 2 ** 50 } });

  test('takes no batch', async () => {
    expect(refusal(await lines.send(many(10)))).toEqual([503, 'OVERLOADED']);
    await lines.expectNothing();
  });
});

describe('the quota of a team', () => {
  const lines = useLines({ worker: false, limits: { maxUnfinishedJobs: 5 } });
  const { wire } = lines;

  test('is not exceeded by a stream', async () => {
    expect(refusal(await lines.send(many(6)))).toEqual([429, 'QUOTA_EXCEEDED']);
    await lines.expectNothing();
    expect((await lines.send(many(5))).status).toBe(202);
  });

  test('ends an upload as soon as there are too many items', async () => {
    const socket = lines.begin('Transfer-Encoding: chunked');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    const send = (text: string) => socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    // The team has five unfinished jobs. The body never ends.
    send(`{}\n${item('Ada')}\n`);
    await expect.poll(() => answer).toContain('"code":"QUOTA_EXCEEDED"');
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
    expect(answer).toContain('a batch may have at most 0 items now');
    await expect.poll(() => openSpools(wire)).toEqual([]);
    // A client that goes on sending is cut off some time after its answer.
    const sending = setInterval(() => send(`${item('Ada')}\n`), 100);
    await new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()));
    clearInterval(sending);
  });

  test('does not count against the repeat of the batch that has taken the room', async () => {
    const token = await wire.server.tokenOf('other');
    const path = await pathOf(wire, token);
    const post = (key: string) => wire.call('POST', path, { token, raw: many(5), headers: { ...jsonl, 'idempotency-key': key } });
    expect((await post('k')).status).toBe(202);
    const again = await post('k');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(refusal(await post('other'))).toEqual([429, 'QUOTA_EXCEEDED']);
  });
});

describe('a stream with more items than a batch may have', () => {
  const lines = useLines({ worker: false, limits: { maxStreamItems: 5 } });

  test('is refused while it arrives', async () => {
    expect(refusal(await lines.send(many(6)))).toEqual([413, 'TOO_MANY_ITEMS']);
    await lines.expectNothing();
    expect((await lines.send(many(5))).status).toBe(202);
  });
});
