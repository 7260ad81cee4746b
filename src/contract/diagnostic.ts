// Diagnostics of a template: its faults and warnings, each with a place. Also the error that refuses a faulty template.
import { type Breach, PdfgenError } from './errors.ts';
import { writeBreach } from './warnings.ts';

/** One fault or warning of a template, with its place. */
export interface Diagnostic {
  /** `error`: the template cannot be rendered. `warning`: it can. */
  readonly severity: 'error' | 'warning';
  /** A stable word for the kind of fault, kebab-case: `unknown-path`, `unknown-property`, `missing-asset` … */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the template document: `/pages/0/body/2/text`. */
  readonly pointer: string;
  /** The fault and what to do, in one or two sentences. */
  readonly message: string;
  /** Offset of a fault in an expression, within the string at `pointer`. In UTF-16 code units. */
  readonly offset?: number;
  /** The change of the template that ends the warning about a printed text that may be missing. It changes no document. */
  readonly fix?: Fix;
  /** Of another value that may be missing: why no change is sure. Undefined: it is the value of a property, which may need one. */
  readonly left?: LeftReason;
}

/**
 * What a change leaves to people. `number`: what stands for it is a matter of amounts. `comparison`: it decides. `elements`: of a list. `side`: `??` may ask
 * for one side of an operator or for both. `let`: a computed name. `test`: another part asks for the value. `option`: an argument, which `??` after the
 * binding does not replace. `value`: no text.
 */
export type LeftReason = 'number' | 'comparison' | 'elements' | 'side' | 'let' | 'test' | 'option' | 'value';

/** A change of the string at a pointer. */
export interface Fix {
  /** Where the change begins, in UTF-16 code units. */
  readonly offset: number;
  /** What stands there. */
  readonly old: string;
  /** The new text in place of `old`. It contains `old`. */
  readonly new: string;
}

/** The linter's warning that expressions are unproved, because the template has no data schema. Strict rendering does not mind it. */
export const noSchemaCode = 'no-schema';

/** The diagnostics that do not keep a template from being rendered. */
export const warningsAmong = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === 'warning');

/** Strict rendering: raises RENDER_WARNINGS if the template has warnings, which all its documents share. */
export function refuseDoubtfulTemplate(slug: string, diagnostics: readonly Diagnostic[]): void {
  const warnings = warningsAmong(diagnostics);
  if (warnings.length === 0) return;
  const errors = warnings.map(({ pointer, message, code, offset }): Breach => {
    const params = { component: pointer, page: null, ofTemplate: true, ...(offset !== undefined && { offset }) };
    return { path: '', message, keyword: code, params, schemaPath: '' };
  });
  const count = `${errors.length} ${errors.length === 1 ? 'warning' : 'warnings'}`;
  throw new PdfgenError('RENDER_WARNINGS', `Strict rendering: ${count} of the template "${slug}".`, { errors });
}

/** Whether strict rendering refuses every document of the template. */
export function isOfTemplate({ code, errors = [] }: PdfgenError): boolean {
  return code === 'RENDER_WARNINGS' && errors.length > 0 && errors.every(({ params }) => params.ofTemplate === true);
}

/** TEMPLATE_INVALID with every error among the diagnostics. */
export function templateInvalid(slug: string, diagnostics: readonly Diagnostic[]): PdfgenError {
  const errors = diagnostics.filter((one) => one.severity === 'error');
  const breaches = errors.map(
    ({ pointer, message, code, offset }): Breach => ({
      path: pointer,
      message,
      keyword: code,
      params: offset === undefined ? {} : { offset },
      schemaPath: '',
    }),
  );
  const [first] = breaches;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `The template "${slug}" does not compile${first ? `: ${writeBreach(first)}` : ''}${more}`;
  return new PdfgenError('TEMPLATE_INVALID', message, { errors: breaches });
}
