// Filters of numbers, texts and dates: families of values, and what they say of wrong ones.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/contract/schema.ts';
import { compileExpression, compileText, filterReference } from '../../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../../src/document/expression/scope.ts';
import { createRandom } from '../../../support/random.ts';
import { objectOf } from '../../../support/schemas.ts';
import { trialCount } from '../../../support/trials.ts';
import { printed, scopeOf, tellsInto } from '../scope.ts';

const open: StaticScope = { schema: true, locals: [] };

/** The errors of an expression, before any data. */
const errors = (expression: string, names = open) =>
  compileExpression(expression, names).diagnostics.map(({ severity, message }) => `${severity} ${message}`);

/** What an expression prints, and what it warns of. */
function run(expression: string, data: unknown): { readonly text: string; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const compiled = compileText(`{{ ${expression} }}`, open);
  expect(compiled.diagnostics).toEqual([]);
  return { text: compiled.printed({ ...scopeOf(data), warn: tellsInto(warnings) }), warnings };
}

/** The type that a filter gives, as a following filter that needs another type tells it. */
const typeAfter = (expression: string, names = open) => compileExpression(expression, names).schema;

describe('rounding to whole numbers', () => {
  test('floor is the whole number from which less than 1 is missing, ceil its mirror', () => {
    const random = createRandom(3);
    for (let i = 0; i < trialCount('compile-filter'); i++) {
      const x = Number(((random() - 0.5) * 10 ** Math.floor(random() * 9)).toFixed(Math.floor(random() * 6)));
      const floor = Number(printed('x | floor', { x }));
      expect(Number.isInteger(floor) && floor <= x && x < floor + 1, `${x} ${floor}`).toBe(true);
      expect(Number(printed('x | ceil', { x }))).toBe(floor === x ? floor : floor + 1);
      expect(Number(printed('x | abs', { x }))).toBe(Math.abs(x));
    }
  });
  test('is exact for numbers that JavaScript cannot hold', () => {
    const x = '90071992547409931234.5';
    expect(printed('x | floor', { x })).toBe('90071992547409931234');
    expect(printed('x | ceil', { x })).toBe('90071992547409931235');
    expect(printed('0 - x | floor', { x })).toBe('-90071992547409931235');
    expect(printed('0 - x | abs', { x })).toBe(x);
    expect(printed('-0.5 | ceil')).toBe('0');
    expect(printed('-0.5 | floor')).toBe('-1');
  });
  test('the result is a number', () => {
    for (const filter of ['floor', 'ceil', 'abs', 'at_least: 1', 'at_most: 1'])
      expect(typeAfter(`1 | ${filter}`)).toEqual({ type: 'number' });
  });
});

describe('limits', () => {
  test('at_least and at_most keep what is inside', () => {
    const at = (n: number) => printed('n | at_least: 2.5 | at_most: 7.25', { n });
    expect([-1, 2.4, 2.5, 2.6, 7.25, 7.3].map(at)).toEqual(['2.5', '2.5', '2.5', '2.6', '7.25', '7.25']);
    expect(printed('a | at_most: b', { a: '90071992547409931234.5', b: '90071992547409931234.6' })).toBe(
      '90071992547409931234.5',
    );
  });
  test('a limit that is no number is an error if it is written, a warning if the data has it', () => {
    expect(errors("1 | at_least: 'x'")).toEqual(['error "at_least" takes a number, not "x".']);
    expect(errors("1 | at_least: '2'")).toEqual([]);
    expect(errors('1 | at_most')).toEqual(['error "at_most" takes 1 argument, as in at_most: limit.']);
    expect(run('1 | at_most: n', { n: 'x' })).toEqual({
      text: '1',
      warnings: ['"at_most" takes a number, not "x": there is no limit.'],
    });
    expect(run('1 | at_most: n', {})).toEqual({
      text: '1',
      warnings: ['"at_most": the argument n is missing: there is no limit.'],
    });
  });
});

