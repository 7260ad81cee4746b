// Arguments of filters that are expressions over the elements: lines | sum: 'quantity * price'.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/contract/schema.ts';
import { compileExpression, compileText } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { createRandom } from '../../../support/random.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';
import { trialCount } from '../../../support/trials.ts';
import { printed, scopeOf } from '../scope.ts';

const line = objectOf(
  {
    name: { type: 'string' },
    quantity: { type: 'number' },
    price: { type: 'number' },
    size: { type: 'number' },
    'vat-id': { type: 'string' },
    'list price': { type: 'number' },
    'a * b': { type: 'number' },
    note: { type: 'string' },
    parts: listOf(objectOf({ n: { type: 'number' } })),
  },
  'name quantity price vat-id parts size',
);
const schema = objectOf({
  lines: listOf(line),
  tags: listOf({ type: 'string' }),
  rate: { type: 'number' },
  limit: { type: 'number' },
});
const names: StaticScope = { schema, locals: [] };
const open: StaticScope = { schema: true, locals: [] };
const data = {
  rate: 2,
  limit: 5,
  lines: [
    { name: 'Bolt', quantity: 4, price: 0.1, 'vat-id': 'x', vat: 9, id: 4, size: 1, parts: [{ n: 1 }, { n: 2 }] },
    { name: 'Nut', quantity: 10, price: 0.25, 'vat-id': 'y', vat: 9, id: 4, size: 1, parts: [{ n: 3 }] },
    { name: 'Pin', quantity: 0, price: 3, 'vat-id': 'x', vat: 9, id: 4, size: 2, parts: [] },
  ],
};

const faults = (expression: string, scope: StaticScope = names) => compileExpression(expression, scope).diagnostics;
const messages = (expression: string, scope?: StaticScope) => faults(expression, scope).map(({ message }) => message);
const schemaOf = (expression: string, scope: StaticScope = names) => compileExpression(expression, scope).schema;

function run(expression: string, values: unknown, scope = open) {
  const warnings: string[] = [];
  const compiled = compileExpression(expression, scope);
  expect(compiled.diagnostics.filter(({ code }) => code !== 'possibly-missing')).toEqual([]);
  const value = compiled.evaluate({ ...scopeOf(values), warn: (_place, message) => void warnings.push(message) });
  return { value, warnings };
}

describe('every filter that takes a member takes an expression', () => {
  test.each([
    ["lines | sum: 'quantity * price'", '2.9'],
    ["lines | avg: 'quantity + 1'", '5.666666666666666666666666666666667'],
    ["lines | min: '-price'", '-3'],
    ["lines | max: 'quantity * price'", '2.5'],
    ["lines | map: 'quantity * price' | join: ' '", '0.4 2.5 0'],
    ["lines | where: 'quantity > 0' | map: 'name' | join", 'Bolt Nut'],
    ["lines | where: 'not quantity' | map: 'name' | join", 'Pin'],
    ["lines | where: 'quantity * price', 2.5 | map: 'name' | join", 'Nut'],
    ["lines | where: 'quantity * price', '<', 1 | map: 'name' | join", 'Bolt Pin'],
    ["lines | where: \"name == 'Nut' or price > 1\" | map: 'name' | join", 'Nut Pin'],
    ["lines | sort: '-quantity' | map: 'name' | join", 'Nut Bolt Pin'],
    ["lines | uniq: 'quantity > 0' | map: 'name' | join", 'Bolt Pin'],
    ["lines | group: \"quantity > 0 ? 'some' : 'none'\" | map: 'key' | join", 'some none'],
    ["lines | sum: '(parts[0].n | default: 0) * 2'", '8'],
    ['lines | sum: "parts | sum: \'n * 2\'"', '12'],
    ["lines | map: 'name | upcase' | join", 'BOLT NUT PIN'],
    ["lines | map: '1 + 1' | join", '2 2 2'],
    ["lines | map: 'data.rate * quantity' | join", '8 20 0'],
    ["lines | where: 'page.number == 2' | size", '3'],
  ])('%s gives %s', (expression, result) => {
    expect(messages(expression)).toEqual([]);
    expect(printed(expression, data)).toBe(result);
  });
  test('sums are exact', () => {
    const random = createRandom(17);
    const lines = Array.from({ length: 300 }, () => ({
      quantity: Math.floor(random() * 100),
      price: Math.floor(random() * 1e6) / 100,
    }));
    const cents = lines.reduce((sum, one) => sum + one.quantity * Math.round(one.price * 100), 0);
    expect(printed("lines | sum: 'quantity * price' | fixed: 2", { lines })).toBe((cents / 100).toFixed(2));
    expect(printed("(lines | map: 'quantity * price' | sum) == (lines | sum: 'quantity * price')", { lines })).toBe('true');
  });
});

