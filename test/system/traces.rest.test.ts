// Traces of a real server and a real worker, as a collector receives them.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { listen } from '../support/listen.ts';
import { makeFolder } from '../support/run-cli.ts';
import { startProgram } from '../support/serve-process.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string | number>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Collector {
  readonly url: string;
  readonly spans: (SentSpan & { readonly service: string })[];
  readonly types: Set<string>;
  readonly bodies: Buffer[];
  readonly headers: IncomingMessage['headers'][];
}

/** Takes what is sent to it, as a collector does. */
async function openCollector(status = 200): Promise<Collector> {
  const collector = { spans: [], types: new Set<string>(), bodies: [], headers: [] } as unknown as Collector;
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    collector.types.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    collector.headers.push(request.headers);
    collector.bodies.push(body);
    if (request.headers['content-type'] === 'application/json') {
      const { resourceSpans } = JSON.parse(body.toString()) as {
        resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue);
        for (const { spans } of scopeSpans) collector.spans.push(...spans.map((span) => ({ ...span, service })));
      }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  return Object.assign(collector, { url: `http://127.0.0.1:${await listen(server)}` });
}

const noteSchema = { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } };

async function serve(env: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const dataDir = join(makeFolder(), 'data');
  const all = { OTEL_BSP_SCHEDULE_DELAY: '100', ...env };
  const server = startProgram(
    ['serve', '--data-dir', dataDir, '--port', '0', '--min-free-bytes', '0', '--threads', '1', ...flags],
    all,
  );
  onTestFinished(() => server.kill());
  const url = await server.says(/listening on (\S+)/);
  const token = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  const engine = createHttpEngine({ baseUrl: url, token });
  const { uuid } = await engine.createTemplate({
    body: {
      slug: 'note',
      name: 'Note',
      pages: [{ body: ['Hello {{ name | default: "you" }}'] }],
      dataSchema: noteSchema,
      exampleData: {},
    },
  });
  const work = () => {
    const worker = startProgram(['worker', '--data-dir', dataDir, '--threads', '1'], all);
    onTestFinished(() => worker.kill());
    return worker;
  };
  const call = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { server, engine, uuid, work, call };
}

const fact = ({ attributes }: SentSpan, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
};

