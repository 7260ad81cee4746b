// Compiles text with expressions for use outside of the renderer, such as names of files made of the data.
import type { JsonSchema } from '../../contract/schema.ts';

export interface TextContext {
  /** The template's dataSchema. */
  readonly schema: JsonSchema | boolean;
  /** Schemas of further names that expressions may use. A name hides a member of the data, but `data.NAME` still reaches the member. */
  readonly names: Readonly<Record<string, JsonSchema>>;
  readonly locale: string;
  readonly currency: string | undefined;
  readonly timezone: string | undefined;
  /** `doc.date`, RFC 3339. */
  readonly date: string | undefined;
}

/** The text of one `{{ … }}`. */
export type TextPart = (data: unknown, values: Readonly<Record<string, unknown>>) => string;

export interface TextProgram {
  /** Fixed text, and expressions. */
  readonly parts: readonly (string | TextPart)[];
  /** Faults of the text, with their offsets. */
  readonly faults: readonly { readonly message: string; readonly offset: number }[];
}

/** Compiles text in the expression language of templates. Page numbers and marks are a fault, because pages do not exist yet. */
export async function compileText(source: string, context: TextContext): Promise<TextProgram> {
  const expressions = await import('../../document/expression/index.ts');
  const names = Object.keys(context.names);
  const compiled = expressions.compileText(source, {
    schema: context.schema,
    lacksCurrency: context.currency === undefined,
    locals: names.map((name) => ({ name, schema: context.names[name]! })),
  });
  const faults = compiled.diagnostics
    .filter((one) => one.severity === 'error')
    .map(({ message, offset }) => ({ message, offset }));
  if (compiled.time !== 'data')
    faults.push({
      message: 'Page numbers and marks cannot be used here, because this text is computed before the pages are made.',
      offset: 0,
    });
  const { locale, currency, timezone, date = '' } = context;
  const format = { locale, currency, timezone };
  const toPart = (part: Exclude<(typeof compiled.parts)[number], string>): TextPart => {
    return (data, values) => {
      const scope = {
        data,
        locals: names.map((name) => values[name]),
        loop: undefined,
        page: { number: undefined, total: undefined },
        doc: { title: '', date },
        format,
      };
      return part.plain(scope);
    };
  };
  return { parts: compiled.parts.map((part) => (typeof part === 'string' ? part : toPart(part))), faults };
}