describe('a text that is the name of a member is that member', () => {
  test('so is a text that looks like one, with a data schema and without', () => {
    for (const scope of [names, open]) {
      expect(run("lines | map: 'vat-id' | join", data, scope).value).toBe('x y x');
      expect(run("lines | sum: 'parts.0.n'", data, scope).value).toBe(4);
    }
    expect(run("lines | map: 'list price' | join", { lines: [{ 'list price': 7 }] }).value).toBe('7');
    expect(run("lines | map: 'no. of' | size", { lines: [{}] }).value).toBe(1);
    expect(run("lines | map: 'a * b' | join", { lines: [{ 'a * b': 7, a: 2, b: 3 }] }, names).value).toBe('7');
    expect(run("lines | map: 'a * b' | join", { lines: [{ 'a * b': 7, a: 2, b: 3 }] }).value).toBe('6');
  });
  test('the data cannot bring an expression', () => {
    expect(run('lines | map: by | json', { ...data, by: 'quantity * price' }).value).toBe('[null,null,null]');
  });
  test('words that are no expression are a name that the schema does not have', () => {
    expect(messages("lines | sum: 'unit price'")[0]).toContain('has no "unit price"');
  });
});

describe('names', () => {
  const local: StaticScope = {
    ...names,
    locals: [
      { name: 'factor', schema: { type: 'number' } },
      { name: 'price', schema: { type: 'string' } },
    ],
  };
  const withLocals = (expression: string, scope: StaticScope) =>
    compileExpression(expression, scope).evaluate({ ...scopeOf(data), locals: [3, 'no'] });
  test('are members of the element, then names of outer elements; data reaches the data', () => {
    expect(messages("lines | sum: 'price * factor'", local)).toEqual([]);
    expect(withLocals("lines | sum: 'price * factor'", local)).toBe(10.05);
    expect(withLocals("lines | sum: 'quantity * factor'", { ...local, schema: true })).toBe(42);
    expect(messages("lines | sum: 'price * rate'")).toEqual([
      'By the data schema, the elements have no "rate"; for "rate" of the data, write data.rate',
    ]);
  });
  test('that are unknown are errors at their place, with the nearest', () => {
    expect(faults("lines | sum: 'quantity * prise'")).toEqual([
      {
        severity: 'error',
        code: 'unknown-path',
        offset: "lines | sum: 'quantity * ".length,
        message: 'By the data schema, the elements have no "prise"; did you mean "price"?',
      },
    ]);
    const text = "Sum: {{ lines | map: 'name == \\'a\\' ? nam : 1' | join }}";
    expect(compileText(text, names).diagnostics.map(({ offset }) => offset)).toEqual([text.indexOf('nam :')]);
    const nested = 'lines | sum: "2 * (parts | sum: \'n * m\')"';
    expect(faults(nested).map(({ offset }) => offset)).toEqual([nested.indexOf("m')")]);
    expect(messages("lines | sum: 'parts[0].m * 2'")[0]).toContain('The data schema has no "parts[0].m"');
    expect(messages("tags | map: 'name * 2'")[0]).toContain('the elements have no "name"');
  });
  test('of other languages are told as everywhere', () => {
    expect(messages("lines | where: 'quantity = 3'")).toEqual(['Write "==" for "=": expressions compare, they set nothing.']);
    expect(faults("lines | where: 'quantity >'").map(({ code, offset }) => [code, offset])).toEqual([['syntax', 26]]);
    expect(messages("lines | where: 'this.price > 3'")[0]).toContain('"this"');
  });
  test('may be missing: their elements count as missing values do', () => {
    expect(messages('lines | where: "note == \'x\'"')).toEqual([]);
    expect(run("lines | sum: 'a'", { lines: [{ a: 2, b: 3 }, {}] })).toEqual({ value: 2, warnings: [] });
    expect(run("lines | sum: 'a * b'", { lines: [{ a: 2, b: 'x' }] })).toEqual({
      value: 0,
      warnings: ['2 * "x" is not a number and prints nothing.'],
    });
  });
});

