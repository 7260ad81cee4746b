// pdfgen serve
import { readFileSync, writeFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { Deliverer, JobWorker, JobWorkerEvent } from '../../engine/service.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { isLively } from '../io/io.ts';
import type { Outcome } from '../outcome.ts';
import { listenError } from '../serve/listen-error.ts';
import { configOption } from '../serve/serve-config-option.ts';
import { serveOptions, showDefault } from '../serve/serve-options.ts';
import { readServeSettings } from '../serve/serve-settings.ts';
import { openServerLog, type ServerLog } from '../serve/server-log.ts';
import { createStoreWait } from '../serve/store-wait.ts';

const help = `
Examples:
  pdfgen serve
  pdfgen serve --port 443 --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --public-url https://pdf.example.com
  PDFGEN_DATA_DIR=/var/lib/pdfgen pdfgen serve --config /etc/pdfgen.json

The first start makes the team "default" and a token. At a terminal the token is shown once. Without a terminal it is written to
DATA_DIR/first-token. With --database and without a terminal, the first start makes no team and no token: run \`pdfgen teams create\` and
\`pdfgen tokens create\`.

stdout says "listening on URL". The log goes to stderr: at a terminal short lines, otherwise lines of JSON.

With --database and --objects any number of servers and workers share the data, on as many machines as you like. While the database or the
object store is away at the start, the server waits: /healthz answers 200, everything else 503. It needs no restart.

Each setting has a flag (--job-seconds), a variable (PDFGEN_JOB_SECONDS) and a member in the file of --config (jobSeconds). The flag overrides
the variable, the variable overrides the file. To see every value and its origin: pdfgen config list --server --origin

Exit codes:
  0    stopped by a signal; running jobs were finished or put back in the queue
  2    wrong usage or configuration, or another server uses the data folder
  7    the database or the object store refuses this server, such as for a wrong password or an unknown bucket
  9    the data folder cannot be written`;

export const command: CliCommand = {
  description: 'Serves the HTTP API for many teams, and renders their jobs.',
  help,
  define(command) {
    command.option(...configOption);
    for (const one of serveOptions)
      command.option(`${one.flag} <${one.placeholder}>`, `${one.summary} (default: ${showDefault(one)})`);
  },
  isLocal: true,
  endsBySignal: () => true,
  run: (context, _args, options) => runServe(context, options),
};

async function runServe(context: CommandContext, options: OptionValues): Promise<Outcome> {
  const settings = readServeSettings(options, context.io);
  const tls = readTls(settings);
  const serverLog = await openServerLog(context, settings.logLevel);
  return serverLog.during(() => serveUntilStopped(context, { settings, tls, serverLog }));
}

/** Certificate chain and private key, as PEM texts. */
interface Tls {
  readonly cert: string;
  readonly key: string;
}

interface Serving {
  readonly settings: ServerSettings;
  readonly tls: Tls | undefined;
  readonly serverLog: ServerLog;
}

/** The server that waits answers each call at once. A call whose request does not end must not hold up the start. */
const waitingGraceMs = 1000;

async function serveUntilStopped(context: CommandContext, { settings, tls, serverLog }: Serving): Promise<Outcome> {
  const { log, tell: logEvent, tellDelivery, tellStep, tellStop } = serverLog;
  const graceMs = settings.graceSeconds * 1000;
  const [{ openServer }, { createServer, createWaitingServer }, { createMetrics }, { openTracing }] = await Promise.all([
    import('../../engine/wiring/open-server-service.ts'),
    import('../../server/create-server.ts'),
    import('../../server/metrics.ts'),
    import('../../tracing/open-tracing.ts'),
  ]);
  const tracing = await openTracing(context.io.env, (detail) => log.warn({ detail }, 'fault'));
  const metrics = createMetrics();
  const tell = (event: JobWorkerEvent) => {
    logEvent(event);
    metrics.heardWorker(event);
  };
  let baseUrl = '';
  const common = { settings, tls, log, metrics, tracing };
  const listen = (server: Server) =>
    server.listen().catch((error: unknown) => {
      throw listenError(error, settings);
    });
  let waiting: Server | undefined;
  const endWaiting = async () => {
    await waiting?.close(waitingGraceMs);
    waiting = undefined;
  };
  try {
    const opened = await openServer({
      settings,
      editorUrl: (capability) => `${baseUrl}/editor#capability=${capability}`,
      log: tell,
      logDelivery: tellDelivery,
      tellStep,
      wait: createStoreWait(context.signal, serverLog, async (obstacle) => {
        waiting = await createWaitingServer({ obstacle, ...common });
        await listen(waiting);
      }),
      observer: metrics,
      tracing,
    });
    try {
      metrics.addReadings(opened.takeReadings, settings);
      const server = await createServer({ service: opened.service, ...common });
      let worker: JobWorker | undefined;
      let deliverer: Deliverer | undefined;
      try {
        await endWaiting();
        const { url, metricsUrl } = await listen(server);
        baseUrl = (settings.publicUrl ?? url).replace(/\/+$/, '');
        if (opened.firstTokenFile !== undefined || isLively(context.io.stderr, context.io.env))
          await opened.createFirstToken(async (token) => tellFirstToken(token, opened.firstTokenFile, context, log));
        else if (!(await opened.hasTeams()))
          log.warn('There is no team yet. Make one with: pdfgen teams create NAME, and its token with: pdfgen tokens create');
        if (settings.workers > 0) worker = await opened.service.startWorker({ concurrency: settings.workers, log: tell });
        deliverer = await opened.service.startDeliverer((event) => {
          tellDelivery(event);
          metrics.heardDeliverer(event);
        });
        tellListening(context, { url, metricsUrl, docsUrl: `${baseUrl}/docs` }, log);
        await untilAborted(context.signal);
        tellStop({ calls: server.openCalls(), jobs: worker?.runningJobs() ?? 0, graceSeconds: settings.graceSeconds });
      } finally {
        // In parallel: calls and jobs share one period of grace, and no job begins while the last calls are answered.
        await Promise.all([server.close(graceMs), worker?.stop(graceMs), deliverer?.stop(graceMs)]);
      }
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error !== context.signal.reason) throw error;
    tellStop({}); // the signal came during the wait for the stores
  } finally {
    await endWaiting();
    await tracing?.close();
  }
  log.info('stopped');
  return 0;
}

type Server = Awaited<ReturnType<typeof import('../../server/create-server.ts').createServer>>;

interface Addresses {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly docsUrl: string;
}

/** Programs read the addresses on stdout. A person also gets the address of the documentation. */
function tellListening({ io, print }: CommandContext, { url, metricsUrl, docsUrl }: Addresses, log: Logger): void {
  print(`listening on ${url}\n`);
  if (metricsUrl) print(`metrics on ${metricsUrl}\n`);
  if (io.stdout.isTTY) print(`documentation on ${docsUrl}\nCtrl-C stops the server.\n`);
  if (!io.stderr.isTTY) log.info({ url, metricsUrl }, 'listening');
}

function readTls({ tlsCert, tlsKey }: ServerSettings): Tls | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const tls = { cert: readPem('certificate', tlsCert), key: readPem('private key', tlsKey) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new UsageError(
      `The certificate ${tlsCert} and the private key ${tlsKey} cannot be used together: ${(error as Error).message}`,
    );
  }
  return tls;
}

function readPem(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The ${what} ${file} cannot be read: ${(error as Error).message}`, 'file');
  }
}

/** Shows the token once to a person. Without a terminal, writes it to the file, which only its owner can read. */
function tellFirstToken(token: string, file: string | undefined, context: CommandContext, log: Logger): void {
  if (file === undefined || isLively(context.io.stderr, context.io.env)) {
    context.io.stderr.write(`The first token. It is shown only once:\n\n  ${token}\n\nLog in with: pdfgen login URL\n`);
    return;
  }
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  log.warn({ file }, 'The first token is in this file. Copy it and remove the file.');
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
