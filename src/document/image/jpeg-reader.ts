// Opens a JPEG. PDF takes it as it is.
import { checkJpeg, memoryToCheck } from './check-jpeg.ts';
import { fitProfile } from './color-profile.ts';
import { turnedSize } from './exif.ts';
import { invalidImage } from './image-error.ts';
import { checkBytes } from './image-limits.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PictureReader } from './picture-reader.ts';

const spaces = { 1: 'gray', 3: 'rgb', 4: 'cmyk' } as const;

export const jpegReader: PictureReader = {
  name: 'JPEG',
  leaner: 'without progressive scans',
  readSize: readJpegHeader,
  open(bytes, { maxBytes }) {
    const { width, height, components, isProgressive, orientation, dpi, profile } = readJpegHeader(bytes);
    const decoded = { width, height, decodedBytes: isProgressive ? memoryToCheck(width, height, components) : 0 };
    checkBytes(jpegReader, decoded, maxBytes);
    const damage = checkJpeg(bytes);
    if (damage !== undefined) throw invalidImage(`is a damaged JPEG: ${damage}`);
    const space = spaces[components];
    const own = fitProfile(profile, space);
    const traits = { bits: 8, hasAlpha: false, space, profile: own.profile?.version, doubt: own.doubt };
    return { ...decoded, ...turnedSize(decoded, orientation), dpi, orientation, traits };
  },
  readRaster(bytes) {
    const { width, height, components, isAdobe, profile: given } = readJpegHeader(bytes);
    const kind = spaces[components];
    const { profile } = fitProfile(given, kind);
    return {
      width,
      height,
      plane: { coding: 'jpeg', bits: 8, samples: components, data: bytes },
      color: kind === 'cmyk' ? { kind, inverted: isAdobe, profile } : { kind, profile },
      transparent: undefined,
      alpha: undefined,
    };
  },
};
