// Reads the URL of an object store: s3://BUCKET?endpoint=https://…&region=…&style=path|host
import { PdfgenError } from '../../contract/errors.ts';
import { suggest } from '../../words/nearest.ts';

/** Where a bucket is and how it is addressed. */
export interface ObjectPlace {
  readonly bucket: string;
  /** Address of the bucket, without a slash at its end. */
  readonly address: string;
  readonly region: string;
}

const parameters = ['endpoint', 'region', 'style'] as const;
type Parameter = (typeof parameters)[number];

/** Names of other programs, and what to write for them. */
const foreignNames: ReadonlyArray<readonly [RegExp, string]> = [
  [/path.?style/i, 'write style=path'],
  [/virtual|host.?style/i, 'write style=host'],
  [/ssl|tls|scheme|protocol/i, 'begin the endpoint with http:// or https://'],
  [/key|secret|token|credential|password|user/i, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment'],
  [/prefix|folder|path/i, 'a bucket of its own is needed, without a folder'],
];

/** Raises INVALID_REQUEST. No message repeats a value that may hold a secret. */
export function parseObjectUrl(text: string, env: Readonly<Record<string, string | undefined>>): ObjectPlace {
  const url = tryParse(text);
  if (url?.protocol !== 's3:') throw wrongObjectUrl('it must be s3://BUCKET?endpoint=https://HOST');
  if (url.username || url.password) throw wrongObjectUrl(secretsElsewhere);
  const bucket = url.hostname;
  if (url.port) throw wrongObjectUrl('a bucket has no port: write s3://BUCKET?endpoint=https://HOST:PORT');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket))
    throw wrongObjectUrl(
      'a bucket has a name of 3 to 63 letters, digits, ".", "-" or "_": write s3://BUCKET?endpoint=https://HOST',
    );
  if (url.pathname !== '' && url.pathname !== '/')
    throw wrongObjectUrl('a folder in a bucket is not possible: name a bucket only');
  if (url.hash) throw wrongObjectUrl('it must not contain "#"');
  const given = readParameters(url.searchParams);

  const region =
    given.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? (given.endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) throw wrongObjectUrl('region is missing: write s3://BUCKET?region=eu-central-1, or name an endpoint');
  if (!/^[a-z0-9-]{1,64}$/.test(region)) throw wrongObjectUrl('region must consist of a-z, 0-9 and "-", such as eu-central-1');
  const endpoint = given.endpoint === undefined ? new URL(`https://s3.${region}.amazonaws.com`) : parseEndpoint(given.endpoint);
  const style = given.style ?? (given.endpoint === undefined ? 'host' : 'path');
  if (style !== 'path' && style !== 'host') throw wrongObjectUrl(`style must be path or host, got ${JSON.stringify(style)}`);
  const folder = endpoint.pathname.replace(/\/+$/, '');
  if (style === 'path') return { bucket, region, address: `${endpoint.origin}${folder}/${bucket}` };
  if (!/^[a-z0-9.-]+$/.test(bucket)) throw wrongObjectUrl('style=host needs a bucket of lower-case letters, digits, "." and "-"');
  if (/^\[|^[\d.]+$/.test(endpoint.hostname)) throw wrongObjectUrl('style=host needs an endpoint with a name, not an IP address');
  if (bucket.includes('.') && endpoint.protocol === 'https:')
    throw wrongObjectUrl('no TLS certificate covers a bucket with "." in a host name: write style=path');
  return { bucket, region, address: `${endpoint.protocol}//${bucket}.${endpoint.host}${folder}` };
}

const secretsElsewhere =
  'it must not contain a key or password: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment';

function readParameters(search: URLSearchParams): Readonly<Partial<Record<Parameter, string>>> {
  const found: Partial<Record<Parameter, string>> = {};
  for (const [name, value] of search) {
    const known = parameters.find((one) => one === name);
    if (known === undefined) {
      const near = suggest(name, parameters);
      const foreign = near === '' ? foreignNames.find(([form]) => form.test(name)) : undefined;
      throw wrongObjectUrl(
        `it has an unknown parameter ${JSON.stringify(name)}${near || (foreign ? `; ${foreign[1]}` : `; known are ${parameters.join(', ')}`)}`,
      );
    }
    if (found[known] !== undefined) throw wrongObjectUrl(`${known} is given twice`);
    if (value === '') throw wrongObjectUrl(`${known} has no value`);
    found[known] = value;
  }
  return found;
}

function parseEndpoint(text: string): URL {
  const url = tryParse(text);
  if (url?.username || url?.password) throw wrongObjectUrl(secretsElsewhere);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw wrongObjectUrl('endpoint must be a URL such as https://objects.example.com');
  if (url.search || url.hash) throw wrongObjectUrl('endpoint must not contain "?" or "#"');
  return url;
}

function wrongObjectUrl(detail: string): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', `The URL of the object store is wrong: ${detail}${detail.endsWith('?') ? '' : '.'}`);
}

const tryParse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
