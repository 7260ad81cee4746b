// The object store of docs/deploy/cluster, when one of its servers is too slow.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { credentialsFromEnvironment } from '../../../src/store/s3/credentials.ts';
import { createObjectClient } from '../../../src/store/s3/object-client.ts';
import { parseObjectUrl } from '../../../src/store/s3/parse-object-url.ts';
import { startSwift, swiftBucket, swiftKeys } from '../../support/swift.ts';

test('an object that the listing has missed is listed soon after', async () => {
  const swift = await startSwift({ updateSeconds: 5 });
  onTestFinished(() => swift.end());
  const place = parseObjectUrl(`s3://${swiftBucket}?endpoint=${encodeURIComponent(swift.endpoint)}`, swiftKeys);
  const client = createObjectClient(place, credentialsFromEnvironment(swiftKeys));
  onTestFinished(() => client.close());
  const listing = async () => (await client.listPage('', 10)).objects.map(({ key }) => key);
  const bytes = Buffer.from('%PDF');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const put = (key: string) => client.put(key, { bytes: bytes.length, sha256, chunks: [bytes] }, 'application/pdf');
  // From now on the store knows the bucket by heart.
  await put('results/a/first.pdf');
  const pids = execFileSync('pgrep', ['-f', `swift-container-server ${swift.folder}/`], { encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const pid of pids) process.kill(Number(pid), 'SIGSTOP');
  await put('results/a/late.pdf').finally(() => {
    for (const pid of pids) process.kill(Number(pid), 'SIGCONT');
  });
  await expect.poll(listing).toEqual(['results/a/first.pdf', 'results/a/late.pdf']);
});
