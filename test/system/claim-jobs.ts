// A process that waits for the end of its input, then claims jobs and completes them until there are none. Arguments: the database file; the most
// jobs that it takes; `slow`: each takes some time, several at once, and one is held until the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { createSqliteStateStore } from '../../src/store/sqlite/create-sqlite-state-store.ts';
import type { ClaimedJob } from '../../src/store/state-store.ts';

const [path = '', most = '', pace] = process.argv.slice(2);
const { queue, close } = createSqliteStateStore({ path, now: Date.now });

process.stdout.write('ready\n');
for await (const _ of process.stdin);

async function complete(claim: ClaimedJob): Promise<void> {
  process.stdout.write(`job ${claim.uuid}\n`);
  // Also lets the other process have its turn, as a render would.
  await sleep(pace === 'slow' ? 20 : 1);
  const blob = `${claim.uuid}-${claim.attempt}.pdf`;
  const result = { blob, filename: 'a.pdf', bytes: 1, pages: 1, sha256: 'a'.repeat(64) };
  if (!(await queue.complete(claim, result, [], 86_400_000))) throw new Error('The claim did not hold.');
}

// One job is always in hand, because a test may end the process at any moment.
const held = pace === 'slow' ? await queue.claim(1, 30_000) : [];
for (let taken = held.length; taken < Number(most); ) {
  const claims = await queue.claim(pace === 'slow' ? 4 : 1, 30_000);
  if (claims.length === 0) break;
  taken += claims.length;
  for (const claim of claims) await complete(claim);
}
for (const claim of held) await complete(claim);
await close();
