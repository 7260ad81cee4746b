// The log of a server and of its workers: one JSON object a line, on stderr. stdout says when the process is ready.
import type { Logger } from 'pino';
import type { DelivererEvent, JobWorkerEvent } from '../engine/service.ts';
import { hidePaths } from '../words/hide-paths.ts';
import type { Io } from './io/io.ts';

export interface ServerLog {
  readonly log: Logger;
  /** Logs what a worker tells: a job that failed and a fault always, the others with the level `debug`. */
  tell(event: JobWorkerEvent): void;
  /**
   * Logs what is told of webhooks: a webhook that is turned off and a fault always, an address that must not be called with the level `info`, the others
   * with the level `debug`.
   */
  tellDelivery(event: DelivererEvent): void;
}

export async function openServerLog({ stderr }: Pick<Io, 'stderr'>, level: string): Promise<ServerLog> {
  const { pino } = await import('pino');
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void stderr.write(line) },
  );
  return {
    log,
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
