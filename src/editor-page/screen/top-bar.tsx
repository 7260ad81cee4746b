// The bar above the pages: undo, redo, zoom, data, the check of the PDF, how many errors and warnings there are, Save.

import { screen, steps } from '../../editor-words/index.ts';
import { Toolbar } from '../../live-pages/toolbar.tsx';
import type { EditorModel } from '../editor-model.ts';

export function TopBar({ model }: { readonly model: EditorModel }) {
  const template = model.template.value;
  return (
    <header>
      <h1 id="name" title={template?.name}>
        {template?.name ?? screen.template}
      </h1>
      <Steps model={model} />
      <Toolbar model={model.pages} />
      <FaultCounts model={model} />
      <Saving model={model} />
    </header>
  );
}

/** No button here uses `disabled`, which would take the focus away from the pressed button. */
function Steps({ model }: { readonly model: EditorModel }) {
  const { done, undone } = model.history.value;
  const isStill = model.isLooking.value;
  const broken = model.isBroken.value ? { title: steps.code } : undefined;
  const last = isStill ? undefined : (broken ?? done.at(-1));
  const next = isStill ? undefined : undone.at(-1);
  return (
    <span class="steps">
      <button
        type="button"
        class="plain"
        aria-disabled={!last}
        title={last ? screen.undoStep(last.title) : screen.undo}
        onClick={() => model.undo()}
      >
        {screen.undo}
      </button>
      <button
        type="button"
        class="plain"
        aria-disabled={!next}
        title={next ? screen.redoStep(next.title) : screen.redo}
        onClick={() => model.redo()}
      >
        {screen.redo}
      </button>
    </span>
  );
}

/** How many errors and warnings there are. Leads to the list below the pages. */
function FaultCounts({ model }: { readonly model: EditorModel }) {
  const faults = model.pages.faults.value;
  const errors = faults.filter(({ severity }) => severity === 'error').length;
  const name = screen.faults(errors, faults.length - errors);
  return (
    <button
      id="faults"
      type="button"
      class={errors > 0 ? 'plain error' : 'plain'}
      aria-label={name}
      title={name}
      aria-disabled={faults.length === 0}
      onClick={() =>
        (document.querySelector<HTMLElement>('.faults .place') ?? document.querySelector<HTMLElement>('.faults')!).focus()
      }
    >
      <span aria-hidden="true">⚠ {faults.length}</span>
    </button>
  );
}

function Saving({ model }: { readonly model: EditorModel }) {
  const isStill = model.isBusy.value || model.isOver.value;
  return (
    <span class="steps">
      <button
        id="discard"
        type="button"
        class="plain"
        data-asked={model.isAsked.value}
        aria-disabled={isStill || !model.isChanged.value}
        onClick={() => void model.discard()}
        onBlur={() => {
          model.isAsked.value = false;
        }}
      >
        {model.isAsked.value ? screen.discardForGood : screen.discard}
      </button>
      <button id="versions" type="button" class="plain" aria-disabled={isStill} onClick={() => void model.listRevisions()}>
        {screen.versions}
      </button>
      <button
        id="save"
        type="button"
        aria-disabled={isStill || model.isLooking.value}
        title={model.unsavable.value?.reason}
        onClick={() => void model.save()}
      >
        {screen.save}
      </button>
    </span>
  );
}
