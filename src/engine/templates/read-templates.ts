// The operations that read templates: list, show, versions.
import type { CallNotes } from '../../contract/engine.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { readCursor, readNumber, readTime, readUuid, writeCursor } from '../cursor.ts';
import type { UseCase } from '../deps.ts';
import { toWire } from './to-wire.ts';

/** The current content of a template. */
export const getTemplate: UseCase<'getTemplate'> = async ({ templates }, { params }, { notes } = {}) => {
  const template = await templates.describe(params.uuid);
  if (notes && template.lostDigits) notes.lostDigits = template.lostDigits;
  noteTemplate(template, notes);
  return toWire(template);
};

/** A recorded version of a template. */
export const getTemplateVersion: UseCase<'getTemplateVersion'> = async ({ templates }, { params }) => {
  return toWire(await templates.describe(params.uuid, params.version));
};

/** Templates, newest first. */
export const listTemplates: UseCase<'listTemplates'> = async ({ templates }, { query = {} }) => {
  const { limit = pageLimit.default, cursor, q, slug, tag } = query;
  const filters = ['templates', q ?? null, slug ?? null, tag ?? null];
  const key = cursor === undefined ? undefined : readCursor(cursor, filters, 2);
  const after = key && { createdAt: readTime(key[0]), uuid: readUuid(key[1]) };
  const { items, hasMore } = await templates.list({ q, slug, tag }, limit, after);
  const last = items.at(-1);
  return { items, nextCursor: hasMore && last ? writeCursor([last.createdAt, last.uuid], filters) : null };
};

/** The recorded versions of a template, newest first. */
export const listTemplateVersions: UseCase<'listTemplateVersions'> = async ({ templates }, { params, query = {} }) => {
  const { limit = pageLimit.default, cursor } = query;
  const filters = ['versions', params.uuid];
  const before = cursor === undefined ? undefined : readNumber(readCursor(cursor, filters, 1)[0]);
  const { items, hasMore } = await templates.listVersions(params.uuid, limit, before);
  const last = items.at(-1);
  return { items, nextCursor: hasMore && last ? writeCursor([String(last.version)], filters) : null };
};

/** Notes the files of a template, if it has files. */
export function noteTemplate({ files, document }: StoredTemplate, notes: CallNotes | undefined): void {
  if (notes && files) notes.template = { files, document };
}
