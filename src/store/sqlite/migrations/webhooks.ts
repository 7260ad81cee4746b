// Webhooks and their deliveries.
export const webhooks = `
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- a deleted webhook's number is never used again: deliveries may still name it
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  url TEXT, -- null: signs the events for callback addresses
  events TEXT NOT NULL, -- each between blanks
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_until_ms INTEGER,
  created_ms INTEGER NOT NULL,
  off_ms INTEGER, -- null: the webhook is turned on
  off_reason TEXT,
  failing_since_ms INTEGER,
  failures INTEGER NOT NULL DEFAULT 0, -- claims in a row whose attempts all failed
  held_until_ms INTEGER NOT NULL DEFAULT 0,
  lease_ms INTEGER NOT NULL DEFAULT 0,
  served_ms INTEGER NOT NULL DEFAULT 0, -- time of the latest claim
  deleted_ms INTEGER,
  UNIQUE (team_id, uuid)
) STRICT;
CREATE UNIQUE INDEX webhooks_for_callbacks ON webhooks (team_id) WHERE url IS NULL AND deleted_ms IS NULL;
CREATE INDEX webhooks_deleted ON webhooks (deleted_ms) WHERE deleted_ms IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY,
  team_id TEXT NOT NULL,
  webhook_id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  event TEXT NOT NULL,
  subject_uuid TEXT NOT NULL,
  url TEXT, -- null: that of the webhook
  payload TEXT, -- null: nothing was sent yet
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  last_ms INTEGER,
  status INTEGER,
  error TEXT,
  UNIQUE (team_id, uuid)
) STRICT;
CREATE INDEX deliveries_pending ON webhook_deliveries (webhook_id, due_ms, id) WHERE state = 'pending';
CREATE INDEX deliveries_ended ON webhook_deliveries (webhook_id, id) WHERE state <> 'pending';
CREATE INDEX deliveries_by_time ON webhook_deliveries (team_id, created_ms, uuid);
CREATE INDEX deliveries_of_webhook ON webhook_deliveries (webhook_id, created_ms, uuid);
CREATE INDEX deliveries_old ON webhook_deliveries (created_ms);

-- Where the caller wants to hear of the end.
ALTER TABLE jobs ADD COLUMN callback_url TEXT;
ALTER TABLE batches ADD COLUMN callback_url TEXT;
`;
