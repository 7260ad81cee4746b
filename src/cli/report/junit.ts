// Writes JUnit XML for CI servers: a suite for each template, a case for each file.

import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import { describeFinding, type FileReport, isUnreadable, isValid, type WriteReport } from './validation-report.ts';

export const writeJunit: WriteReport = ({ files }) => {
  const templates = [...new Set(files.map(({ template }) => template))];
  const suites = templates.map((template) =>
    writeSuite(
      template,
      files.filter((file) => file.template === template),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pdfgen validate" ${counts(files)}>\n${suites.join('')}</testsuites>\n`;
};

function counts(files: readonly FileReport[]): string {
  const errors = files.filter(isUnreadable).length;
  const failures = files.filter((file) => !isValid(file)).length - errors;
  return `tests="${files.length}" failures="${failures}" errors="${errors}"`;
}

function writeSuite(template: string, files: readonly FileReport[]): string {
  return `  <testsuite name="${escapeXml(template)}" ${counts(files)}>\n${files.map(writeCase).join('')}  </testsuite>\n`;
}

function writeCase(file: FileReport): string {
  const open = `    <testcase classname="${escapeXml(file.template)}" name="${escapeXml(file.file)}" file="${escapeXml(file.file)}"`;
  if (isValid(file)) return `${open}/>\n`;
  const kind = isUnreadable(file) ? 'error' : 'failure';
  const lines = file.findings.map((finding) => {
    const place = [file.file, finding.place?.line, finding.place?.column].filter((part) => part !== undefined).join(':');
    return `${place}  ${describeFinding(finding)}`;
  });
  const message =
    file.errors === 1 ? describeFinding(file.findings.find(({ level }) => level !== 'warning')!) : counted(file.errors, 'error');
  return `${open}>\n      <${kind} type="${kind === 'error' ? 'unreadable' : 'invalid'}" message="${escapeXml(message)}">${escapeXml(lines.join('\n'))}</${kind}>\n    </testcase>\n`;
}

/** Escapes text for XML 1.0: markup, and forbidden characters (2.2) as `\u0000`. */
export function escapeXml(text: string): string {
  return text
    .split('\n')
    .map(toLine)
    .join('\n')
    .replace(
      /[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16)}`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
