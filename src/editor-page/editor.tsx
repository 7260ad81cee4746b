// The editor as a person sees it.
import { useRef } from 'preact/hooks';
import { CheckedDocument } from '../live-pages/checked-document.tsx';
import { FaultList } from '../live-pages/fault-list.tsx';
import { SelectedPart } from '../live-pages/selected-part.tsx';
import { Sheets } from '../live-pages/sheets.tsx';
import { Toolbar } from '../live-pages/toolbar.tsx';
import { DataFields } from './data-fields.tsx';
import { type EditorModel, offsetOf } from './editor-model.ts';

export function Editor({ model }: { readonly model: EditorModel }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const template = model.template.value;
  const { pages } = model;
  pages.openPlace = (place) => {
    const at = offsetOf(model.text.value, place);
    field.current!.focus();
    field.current!.setSelectionRange(at, at);
  };
  return (
    <>
      <header>
        <h1 id="name">{template?.name ?? 'Template'}</h1>
        <span id="revision">{template && `${countLayouts(template.pages.length)}, revision ${model.revision.value}`}</span>
        <Toolbar model={pages} />
        <Buttons model={model} />
      </header>
      <p id="words" role="status">
        {model.words.value}
      </p>
      <FaultList model={pages} />
      <main id="editor">
        <section aria-labelledby="pages-title">
          <h2 id="pages-title">Pages</h2>
          <textarea
            id="pages"
            ref={field}
            spellcheck={false}
            aria-labelledby="pages-title"
            readOnly={model.isOver.value}
            value={model.text.value}
            onInput={({ currentTarget }) => model.write(currentTarget.value)}
          />
          <h2 id="fields-title">Data fields</h2>
          {template && <DataFields schema={template.document.dataSchema} example={template.exampleData} />}
        </section>
        <section aria-labelledby="preview-title">
          <h2 id="preview-title" class="aside">
            The pages
          </h2>
          <Sheets model={pages} />
          <SelectedPart model={pages} />
        </section>
      </main>
      <CheckedDocument model={pages} />
    </>
  );
}

/** They use no `disabled`, which would take the focus away from the pressed button. */
function Buttons({ model }: { readonly model: EditorModel }) {
  const isStill = model.isBusy.value || model.isOver.value;
  return (
    <>
      {model.isChanged.value && (
        <button
          id="discard"
          type="button"
          data-asked={model.isAsked.value}
          aria-disabled={isStill}
          onClick={() => void model.discard()}
          onBlur={() => {
            model.isAsked.value = false;
          }}
        >
          {model.isAsked.value ? 'Discard for good' : 'Discard changes'}
        </button>
      )}
      <button id="save" type="button" aria-disabled={isStill} onClick={() => void model.save()}>
        Save
      </button>
    </>
  );
}

const countLayouts = (count: number): string => `${count} page ${count === 1 ? 'layout' : 'layouts'}`;
