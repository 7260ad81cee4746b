import { expect, test } from 'vitest';
import { compileDataSchema } from '../../src/data/data-schema.ts';

const fits = (format: string, text: string) => compileDataSchema({ format }).check(text, { timeoutMs: 60_000 }).length === 0;

test.each([
  ['date', ['2024-02-29'], ['2026-02-29', '2026-2-1', '31.12.2026']],
  ['time', ['14:30:00Z', '14:30:00.5+01:00', '23:59:60Z'], ['14:30', '14:30:00', '25:00:00Z', '14:30:00+0100']],
  [
    'date-time',
    ['2026-03-31T14:30:00Z', '2026-03-31t14:30:00.123+02:00'],
    ['2026-03-31 14:30:00Z', '2026-03-31', '2026-03-31T14:30:00', '2026-02-30T00:00:00Z'],
  ],
  ['duration', ['P3D', 'PT1H', 'P2W'], ['P', '3D', 'PT']],
  ['email', ['a.b+c@example.com'], ['a@', 'a b@example.com', 'a']],
  ['idn-email', ['jürgen@bücher.example'], ['jürgen']],
  ['hostname', ['example.com'], ['-a.com', 'a b']],
  [
    'idn-hostname',
    ['bücher.example', 'a', 'a-b.c', 'a.b.c。例え', 'का.de'],
    ['a b', '-a', 'a.-b', 'a..b', '.a', 'a.', 'a_b', 'a'.repeat(254)],
  ],
  ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3']],
  ['ipv6', ['::1', '2001:db8::7'], ['1::2::3', ':::']],
  ['uri', ['https://example.com/a?b#c', 'urn:isbn:1'], ['/a', 'a b:c']],
  ['uri-reference', ['/a', '#x'], ['a b', '\\x']],
  ['iri', ['https://example.com/ä'], ['/ä']],
  ['iri-reference', ['/ä'], ['a b']],
  ['uri-template', ['/a/{b}'], ['/a/{b']],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    ['123e4567', '123e456-e89b-12d3-a456-426614174000', 'urn:uuid:123e4567-e89b-12d3-a456-426614174000'],
  ],
  ['json-pointer', ['', '/a~1b'], ['a', '/~2']],
  ['relative-json-pointer', ['1/a', '0#'], ['-1/a']],
  ['regex', ['^a+$'], ['(']],
])('%s', (format, right, wrong) => {
  for (const text of right) expect([text, fits(format, text)]).toEqual([text, true]);
  for (const text of wrong) expect([text, fits(format, text)]).toEqual([text, false]);
});

test.each([
  ['uri', 'https://example.com/?b=ü', '; write "ü" as %C3%BC'],
  ['uri', 'https://example.com/my page', '; write " " as %20'],
  ['uri-reference', '/straße', '; write "ß" as %C3%9F'],
  ['uri', '/a', '/, got "/a"'],
  ['uri', 'https://example.com/\n', '\\n"'],
])('the message for a wrong %s %j says how a letter is written', (format, text, end) => {
  const [breach] = compileDataSchema({ format }).check(text, { timeoutMs: 1000 });
  expect(breach!.message.slice(-end.length)).toBe(end);
});

test('long texts cannot delay the check of a format', () => {
  const long = [
    'a'.repeat(300_000),
    `a@${'a.'.repeat(150_000)}`,
    `http://${'a:'.repeat(150_000)}`,
    '1:'.repeat(150_000),
    `{${'a,'.repeat(150_000)}`,
  ];
  for (const format of ['email', 'uri', 'iri', 'ipv6', 'hostname', 'uri-template', 'duration', 'uri-reference']) {
    for (const text of long) {
      try {
        compileDataSchema({ format }).check(text, { timeoutMs: 200 });
      } catch (error) {
        expect(error).toMatchObject({ code: 'VALIDATION_TIMEOUT' });
      }
    }
  }
});
