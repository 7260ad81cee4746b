// Finds the template that a person names.
import { PdfgenError } from '../../contract/errors.ts';
import { suggest } from '../../words/nearest.ts';
import type { Deps, WorkspaceDeps } from '../deps.ts';

/** The template with a slug or UUID. Raises TEMPLATE_NOT_FOUND, which suggests the nearest slug. */
export async function findTemplate(
  { templates }: Deps,
  nameOrUuid: string,
): Promise<{ readonly uuid: string; readonly slug: string }> {
  const found = await templates.find(nameOrUuid);
  if (found) return found;
  const slugs = await templates.slugs();
  const hint =
    suggest(nameOrUuid, slugs) ||
    `${slugs.length === 0 ? '; there are no templates yet. Make one with: pdfgen templates create NAME' : '. List them with: pdfgen templates list'}`;
  throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no template ${JSON.stringify(nameOrUuid)}${hint}`);
}

/** The template of an engine for one template. Raises TEMPLATE_INVALID when its files cannot be read. */
export async function getOnlyTemplate({ templates }: WorkspaceDeps): Promise<{ readonly uuid: string; readonly slug: string }> {
  const [only] = (await templates.list({}, 1, undefined)).items;
  if (only) return { uuid: only.uuid, slug: only.slug };
  const [fault] = await templates.listFaults();
  throw fault?.error ?? new PdfgenError('TEMPLATE_NOT_FOUND', 'There are no templates here yet.');
}
