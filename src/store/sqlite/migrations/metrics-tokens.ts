// Tokens that open only /metrics. They belong to no team.
export const metricsTokens = `
CREATE TABLE metrics_tokens (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  revoked_ms INTEGER
) STRICT;
`;
