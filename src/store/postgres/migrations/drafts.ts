// Drafts of embedded templates, and the sessions that saved their revisions.
export const drafts = `
CREATE TABLE embedded_drafts (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  number integer NOT NULL,
  revision integer NOT NULL, -- on which the draft is based
  saved_ms bigint NOT NULL,
  uploads text NOT NULL, -- JSON: a list of their names
  pages text NOT NULL, -- any text
  PRIMARY KEY (team_id, uuid),
  FOREIGN KEY (team_id, uuid) REFERENCES embedded_templates (team_id, uuid) ON DELETE CASCADE
);
CREATE INDEX embedded_drafts_by_time ON embedded_drafts (saved_ms);

-- Number of the draft that was written last.
ALTER TABLE embedded_templates ADD COLUMN last_draft integer NOT NULL DEFAULT 0;
-- The revision that the latest reset made. 0: there was no reset.
ALTER TABLE embedded_templates ADD COLUMN reset_revision integer NOT NULL DEFAULT 0;
-- The editor session that saved the revision. Null: none did, or an earlier program saved it.
ALTER TABLE embedded_revisions ADD COLUMN session_uuid uuid;
`;
