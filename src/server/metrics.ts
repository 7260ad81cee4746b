// Metrics of a server or worker for Prometheus.
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ErrorCode, errorTable, PdfgenError } from '../contract/errors.ts';
import { generateOperations } from '../contract/generate.ts';
import type { Readings, Rendering, ServerObserver, StoreCall } from '../engine/readings.ts';
import type { DelivererEvent, JobWorkerEvent } from '../engine/service.ts';
import { programVersion } from '../files/program-files.ts';
import { addReadings } from './metrics-of-readings.ts';

export interface Metrics extends ServerObserver {
  readonly contentType: string;
  /** All metrics as text. */
  write(): Promise<string>;
  heardCall(operation: string, method: string, status: number, seconds: number): void;
  heardWorker(event: JobWorkerEvent): void;
  heardDeliverer(event: DelivererEvent): void;
  /** Shows what there is at each scrape. */
  addReadings(take: () => Promise<Readings>, limits: { readonly maxResultBytes: number }): void;
  /** Creates an HTTP server that serves only `/metrics`, and `/healthz` for the probes of a worker. */
  createServer(): MetricsServer;
}

export interface MetricsServer {
  listen(host: string, port: number): Promise<string>;
  close(): Promise<void>;
}

/** Gauges of prom-client whose names end as those of counters must. Each is the sum of another metric. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Creates the metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({ name: 'pdfgen_build_info', help: 'Version of the program. Always 1.', labelNames: ['version'], registers }).set(
    { version: programVersion() },
    1,
  );
  const counts = createCounts(registers);
  beginAtZero(counts);
  const { calls, answers, documents, failures, deliveries, renders, waits, storeCalls, storeFaults } = counts;
  const write = () => registry.metrics();
  return {
    contentType: registry.contentType,
    write,
    heardCall(operation, method, status, seconds) {
      calls.observe({ operation, method, status }, seconds);
      answers.inc({ class: classOf(status) });
    },
    heardRendering({ urgency, error, times }: Rendering) {
      const caller = urgency === 'now' ? 'call' : 'job';
      if (error === undefined) documents.inc({ caller });
      // A failed job may run again. Its worker reports the last failure.
      else if (urgency === 'now') failures.inc({ caller, code: error.code });
      if (times === undefined) return;
      renders.observe({ caller }, times.ms / 1000);
      waits.observe({ caller }, times.waitedMs / 1000);
    },
    heardWorker({ kind, code }) {
      if (kind === 'failed' && code !== undefined) failures.inc({ caller: 'job', code });
    },
    heardDeliverer({ kind }) {
      const outcome = outcomes[kind];
      if (outcome !== undefined) deliveries.inc({ outcome });
    },
    heardStore({ store, call, seconds, error }: StoreCall) {
      storeCalls[store].observe({ call }, seconds);
      const code = error === undefined ? undefined : faultOf(error);
      if (code !== undefined) storeFaults.inc({ store, code });
    },
    addReadings: (take, limits) => addReadings(registry, take, limits),
    createServer: () => createMetricsServer(registry.contentType, write),
  };
}

/** The outcome of an attempt to deliver an event to a webhook. */
const outcomes: Readonly<Partial<Record<DelivererEvent['kind'], string>>> = {
  delivered: 'delivered',
  'not-delivered': 'retried',
  'given-up': 'failed',
};

type Counts = ReturnType<typeof createCounts>;

/** What is counted and timed as it happens. */
function createCounts(registers: Registry[]) {
  const timed = (name: string, help: string, labelNames: readonly string[], buckets: readonly number[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers });
  const counted = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const ofCall = [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 60];
  const ofThread = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];
  const ofStore = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 5];
  return {
    calls: timed(
      'pdfgen_http_request_duration_seconds',
      'Time from the head of a request to the end of its answer.',
      ['operation', 'method', 'status'],
      ofCall,
    ),
    answers: counted('pdfgen_http_answers_total', 'Calls by the class of their status: 1xx to 5xx.', ['class']),
    documents: counted('pdfgen_documents_total', 'Documents rendered. caller: call (somebody waited for it) or job.', ['caller']),
    failures: counted(
      'pdfgen_failures_total',
      'Documents that failed, by error code. A job counts once, when it fails for good.',
      ['caller', 'code'],
    ),
    deliveries: counted(
      'pdfgen_webhook_deliveries_total',
      'Attempts to deliver an event to a webhook. outcome: delivered, retried (another attempt follows) or failed (none follows).',
      ['outcome'],
    ),
    renders: timed(
      'pdfgen_render_duration_seconds',
      'Time of a thread for one document: check of the data, layout, writing.',
      ['caller'],
      ofThread,
    ),
    waits: timed('pdfgen_render_wait_seconds', 'Time that a document waited for a thread.', ['caller'], ofThread),
    storeCalls: {
      database: timed(
        'pdfgen_database_call_duration_seconds',
        'Time of a call to the database: jobs, batches, embedded templates, teams.',
        ['call'],
        ofStore,
      ),
      objects: timed(
        'pdfgen_object_store_call_duration_seconds',
        'Time of a call to the store of results. A read is timed up to its first bytes.',
        ['call'],
        ofStore,
      ),
      templates: timed(
        'pdfgen_template_call_duration_seconds',
        'Time of a call to the store of templates and their files.',
        ['call'],
        ofStore,
      ),
    },
    storeFaults: counted(
      'pdfgen_store_faults_total',
      'Calls to the database, to the store of results or to the store of templates that failed by no fault of the caller.',
      ['store', 'code'],
    ),
  };
}

const callers = ['call', 'job'];
const storeNames: readonly StoreCall['store'][] = ['database', 'objects', 'templates'];
/** Codes of faults that no caller has caused. */
const ownFaults = (Object.keys(errorTable) as ErrorCode[]).filter((code) => errorTable[code].status >= 500);
const { generateSingle, generateEmbedded } = generateOperations;
/** Codes with which a document may fail. */
const documentCodes = new Set<ErrorCode>([...generateSingle.errors, ...generateEmbedded.errors, ...ownFaults]);

/** Makes the series that alerts count with. Prometheus sees no growth in a series that begins with 1, so the first failure would raise no alert. */
function beginAtZero({ answers, documents, failures, deliveries, waits, storeCalls, storeFaults }: Counts): void {
  for (const status of [100, 200, 300, 400, 500]) answers.inc({ class: classOf(status) }, 0);
  for (const caller of callers) {
    documents.inc({ caller }, 0);
    waits.zero({ caller });
    for (const code of documentCodes) failures.inc({ caller, code }, 0);
  }
  for (const outcome of Object.values(outcomes)) deliveries.inc({ outcome }, 0);
  for (const store of storeNames) for (const code of ownFaults) storeFaults.inc({ store, code }, 0);
  storeCalls.database.zero({ call: 'queue.claim' });
  storeCalls.objects.zero({ call: 'write' });
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** The code of a fault of the store. Undefined: the store refused the call, as it should. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof PdfgenError)) return 'INTERNAL';
  return ownFaults.includes(error.code) ? error.code : undefined;
}

function createMetricsServer(contentType: string, write: () => Promise<string>): MetricsServer {
  const server = createHttpServer((request, response) => {
    // Asks neither the database nor the object store: while they are away, a restart of the process would not help.
    if (request.url === '/healthz' && request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    write().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const { address, family, port: taken } = server.address() as AddressInfo;
          resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