describe('bytes', () => {
  test('count in the unit that leaves less than 1000, or in the largest', () => {
    const at = (n: number | string) => printed('n | bytes', { n });
    expect([0, 1, 999, 1000, 999_949, -2500].map(at)).toEqual(['0 bytes', '1 byte', '999 bytes', '1 kB', '999.9 kB', '-2.5 kB']);
    expect([1e6, 1e9, 1e12, 1e15, 1e18].map(at)).toEqual(['1 MB', '1 GB', '1 TB', '1 PB', '1,000 PB']);
  });
});

test.each(filterReference.filter(({ arity }) => Number.isFinite(arity[1])))(
  'a wrong number of arguments of $name is an error that shows the right form',
  ({ name, arity: [least, most], signature }) => {
    const wrong = (count: number) => errors(`x | ${name}${count > 0 ? `: ${Array(count).fill('1').join(', ')}` : ''}`);
    expect(signature).toMatch(new RegExp(most === 0 ? `^${name}$` : `^${name}: \\S`));
    for (const count of [...(least > 0 ? [least - 1] : []), most + 1])
      expect(wrong(count)).toContainEqual(
        expect.stringMatching(new RegExp(`^error "${name}" takes ${least}( to ${most})? arguments?, as in ${name}`)),
      );
  },
);

describe('fixed', () => {
  test('has as many decimals as it says, in every locale', () => {
    for (const locale of ['en-US', 'de-DE', 'ar-EG'])
      expect([1234567.5, 0, -0.004, 2.345, '1.005', 1e21].map((x) => printed('x | fixed: 2', { x }, { locale })).join(' ')).toBe(
        '1234567.50 0.00 0.00 2.35 1.01 1000000000000000000000.00',
      );
    expect(printed('2.5 | fixed: 0')).toBe('3');
    expect(printed('1 | fixed: 20')).toBe(`1.${'0'.repeat(20)}`);
    expect(typeAfter('1 | fixed: 2')).toEqual({ type: 'string' });
  });
  test('takes 0 to 20 decimals', () => {
    expect(errors('1 | fixed: 21')).toEqual(['error "fixed" takes 0 to 20, not 21.']);
    expect(errors("1 | fixed: '0.00'")).toEqual([
      `error "fixed" takes a number of decimals, not the pattern "0.00"; write fixed: 2.`,
    ]);
    expect(run('1 | fixed: n', { n: 1_000_000_000 })).toEqual({
      text: `1.${'0'.repeat(20)}`,
      warnings: ['"fixed" takes 0 to 20, not 1000000000: the nearest is taken.'],
    });
  });
});

