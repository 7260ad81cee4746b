// The table of rounds: work that one process at a time does for all.
export const rounds = `
CREATE TABLE rounds (
  name text PRIMARY KEY,
  term bigint NOT NULL, -- counts the rounds that were begun or taken over; a process with an older term has lost the round
  until_ms bigint NOT NULL, -- end of the lease of the process at work
  due_ms bigint NOT NULL, -- the next round begins from this time on
  place text -- where a round that is not finished goes on
);
`;
