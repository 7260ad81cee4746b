// Finds where the faults of a document stand in the files of its template.
import type { CallNotes, Engine } from '../../contract/engine.ts';
import type { Breach } from '../../contract/errors.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import { findFile, type ReadTemplate } from '../../contract/template-files.ts';
import { pointerOfComponent } from '../../json/component-pointer.ts';
import { type FilePlace, findPlaces } from './find-places.ts';

/** A fault at a component or another part of a template. */
interface TemplateFault {
  /** JSON Pointer into the template document, or the `id` of a component. */
  readonly component: string;
  readonly code: string;
  readonly offset?: number | undefined;
}

/** The part of the template that a breach concerns. Undefined: it concerns the data alone. */
export function faultOfBreach({ path, keyword, params }: Breach, isOfTemplate: boolean): TemplateFault | undefined {
  const offset = typeof params.offset === 'number' ? params.offset : undefined;
  if (isOfTemplate) return { component: path, code: keyword, offset };
  const component = params.of === 'template' ? params.pointer : params.component;
  return typeof component === 'string' ? { component, code: keyword, offset } : undefined;
}

export const faultOfWarning = ({ component, code }: RenderWarning): TemplateFault => ({ component, code });

/**
 * The place of each fault, in the order of the faults. Undefined: it has no place, or somebody has changed this part of the file since the template was
 * read.
 */
export async function placeInTemplate(
  faults: readonly (TemplateFault | undefined)[],
  { files, document }: ReadTemplate,
  cwd: string,
): Promise<readonly (FilePlace | undefined)[]> {
  const placed = faults.map((fault) => {
    const pointer = fault && pointerOfComponent(fault.component, document);
    return pointer === undefined ? undefined : { code: fault!.code, offset: fault!.offset, ...findFile(pointer, files) };
  });
  const readFrom = (file: string): unknown =>
    file === files.document ? document : file === files.schema ? document.dataSchema : document.exampleData;
  const places = await findPlaces(
    placed.filter((one) => one !== undefined),
    cwd,
    readFrom,
  );
  return placed.map((one) => {
    const place = one && places.get(one);
    return place?.line === null ? undefined : place;
  });
}

/**
 * The current files of a template. `document`: the content that was rendered, if it is known. Undefined: the template has no files here, or cannot
 * be read.
 */
export async function readSources(
  engine: Pick<Engine, 'getTemplate'>,
  uuid: string,
  document?: ReadTemplate['document'],
): Promise<ReadTemplate | undefined> {
  const notes: CallNotes = {};
  await engine.getTemplate({ params: { uuid } }, { notes }).catch(() => undefined); // the warnings are told without their places
  return notes.template && { ...notes.template, ...(document && { document }) };
}
