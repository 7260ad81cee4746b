// What a person chooses for the pages: the data, the zoom, and the server's own document.
import { toolbarWords as words } from '../editor-words/index.ts';
import { type PagesModel, pixelsOfPoint, zoomRange } from './pages-model.ts';
import { sampleKinds } from './sample-data.ts';

const zooms = [50, 75, 100, 125, 150, 200, 300];

export function Toolbar({ model }: { readonly model: PagesModel }) {
  const shown = model.shown.value;
  return (
    <>
      <label>
        {words.data}{' '}
        <select value={model.choice.value} onChange={(event) => void model.follow(event.currentTarget.value)}>
          {(shown?.choices ?? []).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <optgroup label={words.made}>
            {sampleKinds.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Zoom model={model} />
      <button type="button" aria-disabled={model.isChecking.value || !shown?.template} onClick={() => void model.check()}>
        {model.isChecking.value ? words.checking : words.check}
      </button>
    </>
  );
}

function Zoom({ model }: { readonly model: PagesModel }) {
  const { zoom } = model;
  // What is shown now, in percent.
  const percent = zoom.value ?? Math.round((model.scale.value / pixelsOfPoint) * 100);
  const known = zoom.value === undefined || zooms.includes(zoom.value) ? zooms : [...zooms, zoom.value].sort((a, b) => a - b);
  const step = (factor: number) => {
    zoom.value = Math.round(Math.min(zoomRange.most, Math.max(zoomRange.least, percent * factor)));
  };
  return (
    <fieldset class="zoom">
      <legend class="aside">{words.zoom}</legend>
      <button type="button" aria-label={words.smaller} onClick={() => step(1 / 1.25)}>
        −
      </button>
      <select
        aria-label={words.zoom}
        value={zoom.value === undefined ? 'width' : String(zoom.value)}
        onChange={({ currentTarget: { value } }) => {
          zoom.value = value === 'width' ? undefined : Number(value);
        }}
      >
        <option value="width">{words.fitWidth}</option>
        {known.map((one) => (
          <option key={one} value={String(one)}>
            {words.percent(one)}
          </option>
        ))}
      </select>
      <button type="button" aria-label={words.larger} onClick={() => step(1.25)}>
        +
      </button>
    </fieldset>
  );
}
