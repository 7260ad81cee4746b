// Writes docs/reference from the built program: components, filters, errors, warnings, the server's settings, the library, the HTTP interface. The command
// reference comes from the command tree. `--check` writes nothing and fails for a page that is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const check = process.argv.includes('--check');
const { components } = await import('../.build/document/components/all-components.js');
const { sortKey } = await import('../.build/document/components/shared/lists/select-elements.js');
const { columnProperties } = await import('../.build/document/components/row/row.js');
const { cellProperties, definedColumn, footerRow, groupHeaderRow, groupSchema, headerRow, sumRow, tableColumn, tableRow } =
  await import('../.build/document/components/table/table-schema.js');
const { chartAxis, seriesEntry } = await import('../.build/document/components/chart/chart-properties.js');
const { labelledOption, listedOptions } = await import('../.build/document/components/field/field-properties.js');
const { paymentAddress } = await import('../.build/document/components/payment/payment-properties.js');
const { stackParts } = await import('../.build/document/components/stack/stack-edges.js');
const { pairColumn, pairSchema } = await import('../.build/document/components/pairs/pairs.js');
const { tableLooks } = await import('../.build/document/template/table-looks.js');
const { familySchema, fontFileSchema } = await import('../.build/document/template/font-families.js');
const { at, border, cellBorder, commonProperties, gradient, lineStroke, paddingSides, shapeStroke, sides, stroke } = await import(
  '../.build/document/template/property-schemas.js'
);
const { styleSchema } = await import('../.build/document/template/styles.js');
const { tabStop, textProperties } = await import('../.build/document/text/text-properties.js');
const { bandVariant, definedPageSchema, documentSchema, pageSchema, templateMembers } = await import(
  '../.build/document/compile/template-schema.js'
);
const { xmpPropertySchema } = await import('../.build/document/compile/metadata.js');
const { invoiceSchema, membersOf: invoiceMembersOf } = await import('../.build/document/compile/invoice-schema.js');
const { profiles } = await import('../.build/invoice/profiles.js');
const { groups } = await import('../.build/invoice/terms.js');
const { ruleTables } = await import('../.build/invoice/rules/check-invoice.js');
const { filterReference } = await import('../.build/document/expression/index.js');
const { writeJson } = await import('../.build/json/write-json.js');
const { operations } = await import('../.build/contract/operations.js');
const { errorTable } = await import('../.build/contract/errors.js');
const { lifeOf } = await import('../.build/contract/life-times.js');
const { findStandardWith, readStandards, standardNames, standardRules } = await import('../.build/contract/standards.js');
const { warningTable } = await import('../.build/contract/warnings.js');
const { createOpenApi } = await import('../.build/server/openapi.js');
const { serveOptionGroups, showDefault } = await import('../.build/cli/serve/serve-options.js');
const { buildProgram } = await import('../.build/cli/build-program.js');
const { listExamples } = await import('../.build/files/list-examples.js');

const generated = '<!-- Made by `npm run gen`; edit the source it is made from. -->\n';
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Objects inside components with their own section. Their examples stand in reference-examples.json. */
const sidesObject = ({ oneOf }) => oneOf.find(({ type }) => type === 'object');

