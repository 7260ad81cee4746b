// Who is asking, and whom.
import { nullableTime } from './common.ts';
import type { JsonSchema } from './schema.ts';

/** What a token may be good for. */
export const scopes = ['templates:read', 'templates:write', 'render', 'embed'] as const;
export type Scope = (typeof scopes)[number];

export const identity = {
  type: 'object',
  required: ['team', 'token', 'server'],
  properties: {
    team: { type: 'string' },
    token: {
      type: 'object',
      required: ['id', 'name', 'scopes', 'expiresAt'],
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        scopes: { type: 'array', items: { enum: scopes } },
        expiresAt: nullableTime,
      },
    },
    server: {
      type: 'object',
      required: ['name', 'version'],
      properties: { name: { type: 'string' }, version: { type: 'string' } },
    },
  },
} as const satisfies JsonSchema;

export const serviceOperations = {
  whoami: {
    method: 'GET',
    path: '/whoami',
    scope: null,
    summary: 'The team and token that are asking, and the server that answers.',
    response: { status: 200, body: identity },
    errors: [],
  },
} as const;
