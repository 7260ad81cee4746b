// The renderer that works in the caller's own thread.
import { randomBytes } from 'node:crypto';
import { BreachRoom, cutBreaches } from '../contract/breach-room.ts';
import { type Diagnostic, templateInvalid } from '../contract/diagnostic.ts';
import { type Breach, PdfgenError } from '../contract/errors.ts';
import { toFilename } from '../contract/filename.ts';
import type { RenderWarning } from '../contract/generate.ts';
import type { ProfileName } from '../contract/invoice-profiles.ts';
import { fromJsonText } from '../contract/json-text.ts';
import { readStandards, type StandardName, standardSentence } from '../contract/standards.ts';
import { type WarningCode, warningBreach } from '../contract/warnings.ts';
import { compileDataSchema, type DataSchema } from '../data/index.ts';
import type { InvoiceMapping } from '../document/compile/compile-invoice.ts';
import { type Compiled, compileTemplate, type Program as TemplateProgram } from '../document/compile/compile-template.ts';
import { type BoundInvoice, bindInvoice, loadWriter, type RenderInput, renderDocument } from '../document/render.ts';
import type { Resources } from '../document/resources.ts';
import { familyNames } from '../document/template/fonts.ts';
import { loadTextEngine } from '../document/text/index.ts';
import type { MadeInvoice } from '../invoice/make-invoice.ts';
import type { InvoiceFault } from '../invoice/model.ts';
import { createFileResources } from './file-resources.ts';
import { inspectAsset } from './inspect-asset.ts';
import type { InvoiceRequest, InvoiceResult, Limits, Renderer, RenderRequest, RenderResult, TemplateSource } from './renderer.ts';

/** Most compiled templates to keep. The template used longest ago is dropped first. */
const keptTemplates = 200;
const keptBytes = 192 * 1024 ** 2;
/** Estimated bytes of a compiled template for each character of its document. Measured: 60 to 80. */
const bytesOfCharacter = 64;
/** Time that the patterns of a schema may take on the example data and on test texts made for them. */
const patternMs = 5_000;

/** The compiled parts of a template. Each is made at its first use, because checking data needs no fonts. */
interface KeptTemplate {
  program(): Promise<CompiledTemplate>;
  /** The compiled data schema, or the error of compiling it. */
  schema(): DataSchema | PdfgenError;
  /** Breaches for a pattern of the schema that takes too long. */
  slowPattern(): readonly CompileFault[];
  /** Estimated bytes in memory: the document, and the files that were read so far. */
  heldBytes(): number;
}

interface CompiledTemplate {
  readonly compiled: Compiled;
  readonly resources: Resources;
}

/** Creates a renderer without threads: a call runs to its end before the next begins. */
export function createInlineRenderer(): Renderer {
  const kept = new Map<string, KeptTemplate>();

  function keep(template: TemplateSource): KeptTemplate {
    const known = kept.get(template.key) ?? prepareTemplate(template);
    kept.delete(template.key);
    kept.set(template.key, known);
    let bytes = 0;
    for (const one of kept.values()) bytes += one.heldBytes();
    for (const [key, one] of kept) {
      if (key === template.key || (kept.size <= keptTemplates && bytes <= keptBytes)) break;
      kept.delete(key);
      bytes -= one.heldBytes();
    }
    return known;
  }

  return {
    async lint(template) {
      const known = keep(template);
      const { diagnostics, usesUnproved } = (await known.program()).compiled;
      const schema = known.schema();
      const faults = schema instanceof PdfgenError ? faultsOf(schema) : known.slowPattern();
      return [...diagnostics, ...(usesUnproved ? [noSchema] : []), ...faults.map(toDiagnostic)];
    },
    async validate(template, data, limits) {
      return checkData(keep(template).schema(), fromJsonText(data), limits);
    },
    async validateItems(template, items, limits) {
      return checkItems(keep(template).schema(), items, limits);
    },
    async inspectAsset(bytes, limits) {
      return inspectAsset(bytes, limits, await loadTextEngine());
    },
    async fontFamilies(template) {
      return familyNames(template.document.fonts);
    },
    async render(request) {
      const { program, schema } = keep(request.template);
      return render(await program(), schema(), request);
    },
    async writeInvoice(request) {
      const { program, schema } = keep(request.template);
      return writeInvoice(await program(), schema(), request);
    },
    async close() {
      kept.clear();
    },
  };
}

