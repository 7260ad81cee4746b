// Metrics that are read when somebody asks for them. The processes of a cluster show the same figures of the store.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Readings } from '../engine/readings.ts';

type MetricValue = readonly [labels: Readonly<Record<string, string>>, value: number | undefined];

interface ShownMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** A value that is undefined or infinite is not shown. */
  values(readings: Readings): readonly MetricValue[];
}

const perSecond = 1000;

function gauges(maxResultBytes: number): readonly ShownMetric[] {
  const one = (name: string, help: string, value: (readings: Readings) => number | undefined): ShownMetric => ({
    name,
    help,
    values: (readings) => [[{}, value(readings)]],
  });
  const waiting = (value: (of: { readonly jobs: number; readonly oldestMs: number }) => number) => ({
    labelNames: ['rank'],
    values: ({ figures }: Readings): readonly MetricValue[] =>
      Object.entries(figures?.waiting ?? {}).map(([rank, of]) => [{ rank }, value(of)]),
  });
  return [
    one('pdfgen_store_up', '1: the database can be read. 0: it cannot.', ({ figures }) => (figures ? 1 : 0)),
    {
      name: 'pdfgen_jobs',
      help: 'Jobs that are stored, by state. The same in all processes.',
      labelNames: ['state'],
      values: ({ figures }) => Object.entries(figures?.jobs ?? {}).map(([state, n]) => [{ state }, n]),
    },
    {
      name: 'pdfgen_queue_jobs',
      help: 'Jobs that wait. rank: single, or item of a batch. The same in all processes.',
      ...waiting(({ jobs }) => jobs),
    },
    {
      name: 'pdfgen_queue_oldest_age_seconds',
      help: 'How long the oldest waiting job has waited; 0: no job waits. rank: single, or item of a batch. The same in all processes.',
      ...waiting(({ oldestMs }) => oldestMs / perSecond),
    },
    one(
      'pdfgen_webhook_waiting_deliveries',
      'Deliveries that wait, for webhooks that are turned on. At most 100,000 are counted. The same in all processes.',
      ({ figures }) => figures?.deliveries.waiting,
    ),
    one(
      'pdfgen_webhook_oldest_age_seconds',
      'How long the oldest delivery has waited since it could be sent; 0: no delivery can be sent now. The same in all processes.',
      ({ figures }) => figures && figures.deliveries.oldestMs / perSecond,
    ),
    one(
      'pdfgen_result_bytes',
      'Bytes of the results of all teams. The same in all processes.',
      (of) => of.figures?.resultBytes.total,
    ),
    one(
      'pdfgen_result_bytes_of_largest_team',
      'Bytes of the results of the team that has the most. The same in all processes.',
      (of) => of.figures?.resultBytes.most,
    ),
    one('pdfgen_result_quota_bytes', 'Most bytes of the results of one team: --max-result-bytes.', () => maxResultBytes),
    one(
      'pdfgen_database_snapshot_age_seconds',
      'Age of the oldest open transaction of the PostgreSQL database. The same in all processes.',
      ({ figures }) => (figures?.snapshotMs !== undefined ? figures.snapshotMs / perSecond : undefined),
    ),
    one('pdfgen_free_bytes', 'Free bytes on the disk of the results. Not with an object store.', ({ freeBytes }) => freeBytes),
    one('pdfgen_renderer_threads', 'Threads that render documents.', ({ renderer }) => renderer.threads),
    one('pdfgen_renderer_running', 'Calls that threads work on: documents, checks.', ({ renderer }) => renderer.running),
    {
      name: 'pdfgen_renderer_waiting',
      help: 'Calls that wait for a thread. caller: call (somebody waits for it) or job.',
      labelNames: ['caller'],
      values: ({ renderer }) => [
        [{ caller: 'call' }, renderer.waitingNow],
        [{ caller: 'job' }, renderer.waitingLater],
      ],
    },
    one('pdfgen_renderer_resident_bytes', 'Memory of the processes that render.', ({ renderer }) => renderer.residentBytes),
  ];
}

/** Adds metrics to a registry. `take` is called once for each scrape. */
export function addReadings(
  registry: Registry,
  take: () => Promise<Readings>,
  { maxResultBytes }: { readonly maxResultBytes: number },
): void {
  const registers = [registry];
  let taking: Promise<Readings> | undefined;
  // A scrape collects all metrics at the same moment.
  const current = () =>
    (taking ??= take().finally(() => {
      taking = undefined;
    }));
  for (const { name, help, labelNames = [], values } of gauges(maxResultBytes)) {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        const shown = values(await current());
        this.reset();
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of shown) if (Number.isFinite(value)) this.set(labels, value!);
      },
    });
  }
  new Counter({
    name: 'pdfgen_renderer_losses_total',
    help: 'Processes that render and were lost, because a document crashed or outgrew them.',
    registers,
    async collect() {
      const { losses } = (await current()).renderer;
      this.reset();
      this.inc(losses);
    },
  });
}
