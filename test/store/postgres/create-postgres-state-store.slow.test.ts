import { inject } from 'vitest';
import { addressOf, createDatabase, openOnClock } from '../../support/postgres.ts';
import { stateStoreSuite } from '../state-store.suite.ts';

const folder = inject('postgresFolder');

stateStoreSuite('postgres', async (now) => openOnClock(addressOf(folder, await createDatabase(folder)), now));
