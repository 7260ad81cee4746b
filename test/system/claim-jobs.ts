// A process that waits for the end of its input, then claims jobs and completes them until there are none. Arguments: the database file;
// `slow`: each takes some time, several at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';

const [path = '', pace] = process.argv.slice(2);
const { queue, close } = createSqliteStateStore({ path, now: Date.now });

process.stdout.write('ready\n');
for await (const _ of process.stdin);

for (;;) {
  const claims = await queue.claim(pace === 'slow' ? 4 : 1, 30_000);
  if (claims.length === 0) break;
  for (const claim of claims) {
    process.stdout.write(`job ${claim.uuid}\n`);
    // Also lets the other process have its turn, as a render would.
    await sleep(pace === 'slow' ? 20 : 1);
    const blob = `${claim.uuid}-${claim.attempt}.pdf`;
    const result = { blob, filename: 'a.pdf', bytes: 1, pages: 1, sha256: 'a'.repeat(64) };
    if (!(await queue.complete(claim, result, [], 86_400_000))) throw new Error('The claim did not hold.');
  }
}
await close();
