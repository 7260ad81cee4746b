// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what people type
import { describe, expect, test } from 'vitest';
import { compileExpression, compileText } from '../../../src/document/expression/index.ts';
import { createRandom } from '../../support/random.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { print } from './scope.ts';

const schema = objectOf({
  a: { type: 'boolean' },
  b: { type: 'boolean' },
  n: { type: 'number' },
  rows: listOf(objectOf({ x: { type: 'number' } })),
  end: { type: 'string' },
  else: { type: 'string' },
  if: { type: 'string' },
  None: { type: 'string' },
});
const names = { schema, locals: [] };
const open = { schema: true, locals: [] } as const;
const errors = (text: string, scope: Parameters<typeof compileText>[1] = names) =>
  compileText(text, scope).diagnostics.filter((one) => one.severity === 'error');

describe('operators of other languages', () => {
  test.each([
    ['a && b', 2, 'Write "and" for "&&"'],
    ['a || b', 2, 'Write "or" for "||"'],
    ['!a', 0, 'Write "not" for "!"'],
    ['not !a', 4, 'Write "not" for "!"'],
    ['n === 1', 2, 'Write "==" for "==="'],
    ['n !== 1', 2, 'Write "!=" for "!=="'],
    ['n <> 1', 2, 'Write "!=" for "<>"'],
    ['n = 1', 2, 'Write "==" for "="'],
    ['n => 1', 2, 'Write ">=" for "=>"'],
    ['n => n.x', 2, "rows | map: 'x'".replace('rows', 'lines')],
    ['rows | map: r => r.x', 14, "in quotes: rows | map: 'x'"],
    ['rows.map(r => r.x)', 11, "rows | map: 'x'"],
    ['rows.filter((r) => r.x > 1)', 16, "rows | where: 'x > 0'"],
    ['rows->x', 4, 'Write "." for "->"'],
    ['rows[*].x', 5, "lines | map: 'name'"],
    ['rows[].x', 5, "lines | map: 'name'"],
    ['rows?.size', 4, 'Write "." for "?."'],
    ['n ** 2', 2, 'multiply'],
    ['n ^ 2', 2, 'multiply'],
    ['n × 2', 2, 'Write "*" for "×"'],
    ['n − 2', 2, 'Write "-" for "−"'],
    ['n ÷ 2', 2, 'Write "/" for "÷"'],
    ['n ≤ 2', 2, 'Write "<=" for "≤"'],
    ['n ≥ 2', 2, 'Write ">=" for "≥"'],
    ['n ≠ 2', 2, 'Write "!=" for "≠"'],
    ['a AND b', 2, 'Write "and" for "AND"'],
    ['NOT a', 4, ''],
    ['n eq 1', 2, 'Write "==" for "eq"'],
    ['n gte 1', 2, 'Write ">=" for "gte"'],
    ['n mod 2', 2, 'Write "%" for "mod"'],
    ['n in rows', 2, 'write a component { "repeat": "rows", "as": "n"'],
    ['a and n in rows', 8, 'Write the list first: a | contains'],
    ['end == “x”', 7, 'straight quotes'],
    ['end == `x`', 7, 'straight quotes'],
    ['end ~ end', 4, 'texts are joined by a & b'],
    ['a == True', 5, 'Write "true" for "True"'],
    ['n == undefined', 5, 'Write "null" for "undefined"'],
    ['if a', 0, 'write "when": "…" in it'],
    ['if n > 3', 0, 'There is no "if".'],
    ['if (a)', 0, 'write {{ a ? b : c }}'],
    ['unless a', 0, 'There is no "unless".'],
    ['n if a else 0', 2, 'There is no "if".'],
    [
      'for r in rows',
      0,
      'write a component { "repeat": "rows", "as": "r", "body": … }, or a table: { "table": "rows", "as": "r", "columns": … }.',
    ],
    ['const r of rows', 0, 'There is no "const"'],
    ['r of rows', 2, '{ "repeat": "rows", "as": "r", "body": … }'],
    ['each rows', 0, '{ "repeat": "rows", "body": … }'],
    ['each rows as r', 0, '{ "repeat": "rows", "as": "r", "body": … }'],
    ['set x = 3', 6, 'Write "=="'],
    ['this.n', 0, 'is "item"'],
    ['forloop.index', 0, 'write "loop"'],
    ['.n', 0, 'begins with a name'],
    ['n * / n', 4, '"/" is not expected here.'],
    ['../n', 0, 'without "../"'],
    ['@index', 0, 'loop.index'],
    ['.5', 0, '0.5'],
    ['n * 1,5', 5, 'Decimals follow a point'],
    ['sum(rows)', 3, 'rows | sum.'],
    ['n.toFixed(2)', 9, 'n | fixed: 2.'],
    ['None.substring(2)', 14, 'None | slice: 2.'],
    ["None contains 'x'", 5, "a | contains: 'x'"],
    ['rows includes n', 5, "a | contains: 'x'"],
    ["rows.join(', ')", 9, "rows | join: ', '."],
    ['number_format(n, 2)', 13, 'n | number: 2.'],
    ["replace(end, ', ', ' - ')", 7, "end | replace: ', ', ' - '."],
    ["None.replace('a,b', ',')", 12, "None | replace: 'a,b', ','."],
    ['rows.length()', 11, 'Write rows.size.'],
    ['Date.now()', 8, 'Write doc.date.'],
    ['new Date()', 0, 'There is no "new" and no clock'],
    ['zigzag(n)', 6, 'no filter has this name'],
    ["concat(end, ' ', if)", 6, 'There are no functions: texts are joined by a & b'],
    ["[end, if] | join: ' '", 0, 'There are no lists in an expression.'],
    ["formatDate n 'short'", 0, "n | date: 'short'."],
    ['n is defined', 2, 'A value alone is a condition'],
    ['n is not null', 2, 'A value alone is a condition'],
    ["a ? 'x'", 7, 'The other value is missing'],
    ["rows | sum('x')", 10, "without parentheses: | sum: 'x'."],
    ['{{ n > 3 }}', 0, 'write the bare expression, n > 3.'],
    ['@root.n', 0, 'Write "data" for "@root".'],
    ["rows | sum 'x'", 11, 'A colon is missing'],
    ["n | money: 'EUR' 2", 17, 'A comma is missing'],
    ["n | money: 'EUR': 2", 16, 'A comma is missing'],
    ['rows | size > 0', 12, 'parentheses, as in (a | size) > 0'],
    ["end + 'x'", 0, `"&" joins texts: write end & 'x'.`],
    ["end + '-' + n + '-' + if.x", 0, "write end & '-' & n & '-' & if.x."],
  ])('%s', (source, offset, message) => {
    const [fault] = compileExpression(source, names).diagnostics.filter((one) => one.severity === 'error');
    if (message === '') return expect(fault).toBeDefined();
    expect(fault?.message).toContain(message);
    expect(fault?.offset).toBe(offset);
  });
  test.each([
    ['upper', 'upcase'],
    ['toUpperCase', 'upcase'],
    ['lower', 'downcase'],
    ['length', 'size'],
    ['trim', 'strip'],
    ['currency', 'money'],
    ['number_format', 'number'],
    ['strftime', 'date'],
    ['filter', 'where'],
    ['average', 'avg'],
  ])('the filter %s is %s here', (theirs, ours) => {
    expect(compileExpression(`x | ${theirs}`, open).diagnostics[0]?.message).toContain(`did you mean "${ours}"?`);
  });
});

