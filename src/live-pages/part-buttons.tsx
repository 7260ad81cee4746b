// The parts of a sheet as buttons, which show where the parts are in the template.
import { previewWords } from '../editor-words/index.ts';
import type { PagesModel } from './pages-model.ts';
import type { ShownPart } from './protocol.ts';
import type { SheetParts } from './sheets.tsx';

/** `model`: of the pages. */
export const partButtons =
  (model: PagesModel) =>
  ({ sheet, parts, scale }: SheetParts) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div role="group" aria-label={previewWords.parts(sheet + 1)}>
      {parts.map((part, i) => (
        <Part key={i} model={model} sheet={sheet} part={part} scale={scale} />
      ))}
    </div>
  );

interface PartProps {
  readonly model: PagesModel;
  readonly sheet: number;
  readonly part: ShownPart;
  readonly scale: number;
}

/** A part lies over the part around it, so a click takes the innermost. The Tab key goes from component to component. */
function Part({ model, sheet, part, scale }: PartProps) {
  const { kind, pointer, left, top, width, height } = part;
  const chosen = model.selected.value;
  const isSelected = chosen?.sheet === sheet && chosen.part === part;
  return (
    <button
      type="button"
      class="part"
      tabIndex={kind === 'component' || kind === 'note' ? 0 : -1}
      aria-label={`${previewWords.kinds[kind]} ${pointer}`}
      aria-pressed={isSelected}
      style={{
        left: `${left * scale}px`,
        top: `${top * scale}px`,
        width: `${width * scale}px`,
        height: `${height * scale}px`,
      }}
      onClick={() => model.select(sheet, part)}
    />
  );
}
