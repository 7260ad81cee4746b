import { expect, test } from 'vitest';
import { toCurl } from '../../src/server/to-curl.ts';

const call = {
  operationId: 'x',
  summary: '',
  tags: [],
  security: [{ token: [] }],
  responses: { 200: {} },
  path: '/a/{baseUuid}',
};
const json = (example: unknown) => ({ content: { 'application/json': { example } } });

test('a path parameter becomes a variable, or the one that the caller names', () => {
  const get = { ...call, method: 'GET' };
  expect(toCurl(get)).toBe('curl "$SERVER/a/$BASE_UUID" \\\n  -H "Authorization: Bearer $TOKEN"');
  expect(toCurl(get, { variables: { baseUuid: 'BASE' }, query: '?wait=60' })).toContain('"$SERVER/a/$BASE?wait=60"');
});

test('a required header becomes a variable, a header with one value is written out, and others are left out', () => {
  const parameters = [
    { in: 'header', name: 'If-Match', required: true, schema: { type: 'string' } },
    { in: 'header', name: 'If-None-Match', required: false, schema: { const: '*' } },
    { in: 'header', name: 'Idempotency-Key', required: false, schema: { type: 'string' } },
    { in: 'query', name: 'wait', required: false, schema: { const: 1 } },
  ];
  expect(
    toCurl({ ...call, method: 'GET', parameters })
      .split('-H ')
      .slice(2),
  ).toEqual(['"If-Match: $IF_MATCH" \\\n  ', "'If-None-Match: *'"]);
});

test('a quote in the body does not end the word of the shell', () => {
  expect(toCurl({ ...call, method: 'POST', requestBody: json({ name: "O'Hara; $(id)" }) })).toContain(
    `-d '{ "name": "O'\\''Hara; $(id)" }'`,
  );
});

test('a long body has a line for each member, and stays the same JSON', () => {
  const body = { list: ['a '.repeat(30), ' \n  b'.repeat(10), {}], one: { two: null } };
  const [, text] = /-d '(.*)'$/s.exec(toCurl({ ...call, method: 'POST', requestBody: json(body) }))!;
  expect(JSON.parse(text!)).toEqual(body);
  expect(text!.split('\n').at(-2)).toBe('    "one": { "two": null }');
});

test.each([
  ['GET', undefined, 'curl "'],
  ['POST', undefined, 'curl -X POST "'],
  ['POST', json({}), 'curl "'],
  ['PUT', json({}), 'curl -X PUT "'],
])('%s with the body %j', (method, requestBody, begin) => {
  expect(toCurl({ ...call, method, ...(requestBody && { requestBody }) }).startsWith(begin)).toBe(true);
});
