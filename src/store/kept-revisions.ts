// Chooses the earlier revisions of an embedded template that are kept.

/** Bytes that a small file counts as, because it also takes space in the table and time in each look-up. */
export const leastUploadBytes = 65_536;

export interface KeepRules {
  /** Most earlier revisions that are kept. */
  readonly keptRevisions: number;
  /** Most bytes of the uploads, the earlier revisions and the draft. */
  readonly maxUploadBytes: number;
}

/** What an embedded template holds. */
export interface Contents {
  /** Bytes of each upload by its name. */
  readonly uploads: ReadonlyMap<string, number>;
  readonly draft: { readonly bytes: number; readonly uploads: readonly string[] } | undefined;
  /** The newest first: the current one, then the earlier ones that are kept. `files`: the names of its files, also those that are not uploads. */
  readonly revisions: readonly { readonly revision: number; readonly bytes: number; readonly files: readonly string[] }[];
}

/** Share of the limit that earlier revisions must leave free for new uploads. */
const shareOfNewFiles = 1 / 4;

/**
 * The oldest revision that is kept. Earlier ones are kept from the newest on, as many as the rules allow, and as have room with the uploads
 * that only they name.
 */
export function oldestKept({ uploads, draft, revisions }: Contents, { keptRevisions, maxUploadBytes }: KeepRules): number {
  const [current, ...earlier] = revisions;
  const ofEarlier = new Set(earlier.flatMap(({ files }) => files));
  const counted = new Set([...uploads.keys()].filter((name) => !ofEarlier.has(name)));
  for (const name of [...(current?.files ?? []), ...(draft?.uploads ?? [])]) counted.add(name);
  let held = draft?.bytes ?? 0;
  for (const name of counted) held += sizeOf(uploads.get(name));
  let oldest = current?.revision ?? 1;
  for (const { revision, bytes, files } of earlier.slice(0, keptRevisions)) {
    held += bytes;
    for (const name of files) {
      if (!counted.has(name)) held += sizeOf(uploads.get(name));
      counted.add(name);
    }
    if (held > maxUploadBytes * (1 - shareOfNewFiles)) break;
    oldest = revision;
  }
  return oldest;
}

/** Bytes that all of it counts as, without the current revision and the upload `name`. */
export function heldBeside({ uploads, draft, revisions }: Contents, name: string): number {
  let held = draft?.bytes ?? 0;
  for (const [other, bytes] of uploads) if (other !== name) held += sizeOf(bytes);
  for (const { bytes } of revisions.slice(1)) held += bytes;
  return held;
}

/** A name without bytes is no upload. */
function sizeOf(bytes: number | undefined): number {
  return bytes === undefined ? 0 : Math.max(bytes, leastUploadBytes);
}
