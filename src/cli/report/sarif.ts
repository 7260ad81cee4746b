// Writes SARIF 2.1.0 for code scanning.
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programVersion } from '../../files/program-files.ts';
import { toSafeJson } from '../../words/to-line.ts';
import { describeFinding, type FileReport, type Finding, type WriteReport } from './validation-report.ts';

export const writeSarif: WriteReport = ({ files }) => {
  const rules = [...new Set(files.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].toSorted();
  const run = {
    tool: {
      driver: {
        name: 'pdfgen',
        version: programVersion(),
        // 3.19.17: an absolute URI. The program has no home page.
        informationUri: 'urn:pdfgen:cli',
        rules: rules.map((id) => ({ id, shortDescription: { text: describeRule(id) } })),
      },
    },
    // 3.14.17: columns are counted as JavaScript counts them.
    columnKind: 'utf16CodeUnits',
    results: files.flatMap((file) => file.findings.map((finding) => toResult(file, finding, rules.indexOf(finding.rule)))),
  };
  return `${toSafeJson({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, 2)}\n`;
};

const ownRules: Readonly<Record<string, string>> = {
  syntax: 'The file is well-formed JSON, JSON Lines or YAML.',
  unreadable: 'The file can be read.',
  timeout: 'Checking takes no longer than allowed.',
  digits: 'Numbers keep their digits.',
};

const describeRule = (id: string): string => ownRules[id] ?? `The data fits the keyword "${id}" of the template's dataSchema.`;

function toResult({ file, template }: FileReport, finding: Finding, ruleIndex: number): unknown {
  const { place, path, record, schemaPath } = finding;
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: finding.level === 'warning' ? 'warning' : 'error',
    message: { text: describeFinding(finding) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: toUri(file) }, ...(place && { region: toRegion(place) }) },
        ...(path !== '' && { logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }),
      },
    ],
    properties: { template, ...(record !== undefined && { record }), ...(schemaPath !== undefined && { schemaPath }) },
  };
}

function toRegion({ line, column, endLine, endColumn }: NonNullable<Finding['place']>): unknown {
  return {
    startLine: line,
    startColumn: column,
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  };
}

/** 3.4.3: a URI, relative to the folder of the run, or absolute. */
function toUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
