// Checks an uploaded image, font or file of hyphenation patterns by opening it as rendering would.
import { createHash } from 'node:crypto';
import { findMediaType } from '../contract/asset-types.ts';
import { PdfgenError } from '../contract/errors.ts';
import { readProfile } from '../document/image/color-profile.ts';
import { openImage } from '../document/image/open-image.ts';
import { withDemanded } from '../document/on-demand.ts';
import { pdfOpener } from '../document/pdf-pages/find-pdf.ts';
import { ForeignFault } from '../document/pdf-pages/foreign-page.ts';
import type { Resource } from '../document/resources.ts';
import { pickFont } from '../document/text/font/collection.ts';
import type { TextEngine } from '../document/text/index.ts';
import { libraryFile } from '../files/program-files.ts';
import { patternLanguage } from '../words/pattern-name.ts';
import { readPatterns } from './open-patterns.ts';
import type { AssetSize, InspectedAsset, Limits } from './renderer.ts';
import { unpackFont } from './unpack-woff2.ts';

/** Raises ASSET_INVALID for a damaged file, RENDER_LIMIT for a picture that rendering would refuse. */
export async function inspectAsset(
  { bytes, name, isDrawn }: InspectedAsset,
  { maxImagePixels, maxImageBytes }: Pick<Limits, 'maxImagePixels' | 'maxImageBytes'>,
  text: TextEngine,
): Promise<AssetSize> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const type = findMediaType(bytes);
  if (type?.startsWith('image/')) {
    const limits = { maxPixels: maxImagePixels, maxBytes: maxImageBytes };
    const { width, height } = await withDemanded({ libraryFile }, () => openImage({ key, bytes }, limits));
    return { width, height };
  }
  // Elsewhere a PDF may be an attachment, whatever is in it.
  if (type === 'application/pdf' && isDrawn) await checkPdf({ key, bytes });
  if (type?.startsWith('font/')) {
    const font = pickFont(await unpackFont({ key, bytes }), undefined);
    await withDemanded({ libraryFile }, () => text.openFace(font));
  }
  if (name !== undefined && patternLanguage(name) !== undefined) readPatterns(name, bytes);
  if (type === 'application/vnd.iccprofile' && !readProfile(bytes))
    throw new PdfgenError('ASSET_INVALID', 'The colour profile is damaged: its tags point outside of the file. Export it again.');
  return { width: null, height: null };
}

async function checkPdf(file: Resource): Promise<void> {
  try {
    await withDemanded({ libraryFile }, () => pdfOpener()(file));
  } catch (error) {
    if (!(error instanceof ForeignFault)) throw error;
    throw new PdfgenError('ASSET_INVALID', `The PDF ${error.message}.`, { cause: error });
  }
}