describe('numerals', () => {
  const values: Readonly<Record<string, number>> = { M: 1000, D: 500, C: 100, L: 50, X: 10, V: 5, I: 1 };
  test('Roman numerals mean their number, and no sign stands four times', () => {
    for (let n = 1; n <= 3999; n += n < 100 ? 1 : 37) {
      const signs = [...printed('n | roman', { n })].map((sign) => values[sign]!);
      expect(signs.reduce((sum, value, i) => sum + (value < (signs[i + 1] ?? 0) ? -value : value), 0)).toBe(n);
      expect(printed('n | roman', { n })).not.toMatch(/(.)\1{3}|([VLD]).?\2/);
    }
    expect(printed("3999 | roman: 'lower'")).toBe('mmmcmxcix');
    expect(printed("3444 | roman: 'upper'")).toBe('MMMCDXLIV');
  });
  test('letters count on after z', () => {
    const at = (n: number) => printed('n | letters', { n });
    expect([1, 2, 26, 27, 52, 53, 702, 703, 1_000_000].map(at)).toEqual(['a', 'b', 'z', 'aa', 'az', 'ba', 'zz', 'aaa', 'bdwgn']);
    expect(printed("28 | letters: 'upper'")).toBe('AB');
    expect(printed("28 | letters: 'lower'")).toBe('ab');
  });
  test.each([
    ['roman', '1 to 3,999', ['0', '-1', '2.5', '4000', '1000000000', '-2.5']],
    ['letters', '1 to 1,000,000', ['0', '-1', '2.5', '1000001', '1000000000', '90071992547409931234']],
  ] as const)('%s takes whole numbers from %s', (filter, range, wrong) => {
    for (const n of wrong) {
      const needs = `"${filter}" takes whole numbers from ${range}`;
      expect(errors(`${n} | ${filter}`)).toEqual([`error ${needs}, not ${Number(n)}.`]);
      expect(run(`n | ${filter}`, { n: n.length > 15 ? n : Number(n) }).text).toBe(n);
      expect(run(`n | ${filter}`, { n: Number(n) }).warnings).toEqual([`${Number(n)} is printed in digits: ${needs}.`]);
    }
    expect(printed(`n | ${filter}`, { n: 2.5 }, { locale: 'de-DE' })).toBe('2,5');
    expect(run(`n | ${filter}`, { n: '3' }).warnings).toEqual([]);
    expect(run(`n | ${filter}`, { n: '' })).toEqual({ text: '', warnings: [] });
  });
  test('take their case in quotes', () => {
    expect(errors("1 | roman: 'small'")).toEqual([`error "roman" takes 'upper' or 'lower', not "small".`]);
    expect(errors("1 | letters: 'small'")).toEqual([`error "letters" takes 'lower' or 'upper', not "small".`]);
    expect(errors('1 | roman: lower')).toEqual([`error Text stands in quotes: roman: 'lower'.`]);
    expect(run('1 | roman: c', { c: 'x' })).toEqual({
      text: 'I',
      warnings: [`"roman" takes 'upper' or 'lower', not "x": 'upper' is taken.`],
    });
    expect(run('1 | letters: c', {})).toEqual({
      text: 'a',
      warnings: [`"letters": the argument c is missing: 'lower' is taken.`],
    });
  });
});

describe('replace', () => {
  test('is the same as splitting and joining', () => {
    const random = createRandom(5);
    const some = (length: number) => Array.from({ length }, () => 'ab-'[Math.floor(random() * 3)]).join('');
    for (let i = 0; i < trialCount('compile-filter'); i++) {
      const values = { text: some(20), a: some(1 + Math.floor(random() * 2)), b: some(Math.floor(random() * 4)) };
      expect(printed('text | replace: a, b', values)).toBe(values.text.split(values.a).join(values.b));
    }
  });
  test('looks for numbers as the text writes them', () => {
    expect(printed("x | replace: ',', '·'", { x: 1.5 }, { locale: 'de-DE' })).toBe('1·5');
    expect(compileText("{{ x | replace: ',', '·' }}", open).plain(scopeOf({ x: 1.5 }, { locale: 'de-DE' }))).toBe('1.5');
  });
  test('an empty text to look for is an error if it is written, else the text stays', () => {
    expect(errors("'a' | replace: '', 'b'")).toEqual([
      `error "replace" takes a text to look for, not an empty one, as in replace: '-', ''.`,
    ]);
    expect(run("'ab' | replace: x, '-'", {})).toEqual({
      text: 'ab',
      warnings: ['"replace": the argument x is missing: the text stays as it is.'],
    });
  });
  test('a text that would grow without end prints nothing', () => {
    const values = { a: 'a'.repeat(1000), b: 'b'.repeat(1_000_000), most: 'c'.repeat(5000), more: 'c'.repeat(5001) };
    expect(run("a | replace: 'a', b", values)).toEqual({
      text: '',
      warnings: ['"replace" makes a text of 1,000,000,000 characters, more than 5000000, and prints nothing.'],
    });
    expect(run("a | replace: 'a', most", values).text).toHaveLength(5_000_000);
    expect(run("a | replace: 'a', more", values).text).toBe('');
  });
});

