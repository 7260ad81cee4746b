// Tokens that open only /metrics. They belong to no team.
export const metricsTokens = `
CREATE TABLE metrics_tokens (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  created_ms bigint NOT NULL,
  expires_ms bigint,
  revoked_ms bigint
);
`;
