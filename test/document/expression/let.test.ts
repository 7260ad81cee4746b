// Names for values: let.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileLet, compileText, namesWhere } from '../../../src/document/expression/index.ts';
import type { Scope, StaticScope } from '../../../src/document/expression/scope.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { scopeOf } from './scope.ts';

const schema = objectOf(
  {
    total: { type: 'number' },
    paid: { type: 'number' },
    due: { type: 'string', format: 'date' },
    phone: { type: 'string' },
    customer: objectOf({ name: { type: 'string' } }, ''),
    lines: listOf(objectOf({ price: { type: 'number' } })),
  },
  'total paid lines due',
);
const names: StaticScope = { schema, locals: [] };
const open: StaticScope = { schema: true, locals: [] };
const data = { total: 10, paid: 4, due: '2026-01-01', lines: [{ price: 1.5 }, { price: 0.25 }] };

type Values = Readonly<Record<string, string>>;

function compile(values: Values | undefined, scope = names) {
  const reports: unknown[][] = [];
  const made = compileLet(values, scope, '/let', (...report) => void reports.push(report));
  return { ...made, reports };
}

/** The faults of `let`: severity, code, pointer, message, offset. */
const faults = (values: Values, scope?: StaticScope) => compile(values, scope).reports;

function evaluate(expression: string, values: Values, scope: Scope = scopeOf(data), static_ = names) {
  const made = compile(values, static_);
  expect(made.reports).toEqual([]);
  const compiled = compileExpression(expression, made.names);
  expect(compiled.diagnostics).toEqual([]);
  return compiled.evaluate(made.bind(scope));
}

/** Data that count how often a member is read. */
function counting(member: string, value: unknown) {
  const reads = { count: 0 };
  const values = Object.defineProperty({ ...data } as Record<string, unknown>, member, {
    enumerable: true,
    get() {
      reads.count++;
      return value;
    },
  });
  return { reads, values };
}

describe('values', () => {
  test('have names, and see those above', () => {
    expect(String(evaluate('share', { left: 'total - paid', share: 'left / total' }))).toBe('0.6');
    expect(evaluate('lines | sum: "price * factor"', { factor: '4' })).toBe(7);
    expect(evaluate('first.price', { first: 'lines | first' })).toBe(1.5);
  });
  test('stand behind the names around them', () => {
    const around: StaticScope = { ...names, locals: [{ name: 'line', schema: { type: 'number' } }] };
    expect(evaluate('double + line', { double: 'line * 2' }, { ...scopeOf(data), locals: [5] }, around)).toBe(15);
  });
  test('are computed once in their scope, and not before they are asked for', () => {
    const { reads, values } = counting('total', 10);
    const made = compile({ left: 'total - paid', half: 'left / 2' });
    const scope = made.bind(scopeOf(values));
    const [left, half, paid] = ['left', 'half', 'paid'].map((one) => compileExpression(one, made.names));
    expect(paid!.evaluate(scope)).toBe(4);
    expect(reads.count).toBe(0);
    expect(half!.evaluate(scope)).toBe(3);
    expect(left!.evaluate({ ...scope, locals: [...scope.locals, 'an element'] })).toBe(6);
    expect(half!.evaluate(scope)).toBe(3);
    expect(compileText('{{ left }}', made.names).printed(scope)).toBe('6');
    expect(reads.count).toBe(1);
    expect(left!.evaluate(made.bind(scopeOf({ ...data, total: 5 })))).toBe(1);
  });
  test('that are missing are computed once, too', () => {
    const { reads, values } = counting('phone', undefined);
    const made = compile({ call: 'phone' });
    const scope = made.bind(scopeOf(values));
    for (let i = 0; i < 3; i++) expect(compileExpression('call', made.names).evaluate(scope)).toBeUndefined();
    expect(reads.count).toBe(1);
  });
  test('warn once, at their place', () => {
    const warnings: unknown[] = [];
    const made = compile({ ratio: 'total / paid' });
    const scope = made.bind({
      ...scopeOf({ ...data, paid: 'x' }),
      warn: (place, message) => void warnings.push([place, message]),
    });
    for (let i = 0; i < 3; i++) compileExpression("ratio | default: 'x'", made.names).evaluate(scope);
    expect(warnings).toEqual([['/let/ratio', '10 / "x" is not a number and prints nothing.']]);
  });
  test('print numbers as their expression would in their place', () => {
    const made = compile({ prices: "lines | map: 'price' | join: ' '", sizes: "lines | map: 'price'" });
    const scope = made.bind(scopeOf(data, { locale: 'de-DE' }));
    const text = compileText('{{ prices }}', made.names);
    expect([text.printed(scope), text.plain(scope), text.printed(scope)]).toEqual(['1,5 0,25', '1.5 0.25', '1,5 0,25']);
    expect(compileText("{{ prices == '1.5 0.25' ? prices : '' }}", made.names).printed(scope)).toBe('1,5 0,25');
    expect(compileText('{{ prices.size }}', made.names).printed(scope)).toBe('8');
    const padded = compile({ texts: "lines | map: 'price | pad: 5'" });
    const inPlace = compileText("{{ (lines | map: 'price | pad: 5')[0] }}", names).printed(scope);
    expect(compileText('{{ texts[0] }}', padded.names).printed(padded.bind(scopeOf(data, { locale: 'de-DE' })))).toBe(inPlace);
  });
});

