/** What a token may allow. */
export const scopes = ['templates:read', 'templates:write', 'render', 'embed'] as const;
export type Scope = (typeof scopes)[number];
