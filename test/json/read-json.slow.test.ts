import { describe, expect, test } from 'vitest';
import { jsonPlaces } from '../../src/json/json-places.ts';
import { pointerStep } from '../../src/json/json-pointer.ts';
import { type ReadOptions, readJson } from '../../src/json/read-json.ts';
import { createRandom } from '../support/random.ts';

const bounds = { maxDepth: 64 };

function faultOf(text: string, options: Partial<ReadOptions> = {}) {
  const { fault } = readJson(text, { ...bounds, ...options });
  if (!fault) throw new Error(`${text} was taken`);
  return fault;
}

function read(text: string, options: Partial<ReadOptions> = {}) {
  const reading = readJson(text, { ...bounds, ...options });
  if (reading.fault) throw new Error(reading.fault.message);
  return reading;
}

describe('a name that appears twice in its object', () => {
  test('is told with both places', () => {
    expect(faultOf('{"a": {\n  "b": 1,\n  "c": 2,\n  "b": 3 }}')).toEqual({
      kind: 'duplicate',
      offset: 30,
      line: 4,
      column: 3,
      pointer: '/a/b',
      message: 'the name "b" appears twice in its object, first in line 2, column 3',
    });
  });

  test.each(['{"a" : 1, "a":2}', '{"a"\n:1,"a":2}', '{"a":1,"a":2,"x":"\\":"}', '{"\\u0061":1,"a":2}', '{"":1,"":2}'])(
    'is found in %s, whatever stands around its colon or in its strings',
    (text) => {
      expect(faultOf(text).kind).toBe('duplicate');
    },
  );

  test('is found at any depth, among any spaces and escapes, in text of any length; distinct names never are', () => {
    const random = createRandom(31);
    for (let round = 0; round < 400; round++) {
      const { text, first, again, pointer } = writeTwice(random);
      const isBounded = round % 2 === 0;
      const fault = faultOf(text, isBounded ? { maxValues: 1_000_000 } : {});
      expect([text, fault.kind, fault.offset, fault.pointer]).toEqual([text, 'duplicate', again, pointer]);
      expect(fault.message).toMatch(new RegExp(`first in line ${placeOf(text, first)}$`));
      const single = `${text.slice(0, again)}"only once"${text.slice(again).replace(/^"(?:[^"\\]|\\.)*"/, '')}`;
      expect(read(single).value).toEqual(JSON.parse(single));
    }
  });
});

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}, column ${lines.at(-1)!.length + 1}`;
}

/** A document in which a name appears twice, with both offsets and the pointer. */
function writeTwice(random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const space = () => pick(['', '', ' ', '\n', '\t', ' \r\n ']);
  const names = ['a', 'b/c', '~', '', '__proto__', 'é', 'constructor', '":', 'x"y', '0', '😀'];
  const writeName = (name: string) =>
    random() < 0.3
      ? `"${Array.from({ length: name.length }, (_, i) => `\\u${name.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(name);
  const scalar = () => pick(['1', '-2.5e3', '"\\":"', '"a"', 'null', 'true', '[]', '{}', '{"a":{"a":1}}', '[{"a":1},{"a":2}]']);
  let text = '';
  let pointer = '';
  let closing = '';
  const depth = Math.floor(random() * 12);
  for (let level = 0; level < depth; level++) {
    if (random() < 0.5) {
      const before = Math.floor(random() * 3);
      text += `[${space()}`;
      for (let i = 0; i < before; i++) text += `${scalar()}${space()},${space()}`;
      pointer += pointerStep(before);
      closing = `${space()},${scalar()}]${closing}`;
    } else {
      const [name, other] = [...names].sort(() => random() - 0.5);
      text += `{${space()}${writeName(other!)}${space()}:${scalar()},${writeName(name!)}${space()}:${space()}`;
      pointer += pointerStep(name!);
      closing = `${space()}}${closing}`;
    }
  }
  const [name, ...others] = [...names].sort(() => random() - 0.5);
  const between = others
    .slice(0, Math.floor(random() * 4))
    .map((other) => `${writeName(other)}${space()}:${scalar()},${space()}`);
  text += `{${space()}`;
  const first = text.length;
  text += `${writeName(name!)}${space()}:${scalar()},${space()}${between.join('')}`;
  const again = text.length;
  text += `${writeName(name!)}${space()}:${space()}${scalar()}}${closing}`;
  return { text, first, again, pointer: pointer + pointerStep(name!) };
}

