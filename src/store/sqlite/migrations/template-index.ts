// Tables for the index of templates. The index of a team is filled from the files at the team's first call.
export const templateIndex = `
CREATE TABLE templates (
  team_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  uuid TEXT, -- null: the template cannot be read
  created_at TEXT, -- RFC 3339
  version INTEGER, -- null: the content is not recorded
  summary TEXT,
  searched TEXT, -- name, slug and description in lower case, separated by U+001F
  tags TEXT, -- each between two U+001F
  fault TEXT,
  PRIMARY KEY (team_id, slug)
) STRICT;
CREATE UNIQUE INDEX templates_by_uuid ON templates (team_id, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_by_time ON templates (team_id, created_at, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_unrecorded ON templates (team_id) WHERE uuid IS NOT NULL AND version IS NULL;
CREATE INDEX templates_faulty ON templates (team_id) WHERE fault IS NOT NULL;

-- The state of a team's files that the rows above show.
CREATE TABLE template_stamps (team_id TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
`;
