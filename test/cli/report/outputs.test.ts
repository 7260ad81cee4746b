import { describe, expect, test } from 'vitest';
import { reportForms } from '../../../src/cli/report/index.ts';
import { escapeXml } from '../../../src/cli/report/junit.ts';
import { parseOutputs } from '../../../src/cli/report/outputs.ts';
import type { Finding, ValidationReport } from '../../../src/cli/report/validation-report.ts';
import { records } from '../../support/records.ts';

const finding = (more: Partial<Finding>): Finding => ({
  level: 'error',
  place: { line: 14, column: 12, endLine: 14, endColumn: 17 },
  record: undefined,
  path: '/lines/0/qty',
  message: 'must be a number, got "two"',
  rule: 'type',
  schemaPath: '#/properties/lines/items/properties/qty/type',
  ...more,
});

/** About a whole record. */
const whole = (rule: string, message: string, line: number, column: number, more: Partial<Finding> = {}) =>
  finding({ path: '', place: { line, column }, message, rule, schemaPath: undefined, ...more });

const checked = (file: string, template: string, records: number, errors: number, ...findings: Finding[]) => ({
  file,
  template,
  records,
  errors,
  findings,
});

const percent = whole('required', 'must have "50%"', 1, 1, { schemaPath: '#/required' });
const digits = whole('digits', 'the number 1e400\u001b loses digits', 3, 4, { level: 'warning' });
const syntax = whole('syntax', 'there must be no "," before "}"', 1, 9, { excerpt: '{"a": 1,}\n        ^' });
const unreadable = { level: 'unreadable', place: undefined } as const;
const report: ValidationReport = {
  files: [
    checked('good.json', 'invoice', 1, 0),
    checked('data/a, b & <c>.json', 'invoice', 1, 2, finding({}), percent, digits),
    checked('bad.json', 'letter', 0, 1, syntax),
    checked('missing.json', 'letter', 0, 1, whole('unreadable', 'cannot be read: there is no such file', 0, 0, unreadable)),
  ],
};

test('human: a line a finding, then the counts', () => {
  expect(reportForms.human(report)).toBe(
    `data/a, b & <c>.json:14:12  /lines/0/qty must be a number, got "two"
data/a, b & <c>.json:1:1  data must have "50%"
data/a, b & <c>.json:3:4  warning: the number 1e400\\u001b loses digits
bad.json:1:9  there must be no "," before "}"
    {"a": 1,}
            ^
missing.json  cannot be read: there is no such file
4 files checked: 1 valid, 2 invalid (3 errors), 1 unreadable
`,
  );
});

test('human: errors that are not listed are counted', () => {
  const text = reportForms.human({
    files: [{ file: 'a.jsonl', template: 'x', records: 9, errors: 9, findings: [finding({ record: 3 })] }],
  });
  expect(text).toBe(
    'a.jsonl:14:12  /lines/0/qty must be a number, got "two"\na.jsonl  and 8 more errors\n1 file checked: 0 valid, 1 invalid (9 errors)\n',
  );
});

test('human: many findings about whole records are one line with their number and the first places', () => {
  const missing = (line: number, name = 'number') =>
    whole('required', `must have "${name}"`, line, 1, { schemaPath: '#/required' });
  const syntax = (line: number) => whole('syntax', `"${line}" is not closed`, line, 9, { excerpt: 'here\n^' });
  const first = [missing(1), syntax(2), finding({}), ...[3, 4, 5, 6, 7, 8].map((line) => missing(line))];
  const findings = [...first, missing(9, 'date'), syntax(10), syntax(11), syntax(12)];
  const errors = findings.length;
  const warnings = [1, 2, 3, 4].map((line) => whole('digits', `${line} loses digits`, line, 2, { level: 'warning' }));
  const file = { file: 'a.jsonl', template: 'x', records: 12, errors, findings: [...findings, ...warnings] };
  expect(
    reportForms.human({ files: [file] }),
  ).toBe(`a.jsonl:1:1  data must have "number"; 6 more errors like this: 3:1, 4:1, 5:1, 6:1, 7:1, …
a.jsonl:2:9  "2" is not closed; 3 more errors like this: 10:9, 11:9, 12:9
    here
    ^
a.jsonl:14:12  /lines/0/qty must be a number, got "two"
a.jsonl:9:1  data must have "date"
a.jsonl:1:2  warning: 1 loses digits; 3 more warnings like this: 2:2, 3:2, 4:2
1 file checked: 0 valid, 1 invalid (13 errors)
`);
});

