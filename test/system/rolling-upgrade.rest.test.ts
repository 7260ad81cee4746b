// An upgrade of a cluster to a program with another form of the database, while calls arrive.
import { expect, test } from 'vitest';
import { makeNewerProgram, rollUpgrade } from '../../bench/scale/roll-upgrade.mjs';
import { createToken, hashToken } from '../../src/engine/administration/tokens.ts';
import { createUuid } from '../../src/store/uuid.ts';
import { makeCluster } from '../support/cluster.ts';
import { makeFolder } from '../support/run-cli.ts';

test('two servers and a worker are upgraded to a renamed column under 20 calls a second without an error', async () => {
  const { variables, openUnowned, query } = await makeCluster();
  const { state, close } = await openUnowned();
  const team = await state.access.createTeam('acme');
  const token = createToken();
  await state.access.createToken({
    id: createUuid(Date.now()),
    teamId: team.id,
    name: 'ci',
    scopes: ['templates:read', 'templates:write', 'render'],
    expiresMs: null,
    hash: hashToken(token),
  });
  await close();
  const { calls, downloads, faults, tooEarly, refused, tooLate } = await rollUpgrade({
    newerProgram: makeNewerProgram(makeFolder()),
    token,
    env: {
      ...variables,
      // Times that a busy machine does not reach: a call that is refused is a fault here.
      PDFGEN_DATABASE_SECONDS: '60',
      PDFGEN_WAIT_SECONDS: '120',
      PDFGEN_THREADS: '1',
    },
  });
  expect(faults).toEqual([]);
  expect(calls).toBeGreaterThan(40);
  expect(downloads).toBeGreaterThan(5);
  expect(tooEarly).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Run: pdfgen migrate --expand') as string,
  });
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('processes of an earlier pdfgen') as string });
  expect(tooLate).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Use the newer pdfgen.') as string });
  expect(await query('SELECT count(*)::int AS n FROM processes')).toEqual([{ n: 0 }]);
}, 600_000);
