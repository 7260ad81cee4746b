// The bytes of templates' files as objects, at assets/KEY, with copies on this machine.
import { createHash } from 'node:crypto';
import { PdfgenError } from '../../contract/errors.ts';
import type { AssetBytes } from '../asset-bytes.ts';
import type { AssetCache } from '../filesystem/asset-cache.ts';
import { listFolder } from './list-folder.ts';
import type { ObjectClient } from './object-client.ts';

const folder = 'assets/';

export function createAssetBytes(objects: ObjectClient, cache: AssetCache): AssetBytes {
  const nameOf = (key: string) => `${folder}${key}`;
  const read: AssetBytes['read'] = async (key, sha256) => {
    const found = await objects.get(nameOf(key));
    const pieces: Uint8Array[] = [];
    for await (const chunk of found?.chunks ?? []) pieces.push(chunk);
    const bytes = Buffer.concat(pieces);
    if (found && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
    throw new PdfgenError(
      'INTERNAL',
      `The object ${nameOf(key)} of a template's file is ${found ? 'damaged' : 'missing'}. Put it back from a copy of the bucket.`,
    );
  };
  return {
    write: (key, sha256, bytes) =>
      objects.put(nameOf(key), { bytes: bytes.length, sha256, chunks: [bytes] }, 'application/octet-stream', 'call'),
    read,
    fetch: (key, sha256) => cache.path(sha256, () => read(key, sha256)),
    list: (after) => listFolder(objects, folder, after),
    delete: (key) => objects.delete(nameOf(key)),
  };
}
