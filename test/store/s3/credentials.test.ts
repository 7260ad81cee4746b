import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { credentialsFromEnvironment } from '../../../src/store/s3/credentials.ts';
import { makeFolder } from '../../support/folders.ts';
import { listen } from '../../support/listen.ts';

const minute = 60_000;
let nowMs: number;
beforeEach(() => {
  nowMs = Date.parse('2026-03-01T12:00:00Z');
});

/** An endpoint that numbers the credentials it gives. */
async function startEndpoint() {
  const endpoint = { url: '', asked: [] as (string | undefined)[], lifeMs: 60 * minute, status: 200 };
  const server = createServer((request, response) => {
    endpoint.asked.push(request.headers.authorization);
    const n = endpoint.asked.length;
    response.writeHead(endpoint.status, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        AccessKeyId: `key ${n}`,
        SecretAccessKey: `secret ${n}`,
        Token: `token ${n}`,
        Expiration: new Date(nowMs + endpoint.lifeMs).toISOString(),
      }),
    );
  });
  endpoint.url = `http://127.0.0.1:${await listen(server)}/role`;
  return endpoint;
}

const open = (env: Readonly<Record<string, string>>) => credentialsFromEnvironment(env, () => nowMs);

test('keys of the environment come before an endpoint', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  expect(await open({ ...keys, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'https://x.example' }).get()).toEqual({
    accessKeyId: 'a',
    secretAccessKey: 'b',
  });
  expect(await open({ ...keys, AWS_SESSION_TOKEN: 'c' }).get()).toMatchObject({ sessionToken: 'c' });
});

test.each([
  [{}, 'The object store needs credentials.'],
  [{ AWS_ACCESS_KEY_ID: 'a' }, 'AWS_SECRET_ACCESS_KEY is missing in the environment.'],
  [{ AWS_SECRET_ACCESS_KEY: 'hush', AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID is missing in the environment.'],
  [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'here' }, 'is not the address of a credentials endpoint.'],
  [{ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://x.example/' }, 'must begin with https://'],
])('the environment %j is refused', (env: Readonly<Record<string, string>>, message) => {
  expect(() => open(env)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(message) }),
  );
});

test('credentials of an endpoint are asked for once, and renewed five minutes before they expire', async () => {
  const endpoint = await startEndpoint();
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: endpoint.url, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'Bearer x' });
  const first = await Promise.all([source.get(), source.get(), source.get()]);
  expect(new Set(first.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['key 1']));
  expect(first[0]).toEqual({ accessKeyId: 'key 1', secretAccessKey: 'secret 1', sessionToken: 'token 1' });
  nowMs += 54 * minute;
  expect((await source.get()).accessKeyId).toBe('key 1');
  nowMs += 2 * minute;
  expect((await source.get()).accessKeyId).toBe('key 2');
  expect(endpoint.asked).toEqual(['Bearer x', 'Bearer x']);
});

test('the authorization token is read from its file for each renewal', async () => {
  const folder = makeFolder();
  const file = join(folder, 'token');
  const endpoint = await startEndpoint();
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: endpoint.url, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file });
  for (const token of ['one', 'two']) {
    writeFileSync(file, `${token}\n`);
    await source.get();
    nowMs += 60 * minute;
  }
  expect(endpoint.asked).toEqual(['one', 'two']);
});

test('while an endpoint is away, its credentials are used until they expire', async () => {
  const endpoint = await startEndpoint();
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: endpoint.url });
  await source.get();
  endpoint.status = 500;
  nowMs += 58 * minute;
  expect((await source.get()).accessKeyId).toBe('key 1');
  expect((await source.get()).accessKeyId).toBe('key 1');
  expect(endpoint.asked.length).toBe(2);
  nowMs += 3 * minute;
  const refused = await source.get().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(String(refused)).toContain('AWS_CONTAINER_CREDENTIALS_FULL_URI');
  endpoint.status = 200;
  expect((await source.get()).accessKeyId).toBe('key 4');
});

test('refused credentials are asked for again, but not all the time', async () => {
  const endpoint = await startEndpoint();
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: endpoint.url });
  const first = await source.get();
  expect(source.drop(first)).toBe(false);
  nowMs += minute;
  expect(source.drop(first)).toBe(true);
  const second = await source.get();
  expect(second.accessKeyId).toBe('key 2');
  expect(source.drop(first)).toBe(true);
  expect(await source.get()).toBe(second);
});

test('the role of an EC2 instance is asked for with a token', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'PUT') response.end('t0');
    else if (request.headers['x-aws-ec2-metadata-token'] !== 't0') response.writeHead(401).end();
    else if (request.url?.endsWith('/')) response.end('writer\n');
    else {
      const Expiration = new Date(nowMs + minute).toISOString();
      response.end(JSON.stringify({ AccessKeyId: 'key', SecretAccessKey: 'secret', Token: 'token', Expiration }));
    }
  });
  const address = `http://127.0.0.1:${await listen(server)}`;
  const credentials = await open({ AWS_EC2_METADATA_SERVICE_ENDPOINT: address }).get();
  expect(credentials).toEqual({ accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' });
  const roles = '/latest/meta-data/iam/security-credentials/';
  expect(asked).toEqual(['PUT /latest/api/token', `GET ${roles}`, `GET ${roles}writer`]);
});

test('an answer that is not JSON is told without its text', async () => {
  const server = createServer((_, response) => void response.end('hushhush'));
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${await listen(server)}` });
  const refused = await source.get().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { message: 'its answer is not JSON' } });
  expect(inspect(refused)).not.toContain('hushhush');
});

test('an answer without an expiry, or with one that has passed, is a fault of the endpoint', async () => {
  const endpoint = await startEndpoint();
  const source = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: endpoint.url });
  endpoint.lifeMs = -minute;
  await expect(source.get()).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    cause: { message: 'its credentials have expired already' },
  });
});
