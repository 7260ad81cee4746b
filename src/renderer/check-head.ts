// Finds without drawing what rendering would refuse besides data that breaks the schema: the standard's demands on the head of the document, and
// the rules of its electronic invoice.
import type { Diagnostic } from '../contract/diagnostic.ts';
import { PdfgenError } from '../contract/errors.ts';
import { readStandards, type StandardName, standardSentence } from '../contract/standards.ts';
import { refuseWarnings } from '../contract/warnings.ts';
import { compileTemplate, type Program } from '../document/compile/compile-template.ts';
import { breachCount, findHeadBreaches, findTemplateBreaches, standardBreach } from '../document/head.ts';
import { warnOfLeftOut } from '../document/left-out-invoice.ts';
import { loadTextEngine } from '../document/text/index.ts';
import { createFileResources } from './file-resources.ts';
import { embedInvoice } from './make-invoice.ts';
import type { Limits, RenderRequest, TemplateSource } from './renderer.ts';
import { startTimer } from './start-timer.ts';

type Document = TemplateSource['document'];

/** The compiled head of a template: its settings and its invoice, without pages, fonts and files. */
export interface CompiledHead {
  readonly slug: string;
  /** Undefined: the template has a fault, which rendering reports. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Members of a template that its head consists of. */
const headMembers = ['dataSchema', 'let', 'locale', 'timezone', 'currency', 'invoice'];

/** Compiles the head of a template. No file of the template is opened. */
export async function compileHead({ document, slug }: Pick<TemplateSource, 'document' | 'slug'>): Promise<CompiledHead> {
  const { attachments: _, ...settings } = (document.document ?? {}) as Document;
  const members = Object.entries(document).filter(([name]) => headMembers.includes(name));
  const head = { ...Object.fromEntries(members), document: settings, pages: [{ body: [] }] };
  return { slug, ...compileTemplate(head, createFileResources({}), await loadTextEngine(), { hasFiles: false }) };
}

/** The standards that a call asks for; empty for `none`. Undefined: those of the template. Raises INVALID_REQUEST for names that were not checked before. */
export function readAskedStandards(given: RenderRequest['options']['standard']): readonly StandardName[] | undefined {
  if (given === undefined) return undefined;
  const read = readStandards(given, 'call');
  if ('names' in read) return read.names;
  throw new PdfgenError('INVALID_REQUEST', `/options/standard ${standardSentence(read.fault)}`);
}

/** The standards that a template asks for. None if their names are wrong, which rendering reports. */
export function findOwnStandards({ document }: Document): readonly StandardName[] {
  const given = (document as Document | undefined)?.standard;
  const read = given === undefined ? undefined : readStandards(given);
  return read && 'names' in read ? read.names : [];
}

/** Raises STANDARD_BREACH for a template that breaks the standards with any data. `isEncrypted`: the call has passwords. */
export function refuseTemplate(
  { slug, program }: CompiledHead,
  standards: readonly StandardName[],
  { isEncrypted = false } = {},
): void {
  const breaches = program ? findTemplateBreaches(program, standards, isEncrypted) : [];
  if (breaches.length === 0) return;
  const names = standards.join(' and ');
  const message = `The template "${slug}" breaks ${names} with any data: ${breachCount(breaches)}.`;
  throw new PdfgenError('STANDARD_BREACH', message, { errors: breaches });
}

/** What a document is asked for besides its template. */
export interface HeadDemand {
  readonly data: unknown;
  readonly date: string | undefined;
  readonly strict: boolean | undefined;
  readonly limits: Limits;
}

/** Raises INVOICE_INVALID, STANDARD_BREACH, METADATA_INVALID and RENDER_WARNINGS, as rendering does. Faults that take too long to find pass. */
export async function checkHead(
  { slug, program }: CompiledHead,
  standards: readonly StandardName[],
  { data, date, strict, limits }: HeadDemand,
): Promise<void> {
  if (!program) return;
  const bounds = { ...limits, renderMs: limits.validationMs };
  try {
    const invoice = await embedInvoice(program, standards, data, { template: { slug }, options: { date }, limits: bounds });
    const breaches = findHeadBreaches({ program, data, date, limits, checkTime: startTimer(bounds) }, standards);
    if (breaches.length > 0) throw standardBreach(standards, breaches);
    if (strict) refuseWarnings(invoice?.warnings ?? warnOfLeftOut(program, standards));
  } catch (error) {
    // Rendering has more time, and refuses the document itself.
    if (!(error instanceof PdfgenError) || !['RENDER_TIMEOUT', 'RENDER_LIMIT'].includes(error.code)) throw error;
  }
}