const noSchema: Diagnostic = {
  severity: 'warning',
  code: 'no-schema',
  pointer: '',
  message:
    'There is no data schema, so paths cannot be checked: a misspelt path prints nothing. Describe the data in schema.json. "pdfgen templates create NAME --from-data FILE" makes a schema from an example.',
};

function prepareTemplate(template: TemplateSource): KeptTemplate {
  let program: Promise<CompiledTemplate> | undefined;
  let schema: DataSchema | PdfgenError | undefined;
  let slow: readonly CompileFault[] | undefined;
  const resources = createFileResources(template.assets);
  const documentBytes = bytesOfCharacter * JSON.stringify(template.document).length;
  return {
    heldBytes: () => documentBytes + resources.heldBytes(),
    program() {
      program ??= compileProgram(template, resources).catch((error: unknown) => {
        program = undefined; // a file that could not be read may be there later
        throw error;
      });
      return program;
    },
    schema() {
      schema ??= compileSchema(template.document.dataSchema);
      return schema;
    },
    slowPattern() {
      const compiled = this.schema();
      if (compiled instanceof PdfgenError) return [];
      slow ??= [compiled.findSlowPattern(template.document.exampleData, { timeoutMs: patternMs }) ?? []].flat();
      return slow;
    },
  };
}

async function compileProgram({ document, schemaPlace }: TemplateSource, resources: Resources): Promise<CompiledTemplate> {
  return { compiled: compileTemplate(document, resources, await loadTextEngine(), schemaPlace), resources };
}

function compileSchema(dataSchema: unknown): DataSchema | PdfgenError {
  try {
    return compileDataSchema(dataSchema ?? true);
  } catch (error) {
    if (error instanceof PdfgenError) return error;
    throw error;
  }
}

type CompileFault = Pick<Breach, 'path' | 'keyword' | 'message'>;

function faultsOf({ errors, message }: PdfgenError): readonly CompileFault[] {
  return errors ?? [{ path: '/dataSchema', keyword: 'schema', message }];
}

function toDiagnostic({ path, keyword, message }: CompileFault): Diagnostic {
  return { severity: 'error', code: `schema-${keyword}`, pointer: path, message };
}

function checkData(schema: DataSchema | PdfgenError, data: unknown, limits: Limits): readonly Breach[] {
  if (schema instanceof PdfgenError) throw schema;
  return schema.check(data, { timeoutMs: limits.validationMs });
}

function checkItems(
  schema: DataSchema | PdfgenError,
  items: readonly unknown[],
  limits: Limits,
): { readonly breaches: readonly Breach[]; readonly truncated: boolean } {
  const breaches: Breach[] = [];
  const room = new BreachRoom();
  for (const [index, data] of items.entries()) {
    for (const one of checkData(schema, fromJsonText(data), limits)) {
      const breach = { ...one, path: `/items/${index}${one.path}` };
      if (!room.take(breach)) return { breaches, truncated: true };
      breaches.push(breach);
    }
  }
  return { breaches, truncated: false };
}

/** Of a list as `listBreaches` gives it. */
function countFaults(breaches: readonly Breach[]): string {
  const { length } = cutBreaches(breaches);
  return `${length < breaches.length ? 'more than ' : ''}${length} ${length === 1 ? 'fault' : 'faults'}`;
}