test('json: every file with its errors and places', () => {
  expect(JSON.parse(reportForms.json(report))).toEqual({
    valid: false,
    files: [
      { file: 'good.json', template: 'invoice', valid: true, readable: true, records: 1, errors: [], warnings: [] },
      {
        file: 'data/a, b & <c>.json',
        template: 'invoice',
        valid: false,
        readable: true,
        records: 1,
        errors: records(
          'path message keyword schemaPath record line column endLine endColumn',
          ['/lines/0/qty', 'must be a number, got "two"', 'type', finding({}).schemaPath, null, 14, 12, 14, 17],
          ['', 'must have "50%"', 'required', '#/required', null, 1, 1, null, null],
        ),
        warnings: [expect.objectContaining({ keyword: 'digits', line: 3 })],
      },
      expect.objectContaining({ file: 'bad.json', errors: [expect.objectContaining({ keyword: 'syntax' })] }),
      expect.objectContaining({ file: 'missing.json', readable: false }),
    ],
  });
});

test('junit: a suite a template, a case a file, escaped', () => {
  expect(reportForms.junit(report)).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="pdfgen validate" tests="4" failures="2" errors="1">
  <testsuite name="invoice" tests="2" failures="1" errors="0">
    <testcase classname="invoice" name="good.json" file="good.json"/>
    <testcase classname="invoice" name="data/a, b &amp; &lt;c&gt;.json" file="data/a, b &amp; &lt;c&gt;.json">
      <failure type="invalid" message="2 errors">data/a, b &amp; &lt;c&gt;.json:14:12  /lines/0/qty must be a number, got &quot;two&quot;
data/a, b &amp; &lt;c&gt;.json:1:1  data must have &quot;50%&quot;
data/a, b &amp; &lt;c&gt;.json:3:4  the number 1e400\\u001b loses digits</failure>
    </testcase>
  </testsuite>
  <testsuite name="letter" tests="2" failures="1" errors="1">
    <testcase classname="letter" name="bad.json" file="bad.json">
      <failure type="invalid" message="there must be no &quot;,&quot; before &quot;}&quot;">bad.json:1:9  there must be no &quot;,&quot; before &quot;}&quot;</failure>
    </testcase>
    <testcase classname="letter" name="missing.json" file="missing.json">
      <error type="unreadable" message="cannot be read: there is no such file">missing.json  cannot be read: there is no such file</error>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
  expect(escapeXml('a\u0000\ud800\uffff😀]]>')).toBe('a\\u0000\\ud800\\uffff😀]]&gt;');
});

test('sarif: rules, results and regions', () => {
  const { version, runs } = JSON.parse(reportForms.sarif(report));
  expect(version).toBe('2.1.0');
  expect(runs[0].columnKind).toBe('utf16CodeUnits');
  expect(runs[0].tool.driver).toMatchObject({ name: 'pdfgen', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(new URL(runs[0].tool.driver.informationUri).protocol).toBe('urn:');
  const ids = runs[0].tool.driver.rules.map((rule: { id: string }) => rule.id);
  expect(ids).toEqual(['digits', 'required', 'syntax', 'type', 'unreadable']);
  expect(runs[0].results[0]).toEqual({
    ruleId: 'type',
    ruleIndex: 3,
    level: 'error',
    message: { text: '/lines/0/qty must be a number, got "two"' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'data/a%2C%20b%20%26%20%3Cc%3E.json' },
          region: { startLine: 14, startColumn: 12, endLine: 14, endColumn: 17 },
        },
        logicalLocations: [{ fullyQualifiedName: '/lines/0/qty', kind: 'member' }],
      },
    ],
    properties: { template: 'invoice', schemaPath: '#/properties/lines/items/properties/qty/type' },
  });
  const levels = runs[0].results.map((result: { level: string }) => result.level);
  expect(levels).toEqual(['error', 'error', 'warning', 'error', 'error']);
});

test('github: one command a finding, escaped', () => {
  expect(reportForms.github(report)).toBe(
    `::error file=data/a%2C b & <c>.json,line=14,endLine=14,col=12,endColumn=17,title=Data for invoice::/lines/0/qty must be a number, got "two"
::error file=data/a%2C b & <c>.json,line=1,col=1,title=Data for invoice::data must have "50%25"
::warning file=data/a%2C b & <c>.json,line=3,col=4,title=Data for invoice::the number 1e400\\u001b loses digits
::error file=bad.json,line=1,col=9,title=Data for letter::there must be no "," before "}"
::error file=missing.json,title=Data for letter::cannot be read: there is no such file
`,
  );
});

describe('--format', () => {
  test('forms go to standard output or to a file', () => {
    expect(parseOutputs(['human', 'junit=a=b.xml'])).toEqual([
      { form: 'human', file: undefined },
      { form: 'junit', file: 'a=b.xml' },
    ]);
  });

  test.each([
    [['json', 'human'], 'Two formats cannot share standard output'],
    [['json=a', 'sarif=a'], 'Two formats cannot share the file a.'],
    [['xml'], 'There is no format "xml"; the formats are human, json, junit, sarif, github.'],
    [['junit='], '--format junit= needs the name of a file.'],
  ])('%j is refused', (formats, message) => {
    expect(() => parseOutputs(formats)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) }),
    );
  });
});
