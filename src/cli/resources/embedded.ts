// Embedded templates on the command line: what commands show of them, and how they find the pair of base and UUID.
import { embeddedTemplate, embeddedTemplateSummary } from '../../contract/embedded.ts';
import type { Engine, Output } from '../../contract/engine.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Resource } from './resource.ts';

export interface OpenedPair {
  readonly engine: Engine;
  readonly params: { readonly baseTemplateUuid: string; readonly externalUuid: string };
}

type Embedded = Output<'listEmbeddedTemplates'>['items'][number];

/** Embedded templates on the command line. */
export const embeddedTemplates: Resource<Embedded, Embedded, OpenedPair> = {
  name: 'embedded template',
  plural: 'embedded templates',
  schema: embeddedTemplate,
  itemSchema: embeddedTemplateSummary,
  args: [
    ['<base>', 'slug or UUID of the base template'],
    ['<external>', "the host application's UUID"],
  ],
  async find([base, external], context) {
    const externalUuid = String(external);
    if (!isUuid(externalUuid))
      throw new UsageError(`The external identifier of an embedded template must be a UUID, got ${JSON.stringify(externalUuid)}`);
    // A UUID is not looked up: the base of a clone may be deleted.
    if (isUuid(String(base)))
      return { engine: await context.openEngine(), params: { baseTemplateUuid: String(base), externalUuid } };
    const { engine, uuid, version } = await context.openTemplate(String(base));
    if (version !== undefined) throw new UsageError(`Name the base template without @${version}.`);
    return { engine, params: { baseTemplateUuid: uuid, externalUuid } };
  },
  columns: [
    { heading: 'base', cell: (one) => one.baseTemplateUuid },
    { heading: 'external', cell: (one) => one.externalUuid },
    { heading: 'revision', cell: (one) => one.revision },
    { heading: 'cloned', cell: (one) => one.baseTemplateVersion, leaveOut: 3 },
    { heading: 'latest', cell: (one) => one.latestBaseTemplateVersion ?? 'deleted', leaveOut: 2 },
    { heading: 'changed', cell: (one) => one.updatedAt, leaveOut: 1 },
  ],
  facts({ latestBaseTemplateVersion: latest, baseTemplateVersion: cloned, ...one }) {
    const standing = latest === null ? ' (the base is deleted)' : latest === cloned ? '' : ` (the base is at version ${latest})`;
    return [
      ['embedded', one.embeddedTemplateUuid],
      ['base', `${one.baseTemplateUuid}@${cloned}${standing}`],
      ['external', one.externalUuid],
      ['revision', one.revision],
      ['created', one.createdAt],
      ['changed', one.updatedAt],
    ];
  },
};
