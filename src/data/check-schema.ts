// Finds all faults of a data schema before it is compiled: breaches of its dialect, misspelt keywords, unknown formats, wrong references.
import { BreachRoom, maxBreaches } from '../contract/breach-room.ts';
import type { Breach } from '../contract/errors.ts';
import { maxDepths } from '../contract/max-depths.ts';
import { isObject } from '../json/is-object.ts';
import { checkReferences, type FoundReferences } from './check-references.ts';
import { findNonFinite, findTooDeep } from './json-bounds.ts';
import { type Dialect, dialects } from './keywords.ts';
import { showValue } from './show-value.ts';
import {
  emptyContents,
  maxSchemas,
  type ReportSchemaFault,
  type SchemaContents,
  type WalkRules,
  walkSchema,
} from './walk-schema.ts';

export interface CheckedSchema extends Pick<SchemaContents, 'pointers' | 'patterns' | 'formats'>, FoundReferences {
  readonly dialect: Dialect;
  /** `path` from `/dataSchema`. */
  readonly faults: readonly Breach[];
}

/** Checks a schema. `compilesPattern` tells whether a text is a regular expression. */
export function checkSchema(root: unknown, compilesPattern: (source: string) => boolean): CheckedSchema {
  const faults: Breach[] = [];
  const room = new BreachRoom();
  const fault: ReportSchemaFault = (pointer, keyword, message, params = {}) => {
    if (room.isOver) return;
    const found = { path: `/dataSchema${pointer}`, message, keyword, params, schemaPath: `#${pointer}` };
    room.take(found);
    faults.push(found);
  };
  const dialect = findDialect(root, fault);
  const found = checkContents(root, { dialect, compilesPattern, fault });
  const { pointers, patterns, formats } = found;
  return { dialect, faults, pointers, patterns, formats, ...checkReferences(root, found, fault) };
}

function findDialect(root: unknown, fault: ReportSchemaFault): Dialect {
  const uri = isObject(root) ? root.$schema : undefined;
  if (uri === undefined) return '2020-12';
  const plain = String(uri)
    .replace(/#$/, '')
    .replace(/^https?:/, '');
  for (const [dialect, [known]] of Object.entries(dialects))
    if (known.replace(/^https?:/, '') === plain) return dialect as Dialect;
  const known = Object.values(dialects).map(([one]) => `"${one}"`);
  fault(
    '/$schema',
    '$schema',
    `${showValue(uri)} is not supported; use one of ${known.join(', ')}, or leave "$schema" out for the last`,
  );
  return '2020-12';
}

function checkContents(root: unknown, rules: WalkRules): SchemaContents {
  const { fault } = rules;
  const tooDeep = findTooDeep(root, maxDepths.schema);
  if (tooDeep !== undefined) {
    fault(tooDeep, 'depth', `the schema is nested deeper than ${maxDepths.schema} levels`);
    return emptyContents();
  }
  for (const place of findNonFinite(root, maxBreaches))
    fault(place, 'number', 'must be a finite number: it is too large, or NaN');
  const found = walkSchema(root, rules);
  if (found.pointers.size >= maxSchemas) fault('', 'size', `the dataSchema holds more than ${maxSchemas} schemas`);
  return found;
}
