import { expect, test } from 'vitest';
import { parseObjectUrl } from '../../../src/store/s3/parse-object-url.ts';

test.each([
  ['s3://box?endpoint=https://o.example', { bucket: 'box', region: 'us-east-1', address: 'https://o.example/box' }],
  [
    's3://box?endpoint=http://127.0.0.1:9000/&region=eu-1&style=path',
    { bucket: 'box', region: 'eu-1', address: 'http://127.0.0.1:9000/box' },
  ],
  [
    's3://box?endpoint=https://o.example/storage/s3/',
    { bucket: 'box', region: 'us-east-1', address: 'https://o.example/storage/s3/box' },
  ],
  [
    's3://box/?endpoint=https://o.example:444&style=host',
    { bucket: 'box', region: 'us-east-1', address: 'https://box.o.example:444' },
  ],
  [
    's3://box?region=eu-central-1',
    { bucket: 'box', region: 'eu-central-1', address: 'https://box.s3.eu-central-1.amazonaws.com' },
  ],
  [
    's3://b.ox?region=eu-central-1&style=path',
    { bucket: 'b.ox', region: 'eu-central-1', address: 'https://s3.eu-central-1.amazonaws.com/b.ox' },
  ],
])('%s names a bucket and its address', (url, place) => {
  expect(parseObjectUrl(url, {})).toEqual(place);
});

test('the region comes from the URL, then from AWS_REGION and AWS_DEFAULT_REGION', () => {
  const env = { AWS_REGION: 'eu-1', AWS_DEFAULT_REGION: 'eu-2' };
  expect(parseObjectUrl('s3://box?region=eu-0', env).region).toBe('eu-0');
  expect(parseObjectUrl('s3://box', env).region).toBe('eu-1');
  expect(parseObjectUrl('s3://box?endpoint=https://o.example', { AWS_DEFAULT_REGION: 'eu-2' }).region).toBe('eu-2');
});

test.each([
  ['box', 'it must be s3://BUCKET?endpoint=https://HOST'],
  ['https://o.example/box', 'it must be s3://BUCKET?endpoint=https://HOST'],
  ['s3://', 'a bucket has a name of 3 to 63 letters, digits, ".", "-" or "_": write s3://BUCKET?endpoint=https://HOST'],
  ['s3://box:9000?endpoint=https://o.example', 'a bucket has no port: write s3://BUCKET?endpoint=https://HOST:PORT'],
  ['s3://box/results?endpoint=https://o.example', 'a folder in a bucket is not possible: name a bucket only'],
  ['s3://box?endpoint=https://o.example#x', 'it must not contain "#"'],
  ['s3://box', 'region is missing: write s3://BUCKET?region=eu-central-1, or name an endpoint'],
  ['s3://box?region=', 'region has no value'],
  ['s3://box?region=a&region=b', 'region is given twice'],
  ['s3://box?region=EU', 'region must consist of a-z, 0-9 and "-", such as eu-central-1'],
  ['s3://box?endpont=https://o.example', 'it has an unknown parameter "endpont"; did you mean "endpoint"?'],
  ['s3://box?forcePathStyle=true', 'it has an unknown parameter "forcePathStyle"; write style=path'],
  ['s3://box?disableSSL=true', 'it has an unknown parameter "disableSSL"; begin the endpoint with http:// or https://'],
  ['s3://box?zzz=1', 'it has an unknown parameter "zzz"; known are endpoint, region, style'],
  ['s3://box?endpoint=minio:9000', 'endpoint must be a URL such as https://objects.example.com'],
  ['s3://box?endpoint=objects', 'endpoint must be a URL such as https://objects.example.com'],
  ['s3://box?endpoint=https://o.example?a=1', 'endpoint must not contain "?" or "#"'],
  ['s3://box?endpoint=https://o.example&style=virtual', 'style must be path or host, got "virtual"'],
  ['s3://Box?endpoint=https://o.example&style=host', 'style=host needs a bucket of lower-case letters, digits, "." and "-"'],
  ['s3://box?endpoint=http://127.0.0.1:9000&style=host', 'style=host needs an endpoint with a name, not an IP address'],
  ['s3://b.ox?region=eu-1', 'no TLS certificate covers a bucket with "." in a host name: write style=path'],
])('%s is refused: %s', (url, detail) => {
  const dot = detail.endsWith('?') ? '' : '.';
  expect(() => parseObjectUrl(url, {})).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST', message: `The URL of the object store is wrong: ${detail}${dot}` }),
  );
});

test.each([
  's3://AKID:hushhush@box?endpoint=https://o.example',
  's3://box?endpoint=https://AKID:hushhush@o.example',
  's3://box?endpoint=https://o.example&secretAccessKey=hushhush',
  's3://box?endpoint=https://o.example&password=hushhush',
])('a secret in a URL is refused without repeating it: %s', (url) => {
  const told = (() => {
    try {
      return JSON.stringify(parseObjectUrl(url, {}));
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(told).toContain('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  expect(told).not.toContain('hushhush');
});
