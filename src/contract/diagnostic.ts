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
  /**
   * Why a warning about a value that may be missing has no `fix`. Undefined with such a warning: the value is that of a property, and only its author knows
   * whether the property needs one.
   */
  readonly left?: LeftReason;
}

/**
 * Why people must mend a warning. `number`: a 0 may be a wrong amount. `comparison`: the value decides what is printed. `elements`: elements of a list may
 * lack the value. `side`: `??` could replace one side of an operator or the whole. `let`: the value has a name that other expressions use. `test`: another
 * binding of the text tests the value. `option`: the value is an argument, which `??` after the binding does not replace. `value`: the value is not text.
 * `words`: words or signs stand beside the value, and may say nothing without it.
 */
export type LeftReason = 'number' | 'comparison' | 'elements' | 'side' | 'let' | 'test' | 'option' | 'value' | 'words';

/** A change of the string at a pointer. */
export interface Fix {
  /** Where the change begins, in UTF-16 code units. */
  readonly offset: number;
  /** The text that the template has there. */
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
