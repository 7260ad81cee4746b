// The images of one document: each is written once, at its first use.
import { createHash } from 'node:crypto';
import type { ColorProfile } from '../image/color-profile.ts';
import type { Drawing } from '../image/drawing.ts';
import { readRaster } from '../image/open-image.ts';
import type { PixelPlane, Raster } from '../image/raster.ts';
import type { StoredImage } from '../image/stored-image.ts';
import type { ForeignPage } from '../pdf-pages/foreign-page.ts';
import type { Standard } from '../standard.ts';
import { deflate } from './deflate.ts';
import { type DrawingPorts, writeDrawing } from './drawings.ts';
import type { ForeignPages } from './foreign-pages.ts';

export class Images {
  readonly #ports: Omit<DrawingPorts, 'usePicture'>;
  readonly #archive: Standard['archive'];
  readonly #foreign: ForeignPages;
  readonly #names = new Map<string, { readonly name: string; readonly id: number }>();
  /** Colour profiles by the SHA-256 of their bytes: photos of a camera share one. */
  readonly #profiles = new Map<string, number>();

  constructor(ports: Omit<DrawingPorts, 'usePicture'>, foreign: ForeignPages, archive: Standard['archive']) {
    this.#ports = ports;
    this.#foreign = foreign;
    this.#archive = archive;
  }

  /** The resource name of an image; writes a new image. Raises ASSET_INVALID. */
  use(image: StoredImage & { readonly drawing?: Drawing; readonly page?: ForeignPage; readonly name?: string }): string {
    const known = this.#names.get(image.key);
    if (known) return known.name;
    const { drawing, page } = image;
    const id = page
      ? this.#foreign.write(page, image.name)
      : drawing
        ? writeDrawing(drawing, { ...this.#ports, usePicture: (inside) => this.use(inside) })
        : this.#write(readRaster(image));
    const name = `I${this.#names.size + 1}`;
    this.#names.set(image.key, { name, id });
    return name;
  }

  /** The entries of the resources' /XObject dictionary. */
  entries(): string {
    return [...this.#names.values()].map(({ name, id }) => `/${name} ${id} 0 R`).join('');
  }

  #write(raster: Raster): number {
    const { sink } = this.#ports;
    const id = sink.reserve();
    let mask = '';
    if (raster.alpha) {
      const alpha = sink.reserve();
      sink.writeStream(
        alpha,
        `${formatHead(raster)}/ColorSpace/DeviceGray${formatPlane(raster.alpha, raster.width)}`,
        raster.alpha.data,
      );
      mask = `/SMask ${alpha} 0 R`;
    } else if (raster.transparent) {
      mask = `/Mask[${raster.transparent.join(' ')}]`;
    }
    sink.writeStream(
      id,
      `${formatHead(raster)}/ColorSpace${this.#space(raster)}${formatDecode(raster)}${formatPlane(raster.plane, raster.width)}${mask}`,
      raster.plane.data,
    );
    return id;
  }

  #space({ color }: Raster): string {
    const { kind, profile } = color;
    const plain = { cmyk: '/DeviceCMYK', gray: '/DeviceGray', rgb: '/DeviceRGB', indexed: '/DeviceRGB' }[kind];
    const space = profile && this.#takes(profile) ? `[/ICCBased ${this.#writeProfile(profile)} 0 R]` : plain;
    if (kind !== 'indexed') return space;
    const { palette } = color;
    return `[/Indexed${space} ${palette.length / 3 - 1}<${Buffer.from(palette).toString('hex')}>]`;
  }

  /** Whether the PDF gets this profile. Printers need none for CMYK, but PDF/A does. PDF/A-1 allows profiles of version 2 only. */
  #takes({ space, version }: ColorProfile): boolean {
    if (space === 'cmyk') return this.#archive !== undefined;
    return this.#archive?.part !== 1 || version <= 2;
  }

  #writeProfile({ bytes, space }: ColorProfile): number {
    const key = createHash('sha256').update(bytes).digest('hex');
    let id = this.#profiles.get(key);
    if (id === undefined) {
      const { sink } = this.#ports;
      id = sink.reserve();
      this.#profiles.set(key, id);
      sink.writeStream(id, `/N ${{ gray: 1, rgb: 3, cmyk: 4 }[space ?? 'rgb']}/Filter/FlateDecode`, deflate(bytes));
    }
    return id;
  }
}

function formatHead({ width, height }: Raster): string {
  return `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
}

/** Inverted CMYK: 0 is full ink. */
function formatDecode({ color }: Raster): string {
  return color.kind === 'cmyk' && color.inverted ? '/Decode[1 0 1 0 1 0 1 0]' : '';
}

function formatPlane({ coding, bits, samples }: PixelPlane, columns: number): string {
  const head = `/BitsPerComponent ${bits}/Filter/${coding === 'jpeg' ? 'DCTDecode' : 'FlateDecode'}`;
  if (coding !== 'png') return head;
  return `${head}/DecodeParms<</Predictor 15/Colors ${samples}/BitsPerComponent ${bits}/Columns ${columns}>>`;
}
