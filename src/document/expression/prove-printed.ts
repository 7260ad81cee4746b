// Proves that a text prints no object or list: they print as JSON, which nobody wants.
import type { Schema } from '../../json/schema-parts.ts';
import { itemSchema, namesOf, schemaOfMember, valueTypes } from './schema-walk.ts';

/** The fault of printing the value of an expression, with the right form. Undefined: the value may be text. */
export function printedFault(source: string, schema: Schema, root: Schema): string | undefined {
  if (!givesJson(schema, root)) return undefined;
  const isList = valueTypes(schema, root)!.has('array');
  // After an operator, a further filter or member would belong to the last operand only.
  const written = /^[\p{L}_$][\p{L}\p{N}_$.[\]]*$/u.test(source) ? source : '…';
  const right = isList ? `{{ ${written} | ${joinOf(schema, root)} }}` : `{{ ${written}.${nameIn(schema, root)} }}`;
  const what = isList ? 'a list' : 'an object';
  return `This is ${what}, which would print as JSON; write ${right}, or {{ ${written} | json }} if JSON is meant.`;
}

/** Whether the schema gives objects or lists, and nothing else. */
function givesJson(schema: Schema, root: Schema): boolean {
  const types = valueTypes(schema, root);
  return types !== undefined && types.size > 0 && [...types].every((type) => type === 'object' || type === 'array');
}

/** `join: ', '` for a list; for elements without text, after naming one of their members. */
function joinOf(list: Schema, root: Schema): string {
  const items = itemSchema(list, root);
  return `${givesJson(items, root) ? `map: '${nameIn(items, root)}' | ` : ''}join: ', '`;
}

/** The first member that prints, else the first member. */
function nameIn(schema: Schema, root: Schema): string {
  const names = namesOf(schema, root);
  return names.find((name) => !givesJson(schemaOfMember(schema, name, root), root)) ?? names[0] ?? 'name';
}
