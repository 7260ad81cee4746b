// Finds the stored bytes of the files that new content names.
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findNameFault } from '../asset-name.ts';
import type { VersionShelf } from './version-shelf.ts';
import { hashesOf, type WorkingTemplate } from './working-template.ts';

export interface StagedAssets {
  readonly files: Readonly<Record<string, { readonly path: string; readonly sha256: string }>>;
  /** SHA-256 by name. */
  readonly hashes: Readonly<Record<string, string>>;
}

/**
 * Finds the files among the stored bytes and the files of the template that is replaced. Without `assets` the template keeps its files.
 * Raises TEMPLATE_INVALID with an error for each missing or misnamed file.
 */
export function stageAssets(
  assets: Readonly<Record<string, string>> | undefined,
  current: WorkingTemplate | undefined,
  shelf: VersionShelf,
): StagedAssets {
  const standing = current?.entries() ?? {};
  const files: Record<string, { path: string; sha256: string }> = {};
  const errors: Breach[] = [];
  const hashes = assets ?? hashesOf(standing);
  for (const [name, sha256] of Object.entries(hashes)) {
    const isStanding = Object.hasOwn(standing, name) && standing[name]?.sha256 === sha256;
    const path = isStanding ? current?.assets[name]?.path : shelf.hasAsset(sha256) ? shelf.assetPath(sha256) : undefined;
    const fault = findNameFault(name);
    if (fault === undefined && path !== undefined) files[name] = { path, sha256 };
    else errors.push(toBreach(name, sha256, fault ?? `is not stored. Upload its bytes first: ${sha256}`));
  }
  if (errors.length > 0) {
    const names = errors.map(({ params }) => String(params.name)).join(', ');
    throw new PdfgenError('TEMPLATE_INVALID', `Files of the template are missing or misnamed: ${names}`, { errors });
  }
  return { files, hashes };
}

function toBreach(name: string, sha256: string, message: string): Breach {
  const path = `/assets${pointerStep(name)}`;
  return {
    path,
    message: `${JSON.stringify(name)} ${message}`,
    keyword: 'missing-asset',
    params: { name, sha256 },
    schemaPath: '',
  };
}
