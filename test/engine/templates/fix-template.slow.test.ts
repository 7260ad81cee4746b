// `templates lint --fix` ends the warnings of printed texts that may be missing, and changes nothing else in the file.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeTemplateFile } from '../../../src/engine/templates/write-template-file.ts';
import { ends, raises } from '../../support/ends.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';
import { listOf, objectOf } from '../../support/schemas.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const schema = objectOf(
  {
    id: text,
    name: text,
    first: text,
    nick: { type: ['string', 'null'] },
    due: { ...text, format: 'date' },
    pattern: text,
    vat: number,
    address: objectOf({ street: text }, ''),
    tags: listOf(text),
    lines: listOf(objectOf({ q: number, note: text }, 'q')),
  },
  'id tags lines',
);

/** A workspace with templates of these texts of `template.json`. */
const workspace = (templates: Readonly<Record<string, string>>): string =>
  makeFolder({
    'pdfgen.json': {},
    ...Object.fromEntries(
      Object.entries(templates).flatMap(([name, content]) => [
        [`templates/${name}/template.json`, content],
        [`templates/${name}/schema.json`, schema],
        [`templates/${name}/example.json`, { id: '1', tags: [], lines: [] }],
      ]),
    ),
  });

const file = (folder: string, name = 'note') => join(folder, `templates/${name}/template.json`);
const read = (folder: string, name?: string) => readFileSync(file(folder, name), 'utf8');
const fix = (cwd: string, ...more: string[]) => runCli(['templates', 'lint', '--fix', ...more], { cwd });
const ofBody = (...body: unknown[]) => JSON.stringify({ pages: [{ body }] });

/** The body of a template after its fix. */
async function fixed(...body: unknown[]): Promise<unknown> {
  const folder = workspace({ note: ofBody(...body) });
  await fix(folder);
  return (JSON.parse(read(folder)) as { pages: [{ body: unknown }] }).pages[0].body;
}

test.each([
  ['a name', '{{ name }}', "{{ name ?? '' }}"],
  ['a path, without spaces', '{{address.street}}', "{{address.street ?? ''}}"],
  ['a text that may be null', '{{ nick }}', "{{ nick ?? '' }}"],
  ['a filter', '{{ name | upcase }}', "{{ (name | upcase) ?? '' }}"],
  ['a date', '{{ due | date }}', "{{ (due | date) ?? '' }}"],
  ['an element of a list that may be empty', '{{ tags | first }}', "{{ (tags | first) ?? '' }}"],
  ['the same, with a filter behind it', '{{ tags | last | upcase }}', "{{ (tags | last | upcase) ?? '' }}"],
  ['a text in place of another', '{{ name ?? first }}', "{{ (name ?? first) ?? '' }}"],
  ['several bindings', '{{ name }} {{ first }}\n{{ id }}', "{{ name ?? '' }} {{ first ?? '' }}\n{{ id }}"],
])('%s is mended', async (_, given, expected) => {
  expect(await fixed(given)).toEqual([expected]);
});

test.each([
  ['a number', 'A {{ vat }}'],
  ['a number as money', "A {{ vat | money: 'EUR' }}"],
  ['a text joined with a number', 'A {{ name & vat }}'],
  ['the largest number of a list', "A {{ lines | max: 'q' }}"],
  ['a condition over a number', 'A {{ vat > 1 ? name : id }}'],
  ['an option that ?? after the binding does not answer', 'A {{ due | date: pattern }}'],
  ['a text whose test is in another binding', "{{ name ? '' : '-' }} costs {{ name }}"],
  ['a value of a property', { image: '{{ name }}', alt: 'x' }],
  ['joined texts, of which one would be lost with the other', '{{ first & name }}'],
  ['an answer of two', "{{ id == '' ? name : first }}"],
  ['a text with words beside it', 'Dear {{ name }},'],
  ['a text with a sign beside it', '{{ name }} – {{ first }}'],
  ['a text that is proved', { text: 'A {{ name }}', when: 'name' }],
])('%s stays', async (_, given) => {
  expect(await fixed(given)).toEqual([given]);
});

test('cells, choices and bands are mended, and a choice that asks for the same value stays', async () => {
  const table = { table: 'lines', as: 'l', columns: [{ header: '{{ first }}', body: '{{ l.q }} {{ l.note | upcase }}' }] };
  const choice = { choose: [{ when: 'name', text: '{{ name }}' }, '{{ name }}', 'never'] };
  expect(
    await fixed(table, { choose: choice.choose.slice(0, 2) }, { choose: [{ when: 'vat', text: 'x' }, '{{ name }}'] }),
  ).toEqual([
    { ...table, columns: [{ header: "{{ first ?? '' }}", body: "{{ l.q }} {{ (l.note | upcase) ?? '' }}" }] },
    { choose: choice.choose.slice(0, 2) },
    { choose: [{ when: 'vat', text: 'x' }, "{{ name ?? '' }}"] },
  ]);
});

test('a value of "let" is mended where it is printed, unless it is computed', async () => {
  const note = JSON.stringify({ let: { who: 'name', both: 'first & name' }, pages: [{ body: ['{{ who }} {{ both }}'] }] });
  const folder = workspace({ note });
  await fix(folder);
  expect(read(folder)).toBe(note.replace('{{ who }}', "{{ who ?? '' }}"));
});

