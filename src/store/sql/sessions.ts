// The editor sessions of one team.
import { unknownClone } from '../refusals.ts';
import type { EditorSessions, SessionRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import { endSessions, lockClone } from './embedded.ts';
import { type SessionRow, toSession } from './embedded-rows.ts';
import { first, run, type Work, type WorkDatabase, type WorkValue } from './work.ts';

export function createEditorSessions({ perform, transact }: WorkDatabase, teamId: string): EditorSessions {
  function* findWhere(where: string, value: WorkValue): Work<SessionRecord | undefined> {
    const row = yield* first<SessionRow>(
      `SELECT s.*, e.base_uuid, e.external_uuid, e.deleted_ms FROM editor_sessions AS s
       JOIN embedded_templates AS e ON e.team_id = s.team_id AND e.uuid = s.embedded_uuid
       WHERE s.team_id = $1 AND ${where}`,
      [teamId, value],
    );
    return row && toSession(row);
  }
  return {
    open: (embeddedTemplateUuid, { createdMs, expiresMs }) =>
      transact(function* () {
        // Two calls at the same moment open one session, and none for a clone that is being deleted.
        if (!(yield* lockClone(teamId, embeddedTemplateUuid))) throw unknownClone(embeddedTemplateUuid);
        const isAlive = 's.embedded_uuid = $2 AND s.ended_ms IS NULL AND s.expires_ms > now_ms()';
        const alive = yield* findWhere(isAlive, embeddedTemplateUuid);
        const uuid = alive?.uuid ?? createUuid(createdMs);
        if (alive) {
          const sql = 'UPDATE editor_sessions SET expires_ms = $3 WHERE team_id = $1 AND uuid = $2 AND expires_ms < $3';
          yield* run(sql, [teamId, uuid, expiresMs]);
        } else {
          yield* run(
            'INSERT INTO editor_sessions (team_id, uuid, embedded_uuid, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)',
            [teamId, uuid, embeddedTemplateUuid, createdMs, expiresMs],
          );
        }
        return { session: (yield* findWhere('s.uuid = $2', uuid))!, created: !alive };
      }),
    find: (uuid) => perform(() => findWhere('s.uuid = $2', uuid)),
    async end(embeddedTemplateUuid) {
      await perform(() => endSessions(teamId, embeddedTemplateUuid));
    },
  };
}
