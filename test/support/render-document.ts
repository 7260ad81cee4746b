// A template in memory as a PDF, or the error of rendering it.

import { randomBytes } from 'node:crypto';
import { completeOptions } from '../../src/contract/document-options.ts';
import { PdfgenError } from '../../src/contract/errors.ts';
import type { RenderWarning } from '../../src/contract/generate.ts';
import { readStandards } from '../../src/contract/standards.ts';
import type { Program } from '../../src/document/compile/compile-template.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { loadWriter, type RenderInput, renderDocument } from '../../src/document/render.ts';
import type { Resources } from '../../src/document/resources.ts';
import { toResource } from '../document/image/make-image.ts';
import { compile, defaultLimits, explain, testResources } from './render.ts';

export interface DocumentOptions {
  readonly standard?: string | readonly string[];
  readonly data?: unknown;
  readonly date?: string | undefined;
  /** The document is encrypted, and the user opens it with this password. */
  readonly password?: string;
  readonly invoice?: RenderInput['invoice'];
  readonly images?: Readonly<Record<string, Uint8Array>>;
  /** Instead of `images` and the fonts that ship. */
  readonly resources?: Resources;
  readonly limits?: RenderInput['limits'];
}

/** Images of a template, which are its other files too. */
export function filesOf(images: Readonly<Record<string, Uint8Array>>): Pick<Resources, 'image' | 'file' | 'names'> {
  const find = (name: string) => (images[name] ? toResource(images[name]) : undefined);
  return { image: find, file: find, names: (kind) => (kind === 'font' ? [] : Object.keys(images)) };
}

/** Renders a template. Without `standard` the template's own holds. */
export const renderPdf = async (template: Record<string, unknown>, options: DocumentOptions = {}): Promise<Buffer> =>
  (await renderWarned(template, options)).pdf;

/** Renders a compiled template. */
export const renderProgram = async (program: Program, options: DocumentOptions): Promise<Buffer> =>
  (await renderCompiled(program, options)).pdf;

/** The warnings of a document, as `missing-pdf There is …`. */
export async function warningsOf(template: Record<string, unknown>, options: DocumentOptions = {}): Promise<string[]> {
  const { warnings } = await renderWarned(template, options);
  return warnings.map(({ code, message }) => `${code} ${message}`);
}

/** What compiling a template with these files reports: `error missing-pdf /pages/0/body/0/pdf There is …`. */
export const diagnoseWith = (template: Record<string, unknown>, images: Readonly<Record<string, Uint8Array>>) =>
  explain(template, resourcesOf({ images }));

interface Rendered {
  readonly pdf: Buffer;
  readonly warnings: readonly RenderWarning[];
}

/** The PDF of a template with its warnings. */
export async function renderWarned(template: Record<string, unknown>, options: DocumentOptions = {}): Promise<Rendered> {
  const { program, diagnostics } = await compile(template, resourcesOf(options));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return renderCompiled(program, options);
}

const resourcesOf = ({ resources, images = {} }: DocumentOptions): Resources =>
  resources ?? { ...testResources, ...filesOf(images) };

async function renderCompiled(program: Program, options: DocumentOptions): Promise<Rendered> {
  const { standard, data = {}, date, password, invoice, limits = defaultLimits } = options;
  const resources = resourcesOf(options);
  const read = standard === undefined ? { names: program.standards } : readStandards(standard);
  if ('fault' in read) throw new Error(read.fault);
  const input = {
    program,
    data,
    resources,
    date,
    options: completeOptions({}),
    standards: read.names,
    ...(await loadWriter(read.names)),
    encryption: password === undefined ? undefined : { userPassword: password, randomBytes },
    invoice,
    limits,
    checkTime: () => {},
  };
  return withDemanded(resources, () => {
    const chunks: Uint8Array[] = [];
    const { warnings } = renderDocument({ ...input, write: (chunk) => chunks.push(chunk) });
    return { pdf: Buffer.concat(chunks), warnings };
  });
}

/** The rules that a document breaks, each with its component: `font-embedded /pages/0/body/0`. */
export const listBreaches = (template: Record<string, unknown>, options: DocumentOptions = {}): Promise<string[]> =>
  breachesOf(renderPdf(template, options));

/** The same for a compiled template. */
export const listBreachesOf = (program: Program, options: DocumentOptions): Promise<string[]> =>
  breachesOf(renderProgram(program, options));

async function breachesOf(rendering: Promise<unknown>): Promise<string[]> {
  try {
    await rendering;
    return [];
  } catch (error) {
    if (!(error instanceof PdfgenError) || error.code !== 'STANDARD_BREACH') throw error;
    return error.errors!.map(({ keyword, params }) => `${keyword} ${String(params.component)}`);
  }
}

/** As `listBreaches`, with the messages: `foreign-font: PDF/A-2b: page 1 …`. */
export async function explainBreaches(template: Record<string, unknown>, options: DocumentOptions): Promise<string[]> {
  const error = await renderPdf(template, options).then(
    () => undefined,
    (one: unknown) => one,
  );
  if (error === undefined) return [];
  if (!(error instanceof PdfgenError) || error.code !== 'STANDARD_BREACH') throw error;
  return error.errors!.map(({ keyword, message }) => `${keyword}: ${message}`);
}
