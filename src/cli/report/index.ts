// The forms of a validation report, by name.
import type { FileKind } from '../../files/file-kinds.ts';
import { writeGithub } from './github.ts';
import { writeHuman } from './human.ts';
import { writeJson } from './json.ts';
import { writeJunit } from './junit.ts';
import { writeSarif } from './sarif.ts';
import type { WriteReport } from './validation-report.ts';

export const reportForms = {
  human: writeHuman,
  json: writeJson,
  junit: writeJunit,
  sarif: writeSarif,
  github: writeGithub,
} as const satisfies Readonly<Record<string, WriteReport>>;

export type ReportForm = keyof typeof reportForms;

/** How the files of each form begin. A report may replace an earlier report. */
export const reportKinds: Readonly<Record<ReportForm, FileKind>> = {
  human: { name: 'such a report', head: /^(?:\S.*:\d+(?::\d+)? {2}\S|\d+ files? checked: |no files checked)/ },
  json: { name: 'such a report', head: /^\{\s*"valid":/ },
  junit: { name: 'a JUnit report', head: /^(?:\xef\xbb\xbf)?<\?xml[\s\S]*<testsuites?\b/ },
  sarif: { name: 'a SARIF report', head: /^\{[\s\S]*sarif/ },
  github: { name: 'such a report', head: /^::(?:error|warning) / },
};
