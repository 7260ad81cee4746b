// What stands in a team's folders of templates. It is filled from the files when a team is first asked for.
export const templateIndex = `
CREATE TABLE templates (
  team_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  uuid TEXT, -- null: the folder is no template
  created_at TEXT, -- RFC 3339
  version INTEGER, -- null: what stands is not recorded
  summary TEXT,
  searched TEXT, -- name, slug and description in lower case, parted by U+001F
  tags TEXT, -- each between two U+001F
  fault TEXT,
  PRIMARY KEY (team_id, slug)
) STRICT;
CREATE UNIQUE INDEX templates_by_uuid ON templates (team_id, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_by_time ON templates (team_id, created_at, uuid) WHERE uuid IS NOT NULL;
CREATE INDEX templates_unrecorded ON templates (team_id) WHERE uuid IS NOT NULL AND version IS NULL;
CREATE INDEX templates_faulty ON templates (team_id) WHERE fault IS NOT NULL;

-- Which state of a team's files the rows above show.
CREATE TABLE template_stamps (team_id TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
`;
