// The move of a data folder into the database.
export const moves = `
ALTER TABLE store_form ADD COLUMN moving boolean NOT NULL DEFAULT false; -- a part of a data folder is missing, so no server may start

CREATE TABLE moves (
  source text PRIMARY KEY, -- digest of the folder's rows
  begun_ms bigint NOT NULL, -- by the clock of the folder's machine
  stage text NOT NULL, -- the table that is being copied
  after text NOT NULL, -- JSON: the key of the row that was copied last
  left_out integer NOT NULL DEFAULT 0, -- results whose files were missing or damaged
  ended_ms bigint
);
`;
