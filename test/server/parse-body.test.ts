import { expect, test } from 'vitest';
import { JsonText } from '../../src/contract/json-text.ts';
import { assembleBody, type BodyPlan, parseBody, type TextMembers } from '../../src/server/parse-body.ts';
import { createRandom } from '../support/random.ts';

const plan = (texts: TextMembers, more: Partial<BodyPlan> = {}): BodyPlan => ({
  texts,
  maxDepth: 67,
  dataDepth: 64,
  maxValues: 10_000,
  maxTemplateValues: 200,
  maxItems: 50,
  hashHead: undefined,
  ...more,
});

const parse = (text: string, members: TextMembers, more?: Partial<BodyPlan>) =>
  assembleBody(parseBody(Buffer.from(text), plan(members, more)), members);

/** The value with the texts in it parsed. */
function whole(value: unknown): unknown {
  if (value instanceof JsonText) return JSON.parse(value.text);
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, whole(member)]));
}

/** JSON text of anything, with what misleads a search for brackets, quotes and names. */
function writeJson(random: () => number, levels: number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const space = () => pick(['', '', ' ', '\n', '\t \r\n']);
  const string = () =>
    pick(['"data"', '"items"', '"}"', '"]\\""', '"\\\\"', '"\\u0064ata"', '"{\\"data\\":{}}"', '""', '"é€😀"', '"\\\\\\""']);
  if (levels === 0 || random() < 0.4) return pick([string(), '-1.5e3', '0', 'true', 'null', '{}', '[]', '[ ]', '{ }']);
  const members = Array.from({ length: Math.floor(random() * 4) }, (_, i) => i);
  const list = (parts: readonly string[]) => parts.map((part) => space() + part + space()).join(',');
  if (random() < 0.5) return `[${list(members.map(() => writeJson(random, levels - 1)))}]`;
  // Names differ by their number, as two of a name are refused.
  const named = members.map(
    (i) => `${i === 0 ? pick(['"data"', '"items"', '"x"']) : `"${i}\\"data"`}${space()}:${writeJson(random, levels - 1)}`,
  );
  return `{${list(named)}}`;
}

test('a body is the same whether its data stay text or not, for any JSON', () => {
  const random = createRandom(12);
  for (let round = 0; round < 1000; round++) {
    const data = () => writeJson(random, 3);
    const item = () => (random() < 0.8 ? `{"reference":"\\"data\\":{","data" : ${data()} }` : data());
    const items = Array.from({ length: Math.floor(random() * 4) }, item).join(' , ');
    const text =
      random() < 0.2
        ? data()
        : random() < 0.5
          ? `{"d\\u0061ta":${data()},"options":{}}`
          : `{ "options":{"data":1},"items":[${items}]}`;
    for (const members of ['data', 'items', 'none'] as const) {
      // What is refused for not being an object stays a list, whatever it holds.
      const expected = JSON.parse(text, (name, value) => (name === 'data' && Array.isArray(value) ? [] : value));
      const got = JSON.parse(JSON.stringify(whole(parse(text, members))), (name, value) =>
        name === 'data' && Array.isArray(value) ? [] : value,
      );
      expect(got, text).toEqual(expected);
    }
  }
});

test('data that are an object stay text as they were sent', () => {
  expect(parse('{"data": {"n":1e400, "m":1.10}}', 'data')).toEqual({ data: new JsonText('{"n":1e400, "m":1.10}') });
  expect(parse('{"items":[{"data":{"a":1}},{"data":[1]},3,{"data":null}]}', 'items')).toEqual({
    items: [{ data: new JsonText('{"a":1}') }, { data: [] }, 3, { data: null }],
  });
});

test.each([
  [
    'values',
    `{"data":{"a":[${'{},'.repeat(10_000)}{}]}}`,
    'data',
    'PAYLOAD_TOO_LARGE',
    'more than 10000 values (limit maxJsonValues)',
  ],
  [
    'values outside of data',
    `{"options":[${'0,'.repeat(300)}0]}`,
    'data',
    'PAYLOAD_TOO_LARGE',
    'outside of "data" (limit maxTemplateValues). Make the template smaller',
  ],
  ['values of a template', `{"pages":[${'0,'.repeat(300)}0]}`, 'none', 'PAYLOAD_TOO_LARGE', 'limit maxTemplateValues'],
  ['items', `{"items":[${'{},'.repeat(50)}{}]}`, 'items', 'TOO_MANY_ITEMS', 'has 51 items; a batch may have 50'],
  ['a name', '{"data":{"a":{"b":1,"b":2}}}', 'data', 'INVALID_REQUEST', '(/data/a/b): the name "b" appears twice'],
  ['a broken end', `{"data":{"a":"${'x'.repeat(70_000)}"}`, 'data', 'INVALID_REQUEST', 'not valid JSON at line 1'],
] as const)('too many %s are refused with what to do', (_, text, members, code, detail) => {
  expect(() => parse(text, members)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(detail) }));
});

test('a body without pages may hold few values outside of its data', () => {
  const options = (count: number) => `{"data":{},"options":{${Array.from({ length: count }, (_, i) => `"o${i}":1`).join(',')}}}`;
  expect(parse(options(900), 'data', { maxTemplateValues: undefined })).toMatchObject({ options: { o899: 1 } });
  expect(() => parse(options(1100), 'data', { maxTemplateValues: undefined })).toThrow(
    'more than 1000 values outside of "data".',
  );
});

test('the values of a body are counted as parsed', () => {
  const { heldBytes } = parseBody(Buffer.from(`{"pages":[${'0,'.repeat(99)}0]}`), plan('none'));
  expect(heldBytes).toBeGreaterThan(100 * 50);
  const text = `{"data":{"a":"${'é'.repeat(1000)}"}}`;
  expect(parseBody(Buffer.from(text), plan('data')).heldBytes).toBeLessThan(2 * text.length);
  expect(parseBody(Buffer.from(text.replace('é', '€')), plan('data')).heldBytes).toBeGreaterThan(2 * 1000);
});
