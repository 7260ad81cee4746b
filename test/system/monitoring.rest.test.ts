// The metrics, alert rules and dashboard of docs/deploy/monitoring, in a real Prometheus that asks real servers and a real worker.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { makeCluster } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { makeFolder } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { type RunningProcess, startProgram } from '../support/serve-process.ts';

const deploy = fileURLToPath(new URL('../../docs/deploy/', import.meta.url));
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const alertsFile = 'monitoring/alerts.yml';
const rules = (parse(read(alertsFile)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}
const dashboard = JSON.parse(read('monitoring/grafana-dashboard.json')) as {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
};

/** A histogram of calls, of which nine in ten take longer than they should. */
const slow = (name: string, label: string, good: string, most: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [good, most, '+Inf'].map((le, i) => [`${name}_seconds_bucket{${label},le="${le}"}`, i === 0 ? '0+1x40' : '0+10x40']),
  );

/** What provokes each alert: series of a minute's steps, and the minute at which the alert is there. */
const conditions: Readonly<Record<string, { readonly series: Readonly<Record<string, string>>; readonly minute: number }>> = {
  PdfgenDown: { series: { 'up{job="pdfgen-worker",instance="w"}': '1 0x10' }, minute: 4 },
  PdfgenStoreDown: { series: { 'pdfgen_store_up{instance="a"}': '1x10', 'pdfgen_store_up{instance="b"}': '1 0x10' }, minute: 3 },
  PdfgenStoreFaults: { series: { 'pdfgen_store_faults_total{store="objects",code="STORE_UNAVAILABLE"}': '0+60x30' }, minute: 20 },
  PdfgenQueueStuck: {
    series: { 'pdfgen_queue_jobs{rank="single",instance="a"}': '5x40', 'pdfgen_documents_total{caller="job"}': '7x40' },
    minute: 22,
  },
  PdfgenQueueOld: { series: { 'pdfgen_queue_oldest_age_seconds{rank="single"}': '301x20' }, minute: 6 },
  PdfgenJobsFail: {
    series: {
      'pdfgen_failures_total{caller="job",code="RENDER_FAILED"}': '0+10x40',
      'pdfgen_documents_total{caller="job"}': '0+90x40',
    },
    minute: 30,
  },
  PdfgenServerErrors: {
    series: {
      'pdfgen_http_answers_total{class="5xx"}': '0+5x40',
      'pdfgen_http_answers_total{class="2xx"}': '0+95x40',
    },
    minute: 25,
  },
  PdfgenCallsWait: { series: slow('pdfgen_render_wait', 'caller="call"', '3', '10'), minute: 25 },
  PdfgenRendererLost: { series: { 'pdfgen_renderer_losses_total{instance="a"}': '0+1x20' }, minute: 16 },
  PdfgenDatabaseSlow: { series: slow('pdfgen_database_call_duration', 'call="queue.claim"', '0.5', '2'), minute: 25 },
  PdfgenOldTransaction: { series: { 'pdfgen_database_snapshot_age_seconds{instance="a"}': '0+60x10' }, minute: 6 },
  PdfgenObjectStoreSlow: { series: slow('pdfgen_object_store_call_duration', 'call="write"', '0.5', '2'), minute: 25 },
  PdfgenDiskFull: { series: { 'pdfgen_free_bytes{instance="a"}': '2000000000x20' }, minute: 7 },
  PdfgenWebhooksLate: { series: { 'pdfgen_webhook_oldest_age_seconds{instance="a"}': '301x20' }, minute: 6 },
  PdfgenQuotaReached: {
    series: { 'pdfgen_result_bytes_of_largest_team{instance="a"}': '95x40', 'pdfgen_result_quota_bytes{instance="a"}': '100x40' },
    minute: 20,
  },
};

/** A day of a server on which nothing is wrong. */
const calm = {
  'up{job="pdfgen-server"}': '1x60',
  'pdfgen_store_up{instance="a"}': '1x60',
  'pdfgen_queue_jobs{rank="single"}': '3x60',
  'pdfgen_queue_oldest_age_seconds{rank="single"}': '20x60',
  'pdfgen_queue_oldest_age_seconds{rank="item"}': '900x60',
  'pdfgen_documents_total{caller="job"}': '0+600x60',
  'pdfgen_failures_total{caller="job",code="RENDER_WARNINGS"}': '0+1x60',
  'pdfgen_http_answers_total{class="2xx"}': '0+6000x60',
  'pdfgen_http_answers_total{class="5xx"}': '0+1x60',
  pdfgen_database_snapshot_age_seconds: '0x60',
  pdfgen_renderer_losses_total: '0x60',
  'pdfgen_webhook_oldest_age_seconds{instance="a"}': '8x60',
  pdfgen_free_bytes: '80000000000x60',
  pdfgen_result_bytes_of_largest_team: '50x60',
  pdfgen_result_quota_bytes: '100x60',
};

describe('alert rules', () => {
  /** Runs rule tests: which alerts fire at which minute. Gives what promtool says of faults. */
  function runRules(
    tests: readonly {
      readonly series: Readonly<Record<string, string>>;
      readonly alerts: Readonly<Record<string, boolean>>;
      readonly minute: number;
    }[],
  ) {
    const folder = makeFolder();
    writeFileSync(join(folder, 'alerts.yml'), read(alertsFile));
    const cases = tests.map(({ series, alerts, minute }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: Object.entries(alerts).map(([alertname, isFiring]) => ({
        expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"})`,
        eval_time: `${minute}m`,
        exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
      })),
    }));
    writeFileSync(
      join(folder, 'test.yml'),
      JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests: cases }),
    );
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'test.yml'], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  }

  test('each fires when its condition holds, and not before', () => {
    expect(Object.keys(conditions).sort()).toEqual(rules.map(({ alert }) => alert).sort());
    const tests = Object.entries(conditions).flatMap(([alert, { series, minute }]) => [
      { series, minute, alerts: { [alert]: true } },
      { series, minute: 0, alerts: { [alert]: false } },
    ]);
    expect(runRules(tests)).toBe('');
  });

  test('none fires on a calm day', () => {
    expect(runRules([{ series: calm, minute: 55, alerts: Object.fromEntries(rules.map(({ alert }) => [alert, false])) }])).toBe(
      '',
    );
  });

  test('each says how severe it is, what happened, and where the runbook explains it', () => {
    const headings = [...read('runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of rules) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook).toBe(`docs/deploy/runbook.md#${alert.toLowerCase()}`);
    }
    for (const section of read('runbook.md').split(/^## /m).slice(1)) {
      for (const part of ['**Meaning.**', '**Look.**', '**Do.**']) expect(section).toContain(part);
    }
  });
});

