// Reads the fonts, images and hyphenation patterns for the renderer: first from the template's assets, then from what ships with pdfgen.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pictureName } from '../contract/asset-types.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { Resource, Resources } from '../document/resources.ts';
import { pickFont } from '../document/text/font/collection.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { libraryFile, listShippedFonts } from '../files/program-files.ts';
import { isFontFile, namesFont, readFontName } from '../words/font-lines.ts';
import { patternLanguage } from '../words/pattern-name.ts';
import { openShippedPatterns, readPatterns } from './open-patterns.ts';
import type { AssetFile, TemplateSource } from './renderer.ts';
import { unpackFont } from './unpack-woff2.ts';

export interface FileResources extends Resources {
  /** Unpacks the fonts that a template document names. Faults are raised when a font is asked for. */
  loadFonts(document: unknown): Promise<void>;
  /** Bytes of the template's files that were read so far. */
  heldBytes(): number;
}

/** The files of a template. Each is read at its first use and kept. */
export function createFileResources(assets: TemplateSource['assets']): FileResources {
  const read = new Map<string, Resource | undefined>();
  const open = (name: string): Resource | undefined => {
    if (!read.has(name)) {
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
      read.set(name, asset && readAsset(name, asset));
    }
    return read.get(name);
  };
  const patternFiles = new Map(Object.keys(assets).map((name) => [patternLanguage(name), name]));
  const packed = new Map<string, Resource>();
  const openPatterns = (name: string): Resource | undefined => {
    const known = packed.get(name);
    const resource = known ? undefined : open(name);
    if (!resource) return known;
    const made = { key: resource.key, bytes: readPatterns(name, resource.bytes) };
    packed.set(name, made);
    return made;
  };
  /** By file: unpacked, or why it cannot be. */
  const unpacked = new Map<string, Resource | PdfgenError>();
  /** Fonts of collections, by file and font. */
  const picked = new Map<string, Resource>();
  const openFont = (name: string): Resource | undefined => {
    const known = picked.get(name);
    if (known) return known;
    const { file, font } = readFontName(name) ?? { file: name, font: undefined };
    const whole = unpacked.get(file) ?? open(file);
    if (whole instanceof PdfgenError) throw whole;
    const found = whole && pickFont(whole, font);
    if (found && found !== whole) picked.set(name, found);
    return found;
  };
  return {
    font: (name) => openFont(name) ?? openShipped(name),
    image: open,
    file: open,
    patterns: (language) => {
      const name = patternFiles.get(language);
      return name === undefined ? openShippedPatterns(language) : openPatterns(name);
    },
    libraryFile,
    async loadFonts(document) {
      const written = JSON.stringify(document);
      for (const name of Object.keys(assets)) {
        if (!isFontFile(name) || !namesFont(written, name)) continue;
        try {
          unpacked.set(name, await unpackFont(open(name)!));
        } catch (error) {
          if (!(error instanceof PdfgenError) || error.code !== 'ASSET_INVALID') throw error;
          unpacked.set(name, error);
        }
      }
    },
    heldBytes() {
      const files = new Set([...read.values(), ...unpacked.values(), ...picked.values()]);
      return [...files].reduce((sum, one) => sum + (one && 'bytes' in one ? one.bytes.length : 0), 0);
    },
    names: (kind) => {
      const assetNames = Object.keys(assets).filter(
        (name) => kind === 'file' || (kind === 'font' ? isFontFile(name) : pictureName.test(name)),
      );
      return kind === 'font' ? [...assetNames, ...shippedFonts().keys()] : assetNames;
    },
  };
}

/** Raises REVISION_CONFLICT for a file that has changed. */
function readAsset(name: string, asset: AssetFile): Resource {
  if ('bytes' in asset) return { key: asset.sha256, bytes: asset.bytes };
  const { path, state } = asset;
  if (state !== undefined && fingerprint([path]).text !== state) throw changed(name);
  const bytes = readFileSync(path);
  // Perhaps it was replaced while it was read.
  if (state !== undefined && fingerprint([path]).text !== state) throw changed(name);
  return { key: asset.sha256 ?? createHash('sha256').update(bytes).digest('hex'), bytes };
}

function changed(name: string): PdfgenError {
  return new PdfgenError(
    'REVISION_CONFLICT',
    `The file ${name} of the template has changed since the documents were begun, so that later documents would look different. Put the earlier file back, or begin again.`,
  );
}

const shipped = new Map<string, Resource>();
let shippedFiles: ReadonlyMap<string, URL> | undefined;

function shippedFonts(): ReadonlyMap<string, URL> {
  shippedFiles ??= listShippedFonts();
  return shippedFiles;
}

function openShipped(name: string): Resource | undefined {
  let resource = shipped.get(name);
  const file = resource ? undefined : shippedFonts().get(name);
  if (file) {
    // The name identifies a shipped file, so that no start has to hash half a megabyte.
    resource = { key: `shipped/${name}`, bytes: readFileSync(file) };
    shipped.set(name, resource);
  }
  return resource;
}
