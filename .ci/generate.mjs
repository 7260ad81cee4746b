// Writes docs/reference from the built program: components, filters, errors, the server's settings, the HTTP interface. The command reference comes from the command tree.
// `--check` writes nothing and fails when a page is not as it would be written.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const check = process.argv.includes('--check');
const { components } = await import('../.build/document/components/registry.js');
const { commonProperties } = await import('../.build/document/template/property-schemas.js');
const { documentSchema, pageSchema, templateMembers } = await import('../.build/document/template/template-schema.js');
const { filterReference } = await import('../.build/document/expression/index.js');
const { errorTable } = await import('../.build/contract/errors.js');
const { createOpenApi } = await import('../.build/server/openapi.js');
const { serveSettingGroups, showDefault } = await import('../.build/cli/commands/serve-setting-table.js');
const { buildProgram } = await import('../.build/cli/build-program.js');

const generated = '<!-- Made by `npm run gen`; edit the source it is made from. -->\n';
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

function kind(schema) {
  if (schema.$ref) return schema.$ref.split('/').pop() === 'components' ? 'components' : 'component';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.oneOf) return [...new Set(schema.oneOf.map(kind))].join(' or ');
  if (schema['x-expression']) return 'expression';
  if (schema.type === 'array') return `list of ${schema.items ? kind(schema.items) : 'anything'}`;
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function propertyTable(properties, required = []) {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const more = schema.default === undefined ? '' : ` Default \`${JSON.stringify(schema.default)}\`.`;
    const about = `${schema.description ?? ''}${more}`.trim();
    return `| \`${name}\`${required.includes(name) ? ' (needed)' : ''} | ${cell(kind(schema))} | ${cell(about)} |`;
  });
  return `| property | value | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const example = (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;

const componentPage = [
  '# Components\n',
  generated,
  'What may stand in `pages`. A string where a component may stand is a `text`, a list is a `stack`. Positions and sizes are in the',
  "template's `unit` (mm unless it says otherwise); font sizes, line widths and corner radii are always in pt.\n",
  ...components.flatMap((one) => [
    `## ${one.type}\n`,
    `${one.summary}\n`,
    Object.keys(one.properties).length > 0
      ? propertyTable(one.properties, one.required)
      : 'It has only the properties that all components have.\n',
    example(one.example),
  ]),
  '## Properties of every component\n',
  'Text properties are inherited by the components inside.\n',
  propertyTable(commonProperties),
  '## Page layouts\n',
  propertyTable(pageSchema.properties, pageSchema.required),
  '## The template\n',
  propertyTable(templateMembers, ['pages']),
  '## document\n',
  propertyTable(documentSchema.properties),
].join('\n');

const filterPage = [
  '# Filters\n',
  generated,
  '`{{ value | filter: argument, argument }}`. Filters marked Liquid have the name and the argument order that Liquid gives them.\n',
  '| filter | does | example | gives | Liquid |\n| --- | --- | --- | --- | --- |',
  ...filterReference.map(
    (one) =>
      `| \`${cell(one.signature)}\` | ${cell(one.summary)} | \`${cell(one.example)}\` | \`${cell(one.result)}\` | ${one.liquid ? 'yes' : ''} |`,
  ),
  '',
].join('\n');

const errorPage = [
  '# Errors\n',
  generated,
  'Programs switch on `code`: of the problem document (RFC 9457) that `--json` prints on stderr, and of `PdfgenError` in the library.\n',
  '| code | exit | HTTP | meaning |\n| --- | --- | --- | --- |',
  ...Object.entries(errorTable).map(([code, row]) => `| \`${code}\` | ${row.exit} | ${row.status} | ${cell(row.help)} |`),
  '',
].join('\n');

const settingPage = [
  '# Settings of the server\n',
  generated,
  'Strongest first: the flag of `pdfgen serve`, the variable, the member of the JSON file that `--config` (or `PDFGEN_CONFIG`) names, the default.',
  '`pdfgen config list --server --origin` shows what holds and where it comes from. A wrong value is refused at the start, with its place and what',
  'it must be. `pdfgen worker --data-dir` reads the same variables and the same file.\n',
  ...serveSettingGroups.flatMap(({ title, settings }) => [
    `## ${title}\n`,
    '| member | flag | variable | value | default | meaning |\n| --- | --- | --- | --- | --- | --- |',
    ...settings.map(
      (one) =>
        `| \`${one.name}\` | \`${one.flag}\` | \`${one.variable}\` | ${cell(one.expects)} | ${cell(showDefault(one))} | ${cell(one.summary)} |`,
    ),
    '',
  ]),
  'Who may frame the editor is set for each team, not for the server: `pdfgen teams origins`. How long results are kept (24 hours) is part of the',
  'interface and no setting.\n',
].join('\n');

function commandPages(command, name) {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  if (command.commands.length === 0) command.outputHelp();
  const own = command.commands.length === 0 ? [`## ${name}\n`, `\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`] : [];
  return [
    ...own,
    ...command.commands.filter((one) => one.name() !== 'help').flatMap((one) => commandPages(one, `${name} ${one.name()}`)),
  ];
}

const program = await buildProgram({ columns: 100 });
const pages = {
  'components.md': componentPage,
  'filters.md': filterPage,
  'errors.md': errorPage,
  'settings.md': settingPage,
  'cli.md': ['# Commands\n', generated, ...commandPages(program, 'pdfgen')].join('\n'),
  'openapi.json': `${JSON.stringify(createOpenApi(JSON.parse(readFileSync('package.json', 'utf8'))), null, 2)}\n`,
};
mkdirSync('docs/reference', { recursive: true });
const stale = [];
for (const [file, text] of Object.entries(pages)) {
  const path = `docs/reference/${file}`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (check) stale.push(path);
  else writeFileSync(path, text);
}
if (stale.length > 0) {
  console.error(`Not as the source has them: ${stale.join(', ')}. Run: npm run gen`);
  process.exit(1);
}
