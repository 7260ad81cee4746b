// The editor sessions of one team.
import { type SessionRow, toSession } from '../embedded-rows.ts';
import { unknownClone } from '../refusals.ts';
import type { EditorSessions, SessionRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { PostgresDatabase, SqlValue, Statements } from './database.ts';
import { endSessions, lockClone } from './embedded.ts';

export function createEditorSessions(database: PostgresDatabase, teamId: string): EditorSessions {
  const findWhere = async (
    statements: Statements,
    where: string,
    values: readonly SqlValue[],
  ): Promise<SessionRecord | undefined> => {
    const row = await statements.first<SessionRow>(
      `SELECT s.*, e.base_uuid, e.external_uuid, e.deleted_ms FROM editor_sessions AS s
       JOIN embedded_templates AS e ON e.team_id = s.team_id AND e.uuid = s.embedded_uuid
       WHERE s.team_id = $1 AND ${where}`,
      [teamId, ...values],
    );
    return row && toSession(row);
  };
  return {
    open(embeddedTemplateUuid, { createdMs, expiresMs }) {
      return database.transaction(async (statements) => {
        // Two calls at the same moment open one session, and none for a clone that is being deleted.
        if (!(await lockClone(statements, teamId, embeddedTemplateUuid))) throw unknownClone(embeddedTemplateUuid);
        const alive = await findWhere(statements, 's.embedded_uuid = $2 AND s.ended_ms IS NULL AND s.expires_ms > now_ms()', [
          embeddedTemplateUuid,
        ]);
        const uuid = alive?.uuid ?? createUuid(createdMs);
        if (alive) {
          const sql = 'UPDATE editor_sessions SET expires_ms = greatest(expires_ms, $1) WHERE team_id = $2 AND uuid = $3';
          await statements.run(sql, [expiresMs, teamId, uuid]);
        } else {
          await statements.run(
            'INSERT INTO editor_sessions (team_id, uuid, embedded_uuid, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)',
            [teamId, uuid, embeddedTemplateUuid, createdMs, expiresMs],
          );
        }
        return { session: (await findWhere(statements, 's.uuid = $2', [uuid]))!, created: !alive };
      });
    },
    find: (uuid) => findWhere(database, 's.uuid = $2', [uuid]),
    end: (embeddedTemplateUuid) => endSessions(database, teamId, embeddedTemplateUuid),
  };
}
