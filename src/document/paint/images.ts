// The images of one document: each is written once, at its first use.
import { type Drawing, type PixelPlane, type Raster, readRaster, type StoredImage } from '../image/index.ts';
import { deflate } from './deflate.ts';
import { type DrawingPorts, writeDrawing } from './drawings.ts';
import type { PdfSink } from './pdf-sink.ts';

export class Images {
  readonly #ports: Omit<DrawingPorts, 'usePicture'>;
  readonly #withProfiles: boolean;
  readonly #names = new Map<string, { readonly name: string; readonly id: number }>();

  /** `withProfiles`: CMYK has the image's own colour profile, as PDF/A asks. */
  constructor(ports: Omit<DrawingPorts, 'usePicture'>, withProfiles: boolean) {
    this.#ports = ports;
    this.#withProfiles = withProfiles;
  }

  /** The resource name of an image; writes a new image. Raises ASSET_INVALID. */
  use(image: StoredImage & { readonly drawing?: Drawing }): string {
    const known = this.#names.get(image.key);
    if (known) return known.name;
    const id = image.drawing
      ? writeDrawing(image.drawing, { ...this.#ports, usePicture: (inside) => this.use(inside) })
      : writeImage(this.#ports.sink, readRaster(image), this.#withProfiles);
    const name = `I${this.#names.size + 1}`;
    this.#names.set(image.key, { name, id });
    return name;
  }

  /** The entries of the resources' /XObject dictionary. */
  entries(): string {
    return [...this.#names.values()].map(({ name, id }) => `/${name} ${id} 0 R`).join('');
  }
}

function writeImage(sink: PdfSink, raster: Raster, withProfiles: boolean): number {
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
    `${formatHead(raster)}/ColorSpace${(withProfiles && writeProfile(sink, raster)) || formatSpace(raster)}${formatDecode(raster)}${formatPlane(raster.plane, raster.width)}${mask}`,
    raster.plane.data,
  );
  return id;
}

function formatHead({ width, height }: Raster): string {
  return `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
}

/** Writes the colour profile of a CMYK image and returns the colour space. Undefined: the image has no profile. */
function writeProfile(sink: PdfSink, { color }: Raster): string | undefined {
  if (color.kind !== 'cmyk' || !color.profile) return undefined;
  const id = sink.reserve();
  sink.writeStream(id, '/N 4/Filter/FlateDecode', deflate(color.profile));
  return `[/ICCBased ${id} 0 R]`;
}

function formatSpace({ color }: Raster): string {
  if (color.kind === 'indexed') {
    const colors = color.palette.length / 3;
    return `[/Indexed/DeviceRGB ${colors - 1}<${Buffer.from(color.palette).toString('hex')}>]`;
  }
  return { cmyk: '/DeviceCMYK', gray: '/DeviceGray', rgb: '/DeviceRGB' }[color.kind];
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
