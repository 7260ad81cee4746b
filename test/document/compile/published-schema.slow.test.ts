import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { templateJsonSchema } from '../../../src/document/compile/published-schema.ts';
import { components } from '../../../src/document/components/all-components.ts';
import { diagnose } from '../../support/render.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validate = ajv.compile(templateJsonSchema());
const examples = new URL('../../../templates-examples/', import.meta.url);

test.each(readdirSync(examples))('the published schema accepts the example %s', (name) => {
  const template = JSON.parse(readFileSync(new URL(`${name}/template.json`, examples), 'utf8'));
  expect({ valid: validate(template), errors: validate.errors }).toEqual({ valid: true, errors: null });
});

test('the published schema takes bound numbers, except where a number must be written', () => {
  const takes = (cell: object) => validate({ pages: [{ body: [{ table: 'l', columns: ['a'], header: [{ cells: [cell] }] }] }] });
  expect([takes({ rect: 1, radius: '{{ n }}' }), takes({ rect: 1, radius: 'n' }), takes({ rect: 1, radius: -1 })]).toEqual([
    true,
    false,
    false,
  ]);
  expect([takes({ text: 'a', span: 2 }), takes({ text: 'a', span: '{{ n }}' })]).toEqual([true, false]);
});

test.each<readonly [color: string, isAccepted: boolean]>([
  ['accent', true],
  ['accent/10', true],
  ['#0f5c63/12.5', true],
  ['#abc', true],
  ['{{ tone }}', true],
  ['#ab', false],
  ['two words', false],
  ['accent/', false],
])('the published schema takes %s for a colour: %s', (color, isAccepted) => {
  const styles = { title: { color, background: color } };
  const body = [
    { text: 'a', color, border: { bottom: { width: 1, color } } },
    { rect: 5, fill: color },
  ];
  expect(validate({ styles, pages: [{ body: [] }] })).toBe(isAccepted);
  expect(body.map((one) => validate({ pages: [{ body: [one] }] }))).toEqual([isAccepted, isAccepted]);
});

/** A template with a component in its place: a slot in a definition, a watermark in the background, any other in the body. */
const templateWith = (type: string, component: unknown) => ({
  currency: 'EUR',
  define: { address: { params: { who: {} }, body: [type === 'slot' ? component : '{{ who }}'] } },
  pages: [
    type === 'watermark'
      ? { background: [component], body: [] }
      : { body: [type === 'slot' ? { use: 'address', with: { who: 'Ada' } } : component] },
  ],
});
const places: Readonly<Record<string, string>> = { slot: '/define/address/body/0', watermark: '/pages/0/background/0' };

describe.each(components.map((definition) => [definition.type, definition.example] as const))(
  'the example of %s',
  (type, example) => {
    test('is accepted by the published schema', () => {
      expect({ valid: validate(templateWith(type, example)), errors: validate.errors }).toEqual({
        valid: true,
        errors: null,
      });
    });
    test('compiles', async () => {
      const problems = await diagnose(templateWith(type, example));
      // Its file is not among the assets of a test.
      const missing: Readonly<Record<string, string>> = { image: 'missing-asset', pdf: 'missing-pdf' };
      const expected = ['unused-definition', missing[type]];
      expect(problems.filter((one) => !expected.includes(one.split(' ')[1]))).toEqual([]);
    });
    test('is refused with a property that there is not, by schema and compiler alike', async () => {
      const wrong = templateWith(type, { ...example, colour: '#000000' });
      const place = places[type] ?? '/pages/0/body/0';
      expect(validate(wrong)).toBe(false);
      expect(await diagnose(wrong)).toContain(`error unknown-property ${place}/colour`);
    });
  },
);

test('the published schema knows definitions and their uses', () => {
  const isValid = (define: unknown, page: unknown) => validate({ define, pages: [page] });
  expect(
    isValid(
      {
        card: { params: { title: { type: 'string' } }, body: [{ slot: 'body' }] },
        p: { params: { a: true }, page: { header: ['x'] } },
      },
      { use: 'p', with: {}, body: [{ use: 'card', body: 'x' }] },
    ),
  ).toBe(true);
  expect(isValid({}, { use: 'p' })).toBe(true);
  expect(isValid({}, {})).toBe(false);
  expect(isValid({ a: { parms: {} } }, { body: [] })).toBe(false);
  expect(isValid({ a: { page: { heder: ['x'] } } }, { body: [] })).toBe(false);
  expect(isValid({ a: { body: [{ slot: 'x' }] } }, { body: [] })).toBe(false);
  expect(isValid({}, { body: [{ use: 5 }] })).toBe(false);
});

type Schema = Readonly<Record<string, unknown>>;

/** All schemas of members within a schema, with their places. */
function* membersOf(schema: unknown, place: string): Generator<readonly [place: string, member: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, part] of Object.entries(schema)) {
    const at = `${place}/${name}`;
    if (name !== 'properties') yield* membersOf(part, at);
    else
      for (const [member, one] of Object.entries(part as Readonly<Record<string, Schema>>)) {
        yield [`${at}/${member}`, one];
        yield* membersOf(one, `${at}/${member}`);
      }
  }
}

test('the published schema says in sentences what every member means', () => {
  const members = [...membersOf(templateJsonSchema(), '')].filter(([, { $ref }]) => $ref === undefined);
  expect(members.length).toBeGreaterThan(500);
  const unclear = members.filter(([, { description }]) => !/^\S.*[.)`]$/s.test(String(description ?? '')));
  expect(unclear.map(([place, { description }]) => `${place}: ${description}`)).toEqual([]);
});

test('the published schema knows business terms with their types, and the qualifiers that they need', () => {
  const takes = (term: unknown) => validate({ pages: [{ body: [] }], invoice: { 'BG-4': { 'BT-34': term } } });
  expect([takes({ value: 'a@b.example', scheme: 'EM' }), takes({ value: 'a@b.example' }), takes('a@b.example')]).toEqual([
    true,
    false,
    false,
  ]);
  const { 'BT-2': issued } = templateJsonSchema().properties!.invoice!.properties!;
  expect(issued!.description).toBe('BT-2 Invoice issue date (1..1, date).');
});

test('no type has a property with the name of another type, so the key of a component names one schema', () => {
  const types = components.map(({ type }) => type);
  const clashes = components.flatMap(({ type, properties }) =>
    Object.keys(properties).filter((name) => name !== type && types.includes(name)),
  );
  expect(clashes).toEqual([]);
});

test('the published schema is short, and has each type in each place', () => {
  const { $defs, ...rest } = templateJsonSchema();
  expect(JSON.stringify({ ...rest, $defs }).length).toBeLessThan(250_000);
  for (const { type } of components)
    for (const prefix of ['', 'placed-', 'column-', 'cell-']) expect($defs).toHaveProperty(prefix + type);
});
