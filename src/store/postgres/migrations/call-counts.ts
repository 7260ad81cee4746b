// The table of the limits of calls.
export const callCounts = `
-- Calls of a token or of an editor's session in its minute. Unlogged: a count is worth nothing after the end of its minute, and a commit need not
-- wait for the disk. After a crash of the database the minutes begin anew.
CREATE UNLOGGED TABLE call_counts (
  key text PRIMARY KEY,
  until_ms bigint NOT NULL, -- end of the minute
  used integer NOT NULL, -- calls that processes have taken
  granted integer NOT NULL -- calls that the last process took
) WITH (fillfactor = 50);
`;
