// The table of JSON Schema's keywords in three dialects, with the form of their values. Data schemas are checked and walked by it.

export const dialects = {
  'draft-07': ['http://json-schema.org/draft-07/schema'],
  '2019-09': ['https://json-schema.org/draft/2019-09/schema'],
  '2020-12': ['https://json-schema.org/draft/2020-12/schema'],
} as const;

export type Dialect = keyof typeof dialects;

/**
 * The form of a keyword's value: a schema, a list or map of schemas, a plain value, or either of two forms for a keyword that has changed.
 * `here` marks schemas that apply to the same value as the outer schema.
 */
export type ValueForm =
  | 'schema'
  | 'schemaHere'
  | 'schemas'
  | 'schemasHere'
  | 'schemaMap'
  | 'schemaMapHere'
  | 'patternMap'
  | 'schemaOrSchemas'
  | 'dependencies'
  | 'string'
  | 'pattern'
  | 'format'
  | 'ref'
  | 'recursiveRef'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'names'
  | 'namesMap'
  | 'types'
  | 'values'
  | 'list'
  | 'object'
  | 'any';

const everywhere: Readonly<Record<string, ValueForm>> = {
  $id: 'string',
  $schema: 'string',
  $ref: 'ref',
  $comment: 'string',
  $defs: 'schemaMap',
  definitions: 'schemaMap',
  title: 'string',
  description: 'string',
  default: 'any',
  examples: 'list',
  deprecated: 'boolean',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  contentMediaType: 'string',
  contentEncoding: 'string',
  type: 'types',
  const: 'any',
  enum: 'values',
  multipleOf: 'positive',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  format: 'format',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  contains: 'schema',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  properties: 'schemaMap',
  patternProperties: 'patternMap',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  dependencies: 'dependencies',
  if: 'schemaHere',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: 'schemaHere',
  else: 'schemaHere',
  allOf: 'schemasHere',
  anyOf: 'schemasHere',
  oneOf: 'schemasHere',
  not: 'schemaHere',
};

const since2019: Readonly<Record<string, ValueForm>> = {
  $anchor: 'string',
  $vocabulary: 'object',
  minContains: 'count',
  maxContains: 'count',
  dependentRequired: 'namesMap',
  dependentSchemas: 'schemaMapHere',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  contentSchema: 'schema',
};

export const keywords: Readonly<Record<Dialect, Readonly<Record<string, ValueForm>>>> = {
  'draft-07': { ...everywhere, items: 'schemaOrSchemas', additionalItems: 'schema' },
  '2019-09': {
    ...everywhere,
    ...since2019,
    items: 'schemaOrSchemas',
    additionalItems: 'schema',
    $recursiveRef: 'recursiveRef',
    $recursiveAnchor: 'boolean',
  },
  '2020-12': {
    ...everywhere,
    ...since2019,
    items: 'schema',
    prefixItems: 'schemas',
    $dynamicRef: 'ref',
    $dynamicAnchor: 'string',
  },
};

/** Keywords of other tools, each with its replacement. */
export const foreignKeywords: Readonly<Record<string, string>> = {
  nullable: 'write "type": ["string", "null"] instead',
  id: 'write "$id" instead',
  optional: 'leave the name out of "required" instead',
  example: 'write "examples": [...] instead',
  discriminator: 'leave it out; oneOf with a const in each form is enough',
};

export const typeNames: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
