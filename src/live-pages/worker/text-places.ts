// The texts of a template, with the names that they may use and what they print: an editor asks what an expression would print in one of them.
import type { NoteText } from '../../document/components/component.ts';
import { compileText } from '../../document/expression/index.ts';
import { localsOf, type Scope, type StaticScope } from '../../document/expression/scope.ts';
import { withDemanded } from '../../document/on-demand.ts';
import type { Resources } from '../../document/resources.ts';
import type { PrintedAnswer, PrintRequest } from '../protocol.ts';

interface TextPlace {
  readonly names: StaticScope;
  /** The first one in which the text is printed. Undefined: these data do not show the text. */
  readonly scope?: Scope | undefined;
}

/** Most characters of what an expression prints. */
const mostCharacters = 200;

/** The answer for a text that the template has not. */
export const unknownText: PrintedAnswer = { kind: 'printed', isKnown: false, texts: [], names: [], filters: [] };

export class TextPlaces {
  readonly #places = new Map<string, TextPlace>();
  readonly #resources: Resources;

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  readonly note: NoteText = (pointer, names) => {
    if (!this.#places.has(pointer)) this.#places.set(pointer, { names });
    return (scope) => {
      // A definition is compiled for each use: values go with the names of their own use.
      if (!this.#places.get(pointer)?.scope) this.#places.set(pointer, { names, scope });
    };
  };

  /**
   * Prints expressions in a text. `last`: the texts of the document that was laid out last. Their values stand in while the template has a fault and cannot be
   * laid out.
   */
  print({ pointer, expressions }: Omit<PrintRequest, 'kind'>, last: TextPlaces = this): Promise<PrintedAnswer> {
    const place = this.#find(pointer, last);
    // A filter may need code that the document did not need.
    return withDemanded(this.#resources, () => (place ? printAt({ ...place, pointer }, expressions) : unknownText));
  }

  #find(pointer: string, last: TextPlaces): TextPlace | undefined {
    const place = this.#places.get(pointer);
    if (!place || place.scope) return place;
    const scope = last.#places.get(pointer)?.scope;
    return scope?.locals.length === place.names.locals.length ? { ...place, scope } : place;
  }
}

function printAt(
  { names, scope, pointer }: TextPlace & { readonly pointer: string },
  expressions: readonly string[],
): PrintedAnswer {
  return {
    kind: 'printed',
    isKnown: true,
    texts: expressions.map((expression) => {
      const compile = (missing: 'asked' | 'lost') => compileText(`{{${expression}}}`, { ...names, place: pointer }, missing);
      const { diagnostics, printed } = compile('asked');
      const fault = diagnostics.find(({ severity, code }) => severity === 'error' || code === 'unknown-path');
      const text = scope && !fault ? printed({ ...scope, warn: undefined }).slice(0, mostCharacters) : undefined;
      const mayBeMissing = !fault && compile('lost').diagnostics.some(({ code }) => code === 'possibly-missing');
      return { text, fault: fault?.message, ...(mayBeMissing && { mayBeMissing }) };
    }),
    filters: (names.filters ?? []).filter(({ params }) => params.length === 1).map(({ name }) => name),
    names: localsOf(names).map(({ name, schema, ...more }) => ({
      name,
      schema: (schema === true && 'inferred' in more && more.inferred) || schema,
    })),
  };
}