describe('types', () => {
  const made = compile({
    left: 'total - paid',
    one: 'lines[0]',
    call: 'phone',
    label: "'a'",
    who: 'customer.name',
    both: 'call',
  });
  const messages = (expression: string) =>
    compileText(`{{ ${expression} }}`, made.names).diagnostics.map(({ message }) => message);
  test('are those of the expressions', () => {
    expect(compileExpression('left', made.names).schema).toEqual({ type: 'number' });
    expect(messages("one.prise | default: ''")).toContain('The data schema has no "one.prise"; did you mean "price"?');
    expect(messages("left == 'x'")[0]).toContain('cannot be compared');
    expect(messages('label * 2')[0]).toContain('needs a number');
    expect(messages('lefd')[0]).toContain('did you mean "left"?');
    expect(compileExpression('left', made.names).mayBeList()).toBe(false);
  });
  test('a text for an argument that names a member is proved as if it stood there, and is no expression', () => {
    const told = (expression: string, text: string) => {
      const scope = compile({ m: text }).names;
      return compileExpression(expression, scope).diagnostics.map(({ code, message }) => `${code} ${message}`);
    };
    for (const filter of ['sum', 'avg', 'min', 'max', 'map', 'where', 'sort', 'uniq', 'group']) {
      expect(told(`lines | ${filter}: m`, "'price * 2'")).toEqual([
        `wrong-arguments "m" is a text. An expression over the elements is read only where it is written: ${filter}: 'price * 2'.`,
      ]);
      expect(told(`lines | ${filter}: m`, "'price'")).toEqual([]);
      expect(told(`lines | ${filter}: m`, "'prise'")).toEqual([
        'unknown-path The data schema has no "prise"; did you mean "price"?',
      ]);
    }
    expect(told('lines | join: m', "'price * 2'").join()).not.toContain('is a text');
  });
  test('a sum over elements that may lack an operand is told in its quotes, and is there', () => {
    const items = { type: 'object', properties: { price: { type: 'number' } } };
    const scope: StaticScope = {
      ...names,
      schema: { type: 'object', properties: { lines: { type: 'array', items } }, required: ['lines'] },
    };
    const told = compile({ all: "lines | sum: 'price * 2'" }, scope);
    expect(told.reports).toEqual([
      [
        'warning',
        'possibly-missing',
        '/let/all',
        expect.stringContaining('write (price * 2) ?? 0 to leave such an element out, or'),
        14,
      ],
    ]);
    expect(compileText('{{ all }}', told.names).diagnostics).toEqual([]);
  });
  test('a value that may be missing says so where it is used without a default', () => {
    const told = (name: string) =>
      expect.stringMatching(
        `^"(?:phone|customer)" is not required by the data schema and may be missing, and "${name}" needs it: write ${name} \\?\\? ''`,
      );
    expect(made.reports).toEqual([]);
    expect(messages('call')).toEqual([told('call')]);
    expect(messages('who')).toEqual([told('who')]);
    expect(messages('both')).toEqual([told('both')]);
    expect(messages("call | default: 'none'")).toEqual([]);
    expect(messages("call ? call : ''")).toEqual([]);
    expect(messages('left')).toEqual([]);
    expect(compileText('{{ call }}', namesWhere(compileExpression('call', made.names), made.names)).diagnostics).toEqual([]);
  });
  test('without a data schema come from the example', () => {
    const example = compile({ one: 'lines[0]', bad: 'lines[0].prise' }, { ...open, inferred: schema });
    expect(example.reports).toEqual([
      ['warning', 'unknown-path', '/let/bad', expect.stringContaining('did you mean "price"?'), 9],
    ]);
    expect(compileExpression('one.prise', example.names).diagnostics).toMatchObject([{ severity: 'warning', offset: 4 }]);
    expect(compileExpression('one.price', example.names).diagnostics).toEqual([]);
  });
  test('the element is told from names of values', () => {
    const around = { ...open, inferred: schema, locals: [{ name: 'item', schema: true, inferred: true }] };
    for (const scope of [around, { ...names, locals: [{ name: 'item', schema: true }] }])
      expect(compileText('{{ line.price }}', compile({ a: '1' }, scope).names).diagnostics[0]!.message).toContain(
        'the element is called "item" here',
      );
  });
  test('a loop is not counted for a name', () => {
    const bare = compile({ a: '1' });
    expect(compileExpression('loop.index', bare.names).diagnostics[0]!.message).toContain('only inside a repeat');
    const inLoop = compile({ a: '1' }, { ...names, locals: [{ name: 'l', schema: true }] });
    expect(compileExpression('loop.parent.index', inLoop.names).diagnostics[0]!.message).toContain('no loop is around it');
    expect(compileExpression('loop.index', inLoop.names).diagnostics).toEqual([]);
  });
});

