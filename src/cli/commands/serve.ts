// pdfgen serve
import { readFileSync, writeFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Command } from 'commander';
import { hidePaths } from '../../contract/hide-paths.ts';
import type { Worker, WorkerEvent } from '../../engine/service.ts';
import type { ServerSettings } from '../../server/settings.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { isLively, toLine } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';
import { configOption } from './serve-config-option.ts';
import { serveSettings, showDefault } from './serve-setting-table.ts';
import { readServeSettings, type ServeSettings } from './serve-settings.ts';

const help = `
Examples:
  pdfgen serve
  pdfgen serve --port 443 --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --public-url https://pdf.example.com
  PDFGEN_DATA_DIR=/var/lib/pdfgen pdfgen serve --config /etc/pdfgen.json

The first start makes the team "default" and a token: shown once at a terminal, else written to DATA_DIR/first-token. Each flag is also a
variable (--max-pages: PDFGEN_MAX_PAGES) and a member of the file that --config names (maxPages); the flag is strongest, then the variable.
What holds, and where it comes from: pdfgen config list --server --origin

Exit codes:
  0    stopped by a signal; what ran was finished or handed back
  2    wrong usage or configuration; another server works on the data folder
  9    the data folder cannot be written`;

export const serve: CliCommand = {
  create: () => {
    const command = new Command('serve')
      .description('Serves the HTTP API for many teams, and renders their jobs.')
      .option(...configOption);
    for (const one of serveSettings)
      command.option(`${one.flag} <${one.value}>`, `${one.summary} (default: ${showDefault(one)})`);
    return command.addHelpText('after', help);
  },
  isLocal: true,
  endsBySignal: true,
  run: (context, _args, options) => runServe(context, options),
};

async function runServe(context: CommandContext, options: OptionValues): Promise<number> {
  const settings = readServeSettings(options, context.io);
  const tls = readTls(settings);
  const [{ openServer }, { createServer }, { pino }] = await Promise.all([
    import('../../engine/open-server-service.ts'),
    import('../../server/create-server.ts'),
    import('pino'),
  ]);
  // Logs go to stderr, a line of JSON each; stdout says when the server is ready.
  const log = pino(
    { level: settings.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => void context.io.stderr.write(line),
    },
  );
  const tell = ({ kind, uuid, detail = '' }: WorkerEvent) => {
    const more = { uuid, detail: hidePaths(detail) };
    if (kind === 'fault') log.warn(more, kind);
    else log.debug(more, kind);
  };
  let baseUrl = '';
  const opened = await openServer({
    dataDir: settings.dataDir,
    threads: settings.threads,
    limits: settings.limits,
    poolLimits: settings.poolLimits,
    keysFile: settings.keysFile,
    editorUrl: (capability) => `${baseUrl}/editor#capability=${capability}`,
    log: tell,
  });
  try {
    const server = await createServer({ service: opened.service, settings: { ...settings.server, tls }, log });
    let worker: Worker | undefined;
    try {
      const { url, metricsUrl } = await server.listen().catch((error: unknown) => {
        throw listenError(error, settings.server);
      });
      baseUrl = (settings.publicUrl ?? url).replace(/\/+$/, '');
      await tellFirstToken(await opened.createFirstToken(), opened.folder.firstToken, context);
      if (settings.workers > 0) worker = await opened.service.startWorker({ concurrency: settings.workers, log: tell });
      context.print(`listening on ${url}\n`);
      if (metricsUrl) context.print(`metrics on ${metricsUrl}\n`);
      await untilAborted(context.signal);
    } finally {
      // At the same time: calls and jobs have one grace, and no job is begun while the last calls are answered.
      await Promise.all([server.close(settings.graceMs), worker?.stop(settings.graceMs)]);
    }
  } finally {
    await opened.close();
  }
  return 0;
}

function readTls({ tlsCert, tlsKey }: ServeSettings): { readonly cert: string; readonly key: string } | undefined {
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
    throw new UsageError(`The ${what} ${file} cannot be read: ${(error as Error).message}`, 9);
  }
}

/** Shown to a person once; where nobody watches it goes to a file that the owner alone can read. */
async function tellFirstToken(token: string | undefined, file: string, context: CommandContext): Promise<void> {
  if (token === undefined) return;
  if (isLively(context.io.stderr, context.io.env)) {
    context.io.stderr.write(`The first token, shown this once:\n\n  ${token}\n\nLog in with: pdfgen login URL\n`);
    return;
  }
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  context.io.stderr.write(`The first token is in ${toLine(file)}; take it and remove the file.\n`);
}

interface ListenFault extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; choose another with --PORT',
  EACCES: 'there is no permission; ports below 1024 are for the administrator',
  EADDRNOTAVAIL: 'this machine has no such address; choose another with --HOST',
  ENOTFOUND: 'the name of the host is unknown; choose another with --HOST',
};

function listenError(error: unknown, { port: own }: Partial<ServerSettings>): unknown {
  const { code = '', address, hostname, port } = error as ListenFault;
  const reason = reasons[code];
  if (reason === undefined) return error;
  const part = port === undefined || port === own ? '' : 'metrics-';
  const remedy = reason.replace('--PORT', `--${part}port`).replace('--HOST', `--${part}host`);
  return new UsageError(`Cannot listen on ${address ?? hostname ?? 'this address'}:${port ?? ''}: ${remedy}.`);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
