// Stores images, fonts and attachments of templates under the hash of their bytes.
import { createHash } from 'node:crypto';
import { findAssetFault, findMediaType } from '../../contract/asset-types.ts';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError, reword } from '../../contract/errors.ts';
import type { AssetSize, InspectedAsset } from '../../renderer/renderer.ts';
import { findNameFault } from '../../store/asset-name.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps, UseCase, WorkspaceDeps } from '../deps.ts';

/** Stores bytes under their SHA-256. */
export const putAsset: UseCase<'putAsset'> = async (deps, { params, body }) => {
  const { entry } = await openAsset(deps, body);
  if (entry.sha256 !== params.sha256)
    throw new PdfgenError('ASSET_INVALID', `The bytes have the SHA-256 ${entry.sha256}, not ${params.sha256}.`);
  await checkFreeSpace(deps);
  await deps.templates.putAsset(entry.sha256, body);
  return entry;
};

/** Gives the bytes of a stored file. */
export const getAsset: UseCase<'getAsset'> = async ({ templates }, { params }) => {
  const body = await templates.findAsset(params.sha256);
  if (!body) throw new PdfgenError('ASSET_NOT_FOUND', `There is no file with the SHA-256 ${params.sha256}.`);
  return { contentType: findMediaType(body) ?? 'application/octet-stream', body };
};

/** Copies files into the template's assets, all or none. Raises ASSET_INVALID, PAYLOAD_TOO_LARGE, INVALID_REQUEST. */
export async function addTemplateAssets(
  deps: WorkspaceDeps,
  uuid: string,
  files: ReadonlyMap<string, Uint8Array>,
  { replace }: { readonly replace: boolean },
): Promise<Readonly<Record<string, AssetEntry>>> {
  const entries: Record<string, AssetEntry> = {};
  for (const [name, bytes] of files) {
    const fault = findNameFault(name);
    if (fault !== undefined)
      throw new PdfgenError('INVALID_REQUEST', `The name of an asset ${fault}, got ${JSON.stringify(name.slice(0, 100))}.`);
    entries[name] = (await openAsset(deps, bytes, { name })).entry;
  }
  await deps.templates.addAssets(uuid, files, replace);
  return entries;
}

/**
 * Opens an image or font as rendering does, and describes it. Attachments are stored as they are. Raises ASSET_INVALID for a broken file,
 * PAYLOAD_TOO_LARGE, RENDER_LIMIT. `name` begins the message.
 */
export async function openAsset(
  { limits, openRenderer }: Pick<Deps, 'limits' | 'openRenderer'>,
  bytes: Uint8Array,
  { name, isDrawn }: Omit<InspectedAsset, 'bytes'> = {},
): Promise<AssetSize & { readonly entry: AssetEntry }> {
  const { maxAssetBytes } = limits;
  if (bytes.length > maxAssetBytes)
    throw new PdfgenError('PAYLOAD_TOO_LARGE', `${name ?? 'The file'} is larger than ${maxAssetBytes} bytes.`);
  const fault = findAssetFault(bytes, name);
  if (fault !== undefined) throw new PdfgenError('ASSET_INVALID', `${name ?? 'The file'} ${fault}.`);
  const renderer = await openRenderer();
  const size = await renderer.inspectAsset({ bytes, name, isDrawn, limits: limits.now }).catch((error: unknown) => {
    if (name === undefined || !(error instanceof PdfgenError)) throw error;
    throw error.message.includes(name) ? error : reword(error, `${name}: ${error.message}`);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { entry: { sha256, bytes: bytes.length, type: findMediaType(bytes)! }, ...size };
}
