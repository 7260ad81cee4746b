// What compiling a template finds, each with its place, and the error that refuses such a template.
import { type Breach, PdfgenError } from './errors.ts';
import { writeBreach } from './warnings.ts';

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A stable word for the kind of fault, kebab-case: `unknown-path`, `unknown-property`, `missing-asset` … */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the template document: `/pages/0/body/2/text`. */
  readonly pointer: string;
  /** What is wrong and what to do, one sentence or two. */
  readonly message: string;
  /** Position inside the string at `pointer`, in UTF-16 code units, where the fault is in an expression. */
  readonly offset?: number;
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
