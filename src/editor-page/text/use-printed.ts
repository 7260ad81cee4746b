// What expressions print in a text, as the engine of the pages says.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PagesModel } from '../../live-pages/pages-model.ts';
import type { LocalName, PrintedExpression } from '../../live-pages/protocol.ts';

export interface Printed {
  readonly texts: ReadonlyMap<string, PrintedExpression>;
  /** Names beside the data that the text can use. The same list until they are others. */
  readonly names: readonly LocalName[];
  /** The filters of the template that can be formats. */
  readonly filters: readonly string[];
}

/** `pointer`: of the text. What is known stays until a newer answer comes. */
export function usePrinted(pages: PagesModel, pointer: string, expressions: readonly string[]): Printed {
  const printed = useSignal<Printed>({ texts: new Map(), names: [], filters: [] });
  const asked = [...new Set(expressions)];
  useEffect(() => {
    let isOver = false;
    void pages.print(pointer, asked).then((answer) => {
      if (!answer || isOver) return;
      const found = answer.texts.map((text, i) => [asked[i]!, text] as const);
      const { texts, names } = printed.value;
      const isSame = JSON.stringify(names) === JSON.stringify(answer.names);
      printed.value = { texts: new Map([...texts, ...found]), names: isSame ? names : answer.names, filters: answer.filters };
    });
    return () => {
      isOver = true;
    };
    // Ask again after each layout, also a failed one.
  }, [pages, pointer, JSON.stringify(asked), pages.edition.value, pages.isBusy.value]);
  return printed.value;
}