/** The data of a request. Raises DATA_INVALID. */
function readData(
  schema: DataSchema | PdfgenError,
  { template, data: given, limits }: Pick<RenderRequest, 'template' | 'data' | 'limits'>,
): unknown {
  const data = fromJsonText(given);
  const breaches = checkData(schema, data, limits);
  if (breaches.length === 0) return data;
  throw new PdfgenError('DATA_INVALID', `The data does not fit the contract of "${template.slug}": ${countFaults(breaches)}.`, {
    errors: breaches,
  });
}

/** Raises RENDER_TIMEOUT when the time is up. */
function renderTimer({ renderMs }: Limits): () => void {
  const deadline = performance.now() + renderMs;
  return () => {
    if (performance.now() > deadline)
      throw new PdfgenError('RENDER_TIMEOUT', `Rendering took longer than ${renderMs / 1000} s and was stopped.`);
  };
}

async function writeInvoice(
  { compiled }: CompiledTemplate,
  schema: DataSchema | PdfgenError,
  request: InvoiceRequest,
): Promise<InvoiceResult> {
  const { template } = request;
  const data = readData(schema, request);
  if (!compiled.program) throw templateInvalid(template.slug, compiled.diagnostics);
  const { invoice: mapping } = compiled.program;
  if (!mapping) {
    throw new PdfgenError(
      'TEMPLATE_INVALID',
      `The template "${template.slug}" maps no electronic invoice. Add "invoice" with the business terms to it.`,
    );
  }
  const { xml, profile, breaches, filename } = await makeValidInvoice(compiled.program, mapping, data, request);
  return {
    xml,
    profile,
    warnings: breaches.map(toInvoiceBreach),
    filename: toFilename((filename || template.slug).replace(/\.pdf$/i, ''), '.xml'),
  };
}

/** An invoice that can be sent or attached. */
interface ValidInvoice extends MadeInvoice, Pick<BoundInvoice, 'filename'> {
  readonly profile: ProfileName;
}

/** The XML of an invoice that breaks no rule, and doubts about it. XML that the data hold stays as it is. Raises INVOICE_INVALID. */
async function makeValidInvoice(
  program: TemplateProgram,
  mapping: InvoiceMapping,
  data: unknown,
  { template, options, limits }: Pick<InvoiceRequest, 'template' | 'options' | 'limits'>,
): Promise<ValidInvoice> {
  const checkTime = renderTimer(limits);
  const {
    invoice,
    faults: bindFaults,
    filename,
  } = bindInvoice({ mapping, program, data, date: options.date, limits, checkTime });
  const { makeInvoice, takeInvoice } = await import('../invoice/make-invoice.ts');
  if ('xml' in invoice) {
    if (bindFaults.length > 0) throw invoiceInvalid(template.slug, undefined, bindFaults);
    const taken = takeInvoice(invoice, checkTime);
    if ('rule' in taken) throw invoiceInvalid(template.slug, undefined, [taken]);
    const { profile } = taken;
    if (options.profile === undefined || options.profile === profile)
      return { ...refuseFaults(taken, template.slug, profile), profile, filename };
    const message = `The data hold an invoice of the profile ${profile}, which cannot be written as ${options.profile}. Leave the profile out.`;
    throw new PdfgenError('INVOICE_INVALID', message);
  }
  const profile = options.profile ?? mapping.profile ?? 'EN 16931';
  return { ...refuseFaults(makeInvoice(invoice, profile), template.slug, profile, bindFaults), profile, filename };
}

/** An invoice without faults. Raises INVOICE_INVALID with all of them. */
function refuseFaults(made: MadeInvoice, slug: string, profile: ProfileName, others: readonly InvoiceFault[] = []): MadeInvoice {
  const faults = [...others, ...made.breaches.filter(({ severity }) => severity === 'error')];
  if (faults.length > 0) throw invoiceInvalid(slug, profile, faults);
  return made;
}

