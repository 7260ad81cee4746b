// Writes the report for people: one line for each finding, in a form that editors and terminals link, and a line with the counts.

import { escapeLine } from '../../input/text-position.ts';
import { counted } from '../../words/counts.ts';
import {
  describeFinding,
  type FileReport,
  type Finding,
  isUnreadable,
  isValid,
  type ValidationReport,
  type WriteReport,
} from './validation-report.ts';

export const writeHuman: WriteReport = (report) => {
  const lines = report.files.flatMap((file) => [
    ...file.findings.map((finding) => writeFinding(file, finding)),
    ...writeRest(file),
  ]);
  return `${[...lines, summarize(report)].join('\n')}\n`;
};

function writeFinding({ file }: FileReport, finding: Finding): string {
  const { line, column } = finding.place ?? {};
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const shown = finding.excerpt ? finding.excerpt.split('\n').map((text) => `\n    ${text}`) : [];
  const level = finding.level === 'warning' ? 'warning: ' : '';
  return `${escapeLine(place)}  ${level}${escapeLine(describeFinding(finding))}${shown.join('')}`;
}

function writeRest({ file, errors, findings }: FileReport): string[] {
  const more = errors - findings.filter(({ level }) => level !== 'warning').length;
  return more > 0 ? [`${escapeLine(file)}  and ${counted(more, 'more error')}`] : [];
}

/** `3 files checked: 1 valid, 1 invalid (2 errors), 1 unreadable`. */
export function summarize({ files }: ValidationReport): string {
  const unreadable = files.filter(isUnreadable).length;
  const valid = files.filter(isValid).length;
  const invalid = files.length - valid - unreadable;
  const errors = files.reduce((sum, file) => sum + (isUnreadable(file) ? 0 : file.errors), 0);
  const parts = [
    `${valid} valid`,
    ...(invalid > 0 ? [`${invalid} invalid (${counted(errors, 'error')})`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  return files.length === 0 ? 'no files checked' : `${counted(files.length, 'file')} checked: ${parts.join(', ')}`;
}
