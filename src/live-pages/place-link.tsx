// A place in a file. Where the text can be changed, a press leads there.
import type { Place } from '../contract/shown-pages.ts';
import type { PagesModel } from './pages-model.ts';

export function PlaceLink({ place, model }: { readonly place: Place; readonly model: PagesModel }) {
  const text = `${place.file}:${place.line}:${place.column}`;
  const { openPlace } = model;
  if (!openPlace) return <code>{text}</code>;
  return (
    <button type="button" class="place" onClick={() => openPlace(place)}>
      {text}
    </button>
  );
}
