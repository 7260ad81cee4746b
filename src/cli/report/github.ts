// Writes workflow commands of GitHub Actions, which become annotations on the changed files.
import { toLine } from '../../words/to-line.ts';
import { describeFinding, type FileReport, type Finding, type WriteReport } from './validation-report.ts';

export const writeGithub: WriteReport = ({ files }) =>
  files.flatMap((file) => file.findings.map((finding) => writeCommand(file, finding))).join('');

function writeCommand({ file, template }: FileReport, finding: Finding): string {
  const { place } = finding;
  const properties: [string, string | number | undefined][] = [
    // Standard input is not a file of the repository.
    ['file', file.startsWith('<') ? undefined : file],
    ['line', place?.line],
    ['endLine', place?.endLine],
    ['col', place?.column],
    // The end column is valid only together with the same line.
    ['endColumn', place?.endLine === place?.line ? place?.endColumn : undefined],
    ['title', `Data for ${template}`],
  ];
  const written = properties.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${finding.level === 'warning' ? 'warning' : 'error'} ${written.join(',')}::${escapeMessage(toLine(describeFinding(finding)))}\n`;
}

const escapeMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
