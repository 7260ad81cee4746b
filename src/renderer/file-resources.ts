// Reads the fonts and images of a template for the renderer: first from the template's assets, then from the fonts that ship with pdfgen.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Resource, Resources } from '../document/resources.ts';
import { fontsFolder } from '../files/program-files.ts';
import type { AssetFile, TemplateSource } from './types.ts';

const shippedFonts = new URL('noto-sans/', fontsFolder);
const isFont = /\.(?:ttf|otf|ttc|woff2?)$/i;
const isImage = /\.(?:png|jpe?g)$/i;

export interface FileResources extends Resources {
  /** Bytes of the template's files that were read so far. */
  heldBytes(): number;
}

/** The files of a template. Each is read at its first use and kept. */
export function createFileResources(assets: TemplateSource['assets']): FileResources {
  const read = new Map<string, Resource | undefined>();
  const open = (name: string): Resource | undefined => {
    if (!read.has(name)) {
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
      read.set(name, asset && readAsset(asset));
    }
    return read.get(name);
  };
  return {
    font: (name) => open(name) ?? openShipped(name),
    image: open,
    heldBytes: () => [...read.values()].reduce((sum, one) => sum + (one?.bytes.length ?? 0), 0),
    names: (kind) => {
      const own = Object.keys(assets).filter((name) => (kind === 'font' ? isFont : isImage).test(name));
      return kind === 'font' ? [...own, ...shippedNames()] : own;
    },
  };
}

function readAsset(asset: AssetFile): Resource {
  if ('bytes' in asset) return { key: asset.sha256, bytes: asset.bytes };
  const bytes = readFileSync(asset.path);
  return { key: asset.sha256 ?? createHash('sha256').update(bytes).digest('hex'), bytes };
}

const shipped = new Map<string, Resource>();

function shippedNames(): readonly string[] {
  return readdirSync(shippedFonts).filter((name) => isFont.test(name));
}

function openShipped(name: string): Resource | undefined {
  if (basename(name) !== name || !isFont.test(name)) return undefined;
  let resource = shipped.get(name);
  if (!resource && shippedNames().includes(name)) {
    // The name identifies a shipped file, so that no start has to hash half a megabyte.
    resource = { key: `shipped/${name}`, bytes: readFileSync(new URL(name, shippedFonts)) };
    shipped.set(name, resource);
  }
  return resource;
}