describe('split', () => {
  test('joining gives the text back', () => {
    const random = createRandom(9);
    for (let i = 0; i < trialCount('compile-filter'); i++) {
      const text = `${Array.from({ length: 12 }, () => 'ab,'[Math.floor(random() * 3)]).join('')}x`;
      expect(printed("text | split: ',' | join: ','", { text })).toBe(text);
      expect(printed("text | split: '' | join: ''", { text })).toBe(text);
    }
  });
  test('gives a list of texts, with numbers as programs write them', () => {
    expect(typeAfter("'a' | split: ','")).toEqual({ type: 'array', items: { type: 'string' } });
    expect(errors("'1,2' | split: ',' | sum")[0]).toContain('"sum" needs numbers');
    expect(printed("x | split: '.' | join: '+'", { x: 1.5 }, { locale: 'de-DE' })).toBe('1+5');
    expect(printed("x | split: '' | size", { x: '𝄞𝄞' })).toBe('2');
  });
  test('has a limit', () => {
    const told = { text: '100000', warnings: ['"split" makes 100000 parts at most: the rest is left out.'] };
    expect(run("x | split: '' | size", { x: '𝄞'.repeat(1_000_000) })).toEqual(told);
    expect(run("x | split: ',' | size", { x: 'a,'.repeat(1_000_000) })).toEqual(told);
    expect(run("x | split: '' | size", { x: '𝄞'.repeat(100_000) })).toEqual({ text: '100000', warnings: [] });
    expect(run("x | split: ',' | size", { x: 'a,'.repeat(99_999) })).toEqual({ text: '99999', warnings: [] });
  });
});

describe('slice', () => {
  test('cuts a text into pieces that make the text', () => {
    const text = 'Grüße, 𝄞 und 日本';
    for (let at = 0; at <= 20; at++)
      expect(printed('text | slice: 0, at', { text, at }) + printed('text | slice: at, 99', { text, at })).toBe(text);
  });
  test('keeps the type of its input', () => {
    const names = { ...open, schema: { type: 'object', properties: { tags: { type: 'array', items: { type: 'number' } } } } };
    expect(errors('tags | slice: 0, 2 | sum', names)).toEqual([]);
    expect(errors('(tags | slice: 0, 2) > 1', names)).not.toEqual([]);
    expect(errors('12 | slice: 0')).toEqual(['error "slice" needs a list or text, but this is a number.']);
  });
  test('takes whole numbers, and a count that is not negative', () => {
    expect(errors("'abc' | slice: 0, -1")).toEqual(['error "slice" takes 0 to 5000000, not -1.']);
    expect(errors("'abc' | slice: -5000001")).toEqual(['error "slice" takes -5000000 to 5000000, not -5000001.']);
    expect(errors("'abc' | slice: 1.5")).toEqual(['error "slice" takes a whole number, not 1.5; write 1.']);
    expect(run("'abc' | slice: 0, n", { n: -1 }).text).toBe('');
    expect(run("'abc' | slice: n", {}).text).toBe('a');
  });
});

describe('contains', () => {
  test('searches texts and lists', () => {
    const values = { text: 'Order 17', tags: ['a', 'b', 3], of: [{ x: 1 }], one: { x: 1 } };
    for (const yes of [
      "text | contains: 'der'",
      'text | contains: 17',
      "tags | contains: 'b'",
      'tags | contains: 3',
      'of | contains: one',
      "text | contains: ''",
    ])
      expect(printed(yes, values), yes).toBe('true');
    for (const no of [
      "text | contains: 'x'",
      'text | contains: missing',
      "tags | contains: 'c'",
      "tags | contains: ''",
      'of | contains: text',
    ])
      expect(printed(no, values), no).toBe('false');
    expect(typeAfter("'a' | contains: 'a'")).toEqual({ type: 'boolean' });
  });
  test('an element that the schema rules out is an error, a part of a text is not', () => {
    const list = (items: JsonSchema) => ({ ...open, schema: { type: 'object', properties: { list: { type: 'array', items } } } });
    expect(errors("list | contains: 'c'", list({ enum: ['aa', 'bb'] }))[0]).toContain('there are: aa, bb');
    expect(errors("list | contains: 'aa'", list({ enum: ['aa', 'bb'] }))).toEqual([]);
    expect(errors("list | contains: '1'", list({ type: 'number' }))[0]).toContain('write 1');
    const text = { ...open, schema: { type: 'object', properties: { state: { enum: ['open', 'paid'] } } } };
    expect(errors("state | contains: 'p'", text)).toEqual([]);
  });
});

