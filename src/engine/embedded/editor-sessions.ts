// Opens and ends editor sessions.
import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { sessionMinutes } from '../../contract/life-times.ts';
import type { CapabilityKeys } from '../../store/capability-keys.ts';
import type { SessionRecord } from '../../store/state-store.ts';
import { createUuid } from '../../store/uuid.ts';
import { isLoopback } from '../../words/is-loopback.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps, UseCase } from '../deps.ts';
import { mintCapability } from './capability.ts';
import { cloneTemplate } from './clone-template.ts';
import { findEmbedded, type Pair, type StoredEmbedded } from './find-embedded.ts';

/** Keys, origins and address that a session needs, besides the team's own stores. */
export interface EditorHost {
  readonly teamId: string;
  /** Opened at the first call, because a workspace without sessions has no keys. */
  openKeys(): Promise<CapabilityKeys>;
  /** Origins of pages that may show the editor in a frame. */
  origins(): Promise<readonly string[]>;
  /** An absolute URL. Null: no editor is served. */
  editorUrl(capability: string): string | null;
}

/** Opens the editor session of a pair. A pair has one clone and one open session. Every call gets a new capability. */
export async function openEditorSession(
  deps: Deps,
  host: EditorHost,
  { params, body = {} }: Input<'openEditorSession'>,
  { notes }: CallOptions = {},
): Promise<Output<'openEditorSession'>> {
  const { expiresInMinutes = sessionMinutes.default, hostOrigin } = body;
  if (hostOrigin !== undefined) await checkOrigin(host, hostOrigin);
  const issuedMs = deps.now();
  const expiresMs = issuedMs + expiresInMinutes * 60_000;
  const { clone, session, created } = await openOnClone(deps, params, issuedMs, expiresMs);
  const capability = await mintCapability(await host.openKeys(), {
    sessionUuid: session.uuid,
    teamId: host.teamId,
    baseTemplateUuid: clone.baseTemplateUuid,
    externalUuid: clone.externalUuid,
    issuedMs,
    expiresMs,
    hostOrigin: hostOrigin ?? null,
  });
  if (notes && !created) notes.repeated = true;
  return {
    sessionUuid: session.uuid,
    baseTemplateUuid: clone.baseTemplateUuid,
    externalUuid: clone.externalUuid,
    embeddedTemplateUuid: clone.uuid,
    baseTemplateVersion: clone.baseTemplateVersion,
    revision: clone.revision,
    capability,
    capabilityExpiresAt: new Date(expiresMs).toISOString(),
    editorUrl: host.editorUrl(capability),
    expiresAt: new Date(session.expiresMs).toISOString(),
    createdAt: new Date(session.createdMs).toISOString(),
  };
}

async function openOnClone(
  deps: Deps,
  pair: Pair,
  issuedMs: number,
  expiresMs: number,
): Promise<{ readonly clone: StoredEmbedded; readonly session: SessionRecord; readonly created: boolean }> {
  const { sessions } = await deps.openState();
  for (;;) {
    const clone = await findOrMakeClone(deps, pair, issuedMs);
    try {
      return { clone, ...(await sessions.open(clone.uuid, { createdMs: issuedMs, expiresMs })) };
    } catch (error) {
      // Another call deleted the clone meanwhile. The next turn makes a new clone.
      if (!(error instanceof PdfgenError && error.code === 'EMBEDDED_TEMPLATE_NOT_FOUND')) throw error;
    }
  }
}

/** Finds the clone, even if its base was deleted, or makes it. */
async function findOrMakeClone(deps: Deps, { baseTemplateUuid, externalUuid }: Pair, createdMs: number): Promise<StoredEmbedded> {
  const { embedded } = await deps.openState();
  const found = await embedded.find(baseTemplateUuid, externalUuid);
  if (found) return found;
  const content = await cloneTemplate(deps, baseTemplateUuid);
  await checkFreeSpace(deps);
  return embedded.create({ uuid: createUuid(createdMs), baseTemplateUuid, externalUuid, createdMs, ...content });
}

async function checkOrigin(host: EditorHost, hostOrigin: string): Promise<void> {
  const fault =
    findOriginFault(hostOrigin) ?? ((await host.origins()).includes(hostOrigin) ? undefined : "is not on the team's list");
  if (fault === undefined) return;
  const message = `${fault}. List and set the origins of a team with: pdfgen teams origins`;
  throw new PdfgenError('INVALID_REQUEST', `/hostOrigin ${message}`, {
    errors: [{ path: '/hostOrigin', message, keyword: 'origin', params: {}, schemaPath: '' }],
  });
}

/** Why a text cannot be the origin (RFC 6454, 6.2) of a page with the editor in a frame. Undefined: the origin is valid. */
export function findOriginFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text) return 'must be an origin such as "https://app.example", in lower case, without a path';
  // The origin goes into a Content-Security-Policy, where `*`, `;` and `,` have a meaning. Hosts of URLs may contain these characters.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return 'must name one host, without "*" or other special characters';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://, or name this machine';
}

/** Ends the editor session of a pair. Does nothing without an open session. */
export const endEditorSession: UseCase<'endEditorSession'> = async (deps, { params }) => {
  const { record } = await findEmbedded(deps, params);
  const { sessions } = await deps.openState();
  await sessions.end(record.uuid);
};
