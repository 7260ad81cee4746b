import type { EditorOutput } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { partsOf, type StoredEmbedded } from './find-embedded.ts';
import { stageEmbedded } from './stage-embedded.ts';

/** The clone as the editor shows it, with everything that its pages may name. */
export async function getEditorTemplate(deps: Deps, record: StoredEmbedded): Promise<EditorOutput<'getEditorTemplate'>> {
  const { embedded } = await deps.openState();
  const uploads = await embedded.uploads(record.uuid);
  const { source } = stageEmbedded(deps, record, record.document.pages, uploads);
  const renderer = await deps.openRenderer();
  const { name } = record.document;
  return {
    name: typeof name === 'string' ? name : record.slug,
    ...partsOf(record),
    revision: record.revision,
    fonts: [...(await renderer.fontFamilies(source))],
    assets: { ...record.assets, ...uploads },
  };
}
