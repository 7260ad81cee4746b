// Where the chosen part stands in the template.
import type { Place } from '../contract/shown-pages.ts';
import type { PagesModel } from './pages-model.ts';
import { PlaceLink } from './place-link.tsx';

export function SelectedPart({ model }: { readonly model: PagesModel }) {
  const selected = model.selected.value;
  return (
    <p class="selected" role="status">
      {selected ? (
        <>
          <strong>{selected.part.kind}</strong> <Site pointer={selected.part.pointer} place={selected.place} model={model} />
          {selected.uses.map(({ pointer, place }) => (
            <span key={pointer}>
              , used by <Site pointer={pointer} place={place} model={model} />
            </span>
          ))}
          {selected.part.dataPath !== null && (
            <>
              , for <code>{selected.part.dataPath || 'all data'}</code>
            </>
          )}
        </>
      ) : (
        'Click a part of a page, or go there with Tab and press Enter, to see where it stands in the template.'
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
          {' '}
          in <PlaceLink place={place} model={model} />
        </>
      )}
    </>
  );
}