describe('chunk', () => {
  test('without its spaces it is the text, and its groups have the size', () => {
    const random = createRandom(21);
    for (let i = 0; i < trialCount('compile-filter'); i++) {
      const text = Array.from({ length: Math.floor(random() * 30) }, () => ['A', '7', 'ß', '𝄞'][Math.floor(random() * 4)]).join(
        '',
      );
      const size = 1 + Math.floor(random() * 9);
      for (const n of [size, -size]) {
        const chunked = printed('text | chunk: n', { text, n });
        expect(chunked.replaceAll(' ', '')).toBe(text);
        const lengths = chunked === '' ? [] : chunked.split(' ').map((group) => [...group].length);
        const full = n > 0 ? lengths.slice(0, -1) : lengths.slice(1);
        expect(full.every((one) => one === size)).toBe(true);
        expect(lengths.every((one) => one > 0 && one <= size)).toBe(true);
        expect(printed('text | chunk: n | chunk: n', { text, n })).toBe(chunked);
      }
    }
  });
  test('groups anew what has spaces, and numbers as the text writes them', () => {
    expect(printed("'RF18 5390 0754 7034' | chunk: 5")).toBe('RF185 39007 54703 4');
    expect(printed('1234567 | chunk: -3')).toBe('1 234 567');
    expect(printed('12345 | chunk: 1000')).toBe('12345');
  });
  test('takes a size other than 0 up to 1000', () => {
    expect(errors("'a' | chunk: 0")).toEqual(['error "chunk" takes the size of a group, not 0.']);
    expect(errors("'a' | chunk: 1001")).toEqual(['error "chunk" takes -1000 to 1000, not 1001.']);
    expect(errors("'a' | chunk: 1.5")).toEqual(['error "chunk" takes a whole number, not 1.5; write 1.']);
    expect(run("'abc' | chunk: n", { n: 0 })).toEqual({
      text: 'abc',
      warnings: ['"chunk" takes the size of a group, not 0: no groups are made.'],
    });
    expect(run("'abc' | chunk: n", { n: 'x' }).warnings).toEqual(['"chunk" takes a whole number, not "x": no groups are made.']);
    expect(run("'abc' | chunk: n", {}).warnings).toEqual(['"chunk": the argument n is missing: no groups are made.']);
    expect(run("'abc' | chunk: n", { n: 5000 }).warnings).toEqual([
      '"chunk" takes -1000 to 1000, not 5000: the nearest is taken.',
    ]);
  });
  test('a text that would be too long prints nothing', () => {
    expect(run('x | chunk: 1', { x: 'a'.repeat(1000) }).text).toHaveLength(1999);
    expect(run('x | chunk: 1', { x: 'a'.repeat(2_500_001) })).toEqual({
      text: '',
      warnings: ['"chunk" makes a text of 5,000,001 characters, more than 5000000, and prints nothing.'],
    });
  });
});

