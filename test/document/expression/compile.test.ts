import { describe, expect, test } from 'vitest';
import { compileExpression, compileText, filterReference } from '../../../src/document/expression/index.ts';
import { data, holds, print, printed, scopeOf } from './scope.ts';

const open = { schema: true, locals: [] } as const;

describe('text', () => {
  test('bindings are replaced, the rest stands as it is', () => {
    expect(print('No. {{ number }} for {{customer.name}}!')).toBe('No. A-17 for Ada!');
  });
  test('braces are printed by a binding that quotes them', () => {
    expect(print("{{ '{{' }} x {{ '}}' }}")).toBe('{{ x }}');
  });
  test('an object or a list is printed as JSON, with a warning that "json" takes away', () => {
    const printing = (source: string) => {
      const warnings: string[] = [];
      const text = compileText(source, open).printed({ ...scopeOf(), warn: (_place, message) => void warnings.push(message) });
      return [text, ...warnings];
    };
    expect(printing('{{ tags }}')).toEqual([
      '["blue","red"]',
      '["blue","red"] is a list and is printed as JSON; "| json" says that it is meant.',
    ]);
    expect(printing('To: {{ lines[1] }}.')).toEqual([
      'To: {"name":"Nut","total":0.2}.',
      '{"name":"Nut","total":0.2} is an object and is printed as JSON; "| json" says that it is meant.',
    ]);
    expect(printing("{{ tags | json }} {{ tags | join: ', ' }} {{ total * 3 }}")).toEqual(['["blue","red"] blue, red 3703.5']);
  });
  test('filters of text say what is not a text', () => {
    const warnings: string[] = [];
    const warn = (_place: string, message: string) => void warnings.push(message);
    expect(compileText('{{ customer | upcase }}', open).printed({ ...scopeOf(), warn })).toBe('');
    compileText('{{ lines | join }}', open).printed({ ...scopeOf(), warn });
    expect(warnings).toEqual([
      '{"name":"Ada","country":"CH","line-no":7} | upcase is not a text and prints nothing.',
      '"customer | upcase" is missing and prints nothing.',
      '{"name":"Bolt","total":0.1} is not a text and is joined as JSON.',
      '{"name":"Nut","total":0.2} is not a text and is joined as JSON.',
    ]);
  });
  test('null and missing print nothing, numbers plain digits, booleans words', () => {
    expect(print('[{{ note }}{{ nowhere.at.all }}] {{ total }} {{ hasDiscount }}')).toBe('[] 1234.5 false');
  });
  test('brackets reach names that are no identifiers, and elements', () => {
    expect(print("{{ customer['line-no'] }} {{ lines[1].name }} {{ lines.first.name }} {{ tags.size }}")).toBe('7 Nut Bolt 2');
  });
  test.each(['1.5', '99999999999999999999', 'true', 'null'])('brackets do not hold %s', (key) => {
    const message = 'Brackets take a whole number, or a name in quotes.';
    expect(compileText(`{{ lines[${key}] }}`, { schema: true, locals: [] }).diagnostics).toEqual([
      { severity: 'error', code: 'syntax', offset: 9, message },
    ]);
  });
  test('brackets may hold a value: a number for an element, a text for a member', () => {
    const values = {
      list: ['a', 'b'],
      of: { '1': 'one', '01': 'other', size: 'L' },
      one: 1,
      text: '1',
      padded: '01',
      name: 'size',
    };
    expect(print('{{ list[one] }} {{ list[one - 1] }} {{ list[-one] }} {{ list[name] }}', values)).toBe('b a b 2');
    expect(print('{{ of[one] }} {{ of[text] }} {{ of[padded] }} {{ of[name] }}', values)).toBe('one one other L');
    expect(print('[{{ list[text] }}{{ list[nowhere] }}{{ of[list] }}{{ nowhere[one] }}]', values)).toBe('[]');
  });
});

describe('operators', () => {
  test('binding strength is that of arithmetic and logic', () => {
    expect(printed('1 + 2 * 3 - 4 / 2')).toBe('5');
    expect(printed('-(2 + 3) * 2')).toBe('-10');
    expect(holds('1 < 2 and 2 < 3 or false')).toBe(true);
    expect(holds('not 1 == 2')).toBe(true);
    expect(printed("total > 1000 ? 'high' : 'low'")).toBe('high');
  });
  test('a filter binds weakest and formats the whole', () => {
    expect(printed('true ? 1 : 2 | money')).toBe('$1.00');
  });
  test('false are false, null, missing, 0, "", [] and {}', () => {
    for (const value of [false, null, undefined, 0, '', [], {}]) expect(holds('x', { x: value })).toBe(false);
    for (const value of [true, 1, -1, 'a', [0], { a: 1 }]) expect(holds('x', { x: value })).toBe(true);
  });
  test('null and nil are the value of what is missing', () => {
    for (const word of ['null', 'nil']) {
      expect(holds(`note == ${word} and nowhere == ${word}`), word).toBe(true);
      expect(holds(`total == ${word}`), word).toBe(false);
      expect(holds(`note == ${word}`, { note: null, [word]: 5 }), word).toBe(true);
    }
  });
});

