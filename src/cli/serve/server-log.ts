// The log of a server and of its workers, on stderr: one JSON object a line, or at a terminal a short line for a person. stdout says when the
// process is ready.
import type { Logger } from 'pino';
import type { PdfgenError } from '../../contract/errors.ts';
import type { DelivererEvent, JobWorkerEvent } from '../../engine/service.ts';
import { hidePaths } from '../../words/hide-paths.ts';
import type { CommandContext } from '../context.ts';
import { reportedFailure } from '../faults/report-error.ts';
import type { Outcome } from '../outcome.ts';
import { type LogRecord, writeLogLine } from './log-line.ts';

export interface ServerLog {
  readonly log: Logger;
  /** Logs events of a worker: a job that failed and a fault always, the others with the level `debug`. */
  tell(event: JobWorkerEvent): void;
  /**
   * Logs events of webhooks: a webhook that is turned off and a fault always, an address that must not be called with the level `info`, the others
   * with the level `debug`.
   */
  tellDelivery(event: DelivererEvent): void;
  /** Logs a step of the start, such as a change of the database. */
  tellStep(text: string): void;
  /** Logs why the process waits for its stores. */
  tellAway(fault: PdfgenError): void;
  /** Logs the end of this wait. */
  tellBack(): void;
  /** Logs that a signal stops the process. */
  tellStop(facts: object): void;
  /**
   * Does the work of the process. Without a terminal, an error that ends it and the warnings of Node are lines of the log too.
   */
  during(work: () => Promise<Outcome>): Promise<Outcome>;
}

export async function openServerLog(context: CommandContext, level: string): Promise<ServerLog> {
  const { pino } = await import('pino');
  const { io, errorStyle, signal } = context;
  const { stderr } = io;
  const write = stderr.isTTY
    ? (line: string) => void stderr.write(writeLogLine(JSON.parse(line) as LogRecord, errorStyle))
    : (line: string) => void stderr.write(line);
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return {
    log,
    tellStep: (text) => log.info(text),
    tellAway: ({ message }) => log.warn({ detail: message }, 'waiting for the database and the object store'),
    tellBack: () => log.info('the database and the object store are there'),
    tellStop: (facts) => log.info({ signal: (signal.reason as Error).cause, ...facts }, 'stopping'),
    during: (work) => (stderr.isTTY ? work() : logAll(log, work, context)),
    tell({ kind, uuid, teamId, batchUuid, code, detail }) {
      const facts = {
        job: uuid,
        batch: batchUuid ?? undefined,
        team: teamId,
        code,
        detail: detail === undefined ? undefined : hidePaths(detail),
      };
      if (kind === 'fault') log.warn(facts, kind);
      else if (kind === 'failed') log.warn(facts, 'job failed');
      else log.debug(facts, kind);
    },
    tellDelivery({ kind, uuid, webhookUuid, teamId, detail }) {
      const facts = { delivery: uuid, webhook: webhookUuid, team: teamId, detail };
      if (kind === 'fault') log.warn(facts, kind);
      else if (kind === 'off') log.warn(facts, 'webhook turned off');
      else if (kind === 'refused') log.info(facts, 'webhook not called');
      else log.debug(facts, kind);
    },
  };
}

async function logAll(log: Logger, work: () => Promise<Outcome>, { io, signal }: CommandContext): Promise<Outcome> {
  // Node has a listener of its own, which writes text.
  const others = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ detail: hidePaths(`${name}: ${message}`) }, 'warning'));
  try {
    return await work();
  } catch (error) {
    // Nobody would hear of it in the log.
    if (signal.aborted || !log.isLevelEnabled('fatal')) throw error;
    const { exitCode, problem } = reportedFailure(error, io);
    const stack = io.env.PDFGEN_DEBUG && error instanceof Error ? { stack: error.stack } : {};
    log.fatal({ code: problem.code, detail: problem.detail, exitCode, ...stack }, 'the process ends');
    return { exitCode, reason: 'The process ends.', isPrinted: true };
  } finally {
    process.removeAllListeners('warning');
    for (const other of others) process.on('warning', other);
  }
}
