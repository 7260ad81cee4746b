// Filters of the template: names of `let` with parameters.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileLet, compileText, namesWhere } from '../../../../src/document/expression/index.ts';
import type { Scope, StaticScope } from '../../../../src/document/expression/scope.ts';
import { listOf, objectOf } from '../../../support/schemas.ts';
import { scopeOf } from '../scope.ts';

const row = objectOf({ price: { type: 'number' }, high: { type: 'number' }, note: { type: 'string' } }, 'price');
const schema = objectOf(
  {
    total: { type: 'number' },
    net: { type: 'number' },
    vat: { type: 'number' },
    word: { type: 'string' },
    lines: listOf(row),
  },
  'total net word lines',
);
const names: StaticScope = { schema, locals: [], place: '/pages/0' };
const data = { total: 100, net: -12.5, word: 'x', lines: [{ price: 1, high: 5 }, { price: 2 }] };

type Values = Readonly<Record<string, string>>;

function compile(values: Values, scope: StaticScope = names) {
  const reports: (readonly [severity: string, code: string, pointer: string, message: string, offset?: number | undefined])[] =
    [];
  const made = compileLet(values, scope, '/let', (...report) => void reports.push(report));
  return { ...made, reports };
}

/** The text that a template prints, what lint says, and what the document tells. */
function print(source: string, values: Values, given: object = data, scope: Partial<Scope> = {}) {
  const made = compile(values);
  expect(made.reports).toEqual([]);
  const compiled = compileText(source, made.names);
  const told: string[] = [];
  const bound = made.bind({
    ...scopeOf(given),
    ...scope,
    warn: (place, message, _scope, _source, about) => void told.push(`${place} ${about} ${message}`),
  });
  const text = compiled.printed(bound);
  return { text, lint: compiled.diagnostics, told: [...told], plain: compiled.plain(bound) };
}

const acct = { 'acct(n)': "n < 0 ? '(' & (-n | number: 2) & ')' : (n | number: 2)" };

describe('a filter of the template', () => {
  test('gives what its expression makes of the input and the arguments', () => {
    expect(print('{{ net | acct }}', acct)).toMatchObject({ text: '(12.50)', lint: [], told: [] });
    expect(print('{{ net | share: total | percent }}', { 'share(n, of)': 'of == 0 ? null : n / of' }).text).toBe('-12.5%');
    expect(print('{{ (5 | low: 2, 9) & (5 | low: 7, 9) }}', { 'low(n, a, b)': 'n < a ? a : n > b ? b : n' }).text).toBe('57');
  });
  test('uses the filters and values above it, and the data', () => {
    const values = { rate: 'total / 50', 'num(v, d)': 'v | number: d', 'taxed(n)': "(n * rate | num: 1) & ' of ' & total" };
    expect(print('{{ net | taxed }}', values)).toMatchObject({ text: '-25.0 of 100', lint: [] });
  });
  test('works in expressions over elements, where the budget is that of the list', () => {
    const values = { 'net(n, rate)': 'n * (1 - rate)', 'big(l)': 'l.price > 1', 'all(l)': "l | map: 'price' | join: '+'" };
    expect(print("{{ lines | sum: 'price | net: 0.5' }}", values).text).toBe('1.5');
    expect(print("{{ lines | sort: '-price | net: 0' | all }}", values).text).toBe('2+1');
    expect(print("{{ (lines | where: 'price | net: 0').size }}", values).text).toBe('2');
    expect(print('{{ (lines[1] | big) ? lines[1].price : 0 }}', values).text).toBe('2');
    const many = { ...data, lines: Array.from({ length: 50_000 }, () => ({ price: 1 })) };
    expect(print("{{ lines | sum: 'price | net: 0.5' }}", values, many)).toMatchObject({ text: '25000', told: [] });
  });
  test('gives lists and objects', () => {
    const values = { 'dear(l)': "l | where: 'price > 1'", 'top(l)': "l | sort: '-price' | first" };
    expect(print("{{ lines | dear | map: 'price' | join }} {{ (lines | top).price ?? 0 }}", values)).toMatchObject({
      text: '2 2',
      lint: [],
    });
  });
  test('prints its numbers as the text around it, and keeps them plain for programs', () => {
    const values = { 'both(n, m)': "n & ' / ' & m", 'same(t)': "t == '1.5 2.5' ? t : '?'" };
    const german = { format: { locale: 'de-DE', currency: undefined, timezone: undefined } };
    const found = print("{{ 1.5 | both: 2.5 }} {{ (1.5 & ' ' & 2.5) | same }}", values, data, german);
    expect(found).toMatchObject({ text: '1,5 / 2,5 1,5 2,5', plain: '1.5 / 2.5 1.5 2.5' });
  });
  test('is known at the latest time of its body and its arguments', () => {
    const made = compile({ 'of(n)': "n & ' of ' & page.total", 'roman_page(n)': 'n | roman' });
    const timeOf = (source: string) => compileText(`{{ ${source} }}`, made.names).time;
    expect([timeOf('1 | of'), timeOf('page.number | roman_page'), timeOf('1 | roman_page')]).toEqual(['end', 'open', 'data']);
  });
  test('notes what it uses, and tells when nothing uses it', () => {
    const made = compile({ ...acct, 'day(n)': 'n & doc.date' });
    const text = compileText('{{ 1 | day_2 }}', compile({ 'day_2(n)': 'n & doc.date' }).names);
    expect(text).toMatchObject({ usesDate: true, usesData: false });
    compileText('{{ net | acct }}', made.names);
    made.reportUnused();
    expect(made.reports.map(([, code, pointer]) => [code, pointer])).toEqual([
      ['name-shadowed', '/let/day(n)'],
      ['unused-name', '/let/day(n)'],
    ]);
  });
});

