import { expect, test } from 'vitest';
import { boundCode } from '../../src/data/bound-code.ts';
import { createClock } from '../../src/data/clock.ts';
import { compileDataSchema } from '../../src/data/data-schema.ts';

const late = expect.objectContaining({ code: 'VALIDATION_TIMEOUT' });

test('the test of a long text is stopped at the time limit, the test of a short text is not guarded', () => {
  const clock = createClock();
  // Ends by itself, so that a clock that never stops it fails instead of waiting for ever.
  const turns = {
    test: (text: string) => {
      const end = performance.now() + 20_000;
      while (text !== 'short' && performance.now() < end);
      return true;
    },
  };
  const guarded = clock.guardLong(turns, 5);
  clock.start(50);
  expect(guarded('short')).toBe(true);
  expect(() => guarded('longer')).toThrow(late);
});

test('errors of guarded work come through, and the next work is guarded again', () => {
  const clock = createClock();
  clock.start(60_000);
  expect(() =>
    clock.guard(() => {
      throw new TypeError('boom');
    }),
  ).toThrow('boom');
  expect(clock.guard(() => clock.guard(() => 3))).toBe(3);
});

test('the message of a late check tells its own limit', () => {
  const schema = compileDataSchema({ type: 'string', pattern: '^(?=a)(a+)+$' });
  for (const timeoutMs of [60, 90])
    expect(() => schema.check(`${'a'.repeat(40)}b`, { timeoutMs })).toThrow(`took longer than ${timeoutMs} ms`);
});

test.each(['for(const a of f(g(h))){x();}', 'vErrors = vErrors.concat(more);', 'for(;;){x();}for(const a of b(c(d()))){}'])(
  'code that cannot be bounded is refused: %s',
  (code) => {
    expect(() => boundCode(code)).toThrow('unknown form');
  },
);

test('texts of a schema that look like code stay as they are', () => {
  const names = ['for(x){', 'a.concat(b', 'vErrors.push(err0);', 'let vErrors = null;', 'say "for(;;){"', '\\"for(a){'];
  const schema = compileDataSchema({
    properties: Object.fromEntries(names.map((name) => [name, { const: name }])),
    required: names,
    additionalProperties: false,
  });
  const data = Object.fromEntries(names.map((name) => [name, name]));
  expect(schema.check(data, { timeoutMs: 60_000 })).toEqual([]);
  for (const name of names) expect(schema.check({ ...data, [name]: 'x' }, { timeoutMs: 60_000 })).toHaveLength(1);
});