describe('tags and blocks of other languages in a text', () => {
  test.each([
    ['{% if a %}x{% endif %}', 1, 'write "when": "…" in it'],
    ['{%- for r in rows -%}{{ r.x }}{%- endfor -%}', 1, '{ "repeat": "rows", "as": "r", "body": … }'],
    ['{% unknown %}', 1, 'There are no tags'],
    ['{% if a', 1, 'There is no "if".'],
    ['{{#if a}}x{{else}}y{{/if}}', 1, 'There is no "if".'],
    ['{{#each rows}}{{name}}{{/each}}', 1, '{ "repeat": "rows", "body": … }'],
    ['{{#rows}}x{{/rows}}', 1, 'There are no blocks'],
    ['{{^a}}x{{/a}}', 1, 'There are no blocks'],
    ['{{> header}}', 1, 'written once under "define", and each place says { "use": "its name" }.'],
    ['{{ include header }}', 1, '{ "use": "its name" }'],
    ['{{! note }}', 1, 'no comments'],
    ['{{!-- note --}}', 1, 'no comments'],
    ['{{! a note }}', 1, 'no comments'],
    ['{{! a }}', 1, 'There are no comments here'],
    ['{{!a and b}}', 1, 'Write "not" for "!"'],
    ['{{{ n }}}', 1, 'two braces'],
    ['{{& n }}', 1, 'without "&"'],
    ['{{- n -}}', 1, 'white space'],
    ['{{~ n ~}}', 1, 'white space'],
    ['${n}', 1, 'write {{ n }}'],
    ['Dear ${customer.name},', 1, 'write {{ customer.name }}'],
    ['<%= n %>', 1, 'write {{ n }}'],
    ['{# note #}', 1, 'no comments'],
    ['{{ if a }}x{{ endif }}', 2, 'There is no "if".'],
  ])('%s', (text, count, message) => {
    const found = errors(text);
    expect(found).toHaveLength(count);
    expect(found[0]!.message).toContain(message);
    expect(found[0]!.code).toBe('syntax');
    expect(errors(text, open)).toHaveLength(count);
  });
  test('stand where they stand', () => {
    expect(errors('Total: {{ n }} {% if a %}')[0]?.offset).toBe(15);
  });
  test('else and endif alone are errors unless the data has such a member', () => {
    expect(errors('{{ else }}{{ end }}{{ if }}{{ None }}')).toEqual([]);
    expect(errors('{{ else }}', open)).toHaveLength(1);
    expect(errors('{{ endif }}')).toHaveLength(1);
    expect(errors('{{ None }}', open)).toHaveLength(1);
    expect(errors('{{ end }}', open)).toEqual([]);
  });
  test('what means something here, or nothing anywhere, is left alone', () => {
    for (const text of [
      '${{ n }}',
      '{off}',
      '100 %',
      '{{ - n }}',
      '{{ -n }}',
      '{ % }',
      'a {% b',
      '{{ n }}%}',
      '{}',
      '$ {n}',
      '<% 5',
      '#{n}',
      '{{ if }}',
      "{{ n ? '{%' : '${' }}",
    ])
      expect(errors(text), text).toEqual([]);
    expect(print("{{ '{%' }} if {{ '${' }}x}")).toBe('{% if ${x}');
    expect(print('${{ total }}')).toBe('$1234.5');
  });
});

