// Schemas that several operations share: ids in paths, pages of lists, headers.
import { lifeOf } from './life-times.ts';
import { type JsonSchema, objectOf } from './schema.ts';

export const uuid = { type: 'string', format: 'uuid', description: 'RFC 9562 UUID, lower case.' } as const satisfies JsonSchema;
export const dateTime = {
  type: 'string',
  format: 'date-time',
  description: 'RFC 3339, UTC, milliseconds.',
} as const satisfies JsonSchema;
export const sha256 = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 in lower-case hex.',
} as const satisfies JsonSchema;

export const listOf = <const S extends JsonSchema>(items: S) =>
  ({
    type: 'object',
    required: ['items', 'nextCursor'],
    properties: { items: { type: 'array', items }, nextCursor: { type: ['string', 'null'] } },
  }) as const satisfies JsonSchema;

export const orNull = <const S extends JsonSchema>(schema: S) =>
  ({ anyOf: [schema, { type: 'null' }] }) as const satisfies JsonSchema;

export const nullableTime = { type: ['string', 'null'], format: 'date-time' } as const satisfies JsonSchema;
export const nullableUuid = { type: ['string', 'null'], format: 'uuid' } as const satisfies JsonSchema;

export const byUuid = objectOf(['uuid'], { uuid });

/** An embedded template: a base template of the team, and the identifier that the host application chose. */
export const pair = objectOf(['baseTemplateUuid', 'externalUuid'], { baseTemplateUuid: uuid, externalUuid: uuid });

/** How many items a page of a list holds. */
export const pageLimit = { type: 'integer', minimum: 1, maximum: 200, default: 50 } as const satisfies JsonSchema;

/** Query members of a list. */
export const page = {
  limit: pageLimit,
  cursor: { type: 'string', maxLength: 1000, description: '`nextCursor` of the previous answer.' },
} as const satisfies Record<string, JsonSchema>;

export const wait = {
  type: 'integer',
  minimum: 0,
  maximum: 60,
  default: 0,
  description: 'Seconds to wait for the end. The answer comes at the end, or when this time is over.',
} as const satisfies JsonSchema;

export const ifMatch = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      maxLength: 1000,
      description: 'Entity tag of the version or revision to replace, such as `"3"`.',
    },
  },
} as const satisfies JsonSchema;

export const idempotencyKey = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: `A repeat with this key within ${lifeOf('key')} creates nothing: its answer is what the first call created.`,
    },
  },
} as const satisfies JsonSchema;

export const assetBySha256 = objectOf(['sha256'], { sha256 });

/** Most characters of the address of a webhook. */
export const longestUrl = 2_000;

export const callbackUrl = {
  type: 'string',
  minLength: 1,
  maxLength: longestUrl,
  format: 'storable-text',
  description:
    "Address that gets the event at the end. The team's webhook whose `url` is null signs it; without this webhook the call is INVALID_REQUEST.",
} as const satisfies JsonSchema;
