// Finds the files that come with the package: package.json, fonts, hyphenation patterns, examples, the schema of templates.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The folder above the source, the compiled files or the bundle. This module must stay two levels below it. */
const root = new URL('../../', import.meta.url);

export interface ProgramInfo {
  readonly name: string;
  readonly version: string;
}

/** Name and version from package.json. */
export function programInfo(): ProgramInfo {
  const { name, version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as ProgramInfo;
  return { name, version };
}

export const programVersion = (): string => programInfo().version;

/** The example templates of the package. The folder may be missing. */
export const examplesFolder = new URL('templates-examples/', root);

const fontsFolder = new URL('../fonts/', import.meta.url);

/** The font files of the package, by name. */
export function listShippedFonts(): ReadonlyMap<string, URL> {
  return new Map(
    readdirSync(fontsFolder).flatMap((family) => {
      const folder = new URL(`${family}/`, fontsFolder);
      return readdirSync(folder).flatMap((name) => (name.endsWith('.ttf') ? [[name, new URL(name, folder)] as const] : []));
    }),
  );
}

/** The packed hyphenation patterns of a language. The file may be missing. */
export const shippedPatterns = (name: string): URL => new URL(`../hyphenation/${name}.bin`, import.meta.url);

/** The languages whose patterns ship with the package. */
export const listShippedPatterns = (): readonly string[] =>
  readdirSync(new URL('../hyphenation/', import.meta.url)).flatMap((name) => /^([\w-]+)\.bin$/.exec(name)?.[1] ?? []);

/** The published schema of templates. Missing if the program runs from its source. */
export const templateSchemaFile = new URL('../schema/template.v1.json', import.meta.url);

/** A file of a package that is installed beside this one, by its path there. */
export const libraryFile = async (path: string): Promise<Buffer> => readFile(createRequire(import.meta.url).resolve(path));
