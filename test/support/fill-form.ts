// Fills a form with the files that ship with the program.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { libraryFile, listShippedFonts } from '../../src/files/program-files.ts';
import { type FilledPdf, type FillOptions, fillPdf } from '../../src/fill/fill-pdf.ts';
import { makeForm } from './foreign-form.ts';

type Data = FillOptions['data'];

const readFont = (path: string | URL) => {
  const bytes = readFileSync(path);
  return { key: createHash('sha256').update(bytes).digest('hex'), bytes };
};

/** `fonts`: paths of font files that the user gives. */
export const fill = (file: Uint8Array, data: Data, { flatten = false, fonts = [] as readonly string[] } = {}) =>
  fillPdf(
    Buffer.from(file),
    { data, flatten },
    { given: fonts.map(readFont), readShipped: async (name) => readFont(listShippedFonts().get(name)!), libraryFile },
  );

/** Throws if the form does not take the data. */
export async function filled(...order: Parameters<typeof fill>): Promise<FilledPdf> {
  const made = await fill(...order);
  if ('breaches' in made) throw new Error(JSON.stringify(made.breaches));
  return made;
}

/** Why the form does not take the data: `/data/plan takes …`. */
export async function faults(data: Data, file: Uint8Array = makeForm()): Promise<string[]> {
  const made = await fill(file, data);
  return 'breaches' in made ? made.breaches.map(({ path, message }) => `${path} ${message}`) : [];
}
