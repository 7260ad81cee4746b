// Tables of templates, of their files and of the keys of capabilities.
export const templates = `
CREATE TABLE templates (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  slug text COLLATE "C" NOT NULL,
  version integer NOT NULL, -- the current version
  first_version integer NOT NULL, -- earlier versions belong to a deleted template with this uuid
  name text NOT NULL,
  description text NOT NULL,
  tags text[] NOT NULL,
  page_count integer NOT NULL,
  searched text NOT NULL, -- name, slug and description in lower case, separated by U+001F
  created_ms bigint NOT NULL,
  PRIMARY KEY (team_id, uuid),
  UNIQUE (team_id, slug)
);
CREATE INDEX templates_by_time ON templates (team_id, created_ms, uuid);

-- Versions are never changed or removed, because a job may need them.
CREATE TABLE template_versions (
  team_id uuid NOT NULL,
  uuid uuid NOT NULL,
  number integer NOT NULL,
  digest text NOT NULL,
  slug text NOT NULL,
  document text NOT NULL,
  assets text NOT NULL, -- entries by name
  created_ms bigint NOT NULL,
  PRIMARY KEY (team_id, uuid, number)
);

-- Files that are kept in the object store, at assets/TEAM/SHA256/GENERATION.
CREATE TABLE assets (
  team_id uuid NOT NULL,
  sha256 text NOT NULL,
  generation uuid NOT NULL,
  bytes bigint NOT NULL,
  type text NOT NULL,
  kept_ms bigint NOT NULL, -- time of the last upload, or of the last template that named the file
  PRIMARY KEY (team_id, sha256)
);
CREATE INDEX assets_by_time ON assets (team_id, kept_ms);

-- The files that a version names.
CREATE TABLE version_assets (
  team_id uuid NOT NULL,
  sha256 text NOT NULL,
  uuid uuid NOT NULL,
  number integer NOT NULL,
  PRIMARY KEY (team_id, sha256, uuid, number)
);

CREATE TABLE capability_keys (
  kid text PRIMARY KEY,
  created_ms bigint NOT NULL,
  sealed text NOT NULL -- the secret, encrypted with the master key
);
`;