describe('types', () => {
  const made = compile({ ...acct, 'num(v, d)': 'v | number: d', 'first_price(l)': 'l[0].price' });
  const lint = (source: string) => compileText(`{{ ${source} }}`, made.names).diagnostics;
  test('are those of the arguments of each use', () => {
    expect(lint('net | acct')).toEqual([]);
    expect(lint('net | num: 2')).toEqual([]);
    expect(compileExpression('lines | first_price', made.names).schema).toEqual({ type: 'number' });
    expect(lint("lines | first_price | default: 'x' | round")[0]).toBeUndefined();
  });
  test('a fault inside is told at the filter, with its first use', () => {
    const first = lint('word | acct');
    expect(first.map(({ severity, code, place, offset }) => [severity, code, place, offset])).toEqual([
      ['error', 'wrong-type', '/let/acct(n)', 4],
      ['error', 'wrong-type', '/let/acct(n)', 16],
      ['error', 'wrong-type', '/let/acct(n)', 44],
    ]);
    expect(first[1]!.message).toBe('"-" needs a number, but the data schema gives text here. The first use is at /pages/0.');
    const second = compileText('{{ word | acct }}', { ...made.names, place: '/pages/9' }).diagnostics;
    expect(second.map(({ message }) => message)).toEqual(first.map(({ message }) => message));
    expect(compileText('{{ word | acct }}', made.names).printed(made.bind(scopeOf(data)))).toBe('');
  });
  test('a fault that every use has is told once, and its uses are silent', () => {
    const faulty = compile({ 'f(n)': 'n & totl' });
    expect(faulty.reports).toEqual([['error', 'unknown-path', '/let/f(n)', expect.stringContaining('"total"'), 4]]);
    expect(compileText('{{ 1 | f }}', faulty.names).diagnostics).toEqual([]);
  });
  test('without a data schema are those of the example', () => {
    const example = compile(acct, { schema: true, locals: [], inferred: schema });
    expect(compileText('{{ word | acct }}', example.names).diagnostics).toMatchObject([
      { severity: 'warning', code: 'wrong-type', place: '/let/acct(n)' },
      { severity: 'warning', code: 'wrong-type' },
      { severity: 'warning', code: 'wrong-type' },
    ]);
  });
});

