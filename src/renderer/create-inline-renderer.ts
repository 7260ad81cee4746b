// The renderer that works in the caller's own thread.
import { type Diagnostic, templateInvalid } from '../contract/diagnostic.ts';
import { type Breach, maxBreaches, PdfgenError } from '../contract/errors.ts';
import { toFilename } from '../contract/filename.ts';
import type { RenderWarning } from '../contract/generate.ts';
import { compileDataSchema, type DataSchema } from '../data/index.ts';
import { renderDocument } from '../document/render.ts';
import type { Resources } from '../document/resources.ts';
import { type Compiled, compileTemplate } from '../document/template/compile-template.ts';
import { familyNames } from '../document/template/fonts.ts';
import { loadTextEngine } from '../document/text/index.ts';
import { createFileResources } from './file-resources.ts';
import { inspectAsset } from './inspect-asset.ts';
import type { Limits, Renderer, RenderRequest, RenderResult, TemplateSource } from './types.ts';

/** Compiled templates are kept for this many contents; the one used longest ago goes first. */
const keptTemplates = 200;

interface Ready {
  readonly compiled: Compiled;
  readonly resources: Resources;
  /** What compiling the data schema gave: the schema, or the error that it raises. */
  readonly schema: DataSchema | PdfgenError;
}

/** Creates a renderer without threads: a call runs to its end before the next begins. */
export function createInlineRenderer(): Renderer {
  const kept = new Map<string, Ready>();

  async function prepare(template: TemplateSource): Promise<Ready> {
    let ready = kept.get(template.key);
    if (ready) kept.delete(template.key);
    else {
      const resources = createFileResources(template.assets);
      const compiled = compileTemplate(template.document, resources, await loadTextEngine());
      ready = { compiled, resources, schema: compileSchema(template.document.dataSchema) };
    }
    kept.set(template.key, ready);
    if (kept.size > keptTemplates) kept.delete(kept.keys().next().value!);
    return ready;
  }

  return {
    async lint(template) {
      const { compiled, schema } = await prepare(template);
      return schema instanceof PdfgenError ? [...compiled.diagnostics, ...schemaDiagnostics(schema)] : compiled.diagnostics;
    },
    async validate(template, data, limits) {
      const { schema } = await prepare(template);
      return checkData(schema, data, limits);
    },
    async validateItems(template, items, limits) {
      const { schema } = await prepare(template);
      return checkItems(schema, items, limits);
    },
    async inspectAsset(bytes) {
      return inspectAsset(bytes, await loadTextEngine());
    },
    async fontFamilies(template) {
      return familyNames(template.document.fonts);
    },
    async render(request) {
      const ready = await prepare(request.template);
      return render(ready, request);
    },
    async close() {
      kept.clear();
    },
  };
}

function compileSchema(dataSchema: unknown): Ready['schema'] {
  try {
    return compileDataSchema(dataSchema ?? true);
  } catch (error) {
    if (error instanceof PdfgenError) return error;
    throw error;
  }
}

function schemaDiagnostics(error: PdfgenError): Diagnostic[] {
  const faults = error.errors ?? [{ path: '/dataSchema', keyword: 'schema', message: error.message }];
  return faults.map(({ path, keyword, message }) => ({ severity: 'error', code: `schema-${keyword}`, pointer: path, message }));
}

function checkData(schema: Ready['schema'], data: unknown, limits: Limits): readonly Breach[] {
  if (schema instanceof PdfgenError) throw schema;
  return schema.check(data, { timeoutMs: limits.validationMs });
}

function checkItems(
  schema: Ready['schema'],
  items: readonly unknown[],
  limits: Limits,
): { readonly breaches: readonly Breach[]; readonly truncated: boolean } {
  const breaches: Breach[] = [];
  for (const [index, data] of items.entries()) {
    for (const one of checkData(schema, data, limits)) {
      if (breaches.length === maxBreaches) return { breaches, truncated: true };
      breaches.push({ ...one, path: `/items/${index}${one.path}` });
    }
  }
  return { breaches, truncated: false };
}

function render({ compiled, resources, schema }: Ready, request: RenderRequest): RenderResult {
  const { template, data, options, limits } = request;
  const breaches = checkData(schema, data, limits);
  if (breaches.length > 0) {
    throw new PdfgenError(
      'DATA_INVALID',
      `The data does not fit the contract of "${template.slug}": ${breaches.length} ${breaches.length === 1 ? 'fault' : 'faults'}.`,
      { errors: breaches },
    );
  }
  if (!compiled.program) throw templateInvalid(template.slug, compiled.diagnostics);
  const body: Uint8Array[] = [];
  let bytes = 0;
  const deadline = performance.now() + limits.renderMs;
  const result = renderDocument({
    program: compiled.program,
    data,
    resources,
    date: options.date,
    fontSubset: options.fontSubset ?? 'document',
    limits,
    checkTime() {
      if (performance.now() > deadline)
        throw new PdfgenError('RENDER_TIMEOUT', `Rendering took longer than ${limits.renderMs / 1000} s and was stopped.`);
    },
    write(chunk) {
      bytes += chunk.length;
      if (bytes > limits.maxOutputBytes)
        throw new PdfgenError('RENDER_LIMIT', `The PDF is larger than ${limits.maxOutputBytes} bytes (limit maxOutputBytes).`);
      body.push(chunk);
    },
  });
  if (options.strict && result.warnings.length > 0) {
    throw new PdfgenError(
      'RENDER_WARNINGS',
      `Strict rendering: ${result.warnings.length} ${result.warnings.length === 1 ? 'warning' : 'warnings'}.`,
      { errors: result.warnings.map(warningBreach) },
    );
  }
  return {
    body,
    bytes,
    sha256: result.sha256,
    pages: result.pages,
    warnings: result.warnings,
    filename: toFilename(result.filename || template.slug),
  };
}

function warningBreach(warning: RenderWarning): Breach {
  const { code, component, dataPath, page, message } = warning;
  return {
    path: dataPath === null ? '' : `/data${dataPath}`,
    message,
    keyword: code,
    params: { component, page },
    schemaPath: '',
  };
}
