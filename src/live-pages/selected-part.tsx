// Where the chosen part stands in the template.
import type { Place } from '../contract/shown-pages.ts';
import { previewWords as words } from '../editor-words/index.ts';
import type { PagesModel } from './pages-model.ts';
import { PlaceLink } from './place-link.tsx';

export function SelectedPart({ model }: { readonly model: PagesModel }) {
  const selected = model.selected.value;
  return (
    <p class="selected" role="status">
      {selected ? (
        <>
          <strong>{words.kinds[selected.part.kind]}</strong>{' '}
          <Site pointer={selected.part.pointer} place={selected.place} model={model} />
          {selected.uses.map(({ pointer, place }) => (
            <span key={pointer}>
              {words.usedBy}
              <Site pointer={pointer} place={place} model={model} />
            </span>
          ))}
          {selected.part.dataPath !== null && (
            <>
              {words.for}
              <code>{selected.part.dataPath || words.allData}</code>
            </>
          )}
        </>
      ) : (
        words.select
      )}
    </p>
  );
}

function Site({
  pointer,
  place,
  model,
}: {
  readonly pointer: string;
  readonly place: Place | undefined;
  readonly model: PagesModel;
}) {
  return (
    <>
      <code>{pointer}</code>
      {place && (
        <>
          {words.in}
          <PlaceLink place={place} model={model} />
        </>
      )}
    </>
  );
}
