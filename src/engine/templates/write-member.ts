// Writes one member of a template's file. The rest of the file stays as it is.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { maxDepths } from '../../contract/max-depths.ts';
import { findMember } from '../../json/json-spans.ts';
import { readJson } from '../../json/read-json.ts';
import { writeJson } from '../../json/write-json.ts';
import { writeTemplateFile } from './write-template-file.ts';

/** A file in its canonical form gets the new member in this form. In another file only the text of the member changes. Raises TEMPLATE_INVALID. */
export async function writeMember(file: string, name: string, value: object): Promise<void> {
  const given = await readFile(file, 'utf8');
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const reading = readJson(text, { maxDepth: maxDepths.schema });
  if (reading.fault) throw new PdfgenError('TEMPLATE_INVALID', `${file} is no JSON: ${reading.fault.message}`);
  const document = reading.value as Readonly<Record<string, unknown>>;
  const { canonicalForm } = await import('../../document/compile/canonical-form.ts');
  const changed = { ...document, [name]: value };
  const isCanonical = writeJson(canonicalForm(document)) === text;
  const written = isCanonical ? writeJson(canonicalForm(changed)) : spliceMember(text, name, value);
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  if (written !== text)
    await writeTemplateFile(file, mark + (given.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written));
}

/** The text of a JSON object with one member changed, or added as the first one. */
function spliceMember(text: string, name: string, value: object): string {
  // The white space before the first member. Undefined: the text is one line.
  const indent = /\n([ \t]*)\S/.exec(text)?.[1];
  const shown = indent === undefined ? onOneLine(value) : indented(value, indent);
  const span = findMember(text, name);
  if (span) return text.slice(0, span[0]) + shown + text.slice(span[1]);
  const start = text.indexOf('{') + 1;
  const isEmpty = /^\s*\}/.test(text.slice(start));
  const lead = indent === undefined ? '' : `\n${indent}`;
  return `${text.slice(0, start)}${lead}${JSON.stringify(name)}: ${shown}${isEmpty ? '' : ','}${text.slice(start)}`;
}

const onOneLine = (value: object): string => writeJson(value).trimEnd().replace(/\n */g, ' ');

function indented(value: object, indent: string): string {
  const lines = writeJson(value).trimEnd();
  return lines.replace(/^(?: {2})+/gm, (spaces) => indent.repeat(spaces.length / 2)).replaceAll('\n', `\n${indent}`);
}
