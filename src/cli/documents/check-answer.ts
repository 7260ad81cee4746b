// Checks a typed answer at once. The schema checks the whole when it is complete.

import type { JsonSchema } from '../../contract/schema.ts';
import { counted } from '../../words/counts.ts';
import { uuidForm } from '../../words/is-uuid.ts';

/** True, or the fault. */
export function checkAnswer(text: string, schema: JsonSchema, type: string, isRequired: boolean): true | string {
  if (text === '') {
    const mayBeEmpty = type === 'string' && !Number(schema.minLength ?? 0) && schema.format === undefined;
    return !isRequired || mayBeEmpty || 'This is needed.';
  }
  return type === 'number' || type === 'integer' ? checkNumber(text, schema, type) : checkText(text, schema);
}

function checkNumber(text: string, schema: JsonSchema, type: string): true | string {
  if (type === 'integer' && !/^-?\d+$/.test(text)) return 'A whole number, please.';
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return 'A number, please, with a decimal point.';
  const number = Number(text);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && number < minimum) return `At least ${minimum}, please.`;
  if (typeof maximum === 'number' && number > maximum) return `At most ${maximum}, please.`;
  if (typeof exclusiveMinimum === 'number' && number <= exclusiveMinimum) return `More than ${exclusiveMinimum}, please.`;
  if (typeof exclusiveMaximum === 'number' && number >= exclusiveMaximum) return `Less than ${exclusiveMaximum}, please.`;
  return true;
}

/** RFC 3339, 5.6; RFC 9562; addresses and links only roughly. */
const formats: Readonly<Record<string, readonly [RegExp, string]>> = {
  date: [/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a date such as 2026-01-31'],
  time: [/^\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i, 'a time such as 09:30:00Z'],
  'date-time': [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i, 'a time such as 2026-01-31T09:30:00Z'],
  email: [/^[^\s@]+@[^\s@]+$/, 'an e-mail address'],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, 'a link such as https://example.com'],
  uuid: [uuidForm, 'a UUID'],
};

function checkText(text: string, schema: JsonSchema): true | string {
  const format = formats[String(schema.format)];
  if (format && !format[0].test(text)) return `This must be ${format[1]}.`;
  // JSON Schema counts characters, not UTF-16 code units (Validation, 6.3.1).
  const length = [...text].length;
  if (typeof schema.minLength === 'number' && length < schema.minLength)
    return `At least ${counted(schema.minLength, 'character')}, please.`;
  if (typeof schema.maxLength === 'number' && length > schema.maxLength)
    return `At most ${counted(schema.maxLength, 'character')}, please.`;
  return true;
}
