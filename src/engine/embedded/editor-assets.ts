// Files that an editor uploads and shows.
import { findDrawingFault, findMediaType } from '../../contract/asset-types.ts';
import type { EditorInput, EditorOutput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isFontFile } from '../../words/font-lines.ts';
import { patternLanguage } from '../../words/pattern-name.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps } from '../deps.ts';
import { openAsset } from '../templates/assets.ts';
import { openShownFile } from '../templates/show-template.ts';
import { type StoredEmbedded, toAssetFiles } from './find-embedded.ts';

/** Stores a file for the pages of a pair, under the hash of its bytes. Raises ASSET_INVALID, QUOTA_EXCEEDED. */
export async function addEditorAsset(
  deps: Deps,
  record: StoredEmbedded,
  { body }: EditorInput<'addEditorAsset'>,
): Promise<EditorOutput<'addEditorAsset'>> {
  const fault = findMediaType(body) === 'application/pdf' ? undefined : findDrawingFault(body);
  if (fault !== undefined) throw new PdfgenError('ASSET_INVALID', `The file ${fault}.`);
  const { entry, width, height } = await openAsset(deps, body, { isDrawn: true });
  await checkFreeSpace(deps);
  const { embedded } = await deps.openState();
  const src = `asset:${entry.sha256}`;
  // Recorded before the bytes are written, because a sweep could remove bytes without a record.
  await embedded.addAsset(record.uuid, src, entry, { maxBytes: deps.limits.maxUploadBytes });
  await deps.templates.putAsset(entry.sha256, body);
  return { src, bytes: entry.bytes, type: entry.type, width, height };
}

/** The bytes of a file of the clone or of its uploads. The team's other files cannot be read. */
export async function getEditorAsset(
  deps: Deps,
  record: StoredEmbedded,
  { params }: EditorInput<'getEditorAsset'>,
): Promise<EditorOutput<'getEditorAsset'>> {
  const isOwn = Object.values(await listFiles(deps, record)).some((entry) => entry.sha256 === params.sha256);
  const body = isOwn ? await deps.templates.findAsset(params.sha256) : undefined;
  if (!body) throw new PdfgenError('ASSET_NOT_FOUND', `The embedded template has no file with the SHA-256 ${params.sha256}.`);
  return { contentType: findMediaType(body) ?? 'application/octet-stream', body };
}

/** A font or patterns of the clone or of its uploads, as layout takes them. Raises ASSET_INVALID, ASSET_NOT_FOUND. */
export async function getEditorFile(
  deps: Deps,
  record: StoredEmbedded,
  { params: { kind, sha256 } }: EditorInput<'getEditorFile'>,
): Promise<EditorOutput<'getEditorFile'>> {
  const nameOf = (file: string) => (kind === 'patterns' ? patternLanguage(file) : isFontFile(file) ? file : undefined);
  const own = Object.entries(await listFiles(deps, record));
  const [file, entry] = own.find(([name, one]) => one.sha256 === sha256 && nameOf(name) !== undefined) ?? [];
  const assets = file !== undefined && entry ? await toAssetFiles(deps.templates, { [file]: entry }) : {};
  const name = Object.keys(assets).map(nameOf)[0];
  const found = name === undefined ? undefined : await openShownFile({ document: record.document, assets }, kind, name);
  if (!found) throw new PdfgenError('ASSET_NOT_FOUND', `The embedded template has no ${kind} with the SHA-256 ${sha256}.`);
  return { contentType: findMediaType(found.bytes) ?? 'application/octet-stream', body: found.bytes };
}

/** The files that the pages of the clone may use. */
async function listFiles(deps: Deps, record: StoredEmbedded): Promise<StoredEmbedded['assets']> {
  const { embedded } = await deps.openState();
  return { ...record.assets, ...(await embedded.uploads(record.uuid)) };
}