describe('days and months', () => {
  const d = (expression: string, day: string) => printed(expression, { d: day }, { timezone: 'America/New_York' });
  test('going forth and back is where it began', () => {
    const random = createRandom(31);
    for (let i = 0; i < trialCount('compile-filter'); i++) {
      const day = new Date(Date.UTC(1900 + Math.floor(random() * 300), 0, 1 + Math.floor(random() * 365))).toISOString();
      const n = Math.floor((random() - 0.5) * 100_000);
      for (const value of [day.slice(0, 10), day]) expect(printed('d | add_days: n | add_days: -n', { d: value, n })).toBe(value);
      const moved = printed('d | add_days: n', { d: day.slice(0, 10), n });
      expect(Date.parse(moved) - Date.parse(day.slice(0, 10))).toBe(n * 86_400_000);
    }
  });
  test('months end with their last day', () => {
    const moved = (count: number, day: string) => printed('d | add_months: n', { d: day, n: count });
    expect(moved(1, '2026-01-31')).toBe('2026-02-28');
    expect(moved(1, '2024-01-31')).toBe('2024-02-29');
    expect(moved(1, '2100-01-31')).toBe('2100-02-28');
    expect(moved(-1, '2026-03-31')).toBe('2026-02-28');
    expect(moved(13, '2026-12-15')).toBe('2028-01-15');
    expect(moved(12, '2024-02-29')).toBe('2025-02-28');
    expect(moved(0, '2026-08-31')).toBe('2026-08-31');
    expect(moved(-24_310, '2026-01-01')).toBe('0000-03-01');
  });
  test('a time keeps its offset, or the time that clocks show in the zone', () => {
    const asWritten = (expression: string, day: string) => printed(expression, { d: day }, { timezone: 'written' });
    expect(asWritten('d | add_days: 1', '2026-12-31T23:30:00.5+05:30')).toBe('2027-01-01T23:30:00.5+05:30');
    expect(asWritten('d | add_months: 1', '2026-01-31 10:00')).toBe('2026-02-28 10:00');
    expect(asWritten("d | add_days: 1 | date: 'iso'", '2026-03-07')).toBe('2026-03-08');
    // Clocks go forward on 8 March in New York.
    expect(d('d | add_days: 1', '2026-03-07T23:30:00Z')).toBe('2026-03-08T18:30:00-04:00');
    expect(d('d | add_days: 1', '2026-03-07T02:30:00-05:00')).toBe('2026-03-08T03:30:00-04:00');
    // In the zone it is 31 January.
    expect(d('d | add_months: 1', '2026-02-01T02:00:00.5Z')).toBe('2026-02-28T21:00:00.5-05:00');
    expect(d('d | add_days: 1', '2026-03-07 23:30:00')).toBe('2026-03-08 23:30:00');
  });
  test('the result is a date of the same format', () => {
    const schema = objectOf(
      { d: { type: 'string', format: 'date' }, t: { type: 'string', format: 'time' }, s: { type: 'string' } },
      '',
    );
    const names = { ...open, schema };
    expect(typeAfter('d | add_days: 1', names)).toEqual({ type: 'string', format: 'date' });
    expect(typeAfter('s | add_months: 1', names)).toEqual({ type: 'string' });
    expect(errors('d | add_days: 1 | time', names)).toEqual([
      'error "time" needs a time of day, but the data schema gives a day here.',
    ]);
    expect(errors('t | add_days: 1', names)).toEqual([
      'error "add_days" needs a day, but the data schema gives a time of day here.',
    ]);
  });
  test('what is no day, no number, or out of the calendar says so', () => {
    expect(errors("'2026-02-30' | add_days: 1")).toEqual(['error "2026-02-30" is not a valid date.']);
    expect(errors("'2026-02-20' | add_days: 1.5")).toEqual(['error "add_days" takes a whole number, not 1.5; write 1.']);
    expect(errors("'2026-02-20' | add_days: 1000001")).toEqual(['error "add_days" takes -1000000 to 1000000, not 1000001.']);
    expect(errors("'2026-02-20' | add_months: 100001")).toEqual(['error "add_months" takes -100000 to 100000, not 100001.']);
    for (const value of ['2026-02-30', '31.12.2026', '10:30:00', '2026-02-20x', 7, ''])
      expect(run('d | add_days: 1', { d: value })).toEqual({
        text: '',
        warnings: [`${JSON.stringify(value)} is not a date and prints nothing.`],
      });
    expect(run('d | add_days: n', { d: '2026-02-20' }).text).toBe('');
    expect(run('d | add_days: 1', { d: '9999-12-31' })).toEqual({
      text: '',
      warnings: ['"9999-12-31" | add_days: 1 leaves the years 0 to 9999 and prints nothing.'],
    });
    expect(run('d | add_months: -1', { d: '0000-01-31' }).warnings).toHaveLength(1);
    for (const n of [9e9, -9e9, 1.5, 'x', ''])
      expect(run('d | add_days: n', { d: '2026-02-20', n })).toEqual({
        text: '',
        warnings: [expect.stringMatching(/^"add_days" takes .*: it prints nothing\.$/)],
      });
  });
});

