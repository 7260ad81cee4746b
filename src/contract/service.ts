// The team and token of the caller, and the server.

import type { OperationShape } from './operation-shape.ts';
import type { JsonSchema } from './schema.ts';
import { scopes } from './scopes.ts';
import { nullableTime } from './shared-schemas.ts';

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
      properties: {
        name: { type: 'string' },
        version: { type: 'string' },
        maxStreamItems: {
          type: 'integer',
          minimum: 1,
          description: 'Most items of a batch that is sent as JSON Lines. Missing: the server takes no JSON Lines.',
        },
      },
    },
  },
} as const satisfies JsonSchema;

export const serviceOperations = {
  whoami: {
    method: 'GET',
    path: '/whoami',
    tag: 'Token and server',
    scope: null,
    summary: 'Get the team and token of the caller, and the name and version of the server.',
    response: { status: 200, body: identity },
    examples: {
      answer: {
        team: 'default',
        token: {
          id: '0190a0a0-0000-7000-8000-000000000006',
          name: 'shop',
          scopes: ['templates:read', 'render'],
          expiresAt: null,
        },
        server: { name: 'pdfgen', version: '0.1.0', maxStreamItems: 1_000_000 },
      },
    },
    errors: [],
  },
} as const satisfies Record<string, OperationShape>;