describe('a test of a value that lacks an operand', () => {
  const items = { type: 'object', required: ['n'], properties: { n: { type: 'string' }, p: { type: 'number' } } };
  const optional = objectOf(
    {
      a: { type: 'number' },
      b: { type: 'number' },
      days: { type: 'number' },
      c: { type: 'boolean' },
      s: { type: 'string' },
      d: { type: 'string', format: 'date' },
      l: listOf(items),
    },
    'a b l',
  );
  const made = compile(
    {
      late: 'days > 30',
      good: 'a / b > 0.5',
      more: 'days + 3',
      either: 'c ? days + 1 : a',
      other: 's ?? (days & a)',
      small: 'more | round',
      left: 'd | days_until: s',
      path: 'days',
      upper: 's | upcase',
      known: '(days > 30) ?? false',
      again: 'late ?? false',
    },
    { ...names, schema: optional },
  );
  /** Whether lint warns, and what the document tells, of a condition. */
  const found = (source: string, values: object = {}) => {
    const told: string[] = [];
    const compiled = compileExpression(source, made.names);
    const warn = (_place: string, message: string) => void told.push(message);
    compiled.test(made.bind({ ...scopeOf({ a: 5, b: 0, l: [{ n: 'x' }], ...values }), warn }));
    return [compiled.diagnostics.length, told];
  };
  test.each([
    ...['late', 'not late', 'late and true', 'a > 1 and not late', "late ? 'late' : 'on time'", 'late == true', 'more'],
    ...['more != 4', 'either', 'other', 'small', "l | where: 'not late'", "l | where: 'n == more'"],
  ])('is told by lint and in the document: %s', (source) => {
    expect(found(source, { c: true })).toEqual([1, [expect.stringMatching(/^"\w+" is missing where ".*" tests it\.$/)]]);
    expect(found(source, { days: 31, c: true, s: '' })[1]).toEqual([]);
  });
  test('is told in the document alone where no schema can tell', () => {
    expect(found('not good')).toEqual([0, ['"good" is missing where "not good" tests it.']]);
    expect(found('not good', { b: 1 })).toEqual([0, []]);
  });
  test.each([
    ...['path', 'not path', 'upper', "path ? 'a' : 'b'", 'known', 'not again', 'late ?? false', 'late == null'],
    ...['late != null and not late', "late == null ? '?' : late ? 'a' : 'b'"],
  ])('is silent where it asks for the value: %s', (source) => {
    expect(found(source)).toEqual([0, []]);
  });
  test('names each value that it lacks', () => {
    const sums = compileLet({ due: "phone & customer.name & 'x' & phone" }, names, '/let', () => undefined);
    const [told] = compileText('{{ due }}', sums.names).diagnostics;
    expect(told!.message).toMatch(
      /^"phone" is not required .* missing, and so may "customer.*", and "due" needs it: write what stands for it in "due" itself, or/,
    );
  });
  test('names the remedy of its place', () => {
    const message = (source: string) => compileExpression(source, made.names).diagnostics[0]!.message;
    const why = '"days" is not required by the data schema and may be missing, and "late" needs it';
    expect(message('not late')).toBe(
      `${why}: write what stands for it in "late" itself, or late ?? true, or list it under "required".`,
    );
    expect(message("late ? 'a' : 'b'")).toContain(
      `${why}: write what stands for it in "late" itself, or late ?? null if the part after ":" is right without it, or`,
    );
    for (const mended of ['not (late ?? true)', "late ?? null ? 'a' : 'b'", 'late != null and late'])
      expect(compileExpression(mended, made.names).diagnostics, mended).toEqual([]);
  });
});

