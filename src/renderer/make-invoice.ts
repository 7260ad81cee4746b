// Makes the electronic invoice of a document: the XML of a mapping, or the XML that the data hold. Every broken rule is an error with its place.

import { type Breach, PdfgenError } from '../contract/errors.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { ProfileName } from '../contract/invoice-profiles.ts';
import type { StandardName } from '../contract/standards.ts';
import type { WarningCode } from '../contract/warnings.ts';
import type { InvoiceMapping } from '../document/compile/compile-invoice.ts';
import { type BoundInvoice, bindInvoice, type HeadProgram } from '../document/head.ts';
import { carriesInvoice } from '../document/left-out-invoice.ts';
import type { RenderInput } from '../document/render.ts';
import type { MadeInvoice } from '../invoice/make-invoice.ts';
import type { InvoiceFault } from '../invoice/model.ts';
import { counted } from '../words/counts.ts';
import type { InvoiceRequest, TemplateSource } from './renderer.ts';
import { startTimer } from './start-timer.ts';

/** The parts of a request that an invoice needs. */
type InvoiceDemand = Pick<InvoiceRequest, 'options' | 'limits'> & { readonly template: Pick<TemplateSource, 'slug'> };

/** The parts of a program that an invoice needs. */
export interface InvoiceProgram extends HeadProgram {
  readonly invoice: InvoiceMapping | undefined;
  /** The standards that the template asks for. */
  readonly standards: readonly StandardName[];
}

/** An invoice that can be sent or attached. */
interface ValidInvoice extends MadeInvoice, Pick<BoundInvoice, 'filename' | 'filenameDoubts'> {
  readonly profile: ProfileName;
}

/** The XML of an invoice that breaks no rule, and doubts about it. XML that the data hold stays as it is. Raises INVOICE_INVALID. */
export async function makeValidInvoice(
  program: InvoiceProgram,
  mapping: InvoiceMapping,
  data: unknown,
  { template, options, limits }: InvoiceDemand,
): Promise<ValidInvoice> {
  const checkTime = startTimer(limits);
  const {
    invoice,
    faults: bindFaults,
    ...named
  } = bindInvoice({ mapping, program, data, date: options.date, limits, checkTime });
  const { makeInvoice, takeInvoice } = await import('../invoice/make-invoice.ts');
  if ('xml' in invoice) {
    if (bindFaults.length > 0) throw invoiceInvalid(template.slug, undefined, bindFaults);
    const taken = takeInvoice(invoice, checkTime);
    if ('rule' in taken) throw invoiceInvalid(template.slug, undefined, [taken]);
    const { profile } = taken;
    if (options.profile === undefined || options.profile === profile)
      return { ...refuseFaults(taken, template.slug, profile), profile, ...named };
    const message = `The data hold an invoice of the profile ${profile}, which cannot be written as ${options.profile}. Leave the profile out.`;
    throw new PdfgenError('INVOICE_INVALID', message);
  }
  const profile = options.profile ?? mapping.profile ?? 'EN 16931';
  return { ...refuseFaults(makeInvoice(invoice, profile), template.slug, profile, bindFaults), profile, ...named };
}

/** An invoice without faults. Raises INVOICE_INVALID with all of them. */
function refuseFaults(made: MadeInvoice, slug: string, profile: ProfileName, others: readonly InvoiceFault[] = []): MadeInvoice {
  const errors = made.breaches.filter(({ severity }) => severity === 'error');
  const faults = [...withoutRepeated(others, errors), ...errors];
  if (faults.length > 0) throw invoiceInvalid(slug, profile, faults);
  return made;
}

/** Faults of the binding whose cause no error and no fault before tells: a missing value may be a missing term too. */
function withoutRepeated(others: readonly InvoiceFault[], errors: readonly InvoiceFault[]): readonly InvoiceFault[] {
  const told = new Set<string>();
  return others.filter(({ rule, message, origin }) => {
    if (rule === 'unknown-currency') return !errors.some((error) => error.rule === 'BR-CL-04');
    const missing = /^"([^"]+)" is missing/.exec(message)?.[1];
    if (rule !== 'no-value' || missing === undefined) return true;
    const around = origin.of === 'data' ? origin.pointer : '';
    const end = `/${missing.slice(missing.lastIndexOf('.') + 1)}`;
    const isTerm = errors.some(
      ({ origin: { of, pointer } }) => of === 'data' && pointer.startsWith(around) && pointer.endsWith(end),
    );
    const key = `${origin.pointer} ${missing}`;
    return !isTerm && !told.has(key) && told.add(key);
  });
}