describe('a calculation with an operand that may be missing', () => {
  const optional: StaticScope = {
    schema: objectOf({
      first: { type: 'number' },
      lines: listOf(objectOf({ price: { type: 'number' }, discount: { type: 'number' }, rate: { type: 'number' } }, 'price')),
    }),
    locals: [],
  };
  const warning = (path: string) =>
    expect.stringMatching(
      `^"${path}" is not required by the data schema and may be missing: write .+, or list it under "required"\\.$`,
    );
  const formula = 'price * (1 - discount)';
  const lines = [{ price: 8, discount: 0.5 }, { price: 2 }];

  test.each([
    `lines | sum: '${formula}'`,
    `lines | avg: '${formula}'`,
    `lines | min: '${formula}'`,
    `lines | max: '${formula}'`,
    `lines | map: '${formula}'`,
    `lines | where: '${formula} > 1'`,
    `lines | where: 'price > 1 and ${formula} > 1'`,
    `lines | where: '${formula}', 2`,
    `lines | uniq: '${formula}'`,
    `lines | group: '${formula}'`,
    `(lines | sum: '${formula}') > 0 ? 1 : 2`,
    `(lines | sum: '${formula}') | default: 0`,
    `lines | where: 'rate' | sum: '${formula}'`,
    `lines | where: 'discount', '!=', 3 | sum: '${formula}'`,
  ])('%s is told by lint and at run time', (expression) => {
    const found = faults(expression, optional);
    const offset = expression.indexOf('discount)');
    expect(found).toMatchObject([{ severity: 'warning', code: 'possibly-missing', offset, message: warning('discount') }]);
  });
  test('has no value for an element that lacks it, with a warning', () => {
    const told = (text: string, right: string) => `"discount" is missing, which "${text}" needs: write ${right}.`;
    expect(run(`lines | sum: '${formula}'`, { lines })).toEqual({
      value: 4,
      warnings: [told(formula, `(${formula}) ?? 0 to leave such an element out`)],
    });
    expect(run(`lines | where: '${formula} > 1' | size`, { lines })).toEqual({
      value: 1,
      warnings: [told(`${formula} > 1`, `(${formula} > 1) ?? false to leave out such an element`)],
    });
    expect(run("lines | sum: 'price * (discount + rate)'", { lines: [{ price: 2, rate: null, discount: 1 }] }).warnings).toEqual([
      '"rate" is missing, which "price * (discount + rate)" needs: write (price * (discount + rate)) ?? 0 to leave such an element out.',
    ]);
  });
  test.each([
    ["lines | sum: 'price * (1 - (discount | default: 0))'", 6],
    ["lines | sum: 'price * (1 - discount ?? 0)'", 6],
    [`lines | sum: '(${formula}) | default: 0'`, 4],
    [`lines | sum: 'discount ? ${formula} : price'`, 6],
    [`lines | where: 'discount' | sum: '${formula}'`, 4],
    [`lines | where: 'discount' | where: 'discount', '>', 0 | sort: 'price' | sum: '${formula}'`, 4],
    ["lines | sum: 'discount'", 0.5],
    ["lines | where: 'discount and discount > 0' | size", 1],
    [`lines | sort: '${formula}' | map: 'price' | sum`, 10],
    ["lines | where: 'not discount' | size", 1],
    ["lines | sort: '-discount' | map: 'price' | sum", 10],
  ])('%s covers it', (expression, value) => {
    expect(faults(expression, optional)).toEqual([]);
    const { value: sum, warnings } = run(expression, { lines });
    expect([Number(printed(expression, { lines })), warnings]).toEqual([value, []]);
    expect(sum).toBeDefined();
  });
  test('is told by its path', () => {
    expect(messages("lines | sum: 'parts[0].n * 2'")).toEqual([
      'The list may be shorter, so "parts[0]" may be missing, and "parts[0].n" needs it: write (parts[0].n * 2) ?? 0 to leave such an element out, or set "minItems": 1 in the data schema.',
    ]);
    const told = (path: string) => [expect.stringContaining(`"${path}" is missing, which`)];
    expect(run("lines | sum: 'parts[0].n * 2'", data).warnings).toEqual(told('parts[0].n'));
    expect(run('lines | sum: \'parts[0]["no-of"] * 2\'', { lines: [{}] }).warnings).toEqual(told('parts[0]["no-of"]'));
  });
  test('in other calculations too: a filter on it, a value of the template, a list within the list', () => {
    expect(messages("lines | map: '(discount | round: 2) * 2'", optional)).toEqual([
      expect.stringContaining('write ((discount | round: 2) * 2) ?? null, or'),
    ]);
    expect(messages("lines | where: 'discount | round: 2'", optional)).toEqual([]);
    const nested: StaticScope = {
      ...optional,
      schema: objectOf({ all: listOf(optional.schema as JsonSchema) }),
    };
    expect(messages(`all | sum: "lines | sum: '${formula}'"`, nested)).toEqual([warning('discount')]);
  });
  test('any formula of members is told once for each optional member outside of a default', () => {
    const random = createRandom(24);
    const any = <T>(...all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const grow = (depth: number): string =>
      depth === 0 || random() < 0.2
        ? any('price', '2', 'discount', 'rate', '(discount | default: 0)', '(rate | default: 1)')
        : `(${grow(depth - 1)} ${any('+', '-', '*')} ${grow(depth - 1)})`;
    for (let i = 0; i < trialCount('element-expression'); i++) {
      const text = `${grow(3)} * ${grow(2)}`;
      const bare = text.replaceAll(/\(\w+ \| default: \d\)/g, '0');
      const optionals = [...bare.matchAll(/discount|rate/g)];
      for (const filter of ['sum', 'where', 'map']) {
        const found = faults(`lines | ${filter}: '${text}'`, optional);
        expect(found.map(({ message }) => message)).toEqual(optionals.map(([name]) => warning(name)));
      }
      const { warnings } = run(`lines | sum: '${text}'`, { lines: [{ price: 3 }] });
      expect(warnings.length > 0, text).toBe(optionals.length > 0);
    }
  });
});

describe('types', () => {
  test('a sum needs numbers, an order numbers or texts', () => {
    expect(messages("lines | sum: 'name | upcase'")).toEqual(['"sum" needs numbers, but "name | upcase" is text.']);
    expect(messages("lines | sort: 'parts[0]'")).toEqual(['"sort" needs numbers or texts, but "parts[0]" is an object.']);
    expect(messages("lines | sum: 'name * 2'")).toEqual(['"*" needs a number, but the data schema gives text here.']);
    expect(messages("lines | where: 'quantity * price', 'x'")[0]).toContain('the data schema gives a number here');
  });
  test('the result has the type of the expression', () => {
    expect(schemaOf("lines | map: 'quantity * price'")).toEqual(listOf({ type: 'number' }));
    expect(schemaOf("lines | max: 'name | upcase'")).toEqual({ type: 'string' });
    expect(schemaOf("lines | where: 'quantity > 0'")).toEqual(listOf(line));
    expect(messages("lines | group: 'quantity > 0' | map: 'key' | sum")[0]).toContain('the elements are a boolean');
    expect(messages("lines | group: 'quantity > 0' | map: 'items' | first | sum: 'prise'")[0]).toContain('did you mean "price"?');
    expect(messages("lines | map: 'name | upcase' | sum")[0]).toContain('"sum" needs numbers');
  });
  test('what an expression uses of pages, the date and the data is noted outside', () => {
    const pages = compileExpression("lines | sum: 'quantity * page.total'", names);
    expect([pages.time, pages.usesDate]).toEqual(['end', false]);
    expect(compileExpression("lines | where: 'doc.date > name'", names).usesDate).toBe(true);
    expect(compileExpression("lines | where: 'x > 1'", open).usesUnproved).toBe(true);
  });
  test('without a data schema, the example gives warnings', () => {
    const [found] = compileExpression("lines | sum: 'quantity * prise'", { ...open, inferred: schema }).diagnostics;
    expect(found).toEqual({
      severity: 'warning',
      code: 'unknown-path',
      offset: 25,
      message: 'By the schema inferred from the example, the elements have no "prise"; did you mean "price"?',
    });
  });
});

test('numbers in texts that are printed are written as the locale does', () => {
  const text = "{{ lines | map: 'price | pad: 5' | join: '|' }}";
  const german = scopeOf(data, { locale: 'de-DE' });
  expect(compileText(text, names).printed(german)).toBe('  0,1| 0,25|    3');
  expect(compileText(text, names).plain(german)).toBe('  0.1| 0.25|    3');
  expect(compileText("{{ lines | group: 'price | pad: 5' | map: 'key' | join: '|' }}", names).printed(german)).toBe(
    '  0.1| 0.25|    3',
  );
});

test('an expression without its quotes says where they go', () => {
  expect(messages('lines | sum: quantity * price')[0]).toContain("stands in quotes: sum: 'quantity * price'.");
  expect(messages("lines | map: name + 'x'")[0]).toContain(`stands in quotes: map: "name + 'x'".`);
});

test('elements without members have no name', () => {
  const { diagnostics } = compileText("{{ tags | map: 'item | upcase' | join: ' ' }}", names);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'By the data schema, the elements have no "item": they are text, and have no name here. A "repeat" prints each of them; a filter behind "join" works on all: | join: \', \' | upcase',
  ]);
});
