// The series of /metrics that alerts count with. Prometheus sees no growth in a series that appears, so each of them must be there from the start.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ErrorCode, errorTable, PdfgenError } from '../../src/contract/errors.ts';
import { generateOperations } from '../../src/contract/generate.ts';
import { createMetrics, type Metrics } from '../../src/server/metrics.ts';

const { groups } = parse(readFileSync(new URL('../../docs/deploy/monitoring/alerts.yml', import.meta.url), 'utf8')) as {
  groups: { rules: { expr: string }[] }[];
};
/** Series of which an alert takes `rate` or `increase`, as PromQL selects them. */
const selectors = [
  ...new Set(
    groups
      .flatMap(({ rules }) => rules)
      .flatMap(({ expr }) => [...expr.matchAll(/\b(?:rate|increase)\((\w+(?:\{[^}]*\})?)/g)])
      .map(([, one]) => one!),
  ),
];

function isSelected(series: string, selector: string): boolean {
  const [, name, matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector)!;
  return series.match(/^\w+/)![0] === name && matchers.split(',').every((matcher) => series.includes(matcher));
}

async function counted(metrics: Metrics): Promise<readonly string[]> {
  const lines = (await metrics.write()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = lines.map((line) => line.slice(0, line.lastIndexOf(' ')));
  return names.filter((series) => selectors.some((one) => isSelected(series, one))).sort();
}

const readings = {
  figures: undefined,
  freeBytes: undefined,
  renderer: { threads: 1, running: 0, waitingNow: 0, waitingLater: 0, residentBytes: 0, losses: 0 },
};

function openMetrics(): Metrics {
  const metrics = createMetrics();
  metrics.addReadings(async () => readings as never, { maxResultBytes: 1 });
  return metrics;
}

const codes = Object.keys(errorTable) as ErrorCode[];
const codesOfDocuments = [...generateOperations.generateSingle.errors, ...generateOperations.generateEmbedded.errors];

test('whatever happens, no series of an alert appears that was not there from the start', async () => {
  const metrics = openMetrics();
  const before = await counted(metrics);
  for (const urgency of ['now', 'later'] as const) {
    const times = { ms: 1, waitedMs: 1 };
    metrics.heardRendering({ urgency, error: undefined, times } as never);
    for (const code of codesOfDocuments) metrics.heardRendering({ urgency, error: new PdfgenError(code, 'x'), times } as never);
  }
  for (const code of [...codesOfDocuments, 'INTERNAL']) metrics.heardWorker({ kind: 'failed', code });
  for (const store of ['database', 'objects', 'templates'] as const)
    for (const error of [undefined, new TypeError('x'), ...codes.map((code) => new PdfgenError(code, 'x'))])
      for (const call of ['queue.claim', 'write', 'check']) metrics.heardStore({ store, call, seconds: 1, error });
  for (const status of [200, 201, 304, 400, 404, 499, 500, 501, 503, 504]) metrics.heardCall('generateSingle', 'POST', status, 1);
  for (const kind of ['delivered', 'not-delivered', 'given-up'] as const) metrics.heardDeliverer({ kind });
  expect(await counted(metrics)).toEqual(before);
});

test('documents are told in seconds: the time of a thread, and the time before it', async () => {
  const metrics = openMetrics();
  metrics.heardRendering({ urgency: 'now', error: undefined, times: { ms: 1500, waitedMs: 250 } } as never);
  const text = await metrics.write();
  expect(text).toContain('pdfgen_render_duration_seconds_sum{caller="call"} 1.5\n');
  expect(text).toContain('pdfgen_render_wait_seconds_sum{caller="call"} 0.25\n');
});

test('each series of which an alert takes the growth is there from the start, and is 0', async () => {
  expect(selectors.length).toBeGreaterThan(6);
  const metrics = openMetrics();
  const there = await counted(metrics);
  for (const selector of selectors)
    expect(
      there.filter((series) => isSelected(series, selector)),
      selector,
    ).not.toEqual([]);
  const text = await metrics.write();
  for (const series of there) expect(text).toContain(`${series} 0\n`);
});