describe('decimals', () => {
  test('sums, differences and products are exact', () => {
    expect(printed('0.1 + 0.2')).toBe('0.3');
    expect(printed('1.15 * 100')).toBe('115');
    expect(printed('a * b', { a: 9007199254740991, b: 9007199254740991 })).toBe('81129638414606663681390495662081');
    expect(printed("lines | sum: 'total'")).toBe('0.3');
  });
  test('random sums of cents agree with integers', () => {
    let seed = 7;
    for (let i = 0; i < 500; i++) {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      const a = seed % 1_000_000;
      const b = (seed >> 3) % 1_000_000;
      expect(printed('a + b - c', { a: a / 100, b: b / 100, c: 1 })).toBe(String(Number(((a + b - 100) / 100).toFixed(2))));
    }
  });
  test('a quotient has 34 digits, and a division by zero gives nothing', () => {
    expect(printed('1 / 3')).toBe(`0.${'3'.repeat(34)}`);
    expect(printed('200 / 3')).toBe(`66.${'6'.repeat(31)}7`);
    expect(printed('1 / x', { x: 0 })).toBe('');
  });
  test('halves round away from zero', () => {
    expect(
      ['0.5', '1.5', '2.5', '-2.5', '1.005'].map((n) => printed(`x | round: ${n === '1.005' ? 2 : 0}`, { x: Number(n) })),
    ).toEqual(['1', '2', '3', '-3', '1.01']);
    expect(printed('2.675 | money')).toBe('$2.68');
  });
});

describe('what templates must not reach', () => {
  test('prototypes, constructors and methods are not there', () => {
    for (const path of [
      ...'__proto__ constructor customer.constructor.name tags.map'.split(' '),
      "customer['__proto__']",
      ...'tags.constructor number.length'.split(' '),
    ]) {
      expect(printed(path)).toBe('');
    }
  });
  test('an own member called __proto__ is a member like others', () => {
    expect(printed('__proto__.x', JSON.parse('{"__proto__":{"x":5}}'))).toBe('5');
  });
  test('hostile expressions are refused or bounded', () => {
    for (const source of [
      '('.repeat(100_000),
      `${'a|upcase'.repeat(3000)}`,
      `x${'.a'.repeat(4000)}`,
      `${'-'.repeat(5000)}1`,
      '1'.repeat(9000),
      `${'1+'.repeat(4900)}1`,
    ]) {
      expect(() => compileExpression(source, open).evaluate(scopeOf())).not.toThrow();
    }
    expect(printed("'x' | pad: n, 'y'", { n: 99_999_999 }).length).toBeLessThanOrEqual(10_000);
    expect(printed('9 * 9', {})).toBe('81');
  });
  test('powers by repeated multiplication stop growing', () => {
    const grow = Array.from({ length: 60 }, () => 'x').join(' * ');
    expect(() => printed(grow, { x: 1e300 })).not.toThrow();
  });
});

describe('dates', () => {
  test('a day never moves by time zone, an instant does', () => {
    const zone = { timezone: 'Pacific/Auckland' };
    expect(printed("d | date: 'iso'", { d: '2025-03-09' }, zone)).toBe('2025-03-09');
    expect(printed("d | date: 'iso'", { d: '2025-03-09T20:00:00Z' }, zone)).toBe('2025-03-10');
    expect(printed("d | datetime: 'iso'", { d: '2025-03-09T20:00:00Z' }, { timezone: 'America/New_York' })).toBe(
      '2025-03-09T16:00:00',
    );
  });
  test('styles and patterns speak the language of the locale', () => {
    expect(printed("d | date: 'long'", { d: '2025-03-09' }, { locale: 'de-DE' })).toBe('9. März 2025');
    expect(printed("d | date: 'EEEE, d. MMMM yyyy'", { d: '2025-03-09' }, { locale: 'de-DE' })).toBe('Sonntag, 9. März 2025');
    expect(printed('d | date: "dd.MM.yy \'um\' HH:mm"', { d: '2025-03-09T04:05:00Z' })).toBe('09.03.25 um 04:05');
  });
  test('every field of a pattern has its meaning', () => {
    const d = '2025-11-09T14:05:07.250Z'; // a Sunday, the last day of ISO week 45
    const zone = { timezone: 'Asia/Kolkata', locale: 'en-GB' };
    for (const [pattern, expected] of [
      ["YYYY-'W'ww-e", '2025-W45-7'],
      ['Q QQQ', '4 Q4'],
      ['D', '313'],
      ['kk KK h', '19 07 7'],
      ['S SSS', '2 250'],
      ['X XX XXX x Z ZZZZ ZZZZZ', '+0530 +0530 +05:30 +0530 +0530 GMT+05:30 +05:30'],
      ['EEE EEEE EEEEE ccc', 'Sun Sunday S Sun'],
      ['G', 'AD'],
    ] as const)
      expect(printed(`d | datetime: "${pattern}"`, { d }, zone)).toBe(expected);
    expect(printed("d | date: 'YYYY ww'", { d: '2027-01-03' })).toBe('2026 53');
    expect(printed("d | datetime: 'X'", { d: '2025-01-01T00:00:00Z' })).toBe('Z');
  });
  test('a day that there is not prints nothing, with or without a time', () => {
    for (const d of ['2025-02-31T10:00:00Z', '2025-02-30T10:00', '10:30', '12:34foo']) {
      expect(printed('d | date', { d })).toBe('');
      expect(printed('d | datetime', { d })).toBe('');
    }
    expect(printed("d | time: 'HH:mm'", { d: '10:30' })).toBe('10:30');
    expect(printed("d | time: 'HH:mm'", { d: '12:34foo' })).toBe('');
  });
  test('what is not a date prints nothing', () => {
    for (const d of ['2025-02-31', 'soon', 12, '', null]) expect(printed('d | date', { d })).toBe('');
  });
});