describe('what a value uses is used by each expression with its name', () => {
  const made = compile({ n: 'page.number', of: 'page.total', day: 'doc.date', next: 'n + 1', six: '6', t: 'total' });
  const usesOf = (name: string) => {
    const { time, usesDate, usesData } = compileText(`{{ ${name} }}`, made.names);
    const used = Object.entries({ usesDate, usesData }).flatMap(([use, is]) => (is ? [use] : []));
    return [time, ...used];
  };
  test('so pages, dates and data are known in time', () => {
    expect(usesOf('n')).toEqual(['open']);
    expect(usesOf('of')).toEqual(['end']);
    expect(usesOf('next')).toEqual(['open']);
    expect(usesOf('day')).toEqual(['data', 'usesDate']);
    expect(usesOf('six')).toEqual(['data']);
    expect(usesOf('t')).toEqual(['data', 'usesData']);
    expect(usesOf("lines | map: 'price * n' | join")).toEqual(['open', 'usesData']);
    expect(compileExpression('x', compile({ x: 'y' }, open).names).usesUnproved).toBe(true);
  });
  test('a value of the page is that of the page which asks', () => {
    const scope = made.bind(scopeOf());
    const next = compileExpression('next', made.names);
    const at = (number: number, total = 9) => next.evaluate({ ...scope, page: { number, total } });
    expect([at(1), at(2), at(2, 3), at(1)]).toEqual([2, 3, 3, 2]);
    const of = compileExpression('of', made.names);
    expect([1, 2].map((total) => of.evaluate({ ...scope, page: { number: 1, total } }))).toEqual([1, 2]);
    const found = (page: number) => ({ find: () => ({ page, label: String(page), isAmbiguous: false }), list: () => [] });
    const where = compile({ where: "'a' | page_number" });
    const bound = where.bind(scopeOf());
    const onPage = (page: number) =>
      compileExpression('where', where.names).evaluate({ ...bound, page: { number: 1, total: 1, anchors: found(page) } });
    expect([onPage(3), onPage(4)]).toEqual([3, 4]);
  });
  test('a value of marks is that of the marks which the page has', () => {
    const made = compile({ where: "'s' | mark" });
    const bound = made.bind(scopeOf(data));
    const read = (text: string) =>
      compileExpression('where', made.names).evaluate({ ...bound, page: { number: 1, total: 1, marks: { textOf: () => text } } });
    expect(['a', 'b'].map(read)).toEqual(['a', 'b']);
  });
  test('names of pages that double what they use are computed once for each page', () => {
    const values = Object.fromEntries([
      ['a0', 'page.number'],
      ...Array.from({ length: 30 }, (_, i) => [`a${i + 1}`, `a${i} + a${i}`]),
    ]);
    const doubling = compile(values);
    expect(compileExpression('a30', doubling.names).evaluate(doubling.bind(scopeOf()))).toBe(2 ** 31);
  });
});