test('the dashboard has the form that Grafana reads: panels with ids of their own that lie beside each other', () => {
  expect(dashboard).toMatchObject({ uid: 'pdfgen', title: 'pdfgen', schemaVersion: expect.any(Number) as number });
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = new Set<string>();
  for (const { type, title, description, gridPos, targets = [] } of panels) {
    expect(['row', 'timeseries']).toContain(type);
    expect(title).not.toBe('');
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(cells.has(`${x} ${y}`)).toBe(false);
        cells.add(`${x} ${y}`);
      }
    }
    if (type === 'row') continue;
    expect(description).toMatch(/\.$/);
    expect(targets.length).toBeGreaterThan(0);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { legendFormat } of targets) expect(legendFormat).not.toBe('');
  }
});

/** Starts Prometheus with the settings of docs/deploy, with other targets. Gives a function that runs a query. */
async function startPrometheus(targets: Readonly<Record<string, readonly string[]>>) {
  const folder = makeFolder();
  const settings = parse(read('monitoring/prometheus.yml')) as {
    global: { scrape_interval: string };
    scrape_configs: { job_name: string; static_configs: { targets: readonly string[] }[] }[];
  };
  settings.global.scrape_interval = '1s';
  for (const config of settings.scrape_configs) config.static_configs = [{ targets: targets[config.job_name]! }];
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(settings));
  writeFileSync(join(folder, 'alerts.yml'), read(alertsFile));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return async (query: string): Promise<readonly unknown[]> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await fetch(url).catch(() => undefined);
    if (answer === undefined || answer.status === 503) return [];
    const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: { result: unknown[] } };
    if (status !== 'success') throw new Error(`${query}: ${error}`);
    return data.result;
  };
}

