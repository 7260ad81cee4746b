import { PdfgenError } from '../contract/errors.ts';
import type { Diagnostic } from '../document/diagnostic.ts';

/** TEMPLATE_INVALID with every error among the diagnostics. */
export function templateInvalid(slug: string, diagnostics: readonly Diagnostic[]): PdfgenError {
  const errors = diagnostics.filter((one) => one.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new PdfgenError(
    'TEMPLATE_INVALID',
    `The template "${slug}" does not compile${first ? `: ${first.pointer || '/'} ${first.message}` : ''}${more}`,
    {
      errors: errors.map(({ pointer, message, code, offset }) => ({
        path: pointer,
        message,
        keyword: code,
        params: offset === undefined ? {} : { offset },
        schemaPath: '',
      })),
    },
  );
}
