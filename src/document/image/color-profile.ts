// Reads the header of a colour profile (ICC.1:2022), and decides whether it goes into the document.

export type ColorSpace = 'gray' | 'rgb' | 'cmyk';

export interface ColorProfile {
  readonly bytes: Uint8Array;
  /** Undefined: it is not for pictures in these colours. */
  readonly space: ColorSpace | undefined;
  /** The major version. */
  readonly version: number;
}

const spaces: Readonly<Record<string, ColorSpace>> = { GRAY: 'gray', 'RGB ': 'rgb', CMYK: 'cmyk' };
const words: Readonly<Record<ColorSpace, string>> = { gray: 'gray', rgb: 'RGB', cmyk: 'CMYK' };
/** Classes of devices that PDF takes for pictures (ISO 32000-2, 8.6.5.5). */
const classes = ['mntr', 'scnr', 'prtr', 'spac'];
/** The newest version that PDF knows. */
const newest = 4;
/** The largest profiles of printers take 3 MB. */
export const mostProfileBytes = 4 * 1024 ** 2;

/** Undefined: the profile is damaged. 7.2 and 7.3: the header says how long it is, and each tag of its table lies inside. */
export function readProfile(bytes: Uint8Array): ColorProfile | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 132 || view.getUint32(0) !== bytes.length || nameAt(bytes, 36) !== 'acsp') return undefined;
  const count = view.getUint32(128);
  const tableEnd = 132 + 12 * count;
  if (count === 0 || tableEnd > bytes.length) return undefined;
  for (let at = 132; at < tableEnd; at += 12) {
    const [offset, size] = [view.getUint32(at + 4), view.getUint32(at + 8)];
    if (offset < tableEnd || offset + size > bytes.length) return undefined;
  }
  const space = classes.includes(nameAt(bytes, 12)) ? spaces[nameAt(bytes, 16)] : undefined;
  return { bytes, space, version: bytes[8]! };
}

/** The profile of a picture. `doubt`: why its profile is left out; the text goes after "The image". */
export interface OwnProfile {
  readonly profile: ColorProfile | undefined;
  readonly doubt?: string;
}

/** `bytes`: the profile as the file holds it; undefined: the file has no profile. */
export function fitProfile(bytes: Uint8Array | undefined, space: ColorSpace): OwnProfile {
  if (!bytes) return { profile: undefined };
  const profile = bytes.length > mostProfileBytes ? undefined : readProfile(bytes);
  if (!profile) return { profile, doubt: 'has a damaged colour profile' };
  if (profile.space !== space)
    return { profile: undefined, doubt: `has a colour profile that is not for ${words[space]} colours` };
  if (profile.version > newest)
    return { profile: undefined, doubt: `has a colour profile of version ${profile.version}, and PDF takes up to ${newest}` };
  return { profile };
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