test('a job is one trace: from the HTTP call of its caller through the queue to the render thread', async () => {
  const collector = await openCollector();
  const json = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'letters',
  };
  const { uuid, work, call, engine } = await serve(json, '--workers', '0');
  work();
  const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const answer = await call(`/generate/async/${uuid}`, { data: {} }, { traceparent: `00-${traceId}-${caller}-01` });
  const job = (await answer.json()) as { uuid: string };
  await engine.getRenderJob({ params: { uuid: job.uuid }, query: { wait: 60 } });
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect
    .poll(() =>
      ofTrace()
        .map(({ name }) => name)
        .sort(),
    )
    .toEqual(['POST /api/v1/generate/async/:templateUuid', 'render document', 'render job']);
  const [http, document, work1] = ofTrace().sort((a, b) => (a.name < b.name ? -1 : 1)) as unknown as readonly [
    SentSpan,
    SentSpan,
    SentSpan,
  ];
  expect(http.parentSpanId).toBe(caller);
  expect(work1.parentSpanId).toBe(http.spanId);
  expect(document.parentSpanId).toBe(work1.spanId);
  // Server, consumer, internal.
  expect([http.kind, work1.kind, document.kind]).toEqual([2, 5, 1]);
  expect(fact(http, 'http.response.status_code')).toBe(202);
  expect(fact(work1, 'pdfgen.job')).toBe(job.uuid);
  expect(fact(work1, 'pdfgen.outcome')).toBe('completed');
  expect(BigInt(document.endTimeUnixNano)).toBeGreaterThan(BigInt(document.startTimeUnixNano));
  expect(new Set(ofTrace().map(({ service }) => service))).toEqual(new Set(['letters']));
  expect(collector.types).toEqual(new Set(['POST /v1/traces application/json']));

  const batchTrace = 'aaf92f3577b34da6a3ce929d0e0e4736';
  const items = [{ data: {} }, { data: {} }];
  const batch = await call(`/generate/batch/${uuid}`, { items }, { traceparent: `00-${batchTrace}-${caller}-01` });
  const { batchUuid } = (await batch.json()) as { batchUuid: string };
  await engine.getRenderBatch({ params: { batchUuid }, query: { wait: 60 } });
  await expect
    .poll(() => collector.spans.filter((span) => span.traceId === batchTrace && fact(span, 'pdfgen.batch') === batchUuid))
    .toHaveLength(2);

  const linesTrace = 'abf92f3577b34da6a3ce929d0e0e4736';
  const headers = { 'content-type': 'application/jsonl', traceparent: `00-${linesTrace}-${caller}-01` };
  const lines = (await (await call(`/generate/batch/${uuid}`, '{}\n{"data":{}}\n', headers)).json()) as { batchUuid: string };
  await engine.getRenderBatch({ params: { batchUuid: lines.batchUuid }, query: { wait: 60 } });
  const ofLines = () => collector.spans.filter((span) => span.traceId === linesTrace && span.name === 'render job');
  await expect.poll(ofLines).toHaveLength(1);

  // The character cannot be printed, so the job fails, and so does its retry.
  const body = { data: { name: '\u0007' }, options: { strict: true } };
  const failing = (await (await call(`/generate/async/${uuid}`, body)).json()) as { uuid: string };
  const ended = await engine.getRenderJob({ params: { uuid: failing.uuid }, query: { wait: 60 } });
  expect(ended.state).toBe('failed');
  const retryTrace = 'acf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${retryTrace}-${caller}-01`;
  const again = (await (
    await call(`/render-jobs/${failing.uuid}/retry`, '', { traceparent, 'content-type': 'text/plain' })
  ).json()) as {
    uuid: string;
  };
  await engine.getRenderJob({ params: { uuid: again.uuid }, query: { wait: 60 } });
  const ofRetry = () => collector.spans.filter((span) => span.traceId === retryTrace && fact(span, 'pdfgen.job') === again.uuid);
  await expect.poll(ofRetry).toHaveLength(1);

  // The caller has decided that its trace is not kept.
  const untracedId = 'bbf92f3577b34da6a3ce929d0e0e4736';
  await call(`/generate/single/${uuid}`, { data: {} }, { traceparent: `00-${untracedId}-${caller}-00` });
  // A header that is not valid begins a new trace.
  await call(`/generate/single/${uuid}`, { data: {} }, { traceparent: 'wrong' });
  const singles = () => collector.spans.filter(({ name }) => name === 'POST /api/v1/generate/single/:id');
  await expect.poll(singles).toHaveLength(1);
  expect(singles()[0]!.parentSpanId ?? '').toBe('');
  await expect
    .poll(() => collector.spans.some((span) => span.name === 'render document' && span.parentSpanId === singles()[0]!.spanId))
    .toBe(true);
  expect(collector.spans.filter((span) => span.traceId === untracedId)).toEqual([]);
});

test('without a protocol spans go as protobuf, with the headers of the variables, and the sampler decides', async () => {
  const collector = await openCollector();
  const { uuid, call } = await serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  await call(`/generate/single/${uuid}`, { data: {} });
  await expect.poll(() => collector.bodies.some((body) => body.includes('render document'))).toBe(true);
  expect(collector.types).toEqual(new Set(['POST /v1/traces application/x-protobuf']));
  expect(collector.headers[0]!['x-key']).toBe('abc');
  for (const text of ['service.name', 'pdfgen', 'deployment.environment.name'])
    expect(collector.bodies[0]!.includes(text)).toBe(true);
});

test('a collector that fails or is missing harms nobody, and the log says so', async () => {
  const collector = await openCollector(400);
  const broken = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const missing = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  for (const { call, uuid, server } of [broken, missing]) {
    expect((await call(`/generate/single/${uuid}`, { data: {} })).status).toBe(200);
    if (server === broken.server) await expect.poll(() => server.stderr()).toContain('Traces cannot be sent');
    server.child.kill('SIGTERM');
    await expect.poll(() => server.child.exitCode).toBe(0);
  }
});