const sections = {
  'row: columns': {
    schema: { properties: columnProperties },
    about: 'A column is a component. It may have these properties beside its own, because it stands in a row.',
  },
  sort: {
    schema: sortKey,
    about: 'What the elements of a `repeat` or `table` are ordered by. An expression alone stands for its `by`.',
  },
  'stack: header': {
    schema: stackParts.header.items,
    about:
      'Each element of `header` stands above the children of the stack, or above the first of them on a sheet on which the stack goes on.',
  },
  'stack: footer': {
    schema: stackParts.footer.items,
    about: 'Each element of `footer` stands below the last child of the stack, or where a sheet ends before the stack does.',
  },
  'frame: at': {
    schema: at,
    about:
      'The place of each child of a frame. The components of a `background` and an `overlay` have `at` too, counted from the top left corner of the sheet.',
  },
  'table: columns': {
    schema: tableColumn,
    about:
      'Properties of each element of `columns`. A text in place of an object is the `body` of its column. Text properties hold for the header, the cells and the footer of the column.',
  },
  'table: header': {
    schema: headerRow,
    about:
      "Each element of `header` is a row above the row of the columns' headers, or below it. A cell with a `rowSpan` may reach down to the row of the columns' headers, over columns without a `header`.",
  },
  'table: rows': { schema: tableRow, about: 'Each element of `rows` is a further row of each element of the list.' },
  'table: footer': {
    schema: footerRow,
    about: 'Each element of `footer` is a row below the last row of the table, or where a sheet ends.',
  },
  'table: groups': {
    schema: groupSchema,
    about:
      'Each element of `groups` is a level of groups, the outermost first. Its rows see `group`: `key`, what the elements have in common; `items`, the elements; `count` and `index`, from 1; `sums`, by the names of the sums of the table; `parent`, the group around it. The rows of elements see the innermost group.',
  },
  'table: header rows of groups': {
    schema: groupHeaderRow,
    about:
      'Each element of the `header` of a group is a row above its first row, or above the first row of a sheet on which it goes on.',
  },
  'table: rows of sums': {
    schema: sumRow.oneOf[1],
    about:
      'A row of sums is a text, its label, or an object with these properties. It shows the sum of each column that has `sum`, with the `body` of the column, in which `value` is the sum.',
  },
  'table: look of sums': { schema: sumRow.oneOf[1].properties.values, about: 'The look of the sums in a row of sums.' },
  'table: break of groups': { schema: groupSchema.properties.break, about: 'Where a group begins.' },
  'table: cells': {
    schema: { properties: cellProperties },
    about:
      'A cell of a row is a component. It may have these properties beside its own, because it stands in a table. An object without a component is an empty cell.',
  },
  'table: rules': { schema: tableLooks.rules.oneOf[1], about: 'The lines of a table, each drawn as its stroke says.' },
  'pairs: pairs': {
    schema: pairSchema,
    about: 'A pair is a list of a label and a value, or an object with these properties.',
  },
  'pairs: labels and values': {
    schema: pairColumn,
    about: 'The looks of the two columns. The `style` of a pair wins over them.',
  },
  'chart: series': {
    schema: seriesEntry,
    about: 'Each element of `series` is a value of every point. With `each`, it is one for each element of a list.',
  },
  'field: options': { schema: labelledOption, about: 'An option of a `choice` that holds another value than people see.' },
  'field: options of a list': { schema: listedOptions, about: 'Options of a `choice`, one for each element of a list.' },
  'chart: axes': { schema: chartAxis, about: 'What `axis` and `xAxis` say.' },
  'payment: creditor and debtor': {
    schema: paymentAddress,
    about: 'An address that the template writes. An object of the data has these members too, and may have others.',
  },
  'margin and padding': {
    schema: sidesObject(sides),
    about:
      'One number holds for all sides. `[2, 5]` is 2 above and below, and 5 left and right. `[1, 2, 3, 4]` is top, right, bottom, left. A padding is not negative. An object names sides:',
  },
  'cell border': { schema: cellBorder, about: 'The border of a column, row or cell of a table.' },
  border: { schema: border, about: 'A border around all sides, or only on the sides that are named.' },
  stroke: {
    schema: stroke,
    about: 'How a line is drawn: that of a `border`, of the `rules` of a table and of the `rule` of a flow.',
  },
  'stroke of lines': { schema: lineStroke, about: 'How a `line` is drawn.' },
  'stroke of shapes': {
    schema: shapeStroke,
    about: 'How the edge of a `rect`, an `ellipse`, a `polygon` and a `path` is drawn.',
  },
  gradient: {
    schema: gradient,
    about: 'Colours that run into each other, for the `fill` of a shape. [Shapes](../guides/shapes.md#gradients) shows examples.',
  },
  'gradient: stops': { schema: gradient.properties.stops.items, about: 'Each element of `stops` is a colour on the way.' },
  tabs: {
    schema: tabStop,
    about:
      'Each element of `tabs` is a stop for the tabs of a text. [Paragraphs](../guides/paragraphs.md#tab-stops) shows an example.',
  },
  break: { schema: commonProperties.break, about: 'Where a page or a column ends and the next one begins.' },
  bookmark: {
    schema: commonProperties.bookmark.oneOf[2],
    about:
      'A text is the title of the entry in the outline. An object says more. In the picture, a text with `"link": "#terms"` leads to the example.',
  },
  'page layouts': {
    schema: pageSchema,
    about: 'A layout makes as many sheets as its body needs. The next layout begins on a new sheet.',
  },
  'page margins': {
    schema: pageSchema.properties.margin.oneOf.find(({ type }) => type === 'object'),
    about:
      'One number or a list holds for all pages, as in [margin and padding](#margin-and-padding). An object names sides: `left` and `right`, or `inner` and `outer` for documents that are printed on both sides. [Pages](../guides/pages.md) shows an example.',
  },
  'page labels': {
    schema: pageSchema.properties.labels,
    about:
      'Viewers show labels beside the pages, and people type them to print or open a page. Labels continue over later layouts until a layout has labels of its own. `page.number` does not change. [Page labels](../guides/file-features.md#page-labels) shows an example.',
  },
  'header and footer': {
    schema: bandVariant,
    about:
      'A list of components stands on every sheet. For different sheets, write a list of objects with these properties: a sheet gets the first object of the list that is for it. If a list of two or more objects has none for a sheet, the document has the warning `band-missing`.',
  },
  document: { schema: documentSchema, about: 'What a viewer shows about the document, and the files in it.' },
  'document: encryption': {
    schema: documentSchema.properties.encryption,
    about:
      'A template with `encryption` makes only encrypted documents. The passwords never stand in a template: [Passwords](../guides/file-features.md#passwords) shows where they come from.',
  },
  'document: metadata': {
    schema: documentSchema.properties.metadata,
    about:
      'Facts about the document beside its title, author, subject and keywords. A merged PDF has no custom metadata. [Metadata](../guides/file-features.md#metadata) shows an example.',
  },
  'document: xmp': {
    schema: documentSchema.properties.metadata.properties.xmp.items,
    about: 'The properties of one namespace. No two elements have the same prefix or the same namespace.',
  },
  'document: xmp property': {
    schema: xmpPropertySchema,
    about:
      'A value with a description, a list, or a text in several languages. It has one of `text`, `seq`, `bag` and `languages`.',
  },
  'document: viewer': {
    schema: documentSchema.properties.viewer,
    about:
      'How a viewer opens and prints the document at first. Readers can change all of it in their viewer. [How a viewer opens and prints](../guides/file-features.md#how-a-viewer-opens-and-prints) shows an example.',
  },
  'document: attachments': {
    schema: documentSchema.properties.attachments.items,
    about:
      'Each element is a file inside of the PDF, which viewers list and save. It holds one of `asset`, `text`, `base64` and `data`. [Attachments](../guides/file-features.md#attachments) shows examples.',
  },
  hyphenate: {
    schema: textProperties.hyphenate.oneOf[1],
    about:
      'How words are divided at the ends of lines. `true` takes all defaults. Patterns ship for German, English of Britain and America, French, Spanish, Portuguese, Italian, Dutch, Polish, Slovak, Norwegian, Finnish and Tamil.',
  },
  fonts: {
    schema: familySchema,
    about:
      'Families by name. The property `font` uses a family by its name. Put font files into the `assets` of the template or into the `fonts` folder of the workspace.',
  },
  'fonts: file': {
    schema: fontFileSchema,
    about: 'A variable font with some of its axes set. [Fonts](../guides/fonts.md#variable-fonts) shows examples.',
  },
  styles: {
    schema: styleSchema,
    about:
      'Styles by name. The property `style` uses a style by its name. `base` holds for everything. A style with the name of a type is [the default of its components](../guides/reuse.md#defaults-of-a-type), and may hold looks that only this type has.',
  },
  definitions: {
    schema: templateMembers.define.additionalProperties,
    about:
      'Components, a page layout or a column of tables, to be used in several places (`define`), each by its name. [Reuse](../guides/reuse.md) explains them.',
  },
  assets: {
    schema: templateMembers.assets.additionalProperties,
    about:
      'Files of a template that is sent over HTTP. In a folder, put the files into `assets/` and leave this out: `push` sends them.',
  },
};
const listed = (names) => {
  const shown = names.map((name) => `\`${name}\``);
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ');
};
const anchor = (title) => `#${title.replaceAll(':', '').replaceAll(' ', '-')}`;