describe('numbers', () => {
  test('that lose digits are listed with pointer, place and the value that they become', () => {
    const text = '{"lines": [{"id": 1},\n {"a/b": -12345678901234567890, "id": 1e-999}]}';
    const { inexact, inexactCount } = read(text);
    expect(
      inexact.map(({ pointer, written, value, offset, line, column }) => ({ pointer, written, value, offset, line, column })),
    ).toEqual([
      {
        pointer: '/lines/1/a~1b',
        written: '-12345678901234567890',
        value: -12345678901234567000,
        offset: 31,
        line: 2,
        column: 10,
      },
      { pointer: '/lines/1/id', written: '1e-999', value: 0, offset: 60, line: 2, column: 39 },
    ]);
    expect(inexact[0]!.message).toBe(
      'the number -12345678901234567890 loses digits and becomes -12345678901234567000; write it as a string to keep them',
    );
    expect(inexactCount).toBe(2);
  });

  test('have the right pointers at every place', () => {
    const random = createRandom(32);
    const write = (depth: number): string => {
      const kind = Math.floor(random() * (depth > 6 ? 3 : 6));
      if (kind < 2) return String(9007199254740993n + BigInt(Math.floor(random() * 1000)) * 2n);
      if (kind === 2) return ['"12345678901234567890"', 'null', '0.1', '"\\\\"', '[]', '{}'][Math.floor(random() * 6)]!;
      const members = Array.from({ length: Math.floor(random() * 4) }, () => write(depth + 1));
      if (kind === 3) return `[${members.join(' ,')}]`;
      return `{${members.map((member, i) => `${JSON.stringify(['a', 'b~', 'c/"\\'][i % 3]! + i)} : ${member}`).join(',')}}`;
    };
    let found = 0;
    for (let round = 0; round < 200; round++) {
      const text = write(0);
      const { inexact } = read(text);
      const places = jsonPlaces(text);
      for (const one of inexact) {
        expect([text, places.of(one.pointer)]).toEqual([text, expect.objectContaining({ line: one.line, column: one.column })]);
        expect(text.startsWith(one.written, one.offset)).toBe(true);
        found++;
      }
    }
    expect(found).toBeGreaterThan(200);
  });

  test('are listed up to a hundred and counted beyond; one too large is found behind them', () => {
    const many = Array.from({ length: 250 }, () => '9007199254740993').join(',');
    expect(read(`[${many}]`)).toMatchObject({ inexactCount: 250, inexact: { length: 100 } });
    expect(faultOf(`[${many},{"n":-1e999}]`)).toMatchObject({
      kind: 'number',
      pointer: '/250/n',
      message: 'the number -1e999 is too large',
    });
    expect(read('[-1e999]', { keepsInfinite: true })).toMatchObject({ value: [-Infinity], inexactCount: 1 });
  });

  test('of a million digits are read in one pass', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(read(`[0.${zeros}1]`).inexact).toMatchObject([{ pointer: '/0', value: 0 }]);
    expect(read(`[1.${zeros}]`).inexact).toEqual([]);
  });
});

describe('bounds', () => {
  test('values are counted before they are made: containers count, names do not', () => {
    const cases: readonly [string, number][] = [
      ['1', 1],
      ['{}', 1],
      ['[{},{},[]]', 4],
      ['{"a": "x", "b" :[true,false,null,-1.5e3]}', 7],
      ['{"a":{"b":{"c":"\\":{}[],"}}}', 4],
      ['[ "true" , 12 , "1,2" ]', 4],
    ];
    for (const [text, values] of cases) {
      expect(read(text, { maxValues: values }).value).toEqual(JSON.parse(text));
      if (values > 1) expect(faultOf(text, { maxValues: values - 1 })).toMatchObject({ kind: 'values' });
    }
    expect(faultOf(`[${'{},'.repeat(1_000_000)}{}]`, { maxValues: 1000 })).toEqual({
      kind: 'values',
      offset: 1 + 3 * 999,
      line: 1,
      column: 2 + 3 * 999,
      message: 'there are more than 1000 values',
    });
  });

  test('depth is bounded without recursion', () => {
    for (const options of [{}, { maxValues: 100_000_000 }])
      expect(faultOf('[{"a":'.repeat(1_000_000), options)).toMatchObject({ kind: 'depth', offset: 32 * 6 });
    const deep = 100_000;
    expect(read(`${'['.repeat(deep)}${']'.repeat(deep)}`, { maxDepth: deep }).inexact).toEqual([]);
    expect(faultOf(`${'['.repeat(deep)}{"a":1,"a":2}${']'.repeat(deep)}`, { maxDepth: deep + 1 }).kind).toBe('duplicate');
    expect(faultOf('['.repeat(deep), { maxDepth: deep })).toMatchObject({ kind: 'syntax', offset: deep });
  });
});

test('the reading is plain data', () => {
  for (const text of ['{"a":9007199254740993}', '{"a":1,"a":2}', '{']) {
    const reading = readJson(text, bounds);
    expect(structuredClone(reading)).toEqual(reading);
  }
});

test.each(['{"a":[1,2]}', ' \t7\n', '\n\n  [\n 1\n ]\r\n ', '"a b"'])(
  'the place of the whole value of %j is that of a walk',
  (text) => {
    const places = jsonPlaces(text, 12, 5);
    expect(places.of('')).toEqual(places.all(['']).get(''));
  },
);
