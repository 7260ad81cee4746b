// A process that claims jobs, and completes, fails or sets back each, until it is killed. Argument: the address of the database.
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';

const { queue } = createPostgresStateStore(await openPostgres({ url: process.argv[2]! }));

async function work(): Promise<void> {
  for (let n = 0; ; n++) {
    // The test breaks off connections.
    await (async () => {
      for (const claim of await queue.claim(2, 1_000)) {
        if (n === 0) process.stdout.write('begun\n');
        if (n % 7 === 0) await queue.setBack(claim, 'handed-back');
        else if (n % 7 === 1) await queue.fail(claim, { code: 'RENDER_FAILED', detail: '' });
        else {
          const result = { blob: `${claim.uuid}.pdf`, filename: 'a.pdf', bytes: 1, pages: 1, sha256: 'a'.repeat(64) };
          await queue.complete(claim, result, [], 86_400_000);
        }
      }
      if (n % 20 === 0) await queue.reclaim();
    })().catch(() => undefined);
  }
}

await Promise.all([1, 2, 3].map(work));
