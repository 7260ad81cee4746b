// pdfgen worker
import type { DelivererEvent, JobWorkerEvent } from '../../engine/service.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import type { Io } from '../io/io.ts';
import type { Outcome } from '../outcome.ts';
import { listenError } from '../serve/listen-error.ts';
import { configOption } from '../serve/serve-config-option.ts';
import { serveOptions, showDefault } from '../serve/serve-options.ts';
import { openServerLog, type ServerLog } from '../serve/server-log.ts';
import { createStoreWait } from '../serve/store-wait.ts';

const help = `
Examples:
  pdfgen worker                                  render the jobs of the workspace
  pdfgen worker --data-dir /var/lib/pdfgen       render jobs of a server on this machine
  pdfgen worker --config /etc/pdfgen.json        render jobs of the servers on the database that the file names

The worker of a workspace ends after a minute without a job. \`pdfgen generate async\` starts it in the background and writes its log to
.pdfgen/worker.log in the workspace. A second worker for the same workspace ends at once.

The worker of a server takes its settings from the same variables and the same file of --config as \`pdfgen serve\`. It logs as the server
does: failed jobs and faults; with --log-level debug every job. While the database or the object store is away at the start, it waits.

Exit codes:
  0  no job is left, another worker renders the jobs, or a signal came; running jobs were finished or put back in the queue
  2  there is no workspace here, or --data-dir is not a data folder
  7  the database or the object store refuses this worker, such as for a wrong password or an unknown bucket`;

const defaultIdleSeconds = 60;

/** Settings of `pdfgen serve` that a worker takes as flags with the same words. */
const sharedNames = [
  'databaseConnections',
  'databaseSeconds',
  'databasePrepared',
  'databaseDirect',
  'cacheDir',
  'cacheBytes',
  'metricsHost',
  'logLevel',
];
const sharedOptions = serveOptions.filter(({ name }) => sharedNames.includes(name));

export const command: CliCommand = {
  description: 'Renders the jobs of the workspace. With --data-dir or --database, renders the jobs of a server.',
  help,
  define(command) {
    command
      .option('--data-dir <dir>', "render the jobs of this server's data folder (default: the jobs of the workspace)")
      .option('--database <url>', 'render the jobs of the servers on this database (default: $PDFGEN_DATABASE); needs --objects')
      .option('--objects <url>', 'bucket of the object store (default: $PDFGEN_OBJECTS)')
      .option('--master-key-file <file>', 'master key of the servers on the database (default: $PDFGEN_MASTER_KEY_FILE)')
      .option(
        '--webhook-networks <addresses>',
        'private networks that webhooks may reach; give the same as to the server (default: $PDFGEN_WEBHOOK_NETWORKS)',
      )
      .option(...configOption)
      .option('--metrics-port <n>', 'port for /metrics of this worker of a server; 0: any free port (default: none)')
      .option('--threads <n>', 'documents rendered at once (default: as many as there are cores)')
      .option('--idle <seconds>', `end after this time without a job (default: ${defaultIdleSeconds}; for a server: never)`);
    for (const one of sharedOptions)
      command.option(`${one.flag} <${one.placeholder}>`, `${one.summary} (default: ${showDefault(one)})`);
  },
  isLocal: true,
  endsBySignal: () => true,
  async run(context, _args, options) {
    const { threads, idle, config } = options;
    const { workspace } = context;
    const idleMs = idle === undefined ? undefined : readNumber('--idle', String(idle), 86_400) * 1000;
    const settings = await readServer(options, context.io);
    if (settings) {
      const serverLog = await openServerLog(context, settings.logLevel);
      return serverLog.during(() => renderForServer(settings, idleMs, { context, serverLog }));
    }
    if (config !== undefined)
      throw new UsageError('--config needs --data-dir, or a "database" in the file: it holds the settings of a server.');
    for (const [flag, value] of [
      ['--metrics-port', options.metricsPort],
      ['--master-key-file', options.masterKeyFile],
      ['--webhook-networks', options.webhookNetworks],
      ...sharedOptions.map(({ flag, name }) => [flag, options[name]] as const),
    ] as const)
      if (value !== undefined)
        throw new UsageError(`${flag} is for the worker of a server: add --data-dir DIR or --database URL.`);
    if (workspace === undefined)
      throw new UsageError(
        'There is no pdfgen workspace here. Make one with `pdfgen init`. To render the jobs of a server, add --data-dir DIR or --database URL',
      );
    const { runWorkspaceWorker } = await import('../../engine/wiring/run-workspace-worker.ts');
    const hasWorked = await runWorkspaceWorker({
      signal: context.signal,
      log: ({ kind, uuid, detail }: JobWorkerEvent | DelivererEvent) =>
        context.say(toLine([new Date().toISOString(), kind, uuid, detail].filter(Boolean).join(' '))),
      threads: threads === undefined ? undefined : readNumber('--threads', String(threads), 256),
      workspace,
      idleMs: idleMs ?? defaultIdleSeconds * 1000,
    });
    if (!hasWorked) context.say('Another worker renders the jobs of this workspace.');
    return 0;
  },
};

/** Renders jobs of a server. The log and the metrics are those of `pdfgen serve`. */
async function renderForServer(
  settings: ServerSettings,
  idleMs: number | undefined,
  { context, serverLog }: { readonly context: CommandContext; readonly serverLog: ServerLog },
): Promise<Outcome> {
  const { log, tell, tellDelivery, tellStep, tellStop } = serverLog;
  const { signal, print } = context;
  const [{ runServerWorker }, { createMetrics }, { openTracing }] = await Promise.all([
    import('../../engine/wiring/run-server-worker.ts'),
    import('../../server/metrics.ts'),
    import('../../tracing/open-tracing.ts'),
  ]);
  signal.addEventListener('abort', () => tellStop({ graceSeconds: settings.graceSeconds }), { once: true });
  const tracing = await openTracing(context.io.env, (detail) => log.warn({ detail }, 'fault'));
  const metrics = createMetrics();
  const { metricsPort, metricsHost } = settings;
  let server: ReturnType<typeof metrics.createServer> | undefined;
  const listen = async () => {
    if (metricsPort === undefined || server) return;
    server = metrics.createServer();
    const url = await server.listen(metricsHost, metricsPort).catch((error: unknown) => {
      throw listenError(error, settings);
    });
    print(`metrics on ${url}\n`);
  };
  try {
    await runServerWorker({
      settings,
      idleMs,
      signal,
      tellStep,
      wait: createStoreWait(signal, serverLog, listen),
      observer: metrics,
      tracing,
      logDelivery(event) {
        tellDelivery(event);
        metrics.heardDeliverer(event);
      },
      log(event) {
        tell(event);
        metrics.heardWorker(event);
      },
      async onOpen(takeReadings) {
        metrics.addReadings(takeReadings, settings);
        await listen();
      },
    });
  } catch (error) {
    if (error !== signal.reason) throw error; // the signal came during the wait for the stores
  } finally {
    await server?.close();
    await tracing?.close();
  }
  log.info('stopped');
  return 0;
}

/** The settings of the server to work for. Undefined: no server is named. */
async function readServer(options: OptionValues, io: Io): Promise<ServerSettings | undefined> {
  const isNamed = [options.dataDir, options.database, options.objects, options.config, io.env.PDFGEN_DATABASE].some(Boolean);
  if (!isNamed) return undefined;
  const { readWorkerSettings } = await import('../serve/serve-settings.ts');
  const settings = readWorkerSettings(options, io);
  return options.dataDir !== undefined || settings.database !== undefined ? settings : undefined;
}

function readNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`${flag} must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}`);
  return Number(text);
}
