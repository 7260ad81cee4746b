// Writes the report of a validation for programs.
import { toSafeJson } from '../../words/to-line.ts';
import { type FileReport, type Finding, isUnreadable, isValid, type WriteReport } from './validation-report.ts';

export const writeJson: WriteReport = ({ files }) =>
  `${toSafeJson({ valid: files.every(isValid), files: files.map(toFile) }, 2)}\n`;

function toFile(file: FileReport): unknown {
  const listed = file.findings.filter(({ level }) => level !== 'warning');
  return {
    file: file.file,
    template: file.template,
    valid: isValid(file),
    readable: !isUnreadable(file),
    records: file.records,
    errors: listed.map(toEntry),
    ...(file.errors > listed.length && { errorsTruncated: true, errorCount: file.errors }),
    warnings: file.findings.filter(({ level }) => level === 'warning').map(toEntry),
  };
}

function toEntry({ path, message, rule, schemaPath, record, place }: Finding): unknown {
  return {
    path,
    message,
    keyword: rule,
    schemaPath: schemaPath ?? null,
    record: record ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    endLine: place?.endLine ?? null,
    endColumn: place?.endColumn ?? null,
  };
}