test('all other characters of the file stay: escapes, spaces, line ends and a byte order mark', async () => {
  const before =
    '\ufeff{ "pages":\r\n\t[ {"body" :["Caf\\u00e9", "{{ first | replace: \\"-\\", \\"–\\" }}\\n",\r\n "{{name}}\\u0020" ] }  ]}\r\n\r\n';
  const folder = workspace({ note: before });
  const after = before
    .replace('first | replace: \\"-\\", \\"–\\"', '(first | replace: \\"-\\", \\"–\\") ?? \'\'')
    .replace('{{name}}', "{{name ?? ''}}");
  await ends(fix(folder), 0, '1 template: 2 fixed, 0 errors, 0 warnings');
  expect(read(folder)).toBe(after);
  await ends(fix(folder), 0, '1 template: 0 fixed, 0 errors, 0 warnings');
  expect(read(folder)).toBe(after);
});

test('more texts than lint lists are all mended', async () => {
  const body = Array.from({ length: 1500 }, () => '{{ name }}');
  expect(await fixed(...body)).toEqual(body.map((one) => one.replace('name', "name ?? ''")));
}, 60_000);

test('the command says what it changed and what it left, with the exit code of what is left', async () => {
  const folder = workspace({ note: ofBody('{{ name }}', '{{ vat }}'), other: ofBody('{{ nick }}') });
  const { stdout } = await ends(fix(folder, '--strict'), 3, '2 templates: 2 fixed, 0 errors, 1 warning', 'Left to you: 1 value');
  expect(stdout.split('\n').map((line) => line.split('  ').slice(0, 3).join('  '))).toEqual([
    `templates/note/template.json:1:24  fixed  /pages/0/body/0 {{ name }} is now {{ name ?? '' }}`,
    `templates/other/template.json:1:24  fixed  /pages/0/body/0 {{ nick }} is now {{ nick ?? '' }}`,
    expect.stringMatching(
      /^templates\/note\/template\.json:1:\d+ {2}warning {2}\/pages\/0\/body\/1 "vat" is not required/,
    ) as string,
    '',
  ]);
});

test('the command says of each kind of value that it left why', async () => {
  const body = [
    '{{ name & vat }} {{ vat }}',
    { text: 'B', when: 'vat > 1' },
    'C {{ vat > 1 ? id : name }}',
    { image: '{{ name }}', alt: '{{ first }}' },
    'D {{ due | date: pattern }}',
    "{{ name ? '' : '-' }} costs {{ name }}",
    'E {{ both }}',
    "F {{ (lines | map: 'note' | join) ?? '' }}",
    "G {{ first & name ?? '' }}",
    'H {{ address }} {{ lines | first | json }}',
    '{{ null }}',
    'Dear {{ name }},',
  ];
  const folder = workspace({ note: JSON.stringify({ let: { both: 'vat + 1' }, pages: [{ body }] }) });
  const { stderr } = await fix(folder);
  expect(stderr.slice(stderr.indexOf('Left')).trimEnd().split('\n')).toEqual([
    'Left to you: 18 values that may be missing.',
    '  3 numbers: 0 may be a wrong amount',
    '  3 comparisons: a missing value may decide either way',
    '  2 values of properties: an empty text may not be valid there',
    '  2 arguments of filters: ?? after the binding does not replace it',
    '  1 value that is tested elsewhere: the test may belong here too',
    '  1 computed value of "let": ?? belongs in the "let", after what is missing there',
    '  1 list: elements without a value may be left out, replaced or forbidden',
    '  2 values beside ??: ?? may be meant for one side of the operator or for both',
    '  1 value beside other text: without the value, the rest may say nothing',
    '  2 other values: an empty text would not fit',
  ]);
});

test('--json lists the changes of each template, and without --fix the file stays', async () => {
  const folder = workspace({ note: ofBody('{{ name }}') });
  const before = read(folder);
  const found = JSON.parse((await runCli(['templates', 'lint', 'note', '--json'], { cwd: folder })).stdout) as object;
  expect(found).toMatchObject({ templates: [{ diagnostics: [{ fix: { offset: 3, old: 'name', new: "name ?? ''" } }] }] });
  expect(found).not.toHaveProperty('templates.0.fixed');
  expect(read(folder)).toBe(before);
  expect(JSON.parse((await fix(folder, 'note', '--json')).stdout)).toEqual({
    valid: true,
    templates: [
      {
        template: 'note',
        fixed: [
          {
            file: 'templates/note/template.json',
            line: 1,
            column: 24,
            pointer: '/pages/0/body/0',
            old: 'name',
            new: "name ?? ''",
          },
        ],
        diagnostics: [],
      },
    ],
  });
});

test('a file that is read only stays, and what was changed before is told', async () => {
  const folder = workspace({ a: ofBody('{{ name }}'), b: ofBody('{{ name }}') });
  chmodSync(file(folder, 'b'), 0o444);
  const { stdout } = await ends(fix(folder), 9, /b\/template\.json.*there is no permission/);
  expect(stdout).toContain('templates/a/template.json:1:24  fixed');
  expect(read(folder, 'b')).toBe(ofBody('{{ name }}'));
});

test('a file that has changed since it was read stays', async () => {
  const folder = workspace({ note: ofBody('A') });
  const given = read(folder);
  writeFileSync(file(folder), ofBody('B'));
  await raises(writeTemplateFile(file(folder), 'C', given), 9, 'has changed meanwhile');
  expect(read(folder)).toBe(ofBody('B'));
});

test('a template on a server is refused', async () => {
  await ends(fix(workspace({ note: ofBody('A') }), '--remote', 'http://127.0.0.1:9'), 2, 'works only on this machine');
});