test('expressions put together from pieces of many languages never throw, and are refused with a sentence or are right', () => {
  const random = createRandom(5);
  const pieces = [
    ...'a n . ( ) | : ,'.split(' '),
    "'x'",
    ...'1 && || ! = == <> ? ?? if else and sum size { } % # @ $ ${ ` “ ;'.split(' '),
    ' ',
    ' ',
    ...'[ ] - not True'.split(' '),
  ];
  for (let i = 0; i < 5000; i++) {
    let text = '';
    for (let n = 1 + Math.floor(random() * 8); n > 0; n--) text += pieces[Math.floor(random() * pieces.length)]!;
    const compiled = compileText(`{{ ${text} }}`, names);
    for (const { message, offset } of compiled.diagnostics) {
      expect(message, text).toMatch(/[.?]$|did you mean|there are:|has no|There is no filter/);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(text.length + 6);
    }
  }
});

describe('names in the marks of other tools', () => {
  const all = (text: string, scope: Parameters<typeof compileText>[1] = names) =>
    compileText(text, scope).diagnostics.map(({ severity, message }) => `${severity} ${message}`);
  test.each(['{n}', '{ n }', '«n»', '<<n>>', '[[n]]', '#{n}', '{rows.x}'])('%s is warned of', (mark) => {
    expect(all(`No. ${mark}`)).toEqual([expect.stringMatching(/^warning .* is printed as it is: write \{\{ (n|rows\.x) \}\}/)]);
  });
  test.each(['{nn}', '{0}', '{n, m}', '«Zitat»', '[n]', '<n>', "{{ '{' }}n}", 'n}', '{ {{ n }} }', '{"n":{"m":{{ n }}}}'])(
    '%s is text',
    (text) => expect(all(text)).toEqual([]),
  );
  test('nothing is said where nothing is known of the data', () => {
    expect(all('{n}', open)).toEqual([]);
  });
  test.each(['n }}', '{{ n }}}', '{ n }}', '{{ n }} {{ n }}}}'])('%s closes what nothing opens', (text) => {
    expect(all(text)).toContainEqual(expect.stringContaining('closes no "{{"'));
  });
});

