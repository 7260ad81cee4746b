// The pictures of colour fonts: layers and paints (COLR, with the first palette of CPAL) as drawings, and pictures of pixels (CBDT, sbix).
// HarfBuzz reads COLR. This module is loaded when such a font is opened.

import type * as harfbuzzModule from 'harfbuzzjs';
import { PdfgenError } from '../../../contract/errors.ts';
import { sha256 } from '../../../platform/index.ts';
import { counted, grouped } from '../../../words/counts.ts';
import { type DrawingPart, type DrawnGroup, type DrawnPath, isTransparent } from '../../image/drawing.ts';
import { openImage } from '../../image/open-image.ts';
import { type Extent, extentOfPath, transformPath } from '../../vector/path.ts';
import type { GlyphPicture } from '../shaped-text.ts';
import { TwoGenerationMap } from '../two-generation-map.ts';
import { type BitmapGlyph, openBitmaps } from './bitmap-glyphs.ts';
import { DamagedTable } from './byte-reader.ts';
import { hexOf, openPaints } from './color-paints.ts';
import { outlineOf } from './glyph-outline.ts';
import type { Sfnt } from './sfnt.ts';

/** The pictures of one font. */
export interface GlyphPictures {
  /** Whether a glyph is a picture. */
  has(glyph: number): boolean;
  /** Whether a glyph is a picture that cannot be painted. */
  isLost(glyph: number): boolean;
  /** In text of a colour `#rrggbb`. Undefined: the glyph is an outline. Raises DamagedTable, and the errors of `openImage`. */
  get(glyph: number, color: string): GlyphPicture | undefined;
}

/** `id`: of the font, with which the keys of its pictures begin. Undefined: the font has no pictures that can be painted. Raises DamagedTable. */
export type OpenPictures = (
  font: harfbuzzModule.Font,
  tables: Sfnt['tables'],
  id: string,
  makePaintFuncs: () => harfbuzzModule.PaintFuncs,
) => GlyphPictures | undefined;

/** Far more than fonts of emoji have. */
const mostLayers = 1000;
/** The numbers of the paths of one picture. */
const mostNumbers = 500_000;
/** The largest picture of pixels, in pixels. */
const mostPixels = 2048 * 2048;
/** Pictures that a font keeps. */
const keptPictures = 300;
/** Stands for the colour of the text where it does not matter. */
const anyColor = '#000000';

