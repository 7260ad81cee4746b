import { createDatabaseUrl } from '../../support/database-url.ts';
import { openOnClock } from '../../support/postgres.ts';
import { stateStoreSuite } from '../state-store.suite.ts';

stateStoreSuite('postgres', async (now) => openOnClock(await createDatabaseUrl(), now));