describe('what other languages call otherwise', () => {
  const first = (text: string) => errors(`{{ ${text} }}`)[0]?.message;
  test.each([
    ['n | times: 2', 'write a * b'],
    ['n | divided_by: 2', 'write a / b'],
    ['n | ifnull: 2', 'write a ?? b'],
    ['COALESCE(n, 2)', 'write a ?? b'],
    ['n | fallback: 2', 'did you mean "default"?'],
    ['n | append: "x"', 'joined by a & b'],
    ['n | escape', 'never escaped'],
    ['n | zigzag', 'and 58 more, all in docs/reference/filters.md'],
    ['rows.length', 'write rows.size'],
    ['end.toUpperCase', 'write end | upcase'],
    ['end.trim', 'write end | strip'],
    ['today', 'Write "doc.date"'],
    ['pageNumber', 'Write "page.number"'],
    ['pages', 'Write "page.total"'],
    ['n | padStart: 5', 'did you mean "pad"?'],
    ['n | substring: 2', 'did you mean "slice"?'],
    ['n | replaceAll: 1, 2', 'did you mean "replace"?'],
    ['end | dateAdd: 3', 'write a | add_days: 30, a | add_months: 1 or a | add_years: 1'],
    ['end | date_diff: end', 'write a | days_until: b'],
    ['DATEDIFF(end, end)', 'write a | days_until: b'],
    ['end | diff_days: end', 'did you mean "days_until"?'],
    ['age(end)', 'end | years_until'],
    ['daysUntil(end, today)', 'end | days_until: today'],
    ['end | add_hours: 2', 'let the data have the time'],
    ['end | endOf', "write a | end_of: 'month'"],
    ['EOMONTH(end, 0)', "write a | end_of: 'month'"],
    ['end | dayOfWeek', 'did you mean "weekday"?'],
    ['end | in_timezone: n', '"timezone": "Europe/Berlin"'],
    ['n | clamp: 1, 2', 'at_least: 0 | at_most: 100'],
    ["'terms' | pageref", 'did you mean "page_number"?'],
    ["'terms' | nameref", 'did you mean "title_of"?'],
    ["'terms' | cref", 'did you mean "number_of"?'],
    ["'terms' | title", "write 'terms' | title_of for the title"],
    ['terms | number_of', "text stands in quotes: 'terms'"],
    ['terms | page_number', "text stands in quotes: 'terms'"],
    ['terms | counter', "text stands in quotes: 'terms'"],
    ["page_number('terms')", "'terms' | page_number"],
    ["pageref('terms')", "'terms' | page_number"],
    ['page_number()', 'Write page.number.'],
    ['page.carried', 'a table carries sums from page to page'],
    ['page.subtotal', 'see its "sums"'],
    ['$index', 'loop.index'],
  ])('%s: %s', (text, right) => expect(first(text)).toContain(right));
  test('of an unknown filter, what its input and its arguments compute is checked too', () => {
    expect(errors('{{ nn | zigzag: n + mm, wide, rows.amount }}').map(({ code, offset }) => [code, offset])).toEqual([
      ['unknown-path', 3],
      ['unknown-path', 20],
      ['unknown-filter', 8],
    ]);
  });
  test('a path where nothing is known of the data', () => {
    expect(errors('{{ today }} {{ rows.length }}', open)).toEqual([]);
  });
});
