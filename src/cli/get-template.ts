// The document of a template that a person named.
import type { Engine, Template } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { OpenedTemplate } from './context.ts';

type Named = Pick<OpenedTemplate, 'engine' | 'uuid' | 'version'>;

/** As it stands, or as the version that was named has it. Raises TEMPLATE_NOT_FOUND. */
export function getTemplate({ engine, uuid, version }: Named): Promise<Template> {
  return version === undefined
    ? engine.getTemplate({ params: { uuid } })
    : engine.getTemplateVersion({ params: { uuid, version } });
}

/** The same for making documents of it: of a server that offers nothing but its list, what that tells. */
export async function describeTemplate(named: Named): Promise<Template> {
  try {
    return await getTemplate(named);
  } catch (error) {
    // A server without this call says so, or that it has nothing there.
    const isMissing = error instanceof PdfgenError && ['REMOTE_UNSUPPORTED', 'TEMPLATE_NOT_FOUND'].includes(error.code);
    const listed = isMissing && named.version === undefined && (await findListed(named));
    if (!listed) throw error;
    // A version of the list cannot be asked for again.
    return { assets: {}, pages: [], dataSchema: true, exampleData: {}, ...listed, version: null };
  }
}

/** A list may tell more of a template than it must. */
type Listed = Awaited<ReturnType<Engine['listTemplates']>>['items'][number] & Partial<Template>;

async function findListed({ engine, uuid }: Named): Promise<Listed | undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await engine.listTemplates({ query: cursor === undefined ? {} : { cursor } });
    const found = page.items.find((one) => one.uuid === uuid);
    if (found || page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
