// Recorded versions of templates and the bytes of their files, in the workspace's .pdfgen folder.
//   versions/UUID/NUMBER-TIME-DIGEST.json   what a version is; its name is the index, so that listing reads no file
//   versions/UUID/NUMBER.deleted            versions up to here belong to a template that was deleted
//   assets/SHA256                           bytes
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isUuid } from '../uuid.ts';
import { fingerprint, isSettled } from './fingerprint.ts';
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
const assetName = /^[0-9a-f]{64}$/;
const deletedName = /^(\d+)\.deleted$/;

interface Listing {
  /** Newest first. */
  readonly versions: readonly RecordedVersion[];
  readonly highest: number;
  readonly deletedThrough: number;
}

export class VersionShelf {
  readonly #folder: string;
  /** What a folder held, by the uuid, with the fingerprint that it had. */
  readonly #listed = new Map<string, { readonly fingerprint: string; readonly listing: Listing }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Newest first; without those of a template that was deleted. */
  list(uuid: string): readonly RecordedVersion[] {
    const { versions, deletedThrough } = this.#read(uuid);
    return versions.filter((one) => one.number > deletedThrough);
  }

  /** Also one of a template that was deleted. */
  find(uuid: string, number: number): RecordedVersion | undefined {
    return isUuid(uuid) ? this.#read(uuid).versions.find((one) => one.number === number) : undefined;
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
    if (this.hasAsset(sha256)) {
      // Its time as something that nobody names yet begins anew.
      const now = new Date();
      utimesSync(this.assetPath(sha256), now, now);
      return;
    }
    mkdirSync(join(this.#folder, 'assets'), { recursive: true });
    writeFileWhole(this.assetPath(sha256), bytes);
  }

  /** SHA-256 of the stored bytes that were put before a time. */
  listAssets(beforeMs: number): readonly string[] {
    return namesIn(join(this.#folder, 'assets')).filter(
      (name) =>
        assetName.test(name) &&
        (statSync(this.assetPath(name), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < beforeMs,
    );
  }

  /** SHA-256 of every file that a version names, also one of a template that was deleted: a job may need it. */
  namedAssets(): ReadonlySet<string> {
    const uuids = namesIn(join(this.#folder, 'versions'));
    const contents = uuids.flatMap((uuid) => this.#read(uuid).versions.map((version) => this.readContent(version)));
    return new Set(contents.flatMap(({ assets }) => Object.values(assets).map(({ sha256 }) => sha256)));
  }

  /** For who holds the lock. */
  removeAsset(sha256: string): void {
    rmSync(this.assetPath(sha256), { force: true });
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

  #read(uuid: string): Listing {
    const folder = join(this.#folder, 'versions', uuid);
    const readAt = Date.now();
    const state = fingerprint([folder]);
    const known = this.#listed.get(uuid);
    if (known?.fingerprint === state.text) return known.listing;
    const listing = readListing(folder);
    if (isSettled(state, readAt)) this.#listed.set(uuid, { fingerprint: state.text, listing });
    else this.#listed.delete(uuid);
    return listing;
  }
}

function readListing(folder: string): Listing {
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
