// The renderer that works in the caller's own thread.

import { randomBytes } from 'node:crypto';
import { BreachRoom, cutBreaches } from '../contract/breach-room.ts';
import { canBreakHead } from '../contract/can-break-head.ts';
import { type Diagnostic, refuseDoubtfulTemplate, templateInvalid, warningsAmong } from '../contract/diagnostic.ts';
import { completeOptions } from '../contract/document-options.ts';
import { type Breach, PdfgenError } from '../contract/errors.ts';
import { toFilename } from '../contract/filename.ts';
import { type FoundBreaches, findBreaches } from '../contract/find-breaches.ts';
import type { RenderWarning } from '../contract/generate.ts';
import { fromJsonText } from '../contract/json-text.ts';
import type { StandardName } from '../contract/standards.ts';
import { refuseWarnings } from '../contract/warnings.ts';
import { compileDataSchema, type DataSchema } from '../data/data-schema.ts';
import { type Compiled, compileTemplate } from '../document/compile/compile-template.ts';
import { findUnusedNames } from '../document/compile/find-unused-names.ts';
import { warnOfLeftOut } from '../document/left-out-invoice.ts';
import { withDemanded } from '../document/on-demand.ts';
import { loadWriter, renderDocument } from '../document/render.ts';
import type { Resources } from '../document/resources.ts';
import { familyNames } from '../document/template/font-families.ts';
import { loadTextEngine } from '../document/text/index.ts';
import { counted } from '../words/counts.ts';
import { type CompiledHead, checkHead, compileHead, findOwnStandards, readAskedStandards, refuseTemplate } from './check-head.ts';
import { createFileResources, type FileResources } from './file-resources.ts';
import { inferFromExample, warnOfNoSchema } from './infer-from-example.ts';
import { inspectAsset } from './inspect-asset.ts';
import { embedInvoice, makeValidInvoice, toInvoiceBreach } from './make-invoice.ts';
import type {
  CheckRequest,
  InvoiceRequest,
  InvoiceResult,
  Renderer,
  RenderRequest,
  RenderResult,
  TemplateSource,
} from './renderer.ts';
import { startTimer } from './start-timer.ts';

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
  head(): Promise<CompiledHead>;
  /** The standards that the template asks for. */
  standards(): readonly StandardName[];
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
    async lint({ template }) {
      const known = keep(template);
      const { diagnostics, usesUnproved } = (await known.program()).compiled;
      const schema = known.schema();
      const faults = schema instanceof PdfgenError ? faultsOf(schema) : known.slowPattern();
      const doubt = usesUnproved ? [warnOfNoSchema(template.document)] : [];
      // A misspelt name is a fault, and would make the right one look unused.
      const unused = diagnostics.some(({ severity }) => severity === 'error') ? [] : findUnusedNames(template.document);
      return [...diagnostics, ...unused, ...doubt, ...faults.map(toDiagnostic)];
    },
    validate(request) {
      return validate(keep(request.template), request);
    },
    async validateItems({ items, ...request }) {
      return validateItems(keep(request.template), items, request);
    },
    async inspectAsset({ limits, ...asset }) {
      return inspectAsset(asset, limits, await loadTextEngine());
    },
    async fontFamilies({ template }) {
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

function prepareTemplate(template: TemplateSource): KeptTemplate {
  let program: Promise<CompiledTemplate> | undefined;
  let head: Promise<CompiledHead> | undefined;
  let standards: readonly StandardName[] | undefined;
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
    standards: () => (standards ??= findOwnStandards(template.document)),
    head: () => (head ??= compileHead(template)),
    schema() {
      schema ??= compileSchema(template.document);
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

async function compileProgram({ document, schemaPlace }: TemplateSource, resources: FileResources): Promise<CompiledTemplate> {
  await resources.loadFonts(document);
  const options = { schemaPlace, inferred: inferFromExample(document) };
  const engine = await loadTextEngine();
  return {
    compiled: await withDemanded(resources, () => compileTemplate(document, resources, engine, options)),
    resources,
  };
}

function compileSchema({ dataSchema, exampleData }: TemplateSource['document']): DataSchema | PdfgenError {
  try {
    return compileDataSchema(dataSchema ?? true, exampleData);
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

/** Raises what rendering would raise before it draws. */
async function validate(known: KeptTemplate, request: CheckRequest): Promise<undefined> {
  const { options = {}, limits } = request;
  const data = readData(known.schema(), request);
  const standards = readAskedStandards(options.standard) ?? known.standards();
  if (!canBreakHead(request.template.document, options.standard)) return;
  const head = await known.head();
  refuseTemplate(head, standards);
  await checkHead(head, standards, { data, date: options.date, strict: options.strict, limits });
}

async function validateItems(
  known: KeptTemplate,
  items: readonly unknown[],
  request: Omit<CheckRequest, 'data'>,
): Promise<FoundBreaches> {
  const standards = readAskedStandards(request.options?.standard) ?? known.standards();
  if (standards.length > 0) refuseTemplate(await known.head(), standards);
  const found: Breach[] = [];
  const room = new BreachRoom();
  for (const [index, data] of items.entries()) {
    const { breaches, truncated, code } = await findBreaches(validate(known, { ...request, data }));
    for (const one of breaches) {
      const breach = { ...one, path: `/items/${index}${one.path}`, ...(code !== 'DATA_INVALID' && { code }) };
      if (!room.take(breach)) return { breaches: found, truncated: true };
      found.push(breach);
    }
    if (truncated) return { breaches: found, truncated };
  }
  return { breaches: found, truncated: false };
}

/** The number of faults in words. `breaches`: of `listBreaches`. */
function countFaults(breaches: readonly Breach[]): string {
  const { length } = cutBreaches(breaches);
  return `${length < breaches.length ? 'more than ' : ''}${counted(length, 'fault')}`;
}

/** The data of a request. Raises DATA_INVALID. */
function readData(
  schema: DataSchema | PdfgenError,
  { template, data: given, limits }: Pick<RenderRequest, 'template' | 'data' | 'limits'>,
): unknown {
  if (schema instanceof PdfgenError) throw schema;
  const data = fromJsonText(given);
  const breaches = schema.check(data, { timeoutMs: limits.validationMs });
  if (breaches.length === 0) return schema.conform(data);
  throw new PdfgenError('DATA_INVALID', `The data does not fit the contract of "${template.slug}": ${countFaults(breaches)}.`, {
    errors: breaches,
  });
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
  const { xml, profile, breaches, filename, filenameDoubts } = await makeValidInvoice(compiled.program, mapping, data, request);
  return {
    xml,
    profile,
    warnings: [...breaches, ...filenameDoubts].map(toInvoiceBreach),
    filename: toFilename((filename || template.slug).replace(/\.pdf$/i, ''), '.xml'),
  };
}

async function render(
  { compiled, resources }: CompiledTemplate,
  schema: DataSchema | PdfgenError,
  request: RenderRequest,
): Promise<RenderResult> {
  const { template, options, limits } = request;
  const data = readData(schema, request);
  if (!compiled.program) throw templateInvalid(template.slug, compiled.diagnostics);
  if (options.strict && request.strictTemplate) refuseDoubtfulTemplate(template.slug, compiled.diagnostics);
  const standards = readAskedStandards(options.standard) ?? compiled.program.standards;
  const invoice = await embedInvoice(compiled.program, standards, data, request);
  const input = {
    program: compiled.program,
    data,
    resources,
    date: options.date,
    options: completeOptions(options),
    standards,
    ...(await loadWriter(standards)),
    invoice,
    encryption: options.encryption && { ...options.encryption, randomBytes },
    limits,
    checkTime: startTimer(limits),
    wantsDigest: request.wantsDigest,
  };
  let body: Uint8Array[] = [];
  let bytes = 0;
  const result = await withDemanded(resources, () => {
    body = [];
    bytes = 0;
    return renderDocument({
      ...input,
      write(chunk) {
        bytes += chunk.length;
        if (bytes > limits.maxOutputBytes)
          throw new PdfgenError('RENDER_LIMIT', `The PDF is larger than ${limits.maxOutputBytes} bytes (limit maxOutputBytes).`);
        body.push(chunk);
      },
    });
  });
  const warnings = [
    ...(request.dataWarnings ?? []),
    ...(invoice?.warnings ?? warnOfLeftOut(compiled.program, standards)),
    ...result.warnings,
  ];
  if (options.strict) refuseWarnings(warnings);
  return {
    body,
    bytes,
    sha256: result.sha256,
    pages: result.pages,
    pageDigest: result.digest,
    warnings,
    templateWarnings: countUntold(compiled.diagnostics, result.warnings),
    filename: toFilename(result.filename || template.slug),
  };
}

/** The warnings of the template that the document does not repeat. Both warn of a style that a font lacks. */
function countUntold(diagnostics: readonly Diagnostic[], told: readonly RenderWarning[]): number {
  const isTold = (one: Diagnostic) => told.some(({ code, message }) => code === one.code && message === one.message);
  return warningsAmong(diagnostics).filter((one) => !isTold(one)).length;
}
