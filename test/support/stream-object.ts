// A process that sends an object in small chunks and reads it back. Arguments: the URL of the bucket, the bytes. Prints how much memory it took.
import { createHash } from 'node:crypto';
import { credentialsFromEnvironment } from '../../src/store/s3/credentials.ts';
import { createObjectClient } from '../../src/store/s3/object-client.ts';
import { parseObjectUrl } from '../../src/store/s3/parse-object-url.ts';

const [url = '', size = ''] = process.argv.slice(2);
const bytes = Number(size);
const client = createObjectClient(parseObjectUrl(url, process.env), credentialsFromEnvironment(process.env));

async function* chunks() {
  for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(65_536, left), left % 256);
}

async function hashOf(all: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of all) hash.update(chunk);
  return hash.digest('hex');
}

const sha256 = await hashOf(chunks());
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 5);
await client.put('big', { bytes, sha256, chunks: chunks() }, 'application/octet-stream');
const found = await client.get('big');
const isSame = found?.bytes === bytes && (await hashOf(found.chunks)) === sha256;
clearInterval(watch);
client.close();
process.stdout.write(JSON.stringify({ isSame, grownBytes: most - before }));
