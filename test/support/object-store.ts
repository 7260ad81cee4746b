// A bucket of a real object store for a test. PDFGEN_TEST_S3 names a running store as s3://BUCKET?endpoint=… with its keys in AWS_ACCESS_KEY_ID and
// AWS_SECRET_ACCESS_KEY: the tests make buckets beside the named one. Without it a store is started.
import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { inject } from 'vitest';
import { swiftKeys } from './swift.ts';

export interface TestBucket {
  readonly bucket: string;
  readonly endpoint: string;
  /** s3://BUCKET?endpoint=…&region=… */
  readonly url: string;
  /** The keys. */
  readonly env: Readonly<Record<string, string>>;
}

const given = process.env.PDFGEN_TEST_S3;
/** Whether the store is one that somebody else started. */
export const isForeignStore = given !== undefined;

/** A new, empty bucket. */
export async function makeBucket(): Promise<TestBucket> {
  const { endpoint, region, keys } = await findStore();
  const bucket = `pdfgen-test-${randomUUID()}`;
  const { method, url, headers } = await new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}`,
    headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
    accessKeyId: keys.AWS_ACCESS_KEY_ID,
    secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
    service: 's3',
    region,
  }).sign();
  const answer = await fetch(url, { method, headers });
  if (!answer.ok) throw new Error(`The bucket is not made: ${answer.status} ${await answer.text()}`);
  return { bucket, endpoint, url: objectUrl(bucket, { endpoint, region }), env: keys };
}

/** The URL of a bucket with these parameters. */
export function objectUrl(bucket: string, parameters: Readonly<Record<string, string>>): string {
  return `s3://${bucket}?${new URLSearchParams(parameters)}`;
}

interface Store {
  readonly endpoint: string;
  readonly region: string;
  readonly keys: typeof swiftKeys;
}

let store: Promise<Store> | undefined;

/** The object store of this run. */
export function findStore(): Promise<Store> {
  store ??= given === undefined ? askForStore() : Promise.resolve(readGiven(given));
  return store;
}

function readGiven(url: string): Store {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const parameters = new URL(url).searchParams;
  const endpoint = (parameters.get('endpoint') ?? '').replace(/\/$/, '');
  return { endpoint, region: parameters.get('region') ?? 'us-east-1', keys: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } };
}

async function askForStore(): Promise<Store> {
  const endpoint = await text(connect(inject('objectStoreSocket')));
  if (endpoint === '') throw new Error('The object store did not start. Its reason stands above.');
  return { endpoint, region: 'us-east-1', keys: swiftKeys };
}
