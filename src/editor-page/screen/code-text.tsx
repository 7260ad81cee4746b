// The page layouts as JSON, for what has no control of its own.
import { useEffect, useRef } from 'preact/hooks';
import type { Place } from '../../contract/shown-pages.ts';
import { startPanel } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';

export function CodeText({ model }: { readonly model: EditorModel }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    model.pages.openPlace = (place) => {
      const at = offsetOf(field.current!.value, place);
      field.current!.focus();
      field.current!.setSelectionRange(at, at);
    };
    return () => {
      model.pages.openPlace = undefined;
    };
  }, [model]);
  return (
    <textarea
      id="pages"
      ref={field}
      spellcheck={false}
      aria-label={startPanel.codeName}
      readOnly={model.isOver.value || model.isLooking.value}
      value={model.code.value ?? ''}
      onInput={({ currentTarget }) => model.write(currentTarget.value)}
      onBlur={() => model.endGesture()}
    />
  );
}

/** Offset of a place in a text. */
function offsetOf(text: string, { line, column }: Place): number {
  let at = 0;
  for (let i = 1; i < line; i++) at = text.indexOf('\n', at) + 1;
  return at + column - 1;
}
