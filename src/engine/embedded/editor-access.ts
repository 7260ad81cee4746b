// Opens the editor for the holder of a capability.

import type { EditorEngine } from '../../contract/engine.ts';
import type { CapabilityKeys } from '../../store/capability-keys.ts';
import type { SessionRecord } from '../../store/state-store.ts';
import type { Deps } from '../deps.ts';
import type { EditorAccess } from '../service.ts';
import { validateData } from '../templates/validate-template-data.ts';
import { withEditorInputChecks } from '../wiring/with-input-checks.ts';
import { type CapabilityClaims, capabilityExpired, openCapability } from './capability.ts';
import { addEditorAsset, getEditorAsset, getEditorFile } from './editor-assets.ts';
import { deleteEditorDraft, getEditorDraft, saveEditorDraft } from './editor-draft.ts';
import { previewEditorTemplate } from './editor-preview.ts';
import { getEditorRevision, listEditorRevisions } from './editor-revisions.ts';
import { saveEditorTemplate } from './editor-save.ts';
import { getEditorTemplate } from './editor-template.ts';
import { type EditorSessionContext, findEdited } from './find-edited.ts';
import { embeddedDeleted, toEmbeddedSource } from './find-embedded.ts';
import type { PreviewTurns } from './preview-turns.ts';

/** Keys, stores and origins of all teams, for opening the editor. */
export interface EditorGate {
  openKeys(): Promise<CapabilityKeys>;
  /** The stores of a team. They are empty for an unknown id. */
  depsOf(teamId: string): Deps;
  /** Origins of pages that may show the team's editor in a frame. */
  originsOf(teamId: string): Promise<readonly string[]>;
  now(): number;
  /** Shared by the whole process. */
  readonly previews: PreviewTurns;
}

/**
 * Opens the editor of a pair by a capability. Raises UNAUTHENTICATED, CAPABILITY_EXPIRED, EMBEDDED_TEMPLATE_NOT_FOUND. Each call of the engine asks the store again,
 * because the session may have ended while the body was arriving.
 */
export async function openEditorAccess(gate: EditorGate, capability: string): Promise<EditorAccess> {
  const claims = await openCapability(await gate.openKeys(), capability, gate.now());
  const deps = gate.depsOf(claims.teamId);
  const checkAlive = () => findLiveSession(gate, deps, claims);
  const { embeddedTemplateUuid } = await checkAlive();
  const { sessionUuid, teamId, hostOrigin, baseTemplateUuid, externalUuid } = claims;
  const session: EditorSessionContext = {
    sessionUuid,
    embeddedTemplateUuid,
    pair: { baseTemplateUuid, externalUuid },
    previews: gate.previews,
    checkAlive,
  };
  return {
    engine: createEditorEngine(deps, session),
    sessionUuid,
    teamId,
    hostOrigin: await findListed(gate, teamId, hostOrigin),
    async lookUp() {
      await findEdited(deps, session);
    },
    async findStamp() {
      const { embedded } = await deps.openState();
      const stamp = await embedded.findStamp(embeddedTemplateUuid);
      return stamp && `${embeddedTemplateUuid} ${stamp}`;
    },
  };
}

/** The origin. Null if it has been removed from the team's list since the session was opened. */
async function findListed(gate: EditorGate, teamId: string, origin: string | null): Promise<string | null> {
  return origin !== null && (await gate.originsOf(teamId)).includes(origin) ? origin : null;
}

async function findLiveSession(gate: EditorGate, deps: Deps, claims: CapabilityClaims): Promise<SessionRecord> {
  const now = gate.now();
  const { sessions } = await deps.openState();
  const session = await sessions.find(claims.sessionUuid);
  if (session?.isDeleted && now < claims.expiresMs) throw embeddedDeleted(claims);
  const isAlive = session && session.endedMs === null && now < session.expiresMs && now < claims.expiresMs;
  if (!isAlive) throw capabilityExpired();
  return session;
}

/** The editor's calls on one clone. Each input is checked against the contract. */
function createEditorEngine(deps: Deps, session: EditorSessionContext): EditorEngine {
  const find = () => findEdited(deps, session);
  return withEditorInputChecks({
    getEditorTemplate: async () => getEditorTemplate(deps, await find()),
    saveEditorTemplate: async (input) => saveEditorTemplate(deps, { ...session, record: await find() }, input),
    previewEditorTemplate: async (input, options) =>
      previewEditorTemplate(deps, { ...session, record: await find() }, input, options),
    validateEditorData: async ({ body }, options = {}) =>
      validateData(deps, await toEmbeddedSource(deps.templates, await find()), body, options),
    addEditorAsset: async (input) => addEditorAsset(deps, await find(), input),
    getEditorAsset: async (input) => getEditorAsset(deps, await find(), input),
    getEditorFile: async (input) => getEditorFile(deps, await find(), input),
    getEditorDraft: async () => getEditorDraft(deps, await find()),
    saveEditorDraft: async (input) => saveEditorDraft(deps, await find(), input),
    deleteEditorDraft: async (input) => deleteEditorDraft(deps, await find(), input),
    listEditorRevisions: async () => listEditorRevisions(deps, await find()),
    getEditorRevision: async (input) => getEditorRevision(deps, await find(), input),
  });
}