/** An electronic invoice for `renderDocument` to attach, with doubts about it. */
type AttachedInvoice = NonNullable<RenderInput['invoice']> & { readonly warnings: readonly RenderWarning[] };

/**
 * Makes the electronic invoice before the document is rendered. Undefined: the template maps none, or the PDF is no PDF/A-3, which alone may carry
 * it.
 */
export async function embedInvoice(
  program: InvoiceProgram,
  standards: readonly StandardName[],
  data: unknown,
  { template, options, limits }: InvoiceDemand,
): Promise<AttachedInvoice | undefined> {
  const { invoice: mapping } = program;
  if (!mapping || !standards.some(carriesInvoice)) return undefined;
  const asked = { template, limits, options: { date: options.date } };
  const { xml, profile, breaches } = await makeValidInvoice(program, mapping, data, asked);
  const { isLineless, profiles } = await import('../invoice/profiles.ts');
  const { relationship = 'Alternative' } = mapping;
  if (isLineless(profile) && mapping.relationship !== undefined && relationship !== 'Data') {
    const message = `The XML of ${profile} is "Data", because it has no lines: leave "relationship" out.`;
    const origin = { of: 'template', pointer: '/invoice/relationship' } as const;
    throw invoiceInvalid(template.slug, profile, [{ rule: 'relationship', message, origin }]);
  }
  return {
    profile,
    version: profiles[profile].version,
    warnings: breaches.slice(0, mostInvoiceWarnings).map(toInvoiceWarning),
    attachment: {
      filename: profiles[profile].filename,
      description: `Electronic invoice, ${profile}`,
      mimeType: 'text/xml',
      relationship: isLineless(profile) ? 'Data' : relationship,
      bytes: Buffer.from(xml, 'utf8'),
    },
  };
}

/** A fault of an invoice. A fault in the data has its place there as `path`; another fault names its place in the template. */
export function toInvoiceBreach(fault: InvoiceFault): Breach {
  const { rule, origin } = fault;
  const { of, pointer, xml } = origin;
  const where = of === 'data' ? '' : ` (template ${pointer})`;
  const path = of === 'data' ? `/data${pointer}` : '';
  const params = { of, pointer, ...(xml && { line: xml.line, xpath: xml.path }) };
  return { path, message: `${rule}: ${sayFault(fault)}${where}`, keyword: rule, params, schemaPath: '' };
}

/** The message of a fault. A fault of given XML names its line and element. */
const sayFault = ({ message, origin: { xml } }: InvoiceFault): string =>
  xml === undefined ? message : `Line ${xml.line}: ${message} XPath: ${xml.path}`;

/** Most warnings that a document has of its invoice. */
const mostInvoiceWarnings = 1000;

/** A doubt about the invoice in a document. */
const toInvoiceWarning = (fault: InvoiceFault): RenderWarning => ({
  code: 'invoice-rule' satisfies WarningCode,
  component: fault.origin.of === 'data' ? '/invoice' : fault.origin.pointer,
  dataPath: fault.origin.of === 'data' ? fault.origin.pointer : null,
  page: null,
  message: `${fault.rule}: ${sayFault(fault)}`,
});

/** INVOICE_INVALID with every fault. */
function invoiceInvalid(slug: string, profile: ProfileName | undefined, faults: readonly InvoiceFault[]): PdfgenError {
  const errors = faults.map(toInvoiceBreach);
  const many = counted(faults.length, 'fault');
  return new PdfgenError(
    'INVOICE_INVALID',
    `The template "${slug}" makes no valid ${profile === undefined ? '' : `${profile} `}invoice of the data: ${many}.`,
    { errors },
  );
}
