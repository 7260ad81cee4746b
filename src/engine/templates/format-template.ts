// Brings the file of a template into its canonical form.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { maxDepths } from '../../contract/max-depths.ts';
import { describeLoss } from '../../json/exact-number.ts';
import { readJson } from '../../json/read-json.ts';
import { writeJson } from '../../json/write-json.ts';
import type { Deps } from '../deps.ts';
import type { FormattedTemplate } from '../local-engine.ts';
import { writeTemplateFile } from './write-template-file.ts';

type Document = Readonly<Record<string, unknown>>;

/** Writes the file of a template in its canonical form. Raises TEMPLATE_INVALID for a file that would lose digits. */
export async function formatTemplate(
  deps: Deps,
  uuid: string,
  { check }: { readonly check: boolean },
): Promise<FormattedTemplate> {
  const template = await deps.templates.get(uuid);
  const file = template.files!.document;
  const given = await readFile(file, 'utf8');
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const document = parse(text, file);
  const { canonicalForm } = await import('../../document/compile/canonical-form.ts');
  const formatted = writeJson(canonicalForm(document));
  if (formatted === text) return { file, isChanged: false };
  if (!check) await writeTemplateFile(file, given.includes('\r\n') ? formatted.replaceAll('\n', '\r\n') : formatted);
  return { file, isChanged: true };
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
