// Recorded versions of templates and the bytes of their files, in the workspace's .pdfgen folder.
//   versions/UUID/NUMBER-TIME-DIGEST.json   what a version is; its name is the index, so that listing reads no file
//   versions/UUID/NUMBER.deleted            versions up to here belong to a template that was deleted
//   assets/SHA256                           bytes
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { writeFileWhole } from './write-file-whole.ts';

export interface RecordedVersion {
  readonly number: number;
  readonly createdMs: number;
  readonly digest: string;
  readonly path: string;
}

export interface VersionContent {
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

const versionName = /^(\d+)-(\d+)-([0-9a-f]{64})\.json$/;
const deletedName = /^(\d+)\.deleted$/;

export class VersionShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Newest first; without those of a template that was deleted. */
  list(uuid: string): readonly RecordedVersion[] {
    const { versions, deletedThrough } = this.#read(uuid);
    return versions.filter((one) => one.number > deletedThrough);
  }

  readContent(version: RecordedVersion): VersionContent {
    return JSON.parse(readFileSync(version.path, 'utf8')) as VersionContent;
  }

  /** Records the next version; for who holds the lock. The bytes of its files are there already. */
  record(uuid: string, digest: string, content: VersionContent, nowMs: number): RecordedVersion {
    const folder = join(this.#folder, 'versions', uuid);
    mkdirSync(folder, { recursive: true });
    const number = this.#read(uuid).highest + 1;
    const path = join(folder, `${number}-${nowMs}-${digest}.json`);
    writeFileWhole(path, `${JSON.stringify(content)}\n`);
    return { number, createdMs: nowMs, digest, path };
  }

  /** Ends the versions of a template that goes; for who holds the lock. Their numbers are not used again. */
  close(uuid: string): void {
    const { highest } = this.#read(uuid);
    if (highest > 0) writeFileWhole(join(this.#folder, 'versions', uuid, `${highest}.deleted`), '');
  }

  assetPath(sha256: string): string {
    return join(this.#folder, 'assets', sha256);
  }

  hasAsset(sha256: string): boolean {
    return existsSync(this.assetPath(sha256));
  }

  putAsset(sha256: string, bytes: Uint8Array): void {
    if (this.hasAsset(sha256)) return;
    mkdirSync(join(this.#folder, 'assets'), { recursive: true });
    writeFileWhole(this.assetPath(sha256), bytes);
  }

  /** Keeps a file under its hash. Raises REVISION_CONFLICT if it is no longer what was hashed. */
  keepFile(path: string, sha256: string): void {
    if (this.hasAsset(sha256)) return;
    const bytes = readFileSync(path);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new PdfgenError('REVISION_CONFLICT', `${path} changed while its version was being recorded; try again.`);
    }
    this.putAsset(sha256, bytes);
  }

  #read(uuid: string): {
    readonly versions: readonly RecordedVersion[];
    readonly highest: number;
    readonly deletedThrough: number;
  } {
    const folder = join(this.#folder, 'versions', uuid);
    const versions: RecordedVersion[] = [];
    let deletedThrough = 0;
    for (const name of namesIn(folder)) {
      const [, number, createdMs, digest] = versionName.exec(name) ?? [];
      if (digest !== undefined)
        versions.push({ number: Number(number), createdMs: Number(createdMs), digest, path: join(folder, name) });
      deletedThrough = Math.max(deletedThrough, Number(deletedName.exec(name)?.[1] ?? 0));
    }
    versions.sort((a, b) => b.number - a.number);
    return { versions, highest: Math.max(deletedThrough, versions[0]?.number ?? 0), deletedThrough };
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