function kind(schema) {
  if (schema.$ref) return schema.$ref.endsWith('/components') ? 'components' : 'component';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.oneOf) return [...new Set(schema.oneOf.map(kind))].join(' or ');
  if (schema['x-expression']) return 'expression';
  if (schema.type === 'array') return `list of ${schema.items ? kind(schema.items) : 'anything'}`;
  if (schema.type === 'object') return kindOfObject(schema);
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function kindOfObject({ properties, additionalProperties }) {
  if (typeof additionalProperties === 'object') return `object of ${kind(additionalProperties)}`;
  if (properties === undefined) return 'object';
  if (properties === invoiceSchema.properties) return '[business terms](invoices.md)';
  const twins = new Map([
    [definedPageSchema.properties, pageSchema.properties],
    [definedColumn.properties, tableColumn.properties],
    [sidesObject(paddingSides).properties, sidesObject(sides).properties],
  ]);
  const listed = twins.get(properties) ?? properties;
  const [title] = Object.entries(sections).find(([, { schema }]) => schema.properties === listed) ?? [];
  if (title === undefined)
    throw new Error(`An object with ${Object.keys(properties)} has no section: add one to scripts/generate.mjs`);
  return `[${title}](${anchor(title)})`;
}

/** The text properties of a part, such as a column, share one row, because every component has them. */
function propertyTable(properties, required = []) {
  const isPart = properties !== commonProperties && properties.bold === textProperties.bold;
  const shared = Object.keys(properties).filter((name) => isPart && properties[name] === textProperties[name]);
  const rows = Object.entries(properties)
    .filter(([name]) => !shared.includes(name))
    .map(([name, schema]) => {
      const more = schema.default === undefined ? '' : ` Default \`${JSON.stringify(schema.default)}\`.`;
      const about = `${schema.description ?? ''}${more}`.trim();
      return `| \`${name}\`${required.includes(name) ? ' (needed)' : ''} | ${cell(kind(schema))} | ${cell(about)} |`;
    });
  const names = shared.map((name) => `\`${name}\``).join(', ');
  if (isPart) rows.push(`| ${names} | | As in [every component](#properties-of-every-component). |`);
  return `| property | value | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const { sections: sectionExamples } = JSON.parse(readFileSync('scripts/reference-examples.json', 'utf8'));

/** A part as it stands in a list of a template. */
const writePart = (value) => {
  const lines = writeJson([value]).split('\n').slice(1, -2);
  return `${lines.map((line) => line.slice(2)).join('\n')}\n`;
};

/** An example with its picture. test/docs/reference.slow.test.ts checks that the two agree. */
const example = (title, value) =>
  `\`\`\`json\n${value.pages ? writeJson(value) : writePart(value)}\`\`\`\n\n![${title}](../pictures/reference/${title.replaceAll(/\W+/g, '-')}.png)\n`;

function section(title, level = '###') {
  const { schema, about } = sections[title];
  const shown = sectionExamples[title] ? [example(title, sectionExamples[title].example)] : [];
  return [`${level} ${title}\n`, `${about}\n`, propertyTable(schema.properties, schema.required), ...shown];
}

const componentPage = [
  '# Components\n',
  generated,
  'A page of a template is made of components. The key that names its type says what a component is: `{ "text": "Hello" }` is a text. In place of a component, a string stands for a `text`, and a list for a `stack`. Positions and sizes are in',
  'the `unit` of the template (default: mm). Font sizes, line widths and corner radii are always in pt. [Expressions](../guides/expressions.md) explains what',
  'stands in `{{ … }}` and in properties with the value *expression*. Every number of a component may be a binding: `"width": "{{ 60 * l.share }}"`; only `span`, `order` and `level` are always written.\n',
  ...components.flatMap((one) => [
    `## ${one.type}\n`,
    `${one.summary}\n`,
    propertyTable(one.properties, [one.type, ...one.required]),
    ...(one.looks.length > 0 ? [`The [style](#styles) \`${one.type}\` may hold its ${listed(one.looks)}.\n`] : []),
    example(one.type, one.example),
    ...Object.keys(sections)
      .filter((title) => title.startsWith(`${one.type}: `))
      .flatMap((title) => section(title)),
  ]),
  '## Properties of every component\n',
  'The components inside inherit the text properties: `font`, `size`, `bold` and the others down to `features`.\n',
  propertyTable(commonProperties),
  ...[
    'margin and padding',
    'border',
    'cell border',
    'stroke',
    'stroke of lines',
    'stroke of shapes',
    'gradient',
    'gradient: stops',
    'sort',
    'break',
    'bookmark',
    'hyphenate',
    'tabs',
  ].flatMap((title) => section(title)),
  ...section('page layouts', '##'),
  ...section('page margins'),
  ...section('header and footer'),
  ...section('page labels'),
  '## The template\n',
  propertyTable(templateMembers, ['pages']),
  ...section('document'),
  ...Object.keys(sections)
    .filter((title) => title.startsWith('document: '))
    .flatMap((title) => section(title)),
  ...['fonts', 'fonts: file', 'styles', 'definitions', 'assets'].flatMap((title) => section(title)),
].join('\n');

const filterPage = [
  '# Filters\n',
  generated,
  'A filter stands after its value: `{{ value | filter: argument, argument }}`. [Expressions](../guides/expressions.md) explains more, and how\na template makes [filters of its own](../guides/expressions.md#filters-of-your-own). Filters marked Liquid have the same name and the same order of arguments in Liquid.\n',
  'A text prints numbers as the locale writes them, also those that a filter such as `join` or `pad` makes text of. `slugify`, `iban`, `phone` and `json` write plain\nnumbers. Where programs read a value, such as a link or a barcode, all numbers are plain: [Numbers in a text](../guides/expressions.md#numbers-in-a-text).\n',
  '| filter | does | example | gives | Liquid |\n| --- | --- | --- | --- | --- |',
  ...filterReference.map(
    (one) =>
      `| \`${cell(one.signature)}\` | ${cell(one.summary)} | \`${cell(one.example)}\` | \`${cell(one.result)}\` | ${one.liquid ? 'yes' : ''} |`,
  ),
  '',
].join('\n');

/** The terms and groups of a group, and those inside of them. */
const invoiceRows = (parent, depth) =>
  invoiceMembersOf(parent).flatMap((one) => {
    const { id, name, cardinality, type, profile, qualifiers = {} } = one;
    const more = Object.entries(qualifiers).map(([member, need]) => `\`${member}\`${need === 'needed' ? ' (needed)' : ''}`);
    const row = `| ${'· '.repeat(depth)}\`${id}\` | ${cell(name)} | ${cardinality} | ${type ?? 'group'} | ${more.join(', ')} | ${profile} |`;
    return [row, ...(groups.has(id) ? invoiceRows(id, depth + 1) : [])];
  });

const invoicePage = [
  '# Business terms of an invoice\n',
  generated,
  'A template names the value of each term under `invoice`. [Electronic invoices](../guides/electronic-invoices.md) shows how. Terms stand in their group;',
  'a dot stands before the terms and groups of the group above. The column *times* says how often a term may stand in its group. The last column has the smallest',
  'profile with the term: smaller profiles leave it out. EXTENDED and XRECHNUNG have the terms of EN 16931. Only EXTENDED has the terms marked so.\n',
  '## Profiles\n',
  '| `profile` | specification identifier (BT-24) |\n| --- | --- |',
  ...Object.entries(profiles).map(([name, { specification }]) => `| \`${name}\` | \`${specification}\` |`),
  '',
  '## Members of `invoice`\n',
  '| member | meaning |\n| --- | --- |',
  ...['profile', 'relationship', 'xml', 'breaches'].map(
    (name) => `| \`${name}\` | ${cell(invoiceSchema.properties[name].description)} |`,
  ),
  '',
  '## Terms and groups\n',
  '| id | name | times | type | members beside `value` | from profile |\n| --- | --- | --- | --- | --- | --- |',
  ...invoiceRows(undefined, 0),
  '',
].join('\n');

const invoiceRulePage = [
  '# Rules of invoices\n',
  generated,
  'pdfgen checks every invoice against these rules before it writes the XML. If an invoice breaks a rule, the error',
  '`INVOICE_INVALID` lists each broken rule with the place in the data. A rule marked as warning only warns. EXTENDED has no rules about the form of XML',
  'but `cii-order`, `cii-missing`, `cii-empty`, `cii-indicator` and `wrong-type`.\n',
  ...ruleTables.flatMap(({ title, rules }) => [
    `## ${title}\n`,
    '| rule | from profile | what it demands |\n| --- | --- | --- |',
    ...rules.map(
      ({ id, from, severity, demand }) =>
        `| \`${id}\` | ${from} | ${severity === 'warning' ? 'Warning. ' : ''}${cell(demand).replace(/<[^>]+>/g, '`$&`')} |`,
    ),
    '',
  ]),
].join('\n');

const errorPage = [
  '# Errors\n',
  generated,
  'A program should decide by the `code`. `--json` prints it on stderr, in a problem document (RFC 9457). In the library it is a member of `PdfgenError`.\n',
  '| code | exit | HTTP | meaning |\n| --- | --- | --- | --- |',
  ...Object.entries(errorTable).map(([code, row]) => `| \`${code}\` | ${row.exit} | ${row.status} | ${cell(row.help)} |`),
  '',
].join('\n');

const warningPage = [
  '# Warnings\n',
  generated,
  'A warning says what may be wrong with a document that was made. `pdfgen generate single` prints warnings, and `--json` lists them. `--strict` turns them',
  'into the error `RENDER_WARNINGS`.\n',
  'Each warning has a `code`, a `message`, the `page`, the `component` (its `id`, or the JSON Pointer to it) and the place in the data (`dataPath`). It comes',
  'once for each component and place.\n',
  '| code | meaning |\n| --- | --- |',
  ...Object.entries(warningTable).map(([code, help]) => `| \`${code}\` | ${cell(help)} |`),
  '',
].join('\n');

const standardPage = [
  '# Standards\n',
  generated,
  'Name the standard of a document in `document.standard` of the template, with `--standard`, or in `options.standard` of a call. An option overrides the',
  'template; with `none` the document keeps no standard. [Accessible and archivable PDFs](../guides/accessible-and-archivable.md) says which standard is for what.\n',
  '| standard | may be combined with |\n| --- | --- |',
  ...standardNames.map((name) => {
    const beside = standardNames.filter((other) => other !== name && 'names' in readStandards([name, other]));
    return `| \`${name}\` | ${beside.map((one) => `\`${one}\``).join(', ')} |`;
  }),
  '',
  '## Rules\n',
  'A document that breaks a rule is not made: the error `STANDARD_BREACH` lists the rule (`keyword`), the component and the place in the data. pdfgen',
  'does everything else that a standard asks for by itself.\n',
  '| rule | standards | meaning |\n| --- | --- | --- |',
  ...Object.entries(standardRules).map(
    ([rule, { help }]) =>
      `| \`${rule}\` | ${standardNames.every((name) => findStandardWith(rule, [name])) ? 'all' : standardNames.filter((name) => findStandardWith(rule, [name])).join(', ')} | ${cell(help)} |`,
  ),
  '',
].join('\n');

