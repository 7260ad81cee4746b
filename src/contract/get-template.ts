// Gets a template from any engine, local or remote.
import type { CallNotes, Engine, Template } from './engine.ts';
import { PdfgenError } from './errors.ts';

/** A template of an engine. `version` undefined: the current template. */
interface NamedTemplate {
  readonly engine: Engine;
  readonly uuid: string;
  readonly version: number | undefined;
}

/** The current template, or the named version of it. Raises TEMPLATE_NOT_FOUND. */
export function getTemplate(
  {
    engine,
    uuid,
    version,
  }: Omit<NamedTemplate, 'engine'> & { readonly engine: Pick<Engine, 'getTemplate' | 'getTemplateVersion'> },
  notes?: CallNotes,
): Promise<Template> {
  return version === undefined
    ? engine.getTemplate({ params: { uuid } }, notes && { notes })
    : engine.getTemplateVersion({ params: { uuid, version } });
}

/** The template as `getTemplate` gives it. If a server offers only its list of templates, the facts come from the list. */
export async function describeTemplate(named: NamedTemplate): Promise<Template> {
  try {
    return await getTemplate(named);
  } catch (error) {
    // A server without this call answers REMOTE_UNSUPPORTED or TEMPLATE_NOT_FOUND.
    const isMissing = error instanceof PdfgenError && ['REMOTE_UNSUPPORTED', 'TEMPLATE_NOT_FOUND'].includes(error.code);
    const listed = isMissing && named.version === undefined && (await findListed(named));
    if (!listed) throw error;
    // The version in the list cannot be requested later, so it is left out.
    return { assets: {}, pages: [], dataSchema: true, exampleData: {}, ...listed, version: null };
  }
}

/** A list may hold more facts about a template than the interface requires. */
type Listed = Awaited<ReturnType<Engine['listTemplates']>>['items'][number] & Partial<Template>;

async function findListed({ engine, uuid }: NamedTemplate): Promise<Listed | undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await engine.listTemplates({ query: cursor === undefined ? {} : { cursor } });
    const found = page.items.find((one) => one.uuid === uuid);
    if (found || page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