test('numbers and money follow locale and currency', () => {
  const german = { locale: 'de-DE', currency: 'EUR' };
  expect(printed('total | money', data, german)).toBe('1.234,50\u00a0€');
  expect(printed("total | money: 'JPY'", data)).toBe('¥1,235');
  expect(printed('total | number: 1', data, german)).toBe('1.234,5');
  expect(printed('x | money', { x: 12345678901234.56 })).toBe('$12,345,678,901,234.56');
  expect(printed("total | money: ''", { total: 2 }, german)).toBe('2,00\u00a0€');
  for (const none of [undefined, null, '']) expect(printed('total | money: c', { total: 2, c: none }, german)).toBe('2,00');
});

test('an unknown locale or time zone falls back and does not throw', () => {
  expect(printed('total | money', data, { locale: 'xx-not a locale', timezone: 'Mars/Olympus' })).toBe('$1,234.50');
  expect(printed("d | time: 'HH:mm'", { d: '2025-03-09T04:05:00Z' }, { timezone: 'Mars/Olympus' })).toBe('04:05');
});

test('numbers in words', () => {
  const words = (n: number, locale: string) => printed('n | spell_out', { n }, { locale });
  expect(words(1_234_567, 'en-GB')).toBe('one million two hundred thirty-four thousand five hundred sixty-seven');
  expect([1, 21, 101, 1001, 12_345].map((n) => words(n, 'de-DE')).join(' ')).toBe(
    'eins einundzwanzig einhunderteins eintausendeins zwölftausenddreihundertfünfundvierzig',
  );
  expect([71, 80, 81, 200, 201, 1000, 80_000].map((n) => words(n, 'fr-FR')).join(', ')).toBe(
    'soixante et onze, quatre-vingts, quatre-vingt-un, deux cents, deux cent un, mille, quatre-vingt mille',
  );
  expect(words(5, 'ja-JP')).toBe('5');
});

test('every filter but default and json gives nothing of null and missing', () => {
  // The name of a mark is always written.
  for (const filter of filterReference.filter(({ name }) => name !== 'mark')) {
    const kinds = filter.args?.(filter.arity[0]) ?? [];
    const written: Readonly<Record<string, string>> = { number: '3', date: "'2026-03-09T14:05Z'", word: "'year'" };
    const args = Array.from({ length: filter.arity[0] }, (_, i) => written[kinds[i]?.kind ?? ''] ?? "'a'").join(', ');
    const result = compileExpression(`nowhere | ${filter.name}${args ? `: ${args}` : ''}`, open).evaluate(scopeOf());
    if (filter.name === 'default') expect(result).toBe('a');
    else if (filter.name === 'json') expect(result).toBe('null');
    else expect(result, filter.name).toBeUndefined();
  }
});

test.each(filterReference.map((one) => [one.name, one.example, one.result] as const))(
  'the reference example of %s holds',
  (_name, example, result) => {
    expect(printed(example)).toBe(result);
  },
);

test('elements without a member are not the same element', () => {
  const people = [{ n: 'A' }, { n: 'B', mail: null }, { n: 'C', mail: 'c@x' }, { n: 'D', mail: 'c@x' }];
  expect(printed("people | uniq: 'mail' | map: 'n' | join", { people })).toBe('A B C');
  expect(printed("people | uniq: \"mail & '!'\" | map: 'n' | join", { people })).toBe('A B C');
  expect(printed('list | uniq | size', { list: [null, null, 1] })).toBe('2');
});

test('objects are equal by content, in whatever order their members stand', () => {
  const one = { x: 1, y: [{ a: null, b: 'c' }] };
  const other = { y: [{ b: 'c', a: null }], x: 1 };
  const values = { one, other, third: { ...one, x: 2 }, list: [{ of: one }, { of: other }, { of: [1, 2] }, { of: [2, 1] }] };
  expect(holds('one == other', values)).toBe(true);
  expect(holds('one == third', values)).toBe(false);
  expect(printed("list | map: 'of' | uniq | size", values)).toBe('3');
  expect(printed("list | group: 'of' | size", values)).toBe('3');
  expect(printed("list | where: 'of', one | size", values)).toBe('2');
});
