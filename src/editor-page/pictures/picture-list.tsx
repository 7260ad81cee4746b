// The pictures of the template, of which one can be chosen.
import type { Signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { pictureMediaTypes } from '../../contract/asset-types.ts';
import type { ShownFile } from '../../contract/shown-template.ts';
import { pictureWords as words } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { nameThePictures } from './picture-names.ts';

interface ListProps {
  readonly model: EditorModel;
  /** The name of the chosen picture. */
  readonly chosen: Signal<string | undefined>;
  /** Name of the picture that is used now. Undefined: no picture is chosen yet. */
  readonly used: string | undefined;
}

export function PictureList({ model, chosen, used }: ListProps) {
  const { assets, files } = model.template.value!;
  const pictures = Object.entries(assets).filter(([, { type }]) => pictureMediaTypes.includes(type));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector(':checked')?.scrollIntoView({ block: 'nearest' }), [chosen.value]);
  const shownNames = nameThePictures(
    pictures.map(([name]) => name),
    model.uploads,
    model.tree.value,
  );
  if (pictures.length === 0) return <p>{words.none}</p>;
  return (
    <fieldset>
      <legend>{words.list}</legend>
      <div class="pictures" ref={list}>
        {pictures.map(([name, { bytes }]) => (
          <label key={name}>
            <Thumbnail model={model} file={files.assets[name]} />
            <span>
              <input
                type="radio"
                name="picture"
                required
                autofocus={name === used}
                checked={chosen.value === name}
                onChange={() => {
                  chosen.value = name;
                }}
              />{' '}
              {shownNames.get(name)}{' '}
              <span class="detail">
                {words.size(bytes)}
                {name === used && `, ${words.inUse}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `file`: undefined if its bytes are gone. */
function Thumbnail({ model, file }: { readonly model: EditorModel; readonly file: ShownFile | undefined }) {
  const box = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState<string>();
  const { base } = model.pages.source;
  useEffect(() => {
    if (!file) return undefined;
    const ends = new AbortController();
    let made: string | undefined;
    const load = async () => {
      const answer = await fetch(new URL(file.path, base.address), { headers: base.headers, signal: ends.signal });
      if (!answer.ok) return;
      made = URL.createObjectURL(await answer.blob());
      if (ends.signal.aborted) URL.revokeObjectURL(made);
      else setAddress(made);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry!.isIntersecting) return;
      observer.disconnect();
      // Without its thumbnail, a picture is chosen by its name.
      load().catch(() => undefined);
    });
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      ends.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file?.key]);
  return (
    <span ref={box} class="thumbnail">
      {address && <img src={address} alt="" />}
    </span>
  );
}
