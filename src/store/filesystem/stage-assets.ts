// Finds the stored bytes of the files that new content names.
import { findFiles } from '../template-refusals.ts';
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
  const hashes = assets ?? hashesOf(standing);
  const files = findFiles(hashes, (name, sha256) => {
    const isStanding = Object.hasOwn(standing, name) && standing[name]?.sha256 === sha256;
    const path = isStanding ? current?.assets[name]?.path : shelf.hasAsset(sha256) ? shelf.assetPath(sha256) : undefined;
    return path === undefined ? undefined : { path, sha256 };
  });
  return { files, hashes };
}
