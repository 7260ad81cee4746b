// SQL that adds a delivery for each webhook that wants an event. It is a part of the statement or transaction that causes the event: no event
// is lost.

/**
 * SQL: adds the deliveries. `rows` gives team_id, event, subject_uuid and callback_url, which is null if the caller gave none or the event is
 * not for it.
 */
export function addEvents(rows: string): string {
  return `INSERT INTO webhook_deliveries (team_id, webhook_id, uuid, event, subject_uuid, url, state, attempts, due_ms, created_ms)
    SELECT e.team_id, w.id, new_uuid(), e.event, e.subject_uuid, CASE WHEN w.url IS NULL THEN e.callback_url END, 'pending', 0, now_ms(), now_ms()
    FROM (${rows}) AS e JOIN webhooks AS w ON w.team_id = e.team_id
    WHERE w.off_ms IS NULL AND w.deleted_ms IS NULL
      AND CASE WHEN w.url IS NULL THEN e.callback_url IS NOT NULL ELSE strpos(w.events, ' ' || e.event || ' ') > 0 END`;
}

/** SQL: adds the deliveries for jobs that have come to a state. `from`: a table with team_id, uuid, batch_id and callback_url of each. */
export function addJobEvents(state: 'completed' | 'failed' | 'canceled' | 'expired', from: string): string {
  const callback = state === 'expired' ? 'NULL::text' : 'callback_url';
  return addEvents(
    `SELECT team_id, CASE WHEN batch_id IS NULL THEN 'job.${state}' ELSE 'item.${state}' END AS event, uuid AS subject_uuid,
       ${callback} AS callback_url FROM ${from}`,
  );
}
