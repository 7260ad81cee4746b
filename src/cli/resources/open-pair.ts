// Shared by the commands on embedded templates: finds a pair of base and UUID, and prints a clone.
import type { Engine, Output } from '../../contract/engine.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CommandContext } from '../context.ts';

export interface OpenedPair {
  readonly engine: Engine;
  readonly pair: { readonly baseTemplateUuid: string; readonly externalUuid: string };
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** BASE is a UUID, or the slug of an existing template; EXTERNAL is the host application's UUID. Raises UsageError, TEMPLATE_NOT_FOUND. */
export async function openPair(base: unknown, external: unknown, context: CommandContext): Promise<OpenedPair> {
  const externalUuid = String(external);
  if (!uuidForm.test(externalUuid))
    throw new UsageError(`The external identifier of an embedded template must be a UUID, got ${JSON.stringify(externalUuid)}`);
  // A UUID is not looked up: the base of a clone may be deleted.
  if (uuidForm.test(String(base)))
    return { engine: await context.openEngine(), pair: { baseTemplateUuid: String(base), externalUuid } };
  const { engine, uuid, version } = await context.openTemplate(String(base));
  if (version !== undefined) throw new UsageError(`Name the base template without @${version}.`);
  return { engine, pair: { baseTemplateUuid: uuid, externalUuid } };
}

export function printEmbedded(one: Output<'listEmbeddedTemplates'>['items'][number], context: CommandContext): void {
  const { latestBaseTemplateVersion: latest, baseTemplateVersion: cloned } = one;
  const standing = latest === null ? ' (the base is deleted)' : latest === cloned ? '' : ` (the base is at version ${latest})`;
  const facts: readonly (readonly [string, unknown])[] = [
    ['embedded', one.embeddedTemplateUuid],
    ['base', `${one.baseTemplateUuid}@${cloned}${standing}`],
    ['external', one.externalUuid],
    ['revision', one.revision],
    ['created', one.createdAt],
    ['changed', one.updatedAt],
  ];
  for (const [name, value] of facts) context.print(`${name.padEnd(10)}${toLine(String(value))}\n`);
}