describe('faults', () => {
  test('of expressions stand at their value', () => {
    expect(faults({ left: 'total - payd', when: 'total >' })).toEqual([
      ['error', 'unknown-path', '/let/left', expect.stringContaining('did you mean "paid"?'), 8],
      ['error', 'syntax', '/let/when', expect.any(String), 7],
    ]);
    expect(faults({ a: '1', b: 'lines | sum: "price * factr"', c: 'factr' }, open)).toEqual([]);
    const faulty = compile({ left: 'total - payd' });
    expect(compileExpression('left', faulty.names).evaluate(faulty.bind(scopeOf(data)))).toBeUndefined();
  });
  test.each(['undefined', 'loop.index', 'page.count', 'total | zigzag', 'nowhere', 'total +'])(
    'of a value are told once, and nothing more where %s is used by its name',
    (faulty) => {
      const made = compile({ v: faulty });
      expect(made.reports).toHaveLength(1);
      expect(made.reports[0]?.[0]).toBe('error');
      expect(compileText('{{ v }}{{ v.x.y | money }}{{ v | sum }}{{ v[0].x + 1 }}', made.names).diagnostics).toEqual([]);
    },
  );
  test('let-circle: a value that needs itself, once for each circle', () => {
    expect(faults({ a: 'a + 1' })).toEqual([['error', 'let-circle', '/let/a', 'A value cannot need itself: "a" needs "a".']]);
    expect(faults({ x: '1', a: 'b + x', b: 'c', c: 'lines | sum: "price * a"' })).toEqual([
      ['error', 'let-circle', '/let/a', 'A value cannot need itself: "a" needs "b" needs "c" needs "a".'],
    ]);
    const circle = compile({ a: 'b', b: 'a' });
    circle.reportUnused();
    expect(circle.reports).toHaveLength(1);
    expect(compileExpression('b', circle.names).evaluate(circle.bind(scopeOf()))).toBeNull();
  });
  test('a name further below is an error that says where to put it', () => {
    expect(faults({ a: 'b * 2', b: '1' })).toEqual([
      ['error', 'unknown-path', '/let/a', '"a" needs "b", which stands further below: put "b" above "a".'],
    ]);
  });
  test('reserved-name', () => {
    expect(faults({ page: '1', 'a-b': '2', true: '3', 'a/b': 'payd' })).toEqual([
      ['error', 'reserved-name', '/let/page', expect.stringContaining('reserved')],
      ['error', 'reserved-name', '/let/a-b', expect.stringContaining('cannot be a name')],
      ['error', 'reserved-name', '/let/true', expect.stringContaining('cannot be a name')],
      ['error', 'reserved-name', '/let/a~1b', expect.stringContaining('cannot be a name')],
    ]);
    const made = compile({ page: '1', a: '2' });
    expect(compileExpression('a * page.number', made.names).evaluate(made.bind(scopeOf()))).toBe(4);
  });
  test('name-shadowed: the data or a name around has it', () => {
    const around: StaticScope = { ...names, locals: [{ name: 'line', schema: true }] };
    expect(faults({ total: '1', line: '2', other: '3' }, around)).toEqual([
      ['error', 'name-shadowed', '/let/total', '"total" is already a name of the data; choose another name.'],
      [
        'error',
        'name-shadowed',
        '/let/line',
        '"line" is already the name of an element or a value around this; choose another name.',
      ],
    ]);
    expect(faults({ total: '1' }, { ...open, inferred: schema })).toEqual([
      ['warning', 'name-shadowed', '/let/total', '"total" is already a name of the example data; choose another name.'],
    ]);
    expect(faults({ total: '1' }, open)).toEqual([]);
  });
  test('unused-name: a warning when all is compiled', () => {
    const made = compile({ a: '1', b: 'a', c: '3', d: '4', e: '5' });
    compileText('{{ c }}', made.names);
    const inner = compileLet({ f: 'd' }, made.names, '/body/let', () => undefined);
    compileExpression("lines | sum: 'price * e'", inner.names);
    expect(made.reports).toEqual([]);
    made.reportUnused();
    // Only an unused value uses "a".
    expect(made.reports).toEqual(
      ['a', 'b'].map((name) => ['warning', 'unused-name', `/let/${name}`, `No expression uses "${name}".`]),
    );
  });
  test('a long row of values that build on each other is refused', () => {
    const row = (length: number) =>
      Object.fromEntries([['a0', '1'], ...Array.from({ length }, (_, i) => [`a${i + 1}`, `${'-'.repeat(60)}a${i}`])]);
    expect(evaluate('a31', row(31))).toBe(1);
    expect(faults(row(40))).toEqual([['error', 'syntax', '/let/a32', 'More than 32 values build on each other.']]);
    expect(faults({ ...row(31), low: '1', sum: 'a31 + low' })).toHaveLength(1);
    const outer = compile(row(20));
    const reports: unknown[][] = [];
    compileLet(
      { b: 'a20', ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`c${i}`, i === 0 ? 'b' : `c${i - 1}`])) },
      outer.names,
      '/x',
      (...report) => void reports.push(report),
    );
    expect(reports).toEqual([['error', 'syntax', '/x/c10', 'More than 32 values build on each other.']]);
  });
});

