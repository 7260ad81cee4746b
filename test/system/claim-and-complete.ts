// A process that claims jobs, and completes, fails or hands back each, until it is killed. Argument: the address of the database.
import { createPostgresStateStore } from '../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';

const { queue } = createPostgresStateStore(await openPostgres({ url: process.argv[2]! }));

async function work(): Promise<void> {
  for (let n = 0; ; n++) {
    // The test breaks off connections.
    await claimSome(n).catch(() => undefined);
    if (n === 0) process.stdout.write('begun\n');
  }
}

/** Most jobs go back, so that there are always some. */
async function claimSome(n: number): Promise<void> {
  for (const claim of await queue.claim(2, 1_000)) {
    const result = { blob: `${claim.uuid}.pdf`, filename: 'a.pdf', bytes: 1, pages: 1, sha256: 'a'.repeat(64) };
    if (n % 20 === 1) await queue.fail(claim, { code: 'RENDER_FAILED', detail: '' });
    else if (n % 20 === 2) await queue.complete(claim, result, [], 86_400_000);
    else await queue.setBack(claim, 'handed-back');
  }
  if (n % 20 === 0) await queue.reclaim();
}

await Promise.all([1, 2, 3].map(work));
