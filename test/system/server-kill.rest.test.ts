import { expect, test } from 'vitest';
import { makeFolder } from '../support/folders.ts';
import { runKillTrial } from '../support/kill-trial.ts';

// More by hand: PROOF_BATCHES=10 PROOF_ITEMS=500 PROOF_KILLS=3
const batches = Number(process.env.PROOF_BATCHES ?? 1);
const items = Number(process.env.PROOF_ITEMS ?? 60);
const kills = Number(process.env.PROOF_KILLS ?? 2);

test('a batch is completed, each item once, though server and worker are killed meanwhile', async () => {
  const dataDir = makeFolder();
  for (let batch = 0; batch < batches; batch++) {
    const victims = Array.from({ length: kills }, (_, i) => (['both', 'server', 'worker'] as const)[(batch + i) % 3]!);
    const outcome = await runKillTrial({ dataDir, items, victims, random: Math.random });
    if (process.env.PROOF_BATCHES) process.stdout.write(`${JSON.stringify({ victims, ...outcome })}\n`);
    expect(outcome.faults).toEqual([]);
    expect(outcome.counts).toEqual({ total: items, completed: items });
  }
}, 1_800_000);
