// The editor sessions of one team.
import { PdfgenError } from '../../contract/errors.ts';
import type { EditorSessions, SessionRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { Database, SqlValue } from './database.ts';
import { endSessions } from './embedded.ts';

interface SessionRow {
  readonly uuid: string;
  readonly embedded_uuid: string;
  readonly base_uuid: string;
  readonly external_uuid: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly ended_ms: number | null;
}

export function createEditorSessions(database: Database, teamId: string, now: () => number): EditorSessions {
  const findWhere = (where: string, values: readonly SqlValue[]): SessionRecord | undefined => {
    const row = database.first<SessionRow>(
      `SELECT s.*, e.base_uuid, e.external_uuid FROM editor_sessions AS s
       JOIN embedded_templates AS e ON e.team_id = s.team_id AND e.uuid = s.embedded_uuid
       WHERE s.team_id = ? AND ${where}`,
      [teamId, ...values],
    );
    return row && toSession(row);
  };
  return {
    async open(embeddedTemplateUuid, { createdMs, expiresMs }) {
      return database.transaction(() => {
        checkClone(database, teamId, embeddedTemplateUuid);
        const alive = findWhere('s.embedded_uuid = ? AND s.ended_ms IS NULL AND s.expires_ms > ?', [embeddedTemplateUuid, now()]);
        const uuid = alive?.uuid ?? createUuid(createdMs);
        if (alive) {
          database.run('UPDATE editor_sessions SET expires_ms = max(expires_ms, ?) WHERE team_id = ? AND uuid = ?', [
            expiresMs,
            teamId,
            uuid,
          ]);
        } else {
          database.run(
            'INSERT INTO editor_sessions (team_id, uuid, embedded_uuid, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?)',
            [teamId, uuid, embeddedTemplateUuid, createdMs, expiresMs],
          );
        }
        return { session: findWhere('s.uuid = ?', [uuid])!, created: !alive };
      });
    },
    async find(uuid) {
      return findWhere('s.uuid = ?', [uuid]);
    },
    async end(embeddedTemplateUuid) {
      endSessions(database, teamId, embeddedTemplateUuid, now());
    },
  };
}

function checkClone(database: Database, teamId: string, uuid: string): void {
  const found = database.first(
    'SELECT 1 AS found FROM embedded_templates WHERE team_id = ? AND uuid = ? AND deleted_ms IS NULL',
    [teamId, uuid],
  );
  if (found) return;
  throw new PdfgenError('EMBEDDED_TEMPLATE_NOT_FOUND', `There is no embedded template ${uuid}. It may have been deleted.`);
}

function toSession(row: SessionRow): SessionRecord {
  return {
    uuid: row.uuid,
    embeddedTemplateUuid: row.embedded_uuid,
    baseTemplateUuid: row.base_uuid,
    externalUuid: row.external_uuid,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    endedMs: row.ended_ms,
  };
}