/** An electronic invoice for `renderDocument` to attach, with doubts about it. */
type AttachedInvoice = NonNullable<RenderInput['invoice']> & { readonly warnings: readonly RenderWarning[] };

/**
 * Makes the electronic invoice before the document is rendered. Undefined: the template maps none, or the PDF is no PDF/A-3, which alone may carry
 * it.
 */
async function embedInvoice(
  program: TemplateProgram,
  standards: readonly StandardName[],
  data: unknown,
  { template, options, limits }: RenderRequest,
): Promise<AttachedInvoice | undefined> {
  const { invoice: mapping } = program;
  if (!mapping || !standards.some((name) => name.startsWith('PDF/A-3'))) return undefined;
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
function toInvoiceBreach(fault: InvoiceFault): Breach {
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

/** A doubt about a document that is an archive and an invoice, and does not carry the XML of the invoice. */
function warnOfLeftOut({ invoice }: TemplateProgram, standards: readonly StandardName[]): readonly RenderWarning[] {
  const archive = standards.find((name) => name.startsWith('PDF/A') && !name.startsWith('PDF/A-3'));
  if (!invoice || archive === undefined) return [];
  const message = `${archive} may not carry the XML of the electronic invoice, so it is left out. Ask for PDF/A-3b instead, or write the XML by "pdfgen invoice".`;
  return [{ code: 'invoice-left-out' satisfies WarningCode, component: '/invoice', dataPath: null, page: null, message }];
}

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
  const many = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
  return new PdfgenError(
    'INVOICE_INVALID',
    `The template "${slug}" makes no valid ${profile === undefined ? '' : `${profile} `}invoice of the data: ${many}.`,
    { errors },
  );
}

async function render(
  { compiled, resources }: CompiledTemplate,
  schema: DataSchema | PdfgenError,
  request: RenderRequest,
): Promise<RenderResult> {
  const { template, options, limits } = request;
  const data = readData(schema, request);
  if (!compiled.program) throw templateInvalid(template.slug, compiled.diagnostics);
  const standards = standardsOf(options.standard) ?? compiled.program.standards;
  const invoice = await embedInvoice(compiled.program, standards, data, request);
  const writer = await loadWriter(standards);
  const body: Uint8Array[] = [];
  let bytes = 0;
  const result = renderDocument({
    program: compiled.program,
    data,
    resources,
    date: options.date,
    fontSubset: options.fontSubset ?? 'document',
    standards,
    ...writer,
    invoice,
    encryption: options.encryption && { ...options.encryption, randomBytes },
    limits,
    checkTime: renderTimer(limits),
    write(chunk) {
      bytes += chunk.length;
      if (bytes > limits.maxOutputBytes)
        throw new PdfgenError('RENDER_LIMIT', `The PDF is larger than ${limits.maxOutputBytes} bytes (limit maxOutputBytes).`);
      body.push(chunk);
    },
  });
  const warnings = [
    ...(request.dataWarnings ?? []),
    ...(invoice?.warnings ?? warnOfLeftOut(compiled.program, standards)),
    ...result.warnings,
  ];
  if (options.strict && warnings.length > 0) {
    throw new PdfgenError(
      'RENDER_WARNINGS',
      `Strict rendering: ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}.`,
      { errors: warnings.map(warningBreach) },
    );
  }
  return {
    body,
    bytes,
    sha256: result.sha256,
    pages: result.pages,
    warnings,
    filename: toFilename(result.filename || template.slug),
  };
}

/** The standards of a call, which go before the template's. Raises INVALID_REQUEST for names that were not checked before. */
function standardsOf(given: RenderRequest['options']['standard']): readonly StandardName[] | undefined {
  if (given === undefined) return undefined;
  const read = readStandards(given);
  if ('names' in read) return read.names;
  throw new PdfgenError('INVALID_REQUEST', `/options/standard ${standardSentence(read.fault)}`);
}
