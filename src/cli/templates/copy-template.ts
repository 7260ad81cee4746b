// Copies a template from one engine to another, for push, pull and diff.
import type { AssetEntry, Engine, Template, TemplateInput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';

export interface CopyOutcome {
  readonly slug: string;
  readonly uuid: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly version: number | null;
  /** Number of files sent. */
  readonly assets: number;
}

/**
 * Copies a template with its files under its own uuid. Sends only files that the other side lacks. Raises the engines' errors: SLUG_TAKEN if another
 * template has its slug there, REVISION_CONFLICT if the other side changes meanwhile.
 */
export async function copyTemplate(from: Engine, template: Template, to: Engine): Promise<CopyOutcome> {
  const { uuid, slug } = template;
  const body = toInput(template);
  const standing = await findByUuid(to, uuid);
  if (standing && standing.version !== null && (await differsInNotationOnly(toInput(standing), body)))
    return { slug, uuid, version: standing.version, assets: 0, outcome: 'unchanged' };
  // Working files without a recorded version have no version to name.
  const headers = standing && standing.version !== null ? { 'if-match': `"${standing.version}"` } : {};
  const save = () =>
    (standing ? to.replaceTemplate({ params: { uuid }, headers, body }) : to.createTemplate({ body: { ...body, uuid } })).catch(
      async (error: unknown) => {
        throw (await explainTaken(error, template, to)) ?? error;
      },
    );
  let assets = 0;
  let saved: Template;
  try {
    saved = await save();
  } catch (error) {
    const missing = missingAssets(error, template);
    if (missing.length === 0) throw error;
    for (const { sha256 } of missing) {
      const { body: bytes } = await from.getAsset({ params: { sha256 } });
      await to.putAsset({ params: { sha256 }, body: bytes });
    }
    assets = missing.length;
    saved = await save();
  }
  const isSame = standing !== undefined && standing.version === saved.version && standing.slug === slug;
  return { slug, uuid, version: saved.version, assets, outcome: !standing ? 'created' : isSame ? 'unchanged' : 'updated' };
}

/** A template that differs in its notation only is no new version, and is not written anew. */
async function differsInNotationOnly(standing: TemplateInput, body: TemplateInput): Promise<boolean> {
  const { isSameTemplate } = await import('../../engine/templates/is-same-template.ts');
  return isSameTemplate(standing, body);
}

/** For a slug that is taken on the other side: which two templates they are, and how to make them one. */
async function explainTaken(error: unknown, { uuid, slug }: Template, to: Engine): Promise<PdfgenError | undefined> {
  if (!(error instanceof PdfgenError) || error.code !== 'SLUG_TAKEN') return undefined;
  const { items } = await to.listTemplates({ query: { slug } });
  const there = items.find((one) => one.slug === slug);
  if (!there) return undefined;
  return new PdfgenError(
    'SLUG_TAKEN',
    `Another template has the slug "${slug}": its UUID is ${there.uuid}, not ${uuid}. If both are the same template, copy the server's UUID into "uuid" of template.json in the workspace. Otherwise give one of them another slug.`,
    { cause: error },
  );
}

/** The stored parts of a template, without the parts that a store adds. */
export function toInput(template: Template): TemplateInput {
  const { version: _version, createdAt: _created, updatedAt: _updated, ...content } = template;
  return content;
}

async function findByUuid(engine: Engine, uuid: string): Promise<Template | undefined> {
  try {
    return await engine.getTemplate({ params: { uuid } });
  } catch (error) {
    if (error instanceof PdfgenError && error.code === 'TEMPLATE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The missing files named in a refusal. */
function missingAssets(error: unknown, { assets }: Template): readonly AssetEntry[] {
  if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_INVALID') return [];
  const entries = Object.values(assets) as AssetEntry[];
  const missing = new Set((error.errors ?? []).filter((one) => one.keyword === 'missing-asset').map((one) => one.params.sha256));
  const unique = new Map(entries.map((entry) => [entry.sha256, entry]));
  return [...unique.values()].filter(({ sha256 }) => missing.has(sha256));
}