describe('missing arguments', () => {
  const made = compile({
    ...acct,
    'range(r)': "('< ' & r.high) ?? '–'",
    'twice(n)': 'n * 2',
    'has(r)': 'r.high != null',
    'over(r)': 'r.price > r.high',
  });
  const lint = (source: string, scope = made.names) =>
    compileText(`{{ ${source} }}`, scope).diagnostics.map(({ code, message, place }) => [code, message, place]);
  test('are taken by a filter that asks', () => {
    expect(lint('lines[0] | range')).toEqual([]);
    expect(print('{{ lines[1] | range }}', { 'range(r)': "('< ' & r.high) ?? '–'" })).toMatchObject({ text: '–', told: [] });
  });
  test('are told at the use, where the result lacks them', () => {
    const why = '"vat" is not required by the data schema and may be missing, and "twice" needs it';
    expect(lint('vat | twice')).toEqual([
      [
        'possibly-missing',
        `${why}: write (vat | twice) ?? '', or (vat | twice) ?? 0 if a missing one counts as 0, or list it under "required".`,
        undefined,
      ],
    ]);
    expect(lint('(vat | twice) ?? 0')).toEqual([]);
  });
  test('are told at the use, where a test inside loses them', () => {
    const why = '"vat" is not required by the data schema and may be missing, and "acct" does not say what happens then';
    const message = `${why}: write vat ?? 0, or let "acct(n)" ask for it, or list it under "required".`;
    expect(lint('vat | acct')).toEqual([['possibly-missing', message, undefined]]);
    expect(lint('vat ?? 0 | acct')).toEqual([]);
    expect(print('{{ vat | acct }}', acct).told).toEqual([
      expect.stringContaining('/let/acct(n) missing "n" is missing'),
      '/pages/0 missing "vat | acct" is missing and prints nothing.',
    ]);
  });
  test('are told in conditions that lose an operand', () => {
    const told = compileExpression('lines.first | over', made.names).diagnostics;
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('write (lines.first | over) ?? null')]);
    expect(compileExpression('(lines.first | over) ?? false', made.names).diagnostics).toEqual([]);
  });
  test('conditions prove through filters, in both directions', () => {
    const within = { ...made.names, locals: [{ name: 'r', schema: row }] };
    const where = (source: string) => namesWhere(compileExpression(source, within), within);
    expect(lint('r.high')).not.toEqual([]);
    expect(lint('r.high', where('r | has'))).toEqual([]);
    expect(lint('r.high', where('r | over'))).toEqual([]);
    expect(lint('r.high', where('not (r | has)'))).not.toEqual([]);
    expect(lint('(r | over) ? 1 : 2', where('r.high != null'))).toEqual([]);
    expect(lint('vat', where('vat | twice'))).toEqual([]);
  });
});