const settingPage = [
  '# Settings of the server\n',
  generated,
  'A setting comes from the first of these that has it: the flag of `pdfgen serve`, the variable, the member of the JSON file that `--config` or',
  '`PDFGEN_CONFIG` names, the default. This command shows each setting and where it comes from:\n',
  '```console\n$ pdfgen config list --server --origin\n```\n',
  'A wrong value ends the start; the message says where the value stands and what is allowed. The worker of a server reads the same variables and the',
  'same file.\n',
  ...serveOptionGroups.flatMap(({ title, options }) => [
    `## ${title}\n`,
    '| member | flag | variable | value | default | meaning |\n| --- | --- | --- | --- | --- | --- |',
    ...options.map(
      (one) =>
        `| \`${one.name}\` | \`${one.flag}\` | \`${one.variable}\` | ${cell(one.expects)} | ${cell(showDefault(one))} | ${cell(one.summary)} |`,
    ),
    '',
  ]),
  `Two things are not settings of the server. \`pdfgen teams origins\` says for each team who may frame the editor. Results are kept for ${lifeOf('result')}, as the`,
  'interface promises.\n',
].join('\n');

/** The members of an interface, read from its source: the name, and the comment above it. */
function membersOf(file, name) {
  const text = readFileSync(file, 'utf8');
  const found = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(text);
  if (!found) throw new Error(`${file} has no interface ${name}`);
  let about = '';
  const members = [];
  for (const line of found[1].split('\n')) {
    const [, comment] = /^ {2}\/\*\* (.*) \*\/$/.exec(line) ?? [];
    const [, member] = /^ {2}(?:readonly )?(\w+)[?(:]/.exec(line) ?? [];
    if (comment !== undefined) about = comment;
    if (member !== undefined) members.push({ member, about });
    if (member !== undefined) about = '';
  }
  return members;
}

const memberTable = (members) => [
  '| member | meaning |\n| --- | --- |',
  ...members.map(({ member, about }) => {
    if (about === '') throw new Error(`The member ${member} has no comment: write one above it`);
    return `| \`${member}\` | ${cell(about)} |`;
  }),
  '',
];

/** The kinds of events: the interfaces of two files, each with the comment above it. */
function eventRows() {
  return ['src/batch/batch-event.ts', 'src/batch/record/manifest.ts'].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport interface (\w+)[^{]*\{\n {2}readonly kind: '([a-z-]+)';/g)]
      .filter(([, , name]) => !['BegunLine', 'SentLine', 'WrittenLine', 'OutputFile'].includes(name))
      .map(([, about, name, kind]) => {
        const own = membersOf(file, name)
          .filter(({ member }) => member !== 'kind')
          .map(({ member }) => `\`${member}\``);
        const members = name === 'ResumeLine' ? ['`version`', '`startedAt`', '`inputs`', '`options`'] : own;
        return `| \`${kind}\` | ${members.join(', ')} | ${cell(about.replaceAll(/\n \*/g, '').trim())} |`;
      });
  });
}