test.each([
  ['+41443101214', '+41 44 310 12 14'],
  ['+41 (44) 310-12.14', '+41 44 310 12 14'],
  ['+12025550123', '+1 202 555 0123'],
  ['+33123456789', '+33 1 23 45 67 89'],
  ['+4586120971', '+45 86 12 09 71'],
  // Areas have codes of various lengths.
  ['+441531634207', '+44 1531634207'],
  ['+44 1531 634207', '+44 1531 634207'],
  ['+4930123456', '+49 30123456'],
  ['+353 1 555 0140', '+353 1 555 0140'],
  ['+353 1-555', '+353 1-555'],
  // Not of the usual length.
  ['+4144310121', '+41 44310121'],
  ['044 310 12 14', '044 310 12 14'],
  ['+12345', '+12345'],
  ['call us', 'call us'],
  ['', ''],
])('a phone number %j prints as %j', (phone, text) => {
  expect(run('phone | phone', { phone }).text).toBe(text);
});

describe('values that the data may lack in the elements of a list', () => {
  const line = objectOf({ v: { type: 'number' }, a: { type: 'number' }, d: { type: 'string' } }, 'v a');
  const lines = { type: ['array', 'null'], items: line };
  const schema = { type: 'object', required: ['lines'], properties: { lines } };
  const within = (list: string, text: string) => {
    const items = compileExpression(list, { schema, locals: [] }).items();
    return compileText(text, { schema, locals: [{ name: 'e', schema: items as JsonSchema }] }).diagnostics.map(
      ({ message }) => message,
    );
  };
  test('a group has elements, and has its key unless the member is missing', () => {
    expect(within("lines | group: 'v'", "{{ e.key }} {{ e.items | sum: 'a' }} {{ e.items[0].a }}")).toEqual([]);
    expect(within("lines | group: 'd'", '{{ e.key }}')).toEqual([
      '"d" is not required by the data schema and may be missing, and "e.key" needs it: write e.key ?? \'\', or list it under "required".',
    ]);
  });
  test.each(["lines | map: 'd'", "lines | map: 'd' | uniq", "lines | where: 'v > 1' | map: 'd'"])(
    'an element of %s names the member',
    (list) => {
      expect(within(list, '{{ e }}')).toEqual([
        '"d" is not required by the data schema and may be missing, and "e" needs it: write e ?? \'\', or list it under "required".',
      ]);
      expect(within(`${list} | compact`, '{{ e }}')).toEqual([]);
    },
  );
  test('a comparison of a member tells of elements without it, as the condition does', () => {
    const told = (list: string) =>
      compileText(`{{ (${list} | size) ?? 0 }}`, { schema, locals: [] }).diagnostics.map(({ message }) => message);
    expect(told("lines | where: 'd', '<', '5'")).toEqual([
      `"d" is not required by the data schema and may be missing: write where: 'd != null' | where: 'd', '<', '5', or list it under "required".`,
    ]);
    for (const silent of ["'d', '!=', '5'", "'d', '5'", "'v', '<', 5"])
      expect(told(`lines | where: ${silent}`), silent).toEqual([]);
    const found: string[] = [];
    const warn = (_place: string, message: string, _scope: unknown, _source: unknown, about?: string) =>
      found.push(`${about} ${message}`);
    const count = compileText("{{ lines | where: 'd', '<', '5' | size }}", { schema: true, locals: [] });
    expect(count.printed({ ...scopeOf({ lines: [{ d: '1' }, {}] }), warn })).toBe('1');
    expect(found).toEqual(['missing "where" leaves out an element without the value that it compares.']);
  });
});
