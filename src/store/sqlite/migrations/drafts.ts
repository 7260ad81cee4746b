// Drafts of embedded templates, and the sessions that saved their revisions.
export const drafts = `
CREATE TABLE embedded_drafts (
  team_id TEXT NOT NULL,
  uuid TEXT NOT NULL,
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL, -- on which the draft is based
  saved_ms INTEGER NOT NULL,
  uploads TEXT NOT NULL, -- JSON: a list of their names
  pages TEXT NOT NULL, -- any text
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
) STRICT;
CREATE INDEX embedded_drafts_by_time ON embedded_drafts (saved_ms);

-- Number of the draft that was written last.
ALTER TABLE embedded_templates ADD COLUMN last_draft INTEGER NOT NULL DEFAULT 0;
-- The revision that the latest reset made. 0: there was no reset.
ALTER TABLE embedded_templates ADD COLUMN reset_revision INTEGER NOT NULL DEFAULT 0;
-- The editor session that saved the revision. Null: none did, or an earlier program saved it.
ALTER TABLE embedded_revisions ADD COLUMN session_uuid TEXT;
`;
