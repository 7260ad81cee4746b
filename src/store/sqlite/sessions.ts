// The editor sessions of one team.
import { type SessionRow, toSession } from '../embedded-rows.ts';
import { unknownClone } from '../refusals.ts';
import type { EditorSessions, SessionRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';
import { endSessions } from './embedded.ts';

export function createEditorSessions(database: SqliteDatabase, teamId: string, now: () => number): EditorSessions {
  const findWhere = (where: string, values: readonly SqlValue[]): SessionRecord | undefined => {
    const row = database.first<SessionRow>(
      `SELECT s.*, e.base_uuid, e.external_uuid, e.deleted_ms FROM editor_sessions AS s
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

function checkClone(database: SqliteDatabase, teamId: string, uuid: string): void {
  const found = database.first(
    'SELECT 1 AS found FROM embedded_templates WHERE team_id = ? AND uuid = ? AND deleted_ms IS NULL',
    [teamId, uuid],
  );
  if (!found) throw unknownClone(uuid);
}