export const openPictures: OpenPictures = (font, tables, id, makePaintFuncs) => {
  const { face } = font;
  const hasLayers = face.hasColorLayers();
  const findBitmap = openBitmaps(tables);
  const paint = face.hasColorPaint()
    ? openPaints(font, makePaintFuncs(), (glyph) => transformPath(outlineOf(font, glyph), [1, 0, 0, -1, 0, 0]))
    : undefined;
  if (!hasLayers && !findBitmap && !paint) return undefined;
  const palette = hasLayers ? (face.getColorPalettes()[0]?.colors ?? []) : [];
  /** `null`: an outline. */
  const known = new TwoGenerationMap<GlyphPicture | null>(keptPictures);
  const kinds = new Map<number, boolean>();
  /** Glyphs whose paints were read; of these, those with the colour of the text, and those that cannot be painted. */
  const tried = new Set<number>();
  const inTextColor = new Set<number>();
  const lost = new Set<number>();

  function read(glyph: number, color: string): GlyphPicture | undefined {
    const layers = hasLayers ? face.getGlyphColorLayers(glyph) : [];
    if (layers.length > 0) return readLayers(glyph, layers, color);
    const bitmap = findBitmap?.(glyph);
    return bitmap ? readPixels(bitmap) : readPaints(glyph, color);
  }

  function readPaints(glyph: number, color: string): GlyphPicture | undefined {
    const painted = paint?.(glyph, color);
    if (painted === 'large') throw new DamagedTable('draws a character with too many paints. Use another font.');
    if (painted === 'lost') lost.add(glyph);
    if (painted === undefined || painted === 'lost') return undefined;
    if (painted.usesTextColor) inTextColor.add(glyph);
    const { left, top: least, right, bottom: most } = painted.extent;
    const place: DrawnGroup = {
      ...{ kind: 'group', clips: [], mask: undefined, opacity: 1, blend: undefined, isIsolated: false },
      matrix: [1, 0, 0, -1, -left, most],
      parts: painted.parts,
    };
    return toPicture(`${glyph} ${color}`, [place], { left, top: -most, right, bottom: -least });
  }

  /** `extent`: y down. */
  function toPicture(key: string, parts: readonly DrawingPart[], { left, top, right, bottom }: Extent): GlyphPicture | undefined {
    const [width, height] = [right - left, bottom - top];
    if (width === 0 || height === 0) return undefined;
    const traits = { bits: 8, hasAlpha: isTransparent(parts), space: 'rgb', profile: undefined } as const;
    return {
      box: { left: toEm(left), bottom: toEm(-bottom), right: toEm(right), top: toEm(-top) },
      image: {
        ...{ key: `${id} ${key}`, bytes: new Uint8Array(), width, height, traits },
        drawing: { width, height, parts, depth: 0 },
      },
    };
  }

  function readLayers(glyph: number, layers: readonly harfbuzzModule.ColorLayer[], textColor: string): GlyphPicture | undefined {
    if (layers.length > mostLayers)
      throw new DamagedTable(
        `draws a character with ${grouped(layers.length)} layers, more than ${grouped(mostLayers)}. Use another font.`,
      );
    let numbers = 0;
    const painted = layers.flatMap(({ glyph: part, colorIndex }) => {
      const entry = colorIndex === undefined ? undefined : palette[colorIndex];
      const path = outlineOf(font, part);
      numbers += path.points.length;
      if (numbers > mostNumbers)
        throw new DamagedTable(
          `draws a character with outlines of more than ${counted(mostNumbers, 'number')}. Use another font.`,
        );
      const extent = extentOfPath(path);
      // Without an entry of the palette: the colour of the text.
      return extent ? [{ path, extent, paint: entry ? hexOf(entry) : textColor, opacity: (entry?.alpha ?? 255) / 255 }] : [];
    });
    if (painted.length === 0) return undefined;
    const extent = unionOf(painted.map((one) => one.extent));
    const { left, top } = extent;
    const parts = painted.map(
      ({ path, paint, opacity }): DrawnPath => ({
        kind: 'path',
        path: { ops: path.ops, points: path.points.map((value, i) => value - (i % 2 === 0 ? left : top)) },
        rule: 'nonzero',
        fill: { paint, opacity },
        stroke: undefined,
      }),
    );
    return toPicture(`${glyph} ${textColor}`, parts, extent);
  }

  function readPixels({ bytes, left, edge, ppem: [ppemX, ppemY] }: BitmapGlyph): GlyphPicture {
    const image = openPixels(bytes);
    const height = (image.height * 1000) / ppemY;
    const bottom = 'top' in edge ? edge.top - height : edge.bottom;
    return { box: { left, bottom, right: left + (image.width * 1000) / ppemX, top: bottom + height }, image };
  }

  const toEm = (units: number): number => (units * 1000) / face.upem;

  const get = (glyph: number, color: string): GlyphPicture | undefined => {
    // The first call finds out whether the paints of a glyph have the colour of the text.
    if (paint && !tried.has(glyph)) {
      known.set(`${glyph} ${anyColor}`, read(glyph, anyColor) ?? null);
      tried.add(glyph);
    }
    const shown = usesTextColor(glyph) ? color : anyColor;
    const key = `${glyph} ${shown}`;
    const found = known.get(key);
    if (found !== undefined) return found ?? undefined;
    const made = read(glyph, shown);
    known.set(key, made ?? null);
    return made;
  };

  const usesTextColor = (glyph: number): boolean =>
    inTextColor.has(glyph) ||
    (hasLayers && face.getGlyphColorLayers(glyph).some(({ colorIndex }) => colorIndex === undefined || !palette[colorIndex]));

  const has = (glyph: number): boolean => {
    let is = kinds.get(glyph);
    if (is === undefined) {
      is = get(glyph, anyColor) !== undefined;
      kinds.set(glyph, is);
    }
    return is;
  };
  return { get, has, isLost: (glyph) => !has(glyph) && lost.has(glyph) };
};

function openPixels(bytes: Uint8Array): GlyphPicture['image'] {
  const key = sha256(bytes);
  try {
    return openImage({ key, bytes }, { maxPixels: mostPixels, maxBytes: 8 * mostPixels });
  } catch (cause) {
    if (!(cause instanceof PdfgenError) || cause.code !== 'RENDER_LIMIT') throw cause;
    throw new DamagedTable(`draws a character with more than ${grouped(mostPixels)} pixels. Use another font.`, { cause });
  }
}

function unionOf(extents: readonly Extent[]): Extent {
  return {
    left: Math.min(...extents.map(({ left }) => left)),
    top: Math.min(...extents.map(({ top }) => top)),
    right: Math.max(...extents.map(({ right }) => right)),
    bottom: Math.max(...extents.map(({ bottom }) => bottom)),
  };
}