test('more names than 200 in one place are refused', () => {
  const row = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`a${i}`, i === 0 ? 'total' : `a${i - 1} + ${'a0 + '.repeat(20)}1`]));
  expect(faults(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a${i}`, 'total'])))).toEqual([]);
  const reports = faults(row(5000));
  expect(reports[0]).toEqual([
    'error',
    'wrong-value',
    '/let',
    'has 5,000 names: at most 200 may stand in one place. Those after "a199" are left out.',
  ]);
  // So many names would take minutes.
});

test('without let, names and scopes stay as they are', () => {
  for (const none of [undefined, {}]) {
    const made = compile(none);
    const scope = scopeOf();
    expect(made.names).toBe(names);
    expect(made.bind(scope)).toBe(scope);
    made.reportUnused();
    expect(made.reports).toEqual([]);
  }
});

test('a name in quotes that is a member of the elements is no value of "let" with this name', () => {
  const row = { type: 'object', properties: { q: { type: 'number' }, vat: { type: 'number' } } };
  const names = { schema: { type: 'object', properties: { ls: { type: 'array', items: row } } }, locals: [] };
  const told: string[] = [];
  const values = { good: "ls | where: 'q != null and vat != null'", vat: "(good | sum: 'q * vat') ?? 0" };
  compileLet(values, names, '/let', (severity, code) => void told.push(`${severity} ${code}`));
  expect(told.filter((one) => one.startsWith('error'))).toEqual([]);
});
