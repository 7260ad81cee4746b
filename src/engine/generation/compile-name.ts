// Compiles the names of files that the data fill: a pattern of the caller, and `document.filename` of a template.
import { type Diagnostic, templateInvalid } from '../../contract/diagnostic.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import type { CompiledExpression, CompiledText } from '../../document/expression/index.ts';
import type { Scope, StaticScope } from '../../document/expression/scope.ts';
import type { TemplateSource } from '../../renderer/renderer.ts';
import { localLimits } from '../limits.ts';

export interface NameContext {
  readonly template: Pick<TemplateSource, 'slug' | 'document'>;
  /** `doc.date`, RFC 3339. */
  readonly date: string | undefined;
}

/** The text of one `{{ … }}`. `values`: those of the further names. */
export type NamePart = (data: unknown, values: Readonly<Record<string, unknown>>) => string | LostPart;

/** Why an expression has no text, or only a part of it. */
export interface LostPart {
  /** The reason. */
  readonly message: string;
  /** The expression, if its whole value is missing. */
  readonly missing: string | undefined;
}

export interface NameProgram {
  /** Fixed text, and expressions. */
  readonly parts: readonly (string | NamePart)[];
  /** Faults of the text, with their offsets. */
  readonly faults: readonly Pick<Diagnostic, 'message' | 'offset'>[];
}

/**
 * Compiles a pattern, which sees the data and the `let` of the template. `names`: schemas of further names. A name hides a member of the data, but
 * `data.NAME` still reaches the member. Raises TEMPLATE_INVALID for a template whose head has a fault.
 */
export async function compilePattern(
  source: string,
  names: Readonly<Record<string, JsonSchema>>,
  { template, date }: NameContext,
): Promise<NameProgram> {
  const { compileText } = await import('../../document/expression/index.ts');
  // A text without expressions is read without its template.
  const opened = source.includes('{{') ? await openScope(template, date) : undefined;
  if (opened && !opened.scopeOf) throw templateInvalid(template.slug, opened.diagnostics);
  const { dataSchema = true } = template.document;
  const seen = opened?.names ?? { schema: dataSchema as JsonSchema | boolean, locals: [] };
  const order = Object.keys(names);
  const compiled = compileText(source, {
    ...seen,
    locals: [...seen.locals, ...order.map((name) => ({ name, schema: names[name]! }))],
  });
  // Braces that look like an expression of another language are a fault, because nobody reads the warnings of a pattern.
  const faults: Pick<Diagnostic, 'message' | 'offset'>[] = compiled.diagnostics.filter(
    ({ severity, code }) => severity === 'error' || code === 'syntax',
  );
  if (compiled.time !== 'data')
    faults.push({
      message: 'Page numbers and marks cannot be used here, because this text is computed before the pages are made.',
      offset: 0,
    });
  if (!opened || faults.length > 0) return { parts: [source], faults };
  const scopeWith = (data: unknown, values: Readonly<Record<string, unknown>>): Scope => {
    const scope = opened.scopeOf(data);
    return { ...scope, locals: [...scope.locals, ...order.map((name) => values[name])] };
  };
  return { parts: toParts(compiled, scopeWith), faults };
}

/** Compiles a text as `document.filename` of the template. Raises TEMPLATE_INVALID for other faults of the template. */
export async function compileFilename(source: string, { template, date }: NameContext): Promise<NameProgram> {
  const { slug, document: content } = template;
  const document = { ...content, document: { ...(content.document as object | undefined), filename: source } };
  const { scopeOf, filename, diagnostics } = await openScope({ slug, document }, date);
  if (scopeOf && filename) return { parts: toParts(filename, scopeOf), faults: [] };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.some(({ pointer }) => pointer !== '/document/filename')) throw templateInvalid(slug, diagnostics);
  return { parts: [], faults: errors };
}

interface OpenedScope {
  readonly scopeOf: (data: unknown) => Scope;
  /** The names that expressions may use. */
  readonly names: StaticScope;
  readonly filename: CompiledText | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface FaultyTemplate extends Pick<OpenedScope, 'diagnostics'> {
  readonly scopeOf?: undefined;
  readonly filename?: undefined;
}

/** Opens what a name sees of a document: its data, title and date, its conventions for numbers and dates. */
async function openScope(template: NameContext['template'], date: string | undefined): Promise<OpenedScope | FaultyTemplate> {
  const { compileHead } = await import('../../renderer/check-head.ts');
  const { textScope } = await import('../../document/head.ts');
  const { program, diagnostics } = await compileHead(template);
  if (!program) return { diagnostics };
  const make = (data: unknown) => textScope({ program, data, date, limits: localLimits, checkTime: () => undefined });
  let last: { readonly data: unknown; readonly scope: Scope } | undefined;
  const scopeOf = (data: unknown): Scope => {
    const found = last && last.data === data ? last : { data, scope: make(data) };
    last = found;
    return found.scope;
  };
  return { scopeOf, names: program.names, filename: program.document.filename, diagnostics };
}

function toParts(
  { parts }: CompiledText,
  scopeOf: (data: unknown, values: Readonly<Record<string, unknown>>) => Scope,
): NameProgram['parts'] {
  return parts.map((part) => (typeof part === 'string' ? part : (...given) => readPart(part, scopeOf(...given))));
}

function readPart(part: CompiledExpression, given: Scope): string | LostPart {
  const losses: { readonly message: string; readonly expression: string; readonly isMissing: boolean }[] = [];
  const scope: Scope = {
    ...given,
    warn(_place, message, _scope, expression, about) {
      // A time that prints as it is written is whole.
      if (about !== 'no-timezone') losses.push({ message, expression: expression.trim(), isMissing: about === 'missing' });
    },
  };
  const text = part.plain(scope);
  const [first, ...further] = losses;
  if (first === undefined) return text;
  const isMissing = (part.evaluate(scope) ?? null) === null;
  // A missing operand is told before the value that needs it.
  return { message: first.message, missing: isMissing && first.isMissing && further.length === 0 ? first.expression : undefined };
}
