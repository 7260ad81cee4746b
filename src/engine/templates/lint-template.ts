// Lints a template with all its files.
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { drawableName, findMediaType } from '../../contract/asset-types.ts';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { Breach } from '../../contract/errors.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { findBreaches } from '../../contract/find-breaches.ts';
import type { RenderWarning } from '../../contract/generate.ts';
import { maxDepths } from '../../contract/max-depths.ts';
import { findFile, type TemplateFiles } from '../../contract/template-files.ts';
import type { WarningCode } from '../../contract/warnings.ts';
import { describeLoss } from '../../json/exact-number.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { readJson } from '../../json/read-json.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { isFontFile } from '../../words/font-lines.ts';
import { patternFolder, patternLanguage } from '../../words/pattern-name.ts';
import type { Deps } from '../deps.ts';
import type { FileDiagnostic } from '../local-engine.ts';
import { openAsset } from './assets.ts';
import { findUnusedFonts } from './find-unused-fonts.ts';

/** Errors and warnings about a template: its document, its files, its schema, and its example data against the schema. */
export async function lintTemplate(deps: Deps, uuid: string): Promise<readonly FileDiagnostic[]> {
  const { templates, openRenderer, limits } = deps;
  const template = await templates.get(uuid);
  const { files } = template;
  if (!files) return [];
  const own = realpathSync(dirname(files.document)) + sep;
  const isShared = (name: string) => !realpathSync(template.assets[name]!.path).startsWith(own);
  const renderer = await openRenderer();
  const found = [...(await renderer.lint({ template }))];
  for (const fault of await findAssetFaults(deps, template, isShared)) {
    // The linter has opened the fonts that the template names, and may have reported this fault.
    if (!found.some(({ message }) => message === fault.message)) found.push(fault);
  }
  found.push(...findUnusedFonts(template.document, Object.keys(template.assets), isShared, found));
  found.push(...findUnusedPatterns(Object.keys(template.assets)));
  const isSchemaBroken = found.some((one) => one.severity === 'error' && one.pointer.startsWith('/dataSchema'));
  if (!isSchemaBroken) {
    try {
      const request = { template, data: template.document.exampleData, limits: limits.now };
      const { breaches } = await findBreaches(renderer.validate(request));
      found.push(...breaches.map(ofExample));
      if (
        rulesOfData.test(JSON.stringify([template.document.pages, template.document.define])) &&
        !found.some(({ severity }) => severity === 'error')
      )
        found.push(...(await renderer.render({ ...request, options: {} })).warnings.flatMap(ofRendering));
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      found.push({ severity: 'error', code: 'example-unchecked', pointer: '/exampleData', message: error.message });
    }
  }
  return [...found.map((one) => ({ ...one, ...findFile(one.pointer, files) })), ...(await findLostDigits(files))];
}

/** Components whose values have rules of their own, which only a rendered document shows. */
const rulesOfData = /"(?:barcode|field|payment)"/;
const dataWarnings: readonly string[] = ['bad-barcode', 'bad-payment', 'field-value'] satisfies readonly WarningCode[];

/** A value of the example data that a component does not take. */
const ofRendering = ({ code, component, message }: RenderWarning): readonly Diagnostic[] =>
  dataWarnings.includes(code)
    ? [
        {
          severity: 'warning',
          code,
          pointer: component?.startsWith('/') ? component : '/exampleData',
          message: `With the example data: ${message}`,
        },
      ]
    : [];

/** Files of hyphenation patterns whose name is no language, as that of a file of hyph-utf8 as it is downloaded. */
function findUnusedPatterns(names: readonly string[]): readonly Diagnostic[] {
  return names
    .filter((name) => name.startsWith(`${patternFolder}/`) && patternLanguage(name) === undefined)
    .map((name) => ({
      severity: 'warning',
      code: 'unused-patterns',
      pointer: `/assets${pointerStep(name)}`,
      message: `No language uses ${name}: name it by its language, such as "${patternFolder}/${patternLanguage(name.replace(/hyph-/, '')) ?? 'cs'}.tex".`,
    }));
}

/** Numbers in the files that lose digits, because a double cannot hold them. */
async function findLostDigits({ document, schema, example }: TemplateFiles): Promise<readonly FileDiagnostic[]> {
  const found: FileDiagnostic[] = [];
  for (const file of new Set([document, schema, example])) {
    const reading = readJson((await readFile(file, 'utf8')).replace(/^\ufeff/, ''), { maxDepth: maxDepths.schema });
    if (reading.fault) continue; // reading the template reported the fault
    for (const { pointer, written, value } of reading.inexact)
      found.push({ severity: 'warning', code: 'digits-lost', pointer, message: `${describeLoss(written, value)}.`, file });
  }
  return found;
}

const font = /^font\//;

/**
 * Broken images and fonts of the template. Other files, such as notes, may be in the same folder. A broken font that several templates share
 * is a fault only of templates that name it.
 */
async function findAssetFaults(
  deps: Deps,
  { assets }: StoredTemplate,
  isShared: (name: string) => boolean,
): Promise<readonly Diagnostic[]> {
  const faults: Diagnostic[] = [];
  for (const [name, { path }] of Object.entries(assets)) {
    const bytes = await readFile(path);
    const isFont = font.test(findMediaType(bytes) ?? '') || isFontFile(name);
    if (isFont && isShared(name)) continue;
    if (findMediaType(bytes) === undefined && !drawableName.test(name)) continue;
    try {
      await openAsset(deps, bytes, { name });
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      faults.push({ severity: 'error', code: 'broken-asset', pointer: `/assets${pointerStep(name)}`, message: error.message });
    }
  }
  return faults;
}

function ofExample({ path, message, keyword, params }: Breach): Diagnostic {
  const { component } = params;
  // A breach of a standard without a place in the data, such as a title that is missing, is a fault of the template.
  if (path === '' && typeof component === 'string' && component.startsWith('/'))
    return { severity: 'error', code: `standard-${keyword}`, pointer: component, message };
  return {
    severity: 'error',
    code: `example-${keyword}`,
    pointer: `/exampleData${path.replace(/^\/data(?=\/|$)/, '')}`,
    message,
  };
}
