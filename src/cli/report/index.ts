// The forms of a validation report, by name.
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
