import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

/** The files of a zip, or of the zip at a path, in its order. Raises an error if one is damaged. */
export function unzip(zip: Uint8Array | string): ReadonlyMap<string, Buffer> {
  const files = unzipSync(typeof zip === 'string' ? readFileSync(zip) : zip);
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}
