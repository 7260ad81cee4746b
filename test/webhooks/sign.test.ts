import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSecret, signHeaders } from '../../src/webhooks/sign.ts';

const content = {
  id: '0190a0a0-0000-7000-8000-000000000008',
  timestamp: Math.floor(Date.now() / 1000),
  body: '{"type":"job.completed","ü":1}',
};

test('a call passes the check of the official library, for each secret that signed it', () => {
  const [secret, old] = [createSecret(), createSecret()];
  const headers = signHeaders(content, [secret, old]);
  for (const one of [secret, old])
    expect(new Webhook(one).verify(content.body, { ...headers })).toEqual(JSON.parse(content.body));
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
});

test('another secret, body, id or time does not pass', () => {
  const secret = createSecret();
  const headers = signHeaders(content, [secret]);
  const check =
    (given: string, body: string, more: object = {}) =>
    () =>
      new Webhook(given).verify(body, { ...headers, ...more });
  expect(check(secret, content.body)).not.toThrow();
  expect(check(createSecret(), content.body)).toThrow();
  expect(check(secret, content.body.replace('completed', 'failed'))).toThrow();
  expect(check(secret, content.body, { 'webhook-id': 'other' })).toThrow();
  expect(check(secret, content.body, { 'webhook-timestamp': String(content.timestamp - 1) })).toThrow();
});

test('a secret is whsec_ and 32 bytes in base64, and never the same', () => {
  expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(createSecret()).not.toBe(createSecret());
});
