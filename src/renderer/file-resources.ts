// Fonts and images from files: the template's assets, then the fonts that ship with pdfgen.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Resource, Resources } from '../document/resources.ts';
import type { AssetFile, TemplateSource } from './types.ts';

const shippedFonts = new URL('../fonts/noto-sans/', import.meta.url);
const isFont = /\.(?:ttf|otf|ttc|woff2?)$/i;
const isImage = /\.(?:png|jpe?g)$/i;

/** The files of a template, each read when it is first asked for and kept. */
export function createFileResources(assets: TemplateSource['assets']): Resources {
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
    // A shipped file is known by its name: hashing half a megabyte at every start would be for nothing.
    resource = { key: `shipped/${name}`, bytes: readFileSync(new URL(name, shippedFonts)) };
    shipped.set(name, resource);
  }
  return resource;
}
