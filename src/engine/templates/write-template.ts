// Creates, replaces and deletes templates. A template that does not compile is not stored.
import { templateInvalid } from '../../contract/diagnostic.ts';
import type { TemplateInput } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { StoredTemplate, TemplateContent } from '../../store/template-store.ts';
import { checkFreeSpace } from '../check-capacity.ts';
import type { Deps, UseCase } from '../deps.ts';
import { readPrecondition } from './precondition.ts';
import { toWire } from './to-wire.ts';

/** Creates a template. Its content becomes version 1. */
export const createTemplate: UseCase<'createTemplate'> = async (deps, { body }) => {
  const content = toContent(body);
  await refuseInvalid(deps, await deps.templates.stage(content, undefined));
  await checkFreeSpace(deps);
  const uuid = await deps.templates.create(content, { maxTemplates: deps.limits.maxTemplates });
  return toWire(await deps.templates.describe(uuid));
};

/** Replaces a template. Equal content makes no new version. */
export const replaceTemplate: UseCase<'replaceTemplate'> = async (deps, { params, headers, body }) => {
  const precondition = readPrecondition(headers?.['if-match']);
  const content = toContent(body);
  if (content.uuid !== undefined && content.uuid !== params.uuid) {
    throw new PdfgenError('INVALID_REQUEST', `The template in the body has the UUID ${content.uuid}, not ${params.uuid}.`);
  }
  await refuseInvalid(deps, await deps.templates.stage(content, params.uuid));
  await checkFreeSpace(deps);
  await deps.templates.replace(params.uuid, content, precondition);
  return toWire(await deps.templates.describe(params.uuid));
};

/** Deletes a template. */
export const deleteTemplate: UseCase<'deleteTemplate'> = async ({ templates }, { params, headers }) => {
  await templates.delete(params.uuid, readPrecondition(headers?.['if-match']));
};

/** Records the current files as a version. Raises TEMPLATE_INVALID if they do not compile. */
export async function saveTemplateVersion(
  deps: Deps,
  uuid: string,
): Promise<{ readonly version: number; readonly created: boolean }> {
  await refuseInvalid(deps, await deps.templates.get(uuid));
  return deps.templates.saveVersion(uuid);
}

/** Members of an answer that a client may send back. They are ignored, because the store sets them. */
const readOnly = ['version', 'createdAt', 'updatedAt', '$schema'];

function toContent(body: TemplateInput): TemplateContent {
  const { uuid, slug, assets, ...rest } = body;
  const document = Object.fromEntries(Object.entries(rest).filter(([name]) => !readOnly.includes(name)));
  const hashes =
    assets &&
    Object.fromEntries(Object.entries(assets).map(([name, entry]) => [name, (entry as { readonly sha256: string }).sha256]));
  return { uuid: uuid?.toLowerCase(), slug, document, assets: hashes };
}

async function refuseInvalid({ openRenderer }: Deps, template: StoredTemplate): Promise<void> {
  const renderer = await openRenderer();
  const diagnostics = await renderer.lint({ template });
  if (diagnostics.some((one) => one.severity === 'error')) throw templateInvalid(template.slug, diagnostics);
}
