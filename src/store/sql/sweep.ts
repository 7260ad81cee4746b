// Removes old rows of the tables that both databases have. Each work handles a few rows only, and skips rows that another process handles at this moment.
import { lifeTimes } from '../../contract/life-times.ts';
import { all, first, run, type Work } from './work.ts';

/**
 * SQL: removes up to `limit` rows `t` that meet a condition. PostgreSQL looks for them once, and finds each by its key: the limit is part of the text, so that
 * the planner knows it.
 */
const removal = (table: string, key: string, condition: string, limit: number) => `
  WITH old AS MATERIALIZED (SELECT ${key} FROM ${table} AS t WHERE ${condition} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
  DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM old)`;

const remove = (table: string, key: string, condition: string) => (limit: number) => run(removal(table, key, condition, limit));

/** Each removes up to `limit` rows of one kind, and gives the number of rows that it has looked at. */
export const removals: readonly ((limit: number) => Work<number>)[] = [
  remove('job_data', 'job_id', 'until_ms <= now_ms()'),
  remove('idempotency_keys', 'team_id, key', `created_ms <= now_ms() - ${lifeTimes.key}`),
  // A job that can still be rendered or retried may need the revision.
  remove(
    'embedded_revisions',
    'team_id, uuid, revision',
    `superseded_ms <= now_ms() - ${lifeTimes.revision} AND NOT EXISTS (
       SELECT 1 FROM jobs JOIN job_data ON job_data.job_id = jobs.id
       WHERE jobs.team_id = t.team_id AND jobs.embedded_uuid = t.uuid AND jobs.embedded_revision = t.revision)`,
  ),
  removeClones,
  remove('embedded_drafts', 'team_id, uuid', `saved_ms <= now_ms() - ${lifeTimes.draft}`),
  removeUploads,
  remove('webhook_deliveries', 'id', `created_ms <= now_ms() - ${lifeTimes.delivery}`),
  removeWebhook,
  remove('editor_sessions', 'team_id, uuid', `expires_ms <= now_ms() - ${lifeTimes.record}`),
];

/** Removes deleted clones without revisions: they are few. */
function* removeClones(): Work<number> {
  yield* run(`DELETE FROM embedded_templates AS e WHERE deleted_ms <= now_ms() - ${lifeTimes.revision}
    AND NOT EXISTS (SELECT 1 FROM embedded_revisions AS r WHERE r.team_id = e.team_id AND r.uuid = e.uuid)`);
  return 0;
}

/** Removes uploads that neither a revision nor a draft names. Checks the other uploads again after a day. */
function* removeUploads(limit: number): Work<number> {
  const rows = yield* all<{ team_id: string; uuid: string; name: string; is_named: boolean | number }>(
    `SELECT u.team_id, u.uuid, u.name, EXISTS (
       SELECT 1 FROM embedded_revisions AS r, names_of(r.assets) AS a WHERE r.team_id = u.team_id AND r.uuid = u.uuid AND a.key = u.name
     ) OR EXISTS (
       SELECT 1 FROM embedded_drafts AS d, texts_of(d.uploads) AS a WHERE d.team_id = u.team_id AND d.uuid = u.uuid AND a.value = u.name
     ) AS is_named
     FROM embedded_uploads AS u WHERE u.kept_ms <= now_ms() - ${lifeTimes.upload} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  for (const { team_id, uuid, name, is_named } of rows) {
    const change = is_named ? 'UPDATE embedded_uploads SET kept_ms = now_ms()' : 'DELETE FROM embedded_uploads';
    yield* run(`${change} WHERE team_id = $1 AND uuid = $2 AND name = $3`, [team_id, uuid, name]);
  }
  return rows.length;
}

/** Removes a deleted webhook with its deliveries. It stays as long as another process holds one of them. */
function* removeWebhook(limit: number): Work<number> {
  const deleted = yield* first<{ id: number }>('SELECT id FROM webhooks WHERE deleted_ms IS NOT NULL LIMIT 1');
  if (!deleted) return 0;
  const removed = yield* run(removal('webhook_deliveries', 'id', 'webhook_id = $1', limit), [deleted.id]);
  const isBare = 'NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1)';
  if (removed < limit) yield* run(`DELETE FROM webhooks WHERE id = $1 AND ${isBare}`, [deleted.id]);
  return removed;
}
