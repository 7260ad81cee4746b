// The processes that use the database, and the least format that a program must know.
export const processes = `
ALTER TABLE store_form ADD COLUMN min_reader integer NOT NULL DEFAULT 0;

-- A row for each server and worker. Nothing that a running process may use is removed.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  kind text NOT NULL, -- server or worker
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  form integer NOT NULL, -- the format that its program knows
  started_ms bigint NOT NULL,
  seen_ms bigint NOT NULL
);
`;
