// Reports values whose type or format never fits: beside another value, or as the operand of an operator or a filter.
import type { Schema } from '../../json/schema-parts.ts';
import { nearestOf } from '../../words/nearest.ts';
import { joinsTexts } from '../other-names/operators.ts';
import { isDecimal, toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import type { InputKind } from './filters/filter.ts';
import { type CompiledPart, fail, type ProofContext } from './prove.ts';
import { formatOf, typeWords, valuesOf, valueTypes } from './schema-walk.ts';

/** The reason why a comparison of this value with a value of the schema always gives the same answer. */
export function comparedFault(operator: string, value: unknown, schema: Schema, root: Schema): string | undefined {
  if (value === null || value === undefined) return undefined;
  const types = valueTypes(schema, root);
  const type = isDecimal(value) ? 'number' : typeof value;
  if (types && types.size > 0 && !types.has(type)) {
    const other = type === 'string' && types.has('number') && toDecimal(value) !== undefined ? `; write ${value}` : '';
    const quoted = type === 'number' && types.has('string') ? `; write '${showOperand(value)}'` : '';
    return `${showOperand(value)} cannot be compared: the data schema gives ${typeWords(types)} here${other}${quoted}`;
  }
  const values = valuesOf(schema, root);
  if (typeof value !== 'string') return undefined;
  if (!values) return dateFault(operator, value, formatOf(schema, root));
  if (values.includes(value)) return undefined;
  const texts = values.filter((one) => typeof one === 'string');
  return `${showOperand(value)} is not a value that the data schema allows${nearestOf(value, texts)}`;
}

/** What to write where a time stands beside a day. */
const dayAdvice = (path = '…'): string => `write (${path} | day) for the calendar day of the time`;

/** Reports a time beside a day, which may be before and after it. `path`: what people write for the value. */
export function requireSameFormat(
  sides: readonly { readonly schema: Schema; readonly path: string | undefined }[],
  offset: number,
  context: ProofContext,
): void {
  const formats = sides.map(({ schema }) => formatOf(schema, context.names.schema));
  const at = formats.indexOf('date-time');
  if (at < 0 || !formats.includes('date')) return;
  const message = `A date-time and a date cannot be compared: ${dayAdvice(sides[at]!.path)}.`;
  fail(context, 'wrong-type', offset, message);
}

/** RFC 3339, 5.6, as the formats of JSON Schema use it. `begun`: a beginning that sorts by letters as it sorts by time. */
const timeForms: Readonly<Record<string, { readonly whole: RegExp; readonly begun: RegExp; readonly example: string }>> = {
  date: { whole: /^\d{4}-\d\d-\d\d$/, begun: /^\d{4}(?:-\d\d){0,2}$/, example: '2026-05-17' },
  time: {
    whole: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
    begun: /^\d\d(?::\d\d(?::\d\d.*)?)?$/,
    example: '14:30:00Z',
  },
  'date-time': {
    whole: /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
    // Times have various offsets, so letters do not sort them.
    begun: /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)$/i,
    example: '2026-05-17T14:30:00Z',
  },
};

/** `'17.05.2026'` where the data has `2026-05-17`: texts are compared, not days. */
function dateFault(operator: string, value: string, format: string | undefined): string | undefined {
  const form = format !== undefined && Object.hasOwn(timeForms, format) ? timeForms[format] : undefined;
  if (form === undefined || (operator === '==' || operator === '!=' ? form.whole : form.begun).test(value)) return undefined;
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value) ?? [];
  const [, y = year, m = month, d = day] = /^(\d{4})\D(\d{1,2})\D(\d{1,2})\D?$/u.exec(value) ?? [];
  const iso = y && m && d ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : undefined;
  if (format === 'date-time' && /^\d{4}(?:-\d\d){0,2}$/.test(value))
    return `${showOperand(value)} cannot be compared: the data schema gives a date-time here; ${dayAdvice()}`;
  const right = format === 'date' && iso !== undefined && iso !== value ? `; write '${iso}'` : `, such as '${form.example}'`;
  return `${showOperand(value)} cannot be compared: the data schema gives a ${format} here${right}`;
}

const accepted: Readonly<Record<Exclude<InputKind, 'any'>, readonly string[]>> = {
  number: ['number'],
  text: ['string', 'number', 'boolean'],
  date: ['string'],
  list: ['array'],
  sized: ['array', 'string'],
};

const kindWords = { number: 'a number', text: 'text', date: 'a date', list: 'a list', sized: 'a list or text' } as const;

/** Reports an error if the schema gives no value of a kind. */
export function requireKind(
  part: CompiledPart,
  kind: InputKind,
  { what, offset }: { readonly what: string; readonly offset: number },
  context: ProofContext,
): void {
  if (kind === 'any') return;
  const types = valueTypes(part.schema, context.names.schema);
  if (!types || types.size === 0 || accepted[kind].some((type) => types.has(type))) return;
  const got = part.isWritten ? `this is ${typeWords(types)}` : `the data schema gives ${typeWords(types)} here`;
  const hint = what === 'concat' && types.has('string') ? `; ${joinsTexts}` : '';
  const message = `"${what}" needs ${kindWords[kind]}, but ${got}${hint}.`;
  fail(context, 'wrong-type', offset, message);
}
