// Opens an SVG as a drawing of vectors. The library resvg brings it into a normal form; `read-drawing.ts` reads that.

import type { Resvg as ResvgClass } from '@resvg/resvg-wasm';
import { findDrawingFault, findPictureInUri, pictureNames } from '../../../contract/asset-types.ts';
import { PdfgenError } from '../../../contract/errors.ts';
import { fromBase64, sha256 } from '../../../platform/index.ts';
import { formatCode, listCodes } from '../../../words/list-codes.ts';
import { type DrawingPart, isTransparent } from '../drawing.ts';
import { invalidImage } from '../image-error.ts';
import type { PictureFonts, PictureReader, PictureSurroundings } from '../picture-reader.ts';
import { numberOf } from './attributes.ts';
import { checkSource, type SvgFacts } from './check-source.ts';
import { readDrawing } from './read-drawing.ts';
import { readTree } from './tree.ts';

/** Characters of the normal form. */
const longestForm = 10_000_000;
/** Drawings within a drawing. */
const deepestInner = 3;
const lostPicture = `holds a picture that is no ${pictureNames} or is damaged, or drawings within drawings more than ${deepestInner} deep, which is left out`;
const defaultFamily = 'Noto Sans';

/** The library drops pictures whose type it does not know. Afterwards, their bytes say what they are. */
const pixelUri = /data:image\/(?!svg\+xml)[a-z\d.+-]+;base64,/gi;

/** `wasm`: the WebAssembly module of the library. */
export async function openSvgReader(wasm: Uint8Array): Promise<PictureReader> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  // The host application may have started the library before. Only the text of the error says so.
  await initWasm(wasm).catch((error: unknown) => {
    if (!(error as Error).message.startsWith('Already initialized')) throw error;
  });
  return {
    name: 'SVG',
    leaner: 'with fewer parts',
    // Its size in pixels costs nothing.
    readSize: () => ({ width: 0, height: 0 }),
    open(bytes, _, { fonts, openPicture }) {
      const source = checkSource(bytes);
      const root = readTree(normalise(Resvg, source, fonts));
      // The library's own width and height are whole numbers.
      const [width, height] = [numberOf(root, 'width', 0), numberOf(root, 'height', 0)];
      const lost = new Set<string>();
      const drawing = readDrawing(root, { width, height }, (uri) => {
        const picture = openInner(uri, openPicture);
        if (!picture) lost.add(lostPicture);
        return picture;
      });
      if (source.pictures.some(isUnknown)) lost.add(lostPicture);
      const doubts = [...source.doubts, ...lost, ...missingFamilies(source, fonts), ...missingLetters(source, fonts)];
      return {
        ...{ width, height, dpi: undefined, orientation: 1, decodedBytes: 0, drawing },
        doubts: doubts.map((doubt) => `The drawing ${doubt}.`),
        usesFonts: source.hasText,
        traits: { bits: deepest(drawing.parts), hasAlpha: isTransparent(drawing.parts), space: 'rgb', profile: undefined },
      };
    },
  };
}

/** The normal form. Raises ASSET_INVALID. */
function normalise(Resvg: typeof ResvgClass, { text, hasText }: SvgFacts, fonts: PictureFonts | undefined): string {
  const fontBuffers = hasText ? (fonts?.files().map(({ bytes }) => bytes) ?? []) : [];
  const families = {
    ...{ defaultFontFamily: defaultFamily, serifFamily: defaultFamily, sansSerifFamily: defaultFamily },
    ...{ cursiveFamily: defaultFamily, fantasyFamily: defaultFamily, monospaceFamily: defaultFamily },
  };
  let tree: InstanceType<typeof ResvgClass> | undefined;
  try {
    tree = new Resvg(nameFixed(text, fonts?.fixedFamily()).replace(pixelUri, 'data:image/png;base64,'), {
      font: { fontBuffers, ...families },
    });
    const form = tree.toString();
    if (form.length > longestForm)
      throw invalidImage(`is an SVG with more than ${longestForm} characters once its parts are written out`);
    return form;
  } catch (cause) {
    if (cause instanceof PdfgenError) throw cause;
    // The library has stopped in the middle, and its tree cannot be freed.
    if (cause instanceof Error && cause.name === 'RuntimeError') {
      tree = undefined;
      throw invalidImage(
        'is an SVG that the reader cannot follow. Save it in a plainer form, such as Plain SVG of Inkscape',
        cause,
      );
    }
    const why = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    throw invalidImage(`is an SVG that cannot be read: ${why}`, cause);
  } finally {
    tree?.free();
  }
}

const familyAttribute = /\bfont-family\s*=\s*(?:"[^"<>]{0,500}"|'[^'<>]{0,500}')/g;
const familyRule = /(\bfont(?:-family)?\s*:(?:[^;}<>"]|"[^"<>;=]{0,500}"){0,500}?)(?<![\w-])monospace\b/g;

/** Writes the name of a family in place of `monospace`, for which the library takes its default. */
function nameFixed(text: string, family: string | undefined): string {
  if (family === undefined || !/^[A-Za-z][\w -]*$/.test(family)) return text;
  return text
    .replace(familyAttribute, (names) => names.replace(/(?<![\w-])monospace\b/g, family))
    .replace(familyRule, `$1${family}`);
}

/** Whether the library drops the picture of a data: URI, because its bytes are of no kind that it knows. */
function isUnknown(uri: string): boolean {
  const start = findPictureInUri(uri);
  return start === undefined || findDrawingFault(fromBase64(uri.slice(start, start + 1000))) !== undefined;
}

function openInner(uri: string, openPicture: PictureSurroundings['openPicture']) {
  const start = findPictureInUri(uri);
  if (start === undefined) return undefined;
  const bytes = fromBase64(uri.slice(start));
  try {
    const picture = openPicture({ key: sha256(bytes), bytes });
    return (picture.drawing?.depth ?? 0) < deepestInner ? picture : undefined;
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'ASSET_INVALID') return undefined;
    throw error;
  }
}

/** Families that the texts name and no font has: they are drawn in the default family. */
function missingFamilies({ families }: SvgFacts, fonts: PictureFonts | undefined): readonly string[] {
  const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();
  const known = (fonts?.files() ?? []).map(({ postscriptName }) => plain(postscriptName));
  const fixed = fonts?.fixedFamily();
  return [...families].flatMap(([family, mayBeFixed]) => {
    if (family.toLowerCase() === 'monospace')
      return fixed === undefined ? `has text of fixed width, and no font of "fonts" has: it is drawn in ${defaultFamily}` : [];
    if (known.some((name) => name.startsWith(plain(family)))) return [];
    const used = (mayBeFixed && fixed) || defaultFamily;
    return `has text in the font ${JSON.stringify(family)}, which "fonts" does not name: it is drawn in ${used}`;
  });
}

function missingLetters({ letters }: SvgFacts, fonts: PictureFonts | undefined): readonly string[] {
  const missing = fonts?.lacks(letters) ?? [];
  const shown = () => listCodes(missing, (code) => `${formatCode(code)} "${String.fromCodePoint(code)}"`);
  return missing.length === 0 ? [] : [`has text with ${shown()}, which no font has: add one to "fonts"`];
}

/** The most bits of a sample in the pictures of a drawing. */
function deepest(parts: readonly DrawingPart[]): number {
  return parts.reduce((most, part) => {
    const bits = part.kind === 'picture' ? (part.image.traits?.bits ?? 8) : part.kind === 'group' ? deepest(part.parts) : 8;
    return Math.max(most, bits);
  }, 8);
}
