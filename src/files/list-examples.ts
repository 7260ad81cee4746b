// The example templates of the package. Each is a folder; its template.json says its name and its purpose.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { examplesFolder } from './program-files.ts';

export interface Example {
  /** Name of the folder, and slug of the template. */
  readonly slug: string;
  readonly name: string;
  /** What it is, in one line. */
  readonly description: string;
}

/** The example that `pdfgen init` takes if nobody chooses. */
export const defaultExample = 'invoice';

/** In the order of their slugs. Empty if the package has no examples. */
export function listExamples(): readonly Example[] {
  if (!existsSync(examplesFolder)) return [];
  return readdirSync(examplesFolder)
    .toSorted()
    .map((slug) => {
      const text = readFileSync(new URL(`${slug}/template.json`, examplesFolder), 'utf8');
      const { name, description } = JSON.parse(text) as Omit<Example, 'slug'>;
      return { slug, name, description };
    });
}
