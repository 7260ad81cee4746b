// Resets an embedded template to its base.
import { PdfgenError } from '../../contract/errors.ts';
import type { Deps, UseCase } from '../deps.ts';
import { cloneTemplate, findLatestVersion } from './clone-template.ts';
import { toEmbeddedTemplate } from './embedded-templates.ts';
import { findEmbedded, type Pair } from './find-embedded.ts';
import { isSameJson } from './same-json.ts';
import { refuseUncompiled, stageEmbedded } from './stage-embedded.ts';

/**
 * Replaces a clone's content by the latest version of its base, and ends drafts of what was before. `keepPages` leaves the pages and the
 * draft unchanged.
 */
export const resetEmbeddedTemplate: UseCase<'resetEmbeddedTemplate'> = async (deps, { params, body = {} }) => {
  const { embedded, drafts } = await deps.openState();
  for (;;) {
    const { record } = await findEmbedded(deps, params);
    const base = await cloneBase(deps, params);
    const pages = body.keepPages ? record.document.pages : base.document.pages;
    const { content, source } = await stageEmbedded(deps, base, pages, await embedded.uploads(record.uuid));
    if (body.keepPages) await refuseUncompiled(deps, source);
    const next = { ...content, baseTemplateVersion: base.baseTemplateVersion };
    const { slug, document, assets, baseTemplateVersion } = record;
    const isSame = isSameJson({ slug, document, assets, baseTemplateVersion }, next);
    // A draft ends with a revision, by which an open editor learns of the reset. So equal content makes a revision too if there is a draft.
    const isDone = isSame && (body.keepPages || !(await drafts.find(record.uuid)));
    const made = { ...next, sessionUuid: null, ends: body.keepPages ? undefined : ('drafts-before' as const) };
    // A failed save means that another change succeeded meanwhile, so the loop ends when the other changes end.
    if (!isDone && !(await embedded.save(record.uuid, record.revision, made, deps.limits))) continue;
    const { record: saved } = await findEmbedded(deps, params);
    return toEmbeddedTemplate(saved, await findLatestVersion(deps, saved.baseTemplateUuid));
  }
};

/** A pair has one error code, whichever part is missing. The team owns the clone, so the message may say that the base is missing. */
async function cloneBase(deps: Deps, { baseTemplateUuid }: Pair): ReturnType<typeof cloneTemplate> {
  try {
    return await cloneTemplate(deps, baseTemplateUuid);
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_NOT_FOUND') throw error;
    throw new PdfgenError(
      'EMBEDDED_TEMPLATE_NOT_FOUND',
      `The base template ${baseTemplateUuid} was deleted, so there is nothing to reset to. The embedded template is unchanged.`,
      { cause: error },
    );
  }
}
