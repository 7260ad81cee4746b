// Writes the report for people: one line for each finding, in a form that editors and terminals link, and a line with the counts. Many findings of
// one kind are one line.

import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import { describeMore, FaultGroups, type FaultLine, kindOf, lineOf } from '../faults/fault-groups.ts';
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
  const lines = report.files.flatMap((file) => [...writeFindings(file), ...writeRest(file)]);
  return `${[...lines, summarize(report)].join('\n')}\n`;
};

function writeFindings(file: FileReport): readonly string[] {
  const groups = new FaultGroups<Finding>();
  const apart = file.findings.filter((finding) => !groups.add(finding, kindOfFinding(finding)));
  return [...groups.lines(), ...apart.map(lineOf)].map((line) => writeLine(file, line));
}

/** Findings about a record as a whole have a kind. */
function kindOfFinding({ path, level, rule, schemaPath, message }: Finding): string | undefined {
  if (path !== '') return undefined;
  // A keyword of the schema quotes the names of members.
  return JSON.stringify([level, rule, schemaPath === undefined ? kindOf(message) : message]);
}

function writeLine({ file }: FileReport, line: FaultLine<Finding>): string {
  const { fault: finding } = line;
  const place = [file, placeText(finding)].filter((part) => part !== undefined).join(':');
  const shown = finding.excerpt ? finding.excerpt.split('\n').map((text) => `\n    ${text}`) : [];
  const level = finding.level === 'warning' ? 'warning: ' : '';
  const more = describeMore(line, finding.level === 'warning' ? 'warning' : 'error', placeText);
  return `${toLine(place)}  ${level}${toLine(describeFinding(finding))}${more}${shown.join('')}`;
}

/** `14:12`. */
const placeText = ({ place }: Finding): string | undefined => place && `${place.line}:${place.column}`;

function writeRest({ file, errors, findings }: FileReport): string[] {
  const more = errors - findings.filter(({ level }) => level !== 'warning').length;
  return more > 0 ? [`${toLine(file)}  and ${counted(more, 'more error')}`] : [];
}

/** `3 files checked: 1 valid, 1 invalid (2 errors), 1 unreadable; no data file matches data/*.json`. */
export function summarize(report: ValidationReport): string {
  const cut = report.files.find(({ isCut }) => isCut === true);
  const files = report.files.filter((file) => file.isEmpty !== true && file !== cut);
  const patterns = report.files.filter(({ isEmpty }) => isEmpty === true).map(({ file }) => file);
  const unreadable = files.filter(isUnreadable).length;
  const valid = files.filter(isValid).length;
  const invalid = files.length - valid - unreadable;
  const errors = files.reduce((sum, file) => sum + (isUnreadable(file) ? 0 : file.errors), 0);
  const parts = [
    `${valid} valid`,
    ...(invalid > 0 ? [`${invalid} invalid (${counted(errors, 'error')})`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  const checked = files.length === 0 ? 'no files checked' : `${counted(files.length, 'file')} checked: ${parts.join(', ')}`;
  const stopped =
    cut && `; interrupted in ${toLine(cut.file)} after ${counted(cut.records, 'record')} with ${counted(cut.errors, 'error')}`;
  return `${checked}${stopped ?? ''}${patterns.length === 0 ? '' : `; no data file matches ${toLine(patterns.join(', '))}`}`;
}
