// Brings the file of a template into its canonical form.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { maxDepths } from '../../contract/max-depths.ts';
import { describeLoss } from '../../json/exact-number.ts';
import { readJson } from '../../json/read-json.ts';
import { writeJson } from '../../json/write-json.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import type { Deps } from '../deps.ts';
import type { FormatOptions, FormattedTemplate } from '../local-engine.ts';
import { writeTemplateFile } from './write-template-file.ts';

type Document = Readonly<Record<string, unknown>>;

/**
 * Writes the file of a template in its canonical form. With `upgrade`, a file in the old notation is renewed if its example data gives the
 * same document before and after. Raises TEMPLATE_INVALID for a file that would lose digits, and for an example that gives no document.
 */
export async function formatTemplate(deps: Deps, uuid: string, { upgrade, check }: FormatOptions): Promise<FormattedTemplate> {
  const template = await deps.templates.get(uuid);
  const file = template.files!.document;
  const given = await readFile(file, 'utf8');
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const document = parse(text, file);
  const { canonicalForm, isOldNotation, renewNotation } = await import('../../document/compile/canonical-form.ts');
  const isOld = isOldNotation(document);
  if (isOld && !upgrade) return { file, outcome: 'old-notation' };
  const renewed = isOld ? renewNotation(document) : document;
  const formatted = writeJson(canonicalForm(renewed));
  if (formatted === text) return { file, outcome: 'unchanged' };
  if (isOld && !(await givesSameDocument(deps, template, renewed))) return { file, outcome: 'different-pages' };
  if (!check) await writeTemplateFile(file, given.includes('\r\n') ? formatted.replaceAll('\n', '\r\n') : formatted);
  return { file, outcome: isOld ? 'upgraded' : 'formatted' };
}

function parse(text: string, file: string): Document {
  const reading = readJson(text, { maxDepth: maxDepths.schema });
  if (reading.fault) throw new PdfgenError('TEMPLATE_INVALID', `${file} is no JSON: ${reading.fault.message}`);
  const [inexact] = reading.inexact;
  if (inexact) {
    const { line, column, written, value } = inexact;
    throw new PdfgenError('TEMPLATE_INVALID', `${file}:${line}:${column} ${describeLoss(written, value)}. Write fewer digits.`);
  }
  return reading.value as Document;
}

/** Whether the example data give the same document, to the byte, in both notations. */
async function givesSameDocument(deps: Deps, template: StoredTemplate, renewed: Document): Promise<boolean> {
  const renderer = await deps.openRenderer();
  const digestOf = async (document: Document, key: string) => {
    // An encrypted document is another one each time.
    const { encryption: _encryption, ...settings } = (document.document ?? {}) as Document;
    const request = {
      template: { ...template, key, document: { ...document, document: settings } },
      data: document.exampleData,
      options: { date: '2000-01-01T00:00:00Z' },
      limits: deps.limits.now,
    };
    return (await renderer.render(request)).sha256;
  };
  const { document, key } = template;
  return (await digestOf(document, `${key} before`)) === (await digestOf({ ...document, ...renewed }, `${key} after`));
}