async function addressOf(running: RunningProcess): Promise<string> {
  const url = await running.says(/metrics on (\S+)/);
  const text = await (await fetch(url)).text();
  // The guide lists every metric of pdfgen, and no other.
  const names = [...text.matchAll(/^# HELP (pdfgen_\w+)/gm)].map(([, name]) => name!);
  const listed = [...read('../guides/monitoring.md').matchAll(/`(pdfgen_\w+)/g)].map(([, name]) => name!);
  expect(names.toSorted()).toEqual([...new Set(listed)].toSorted());
  expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
  return new URL(url).host;
}

/** Renders documents for calls and jobs. A document of each kind fails. */
async function work(url: string, token: string) {
  const engine = createHttpEngine({ baseUrl: url, token });
  const dataSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const { uuid: templateUuid } = await engine.createTemplate({
    body: { slug: 'note', name: 'Note', pages: [{ body: ['Hello {{ name }}'] }], dataSchema, exampleData: { name: 'Ada' } },
  });
  const [good, missing] = [{ data: { name: 'Ada' } }, { data: { name: '\u4e2d' }, options: { strict: true } }];
  const makeOne = (body: typeof good) => engine.generateSingle({ params: { uuid: templateUuid }, body });
  const makeJob = async (body: typeof good) => {
    const { uuid } = await engine.createRenderJob({ params: { uuid: templateUuid }, body });
    return engine.getRenderJob({ params: { uuid }, query: { wait: 60 } });
  };
  return {
    engine,
    async round() {
      await makeOne(good);
      await expect(makeOne(missing)).rejects.toMatchObject({ code: 'RENDER_WARNINGS' });
      expect(await makeJob(missing)).toMatchObject({ state: 'failed' });
      return makeJob(good);
    },
  };
}

test('each query of the dashboard and each series of the alerts is there, on a data folder and on many machines', async () => {
  const common = { PDFGEN_METRICS_PORT: '0', PDFGEN_THREADS: '1', PDFGEN_MIN_FREE_BYTES: '0' };
  const start = (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const running = startProgram(args, { ...common, ...env });
    onTestFinished(() => running.kill());
    return running;
  };
  const dataDir = join(makeFolder(), 'data');
  const alone = start(['serve', '--port', '0', '--data-dir', dataDir], {});

  const { variables: cluster } = await makeCluster();
  const server = start(['serve', '--port', '0', '--workers', '0'], cluster);
  const worker = start(['worker'], cluster);
  const cli = async (...args: readonly string[]) =>
    (await execa(process.execPath, [program, ...args], { env: cluster })).stdout.trim();
  await cli('teams', 'create', 'acme');
  const scopes = ['templates:write', 'templates:read', 'render'].flatMap((scope) => ['--scope', scope]);
  const token = await cli('tokens', 'create', '--team', 'acme', '--name', 'ci', ...scopes);
  const query = await startPrometheus({
    'pdfgen-server': [await addressOf(alone), await addressOf(server)],
    'pdfgen-worker': [await addressOf(worker)],
  });
  const [here, there] = [
    await work(await alone.says(/listening on (\S+)/), readFileSync(join(dataDir, 'first-token'), 'utf8').trim()),
    await work(await server.says(/listening on (\S+)/), token),
  ];
  const job = await here.round();
  const inCluster = await there.round();
  // The folder of results is no folder: a fault of the store, and an answer from 500 on.
  rmSync(join(dataDir, 'results'), { recursive: true });
  writeFileSync(join(dataDir, 'results'), '');
  const fetchResult = () => here.engine.getRenderJobResult({ params: { uuid: job.uuid } });
  await expect(fetchResult()).rejects.toMatchObject({ code: 'INTERNAL' });
  for await (const _ of (await there.engine.getRenderJobResult({ params: { uuid: inCluster.uuid } })).read());
  await expect
    .poll(() => worker.stderr())
    .toMatch(/"job":"[0-9a-f-]+","team":"[0-9a-f-]+","code":"RENDER_WARNINGS".*"msg":"job failed"/);

  const queries = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  );
  const series = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:pdfgen_\w+|up)(?:\{[^}]*\})?/g)].map(([one]) => one));
  const missing = async () => {
    const empty: string[] = [];
    for (const one of new Set([...queries, ...series])) if ((await query(one)).length === 0) empty.push(one);
    return empty;
  };
  await expect.poll(missing, { interval: 1_000 }).toEqual([]);
  expect(queries.length).toBeGreaterThan(25);
  // What Prometheus adds up fits what was done: on the data folder one call and one job, on many machines the same.
  // The last scrape may be older.
  await expect.poll(() => query('sum by (caller) (pdfgen_documents_total) == 2')).toHaveLength(2);
  await expect.poll(() => query('sum by (caller, code) (pdfgen_failures_total) == 2')).toHaveLength(2);
  await expect.poll(() => query('max by (job, state) (pdfgen_jobs{state="completed"}) == 1')).toHaveLength(2);
  expect(await query('up == 1')).toHaveLength(3);
  expect(await query('ALERTS{alertstate="firing"}')).toEqual([]);
});
