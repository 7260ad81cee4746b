// A service of one team on a workspace, for tests of the server: the real engine, with tokens that the test names.
import { createMinuteCounts } from '../../src/async/minute-counts.ts';
import { PdfgenError } from '../../src/contract/errors.ts';
import { type Scope, scopes } from '../../src/contract/scopes.ts';
import type { Service } from '../../src/engine/service.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';

export interface TestService extends Service {
  obstacles: PdfgenError[];
}

/** `tokens`: which scopes each is good for. */
export async function createTestService(
  workspace: string,
  tokens: Readonly<Record<string, readonly Scope[]>> = { good: scopes },
): Promise<TestService> {
  const engine = await createLocalEngine({ workspace });
  const calls = createMinuteCounts(Date.now);
  const service: Partial<TestService> = {
    obstacles: [],
    maxBatchItems: 1000,
    as: () => engine as never,
    async lookUp(_, __, { params }) {
      if (params.uuid !== undefined) await engine.getTemplate({ params: { uuid: String(params.uuid) } });
    },
    openItemCount: async () => () => {},
    async authenticate(token) {
      const granted = tokens[token];
      if (!granted) throw new PdfgenError('UNAUTHENTICATED', 'The token is unknown, revoked or expired.');
      return { teamId: 'default', teamName: 'default', token: { id: token, name: token, scopes: granted, expiresAt: null } };
    },
    async authenticateMetrics(token) {
      if (token === 'metrics') return;
      if (tokens[token]) throw new PdfgenError('FORBIDDEN', 'The token of a team does not open /metrics.');
      throw new PdfgenError('UNAUTHENTICATED', 'The token is unknown, revoked or expired.');
    },
    async openEditor(capability) {
      if (capability === 'over') throw new PdfgenError('CAPABILITY_EXPIRED', 'The session is over.');
      throw new PdfgenError('UNAUTHENTICATED', 'This is no capability of this service.');
    },
    async countCall(key, limit) {
      return calls.count(key, limit);
    },
    async findObstacles() {
      return this.obstacles!;
    },
    close: () => engine.close(),
  };
  return service as TestService;
}
