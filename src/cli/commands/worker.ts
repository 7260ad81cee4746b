// pdfgen worker
import { Command } from 'commander';
import type { WorkerEvent } from '../../engine/service.ts';
import type { CliCommand } from '../command.ts';
import { toLine } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';
import { configOption } from './serve-config-option.ts';

const help = `
Examples:
  pdfgen worker                                  the jobs of the workspace, until there are no more
  pdfgen worker --data-dir /var/lib/pdfgen       jobs of a server on this machine, beside it; its limits are those of \`serve\`, from the
                                                 same variables and the same file of --config

\`pdfgen generate async\` starts one by itself, in the background; it ends after a minute without a job. What it does stands in
.pdfgen/worker.log of the workspace. A second worker on one workspace ends at once.

Exit codes:
  0  there is nothing more to do, another worker does it, or a signal came: what ran is finished or handed back
  2  there is no workspace here, or the folder is no data folder`;

const defaultIdleSeconds = 60;

export const worker: CliCommand = {
  create: () =>
    new Command('worker')
      .description('Renders the jobs of the workspace, or with --data-dir those of a server on this machine.')
      .option('--data-dir <dir>', "a server's data folder; without it: the jobs of the workspace")
      .option(...configOption)
      .option('--threads <n>', 'documents at once (default: as many as there are cores)')
      .option('--idle <seconds>', `end after so long without a job (default: ${defaultIdleSeconds})`)
      .addHelpText('after', help),
  isLocal: true,
  endsBySignal: true,
  async run(context, _args, options) {
    const { threads, idle, config } = options;
    const { workspace } = context;
    const idleMs = idle === undefined ? undefined : readNumber('--idle', String(idle), 86_400) * 1000;
    const common = {
      signal: context.signal,
      log: ({ kind, uuid, detail }: WorkerEvent) =>
        context.say(toLine([new Date().toISOString(), kind, uuid, detail].filter(Boolean).join(' '))),
    };
    if (options.dataDir !== undefined) {
      const { runServerWorker } = await import('../../engine/run-server-worker.ts');
      const { readServeSettings } = await import('./serve-settings.ts');
      const { dataDir, limits, poolLimits, keysFile, threads: serverThreads } = readServeSettings(options, context.io);
      await runServerWorker({ ...common, dataDir, threads: serverThreads, limits, poolLimits, keysFile, idleMs });
      return 0;
    }
    if (config !== undefined) throw new UsageError('--config goes with --data-dir: it holds the settings of a server.');
    if (workspace === undefined)
      throw new UsageError(
        'There is no pdfgen workspace here. Make one with: pdfgen init; for the jobs of a server say --data-dir DIR',
      );
    const { runWorkspaceWorker } = await import('../../engine/run-workspace-worker.ts');
    const hasWorked = await runWorkspaceWorker({
      ...common,
      threads: threads === undefined ? undefined : readNumber('--threads', String(threads), 256),
      workspace,
      idleMs: idleMs ?? defaultIdleSeconds * 1000,
    });
    if (!hasWorked) context.say('Another worker renders the jobs of this workspace.');
    return 0;
  },
};

function readNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`${flag} must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}`);
  return Number(text);
}
