// A process that writes results of one letter each until it is killed. Argument: the folder.
import { randomUUID } from 'node:crypto';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { resultOf } from '../support/result-of.ts';

const [folder = ''] = process.argv.slice(2);
const blobs = createFileBlobs(folder).team('a');
for (let n = 0; ; n++) {
  const chunk = Buffer.alloc(100_000, 97 + (n % 26));
  await blobs.write(`${randomUUID()}-1.pdf`, resultOf(...Array.from({ length: 40 }, () => chunk)));
  if (n === 0) process.stdout.write('writing\n');
}
