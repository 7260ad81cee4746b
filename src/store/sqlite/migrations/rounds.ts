// The table of rounds: work that one process at a time does for all.
export const rounds = `
CREATE TABLE rounds (
  name TEXT PRIMARY KEY,
  term INTEGER NOT NULL, -- counts the rounds that were begun or taken over; a process with an older term has lost the round
  until_ms INTEGER NOT NULL, -- end of the lease of the process at work
  due_ms INTEGER NOT NULL, -- the next round begins from this time on
  place TEXT -- where a round that is not finished goes on
) STRICT;
`;
