// Opens a JPEG. PDF takes it as it is.
import { checkedBytes, checkJpeg } from './check-jpeg.ts';
import { invalidImage } from './failure.ts';
import { checkBytes } from './image-limits.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PictureReader } from './picture-reader.ts';

export const jpegReader: PictureReader = {
  name: 'JPEG',
  leaner: 'without progressive scans',
  readSize: readJpegHeader,
  open(bytes, { maxBytes }) {
    const { width, height, components, isProgressive, orientation, dpi, profile } = readJpegHeader(bytes);
    const decoded = { width, height, decodedBytes: isProgressive ? checkedBytes(width, height, components) : 0 };
    checkBytes(jpegReader, decoded, maxBytes);
    const damage = checkJpeg(bytes);
    if (damage !== undefined) throw invalidImage(`is a damaged JPEG: ${damage}`);
    // Orientations from 5 on exchange rows and columns.
    const turned = orientation >= 5 ? { width: height, height: width } : {};
    const traits = { bits: 8, hasAlpha: false, cmyk: components === 4 ? { profile: profile?.[8] } : undefined };
    return { ...decoded, ...turned, dpi, orientation, traits };
  },
  readRaster(bytes) {
    const { width, height, components, isAdobe, profile } = readJpegHeader(bytes);
    return {
      width,
      height,
      plane: { coding: 'jpeg', bits: 8, samples: components, data: bytes },
      color: components === 4 ? { kind: 'cmyk', inverted: isAdobe, profile } : { kind: components === 1 ? 'gray' : 'rgb' },
      transparent: undefined,
      alpha: undefined,
    };
  },
};
