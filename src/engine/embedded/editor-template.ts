// The template that an editor opens.
import type { EditorOutput } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { partsOf, type StoredEmbedded } from './find-embedded.ts';
import { stageEmbedded } from './stage-embedded.ts';

/** The clone for the editor, with all names that its pages may use. */
export async function getEditorTemplate(deps: Deps, record: StoredEmbedded): Promise<EditorOutput<'getEditorTemplate'>> {
  const { embedded } = await deps.openState();
  const uploads = await embedded.uploads(record.uuid);
  const { source } = await stageEmbedded(deps, record, record.document.pages, uploads);
  const renderer = await deps.openRenderer();
  const { name } = record.document;
  return {
    embeddedTemplateUuid: record.uuid,
    name: typeof name === 'string' ? name : record.slug,
    ...partsOf(record),
    revision: record.revision,
    fonts: [...(await renderer.fontFamilies({ template: source }))],
    assets: { ...record.assets, ...uploads },
  };
}