describe('what people write', () => {
  const messages = (values: Values, scope?: StaticScope) =>
    compile(values, scope).reports.map(([, code, pointer, message]) => [code, pointer, message]);
  const within: StaticScope = { ...names, locals: [{ name: 'l', schema: row }] };
  test.each<[Values, string, string, string]>([
    [{ 'acct()': '1' }, 'reserved-name', '/let/acct()', 'write "acct(n)" for a filter, or "acct" for a value.'],
    [{ 'acct(n, n)': 'n' }, 'reserved-name', '/let/acct(n, n)', '"n" is the name of two parameters: write "acct(n, n2)".'],
    [{ 'acct(n': 'n' }, 'reserved-name', '/let/acct(n', 'A filter is written "acct(n)" or "share(n, of)".'],
    [{ 'f(1n)': '1' }, 'reserved-name', '/let/f(1n)', '"1n" cannot be a name'],
    [{ 'f(page)': '1' }, 'reserved-name', '/let/f(page)', '"page" is reserved'],
    [{ 'number(n)': 'n' }, 'name-shadowed', '/let/number(n)', '"number" is already a filter of every template'],
    [{ 'f(n)': 'n', 'f(n, m)': 'n & m' }, 'name-shadowed', '/let/f(n, m)', '"f" is already a name of this template'],
    [{ f: '1', 'f(n)': 'n' }, 'name-shadowed', '/let/f(n)', '"f" is already a name of this template'],
    [{ 'f(n)': 'n', f: '1' }, 'name-shadowed', '/let/f', '"f" is already the name of a filter'],
    [{ 'f(total)': 'total' }, 'name-shadowed', '/let/f(total)', 'The parameter "total" is already a name of the data'],
    [{ n: '1', 'f(n)': 'n' }, 'name-shadowed', '/let/f(n)', 'The parameter "n" is already the name of a value above'],
    [{ 'f(n)': 'n | f' }, 'let-circle', '/let/f(n)', 'A filter cannot use itself, and no value can need itself: "f" needs "f".'],
    [{ 'f(n)': 'n | g', 'g(n)': 'n | f' }, 'let-circle', '/let/f(n)', '"f" needs "g" needs "f"'],
    [{ 'f(n)': 'n | g', 'g(n)': 'n' }, 'unknown-filter', '/let/f(n)', 'stands further below: put "g" above "f".'],
    [{ 'f(n)': 'n * m', m: '2' }, 'unknown-path', '/let/f(n)', 'put "m" above "f".'],
    [{ 'f(n, m)': 'n' }, 'unused-name', '/let/f(n, m)', '"f(n, m)" does not use its parameter "m".'],
    [{ 'f(n)': 'n * loop.index' }, 'unknown-path', '/let/f(n)', 'a parameter, "f(n, i)", and write n | f: loop.index.'],
    [{ 'f(n, m)': 'n * m * row.rate' }, 'unknown-path', '/let/f(n, m)', '"f(n, m, row)", and write n | f: m, row'],
    [{ 'f(n)': 'n | numbr' }, 'unknown-filter', '/let/f(n)', 'did you mean "number"?'],
    [{ 'f(n)': 'n +' }, 'syntax', '/let/f(n)', 'ends too early'],
  ])('%o is a fault with its remedy', (values, code, pointer, message) => {
    expect(messages(values)).toEqual([[code, pointer, expect.stringContaining(message)]]);
  });
  test('spaces do not matter', () => {
    expect(print('{{ 1 | f: 2 }}', { ' f ( n,m ) ': 'n + m' }).text).toBe('3');
  });
  test('the element around a filter is hidden from it, and a parameter may have its name', () => {
    expect(messages({ 'f(n)': 'n * l.price' }, within)).toEqual([
      ['unknown-path', '/let/f(n)', '"f(n)" does not see "l": make it a parameter, "f(n, l)", and write n | f: l.'],
    ]);
    expect(messages({ 'f(l)': 'l.price' }, within)).toEqual([]);
  });
  test.each([
    ['total | acct: 3', 'wrong-arguments', '"acct" takes no argument, as in n | acct.'],
    ['total | share', 'wrong-arguments', '"share" takes 1 argument, as in n | share: of.'],
    ['total | share: 1, 2', 'wrong-arguments', '"share" takes 1 argument, as in n | share: of.'],
    ['acct(5)', 'syntax', 'There are no functions. A filter stands behind its value: 5 | acct.'],
    ['share(net, total)', 'syntax', 'A filter stands behind its value: net | share: total.'],
    ['total | share(3)', 'syntax', 'Arguments follow a colon, without parentheses: | share: 3.'],
    ['total | acot', 'unknown-filter', 'There is no filter "acot"; did you mean "acct"?'],
    ['total * acct', 'unknown-path', '"acct" is a filter of this template: write n | acct'],
    [
      'total | rate',
      'unknown-filter',
      'There is no filter "rate": "rate" is a value. A filter has a parameter: "let": { "rate(n)": "…" }.',
    ],
  ])('{{ %s }} is a fault with its remedy', (source, code, message) => {
    const made = compile({ ...acct, 'share(n, of)': 'n / of', rate: '2' });
    const [first, ...more] = compileText(`{{ ${source} }}`, made.names).diagnostics;
    expect([first?.code, first?.message, more]).toEqual([code, expect.stringContaining(message), []]);
  });
});

describe('a chain of 32 filters', () => {
  const chain = (next: (before: string) => string) =>
    Object.fromEntries(Array.from({ length: 32 }, (_, k) => [`f${k}(n)`, k === 0 ? 'n + 1' : next(`f${k - 1}`)]));
  test.each(['(n | _) + (n | _)', '(n | _) & (n | _)', 'n | _ | _'])(
    'of which each uses the one above twice, as in %s, ends by its budget',
    (form) => {
      const { text, lint, told } = print(
        '{{ net | f31 }}',
        chain((before) => form.replaceAll('_', before)),
      );
      expect([text, lint]).toEqual(['', []]);
      expect(told[0]).toBe('/pages/0 too-much-work "f31" has too much to compute and prints nothing.');
    },
  );
  test('is the longest', () => {
    const values = Object.fromEntries(Array.from({ length: 34 }, (_, k) => [`f${k}(n)`, k === 0 ? 'n' : `n | f${k - 1}`]));
    expect(compile(values).reports).toEqual([['error', 'syntax', '/let/f32(n)', 'More than 32 values build on each other.']]);
  });
});
