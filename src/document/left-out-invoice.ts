// Whether a document carries the XML of its electronic invoice.
import type { RenderWarning } from '../contract/generate.ts';
import type { StandardName } from '../contract/standards.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { Program } from './compile/compile-template.ts';

/** A doubt about a document that is an archive and an invoice, or overrides the PDF/A-3 of its template, and does not carry the XML of the invoice. */
export function warnOfLeftOut(
  { invoice, standards: own }: Pick<Program, 'invoice' | 'standards'>,
  standards: readonly StandardName[],
): readonly RenderWarning[] {
  if (!invoice || standards.some(carriesInvoice)) return [];
  const archive = standards.find((name) => name.startsWith('PDF/A'));
  const overridden = own.find(carriesInvoice);
  const given = archive ?? (overridden && (standards[0] ?? `A document without ${overridden}`));
  if (given === undefined) return [];
  const message = `${given} may not carry the XML of the electronic invoice, so it is left out. Ask for PDF/A-3b instead, or write the XML by "pdfgen invoice".`;
  return [{ code: 'invoice-left-out' satisfies WarningCode, component: '/invoice', dataPath: null, page: null, message }];
}

/** PDF/A-3 alone may carry other files. */
export const carriesInvoice = (name: StandardName): boolean => name.startsWith('PDF/A-3');
