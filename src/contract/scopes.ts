// The scopes of API tokens.
/** Each scope allows a group of calls. */
export const scopes = ['templates:read', 'templates:write', 'render', 'embed', 'webhooks'] as const;
/** A group of calls that a token may make. */
export type Scope = (typeof scopes)[number];

/** Stands in lists of tokens in place of the scopes of a metrics token. No operation needs it. */
export const metricsScope = 'metrics';
