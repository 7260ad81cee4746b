// pdfgen worker
import { Command } from 'commander';
import type { WorkerEvent } from '../../engine/service.ts';
import type { CliCommand } from '../command.ts';
import { toLine } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';
import { dataDirOption, readDataDir } from './data-dir.ts';

const help = `
Examples:
  pdfgen worker                                  the jobs of the workspace, until there are no more
  pdfgen worker --data-dir /var/lib/pdfgen       jobs of a server on this machine, beside it

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
      .addOption(dataDirOption())
      .option('--threads <n>', 'documents at once (default: as many as there are cores)')
      .option('--idle <seconds>', `end after so long without a job (default: ${defaultIdleSeconds})`)
      .addHelpText('after', help),
  isLocal: true,
  endsBySignal: true,
  async run(context, _args, options) {
    const { threads, idle } = options;
    const { workspace } = context;
    const idleMs = idle === undefined ? undefined : readNumber('--idle', String(idle), 86_400) * 1000;
    const common = {
      threads: threads === undefined ? undefined : readNumber('--threads', String(threads), 256),
      signal: context.signal,
      log: ({ kind, uuid, detail }: WorkerEvent) =>
        context.say(toLine([new Date().toISOString(), kind, uuid, detail].filter(Boolean).join(' '))),
    };
    if (options.dataDir !== undefined) {
      const { runServerWorker } = await import('../../engine/run-server-worker.ts');
      await runServerWorker({ ...common, dataDir: readDataDir(options, context), idleMs });
      return 0;
    }
    if (workspace === undefined) throw new UsageError('There is no pdfgen workspace here. Make one with: pdfgen init');
    const { runWorkspaceWorker } = await import('../../engine/run-workspace-worker.ts');
    const hasWorked = await runWorkspaceWorker({ ...common, workspace, idleMs: idleMs ?? defaultIdleSeconds * 1000 });
    if (!hasWorked) context.say('Another worker renders the jobs of this workspace.');
    return 0;
  },
};

function readNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`${flag} must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}`);
  return Number(text);
}
