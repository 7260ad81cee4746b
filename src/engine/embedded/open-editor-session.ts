import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { SessionRecord } from '../../store/state-store.ts';
import { createUuid } from '../../store/uuid.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps } from '../deps.ts';
import { mintCapability } from './capability.ts';
import type { CapabilityKeys } from './capability-keys.ts';
import { cloneTemplate } from './clone-template.ts';
import type { Pair, StoredEmbedded } from './find-embedded.ts';

/** What a session needs beside the team's own stores. */
export interface EditorHost {
  readonly teamId: string;
  /** Opened when first asked for: a workspace without sessions has no keys. */
  openKeys(): Promise<CapabilityKeys>;
  /** Origins of pages that may frame the editor. */
  origins(): Promise<readonly string[]>;
  /** Absolute; null: no editor is served. */
  editorUrl(capability: string): string | null;
}

const defaultMinutes = 60;

/** Opens the editor session of a pair: one clone, one live session, and a capability of its own for every call. */
export async function openEditorSession(
  deps: Deps,
  host: EditorHost,
  { params, body = {} }: Input<'openEditorSession'>,
  { notes }: CallOptions = {},
): Promise<Output<'openEditorSession'>> {
  const { expiresInMinutes = defaultMinutes, hostOrigin } = body;
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
      // Another call deleted the clone in between: the pair is one without a clone again.
      if (!(error instanceof PdfgenError && error.code === 'EMBEDDED_TEMPLATE_NOT_FOUND')) throw error;
    }
  }
}

/** A clone is enough, whatever became of its base. */
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

/** What keeps a text from being the origin (RFC 6454, 6.2) of a page that may frame the editor; undefined: nothing. */
export function findOriginFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text) return 'must be an origin such as "https://app.example", in lower case, without a path';
  // The origin goes into a Content-Security-Policy, where `*`, `;` and `,` mean something; hosts of URLs may have them.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return 'must name one host, without "*" or other special characters';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://, or name this machine';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