const libraryPage = [
  '# Library\n',
  generated,
  '[Use pdfgen in a program](../guides/library.md) shows the functions at work.\n',
  '## Functions of an engine\n',
  'The engines of `createLocalEngine` and `createClient` have these functions. Each takes one object with the members of the second column, and a second object',
  'with a `signal` if you want to end the call.\n',
  '| function | members | does |\n| --- | --- | --- |',
  ...Object.entries(operations).map(([id, operation]) => {
    const parts = ['params', 'query', 'headers', 'body'].filter((part) => operation[part] !== undefined);
    const inputs = parts.map((part) => {
      const names = Object.keys(operation[part].properties ?? {});
      return `\`${part}\`${names.length > 0 ? ` (${names.map((name) => `\`${name}\``).join(', ')})` : operation[part] === 'binary' ? ' (bytes)' : ''}`;
    });
    return `| \`${id}\` | ${cell(inputs.join(', '))} | ${cell(operation.summary)} |`;
  }),
  '',
  '## Following a job or batch\n',
  'Each function takes `params` as the function above that gives the job or batch, and a second object with a `signal`. Read what it gives with `for await`.\n',
  ...memberTable(membersOf('src/contract/follow.ts', 'Follower')),
  '## Functions of the local engine alone\n',
  ...memberTable(membersOf('src/engine/local-engine.ts', 'LocalEngine')),
  '## createLocalEngine\n',
  'The first object has either `workspace`, the folder of a workspace, or `template`, the folder of one template. The second object may have:\n',
  ...memberTable(membersOf('src/engine/wiring/local-engine-options.ts', 'LocalEngineDeps')),
  '## createClient\n',
  ...memberTable(membersOf('src/remote/send.ts', 'HttpEngineOptions')),
  '## runBatch\n',
  ...memberTable([
    ...membersOf('src/batch/run-batch.ts', 'BatchSurroundings'),
    ...membersOf('src/batch/run-batch.ts', 'ResumedBatch'),
    ...membersOf('src/batch/batch-options.ts', 'BatchOptions'),
    ...membersOf('src/contract/document-options.ts', 'GivenOptions'),
  ]),
  '## Events of runBatch\n',
  '| kind | members | when |\n| --- | --- | --- |',
  ...eventRows(),
  '',
  '## Result of runBatch\n',
  ...memberTable(membersOf('src/batch/batch-result.ts', 'BatchResult')),
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

/** These stand first, and in README. */
const finest = ['annual-report', 'catalogue', 'newsletter', 'event-ticket'];
const rankOf = ({ slug }) => (finest.indexOf(slug) + finest.length + 1) % (finest.length + 1);
const galleryPage = [
  '# Gallery\n',
  generated,
  'Templates as businesses send them. Each begins a workspace of its own, and is yours to change:\n',
  '```sh\npdfgen init demo --example annual-report\n```\n',
  'Data, fonts and pictures are in the folder of the example. The fonts are Latin, under the SIL Open Font License; letters that they lack come from Noto Sans.\n',
  ...listExamples()
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ slug, name, description }) =>
      [
        `## ${name}\n`,
        `${description} [Template](../templates-examples/${slug})\n`,
        `[![${name}](pictures/gallery/${slug}.png)](../templates-examples/${slug})\n`,
      ].join('\n'),
    ),
  'Next: [Your first template](guides/first-template.md)\n',
].join('\n');

const program = await buildProgram({ columns: 100 });
const pages = {
  '../gallery.md': galleryPage,
  'components.md': componentPage,
  'filters.md': filterPage,
  'invoices.md': invoicePage,
  'invoice-rules.md': invoiceRulePage,
  'errors.md': errorPage,
  'warnings.md': warningPage,
  'standards.md': standardPage,
  'settings.md': settingPage,
  'library.md': libraryPage,
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
  console.error(`Out of date: ${stale.join(', ')}. Run: npm run gen`);
  process.exit(1);
}
