// What filters of lists give of an empty list, and of elements without a value.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/contract/schema.ts';
import { compileText } from '../../../../src/document/expression/index.ts';
import { listOf, number, objectOf, text } from '../../../support/schemas.ts';

const line = objectOf({ name: text, x: number, note: text }, 'name x');
const schema: JsonSchema = objectOf({
  net: number,
  tags: listOf(text),
  lines: listOf(line),
  full: { ...listOf(line), minItems: 1 },
});
const diagnose = (expression: string, of: JsonSchema = schema) =>
  compileText(`{{ ${expression} }}`, { schema: of, locals: [] }).diagnostics;
const messages = (...given: Parameters<typeof diagnose>) => diagnose(...given).map(({ message }) => message);

describe('the remedy for a list that may be empty', () => {
  test.each([
    ['tags | first', ["(tags | first) ?? ''"]],
    ['tags | last | upcase', ["(tags | last | upcase) ?? ''"]],
    ["lines | min: 'name'", ["(lines | min: 'name') ?? ''"]],
    ["lines | max: 'x'", ["(lines | max: 'x') ?? ''", "(lines | max: 'x') ?? 0"]],
    ["(lines | max: 'x') + 1", ["((lines | max: 'x') ?? 0) + 1"]],
    ["net / (lines | max: 'x')", ["(lines | max: 'x') == null ? '' : net / (lines | max: 'x')"]],
    ["(lines | max: 'x') > 1 ? 'a' : 'b'", ["(lines | max: 'x') == null ? '' : (lines | max: 'x') > 1 ? 'a' : 'b'"]],
    ["full | max: 'note'", ["(full | max: 'note') ?? ''"]],
    ["lines | max: 'note'", ["(lines | max: 'note') ?? ''"]],
  ])('of %s ends the warning', (expression, mended) => {
    expect(diagnose(expression)).toMatchObject([{ code: 'possibly-missing' }]);
    for (const one of mended) expect(messages(one), one).toEqual([]);
  });
  test('is said by the place in which the value is lost', () => {
    const must = 'set "minItems": 1 in the data schema.';
    const why = (filter: string) => `The list may be empty, so "${filter}" may give nothing: write`;
    expect(messages('tags | first | upcase')).toEqual([`${why('first')} (tags | first | upcase) ?? '', or ${must}`]);
    const most = "(lines | max: 'x')";
    expect(messages("lines | max: 'x'")).toEqual([
      `${why('max')} ${most} ?? '', or ${most} ?? 0 if a missing one counts as 0, or ${must}`,
    ]);
    expect(messages(`net / ${most}`)).toEqual([`${why('max')} (net / ${most}) ?? '', or ${must}`]);
    expect(messages(`${most} > 1 ? 'a' : 'b'`)).toEqual([
      `${why('max')} (${most} > 1) ?? false if the part after ":" is right without it, or test ${most} == null before, or ${must}`,
    ]);
  });
  test('is a list with an element only if each element has the value', () => {
    const all = (required: string) => ({
      ...schema,
      properties: { lines: { ...listOf({ ...line, required: [required] }), minItems: 1 } },
    });
    expect(messages("lines | max: 'note'", all('note'))).toEqual([]);
    const [message] = messages("full | max: 'note'");
    expect(message).toBe(`Elements may be missing, so "max" may give nothing: write (full | max: 'note') ?? ''.`);
    expect(messages("lines | max: 'note'")[0]).not.toContain('minItems');
  });
  test('is a condition around it', () => {
    expect(messages("tags ? (tags | first) : ''")).toEqual([]);
    expect(messages("(tags | first) ? 'A' & (tags | first) : ''")).toEqual([]);
    expect(messages("lines.size > 0 ? (lines | max: 'x') : 0")).toEqual([]);
  });
});

test.each([
  ["tags | where: 'size > 1'", 'array'],
  ['tags | slice: 1', 'array'],
  ['net | fixed: 2', 'string'],
  ["lines | map: 'x'", 'array'],
  ["lines | group: 'name'", 'array'],
  ["'a' | contains: 'b'", 'boolean'],
  ['tags | size', 'number'],
])('the schema of %s is of the type %s', (expression, type) => {
  const wrong = messages(`(${expression}) | ${type === 'array' ? 'number' : 'sum'}`)[0];
  const words: Readonly<Record<string, string>> = { array: 'a list', string: 'text', boolean: 'a boolean', number: 'a number' };
  expect(wrong).toMatch(new RegExp(`needs (?:a number|a list), but the data schema gives ${words[type]} here`));
});
