// Code of src/document that a browser loads when a document needs it. Node has all of it in one file, which loads faster.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, parseSync, transformSync } from 'rolldown/experimental';

/** Most documents need none of these files. Each group is loaded together. Their functions are called by work inside of `withDemanded`. */
const groups = {
  advice: [
    'components/guess-type.ts',
    'expression/advise-path.ts',
    'expression/foreign-call.ts',
    'expression/foreign.ts: rightOperator rightKeyword rightSymbol',
    'other-names/components.ts',
    'other-names/filters.ts',
    'other-names/keywords.ts',
    'other-names/markers.ts',
    'other-names/operators.ts',
    'other-names/properties.ts',
    'other-names/weights.ts',
    'template/explain-property.ts',
  ],
  attachments: ['compile/attachments.ts'],
  barcodes: [
    'barcode/draw-with-encoder.ts',
    'barcode/encode-code128.ts',
    'barcode/encode-elements.ts',
    'barcode/encode-retail.ts',
    'components/barcode/code-text.ts',
    'components/barcode/logo.ts: clearSquare',
  ],
  warnings: [
    'components/shared/check-link.ts',
    'components/frame/check-reading-order.ts',
    'components/shared/too-wide.ts',
    'layout/limit-fault.ts',
    'layout/named-link.ts',
    'layout/graphic.ts: scaleTo',
  ],
  'rare-forms': [
    'components/shared/bound-values/bound-numbers.ts: compileNumber',
    'components/table/compile-rows.ts: compileRow compileCell',
    'components/table/table-sums.ts: contextWithSums',
    'components/table/arrange-rows.ts: groupElements',
    'components/shared/lists/select-elements.ts: compileKey',
    'components/shared/bound-values/bound-color.ts: followNames',
    'expression/let.ts: compileValue',
    'expression/tied-members.ts: tiedMembers',
  ],
  faults: [
    'components/compile-component.ts: reportMissingType',
    'compile/compile-invoice.ts: explainUnknown',
    'expression/filters/arguments.ts: patternDigits',
    'expression/filters/find-fault.ts: listLocaleNames listCurrencyNames zoneOfOffset',
    'expression/missing-values.ts: warnOfMissing',
    'expression/wrong-types.ts: comparedFault dateFault',
    'template/build-styles.ts: describeCircle findFault',
    'template/units.ts: adviseLength',
    'text/colors.ts: adviseColor',
  ],
  bidi: [
    'text/bidi.ts: resolveParagraph findStrong standInPairs',
    'text/build-right-to-left-word.ts',
    'text/line/direction-marks.ts',
    'text/open-bidi.ts',
  ],
  cff: ['text/font/cff-subset.ts'],
  choose: ['components/choose/choose.ts'],
  'defined-columns': ['components/table/defined-column.ts: enterColumn'],
  digest: ['../platform/browser-digest.ts'],
  drawings: [
    'components/shared/drawn-path.ts',
    'components/ellipse/ellipse.ts',
    'components/path/path.ts',
    'components/polygon/polygon.ts',
    'components/rect/rect.ts',
  ],
  flow: ['components/flow/flow.ts', 'layout/regions.ts'],
  footnotes: ['layout/footnote-room.ts'],
  frame: ['components/frame/frame.ts', 'layout/build-frame.ts'],
  hyphenation: ['text/hyphenation/hyphenator.ts'],
  jpeg: ['image/check-jpeg.ts', 'image/exif.ts', 'image/jpeg-header.ts', 'image/jpeg-scan.ts'],
  'picture-profiles': ['image/color-profile.ts'],
  list: ['components/list/list.ts'],
  lists: [
    'components/shared/lists/literal-list.ts',
    'expression/filters/element-expression.ts',
    'expression/compare.ts',
    'expression/value-order.ts',
  ],
  'line-shapes': [
    'text/line/fit-lines.ts',
    'text/line/spread-atoms.ts',
    'text/line/tab-stops.ts',
    'components/text/shorten-text.ts',
  ],
  markdown: ['components/markdown/markdown.ts'],
  'merged-cells': ['components/table/share-heights.ts'],
  metadata: ['compile/metadata.ts'],
  'own-filters': ['expression/filters/compile-own-filter.ts'],
  outline: ['layout/outline-walk.ts', 'components/toc/toc.ts', 'components/leader/leader.ts'],
  'pdf-page': ['components/pdf/pdf.ts', 'layout/check-foreign-page.ts'],
  repeat: ['components/repeat/repeat.ts'],
  slot: ['components/slot/slot.ts'],
  'standard-fonts': ['../platform/browser-metrics.ts', 'text/font/standard-face.ts'],
  watermark: ['components/watermark/watermark.ts', 'components/shared/bound-values/bound-fill.ts'],
  words: [
    'expression/filters/day-filters.ts: writeDuration',
    'expression/filters/quarters.ts',
    'expression/filters/spell-out.ts',
  ],
  charts: ['components/chart/chart.ts'],
  fields: ['components/field/field.ts'],
  payments: ['components/payment/payment.ts'],
  notes: ['components/annotation/annotation.ts'],
};

const pathOf = (file) => fileURLToPath(new URL(`../src/document/${file}`, import.meta.url));
/** By path: the group, the place in it, and the functions that are deferred. Undefined: all that it exports. */
const parts = new Map(
  Object.entries(groups).flatMap(([group, files]) =>
    files.map((entry, i) => {
      const [file, names] = entry.split(': ');
      return [pathOf(file), { group, name: `part${i}`, only: names?.split(' ') }];
    }),
  ),
);

/** The modules of a group, and the function that loads them. */
const virtual = /^\0(all|loader)\/(.*)\.js$/;

/** Matches imports of files that are named like a part. The bundler calls the plugin for these only. */
const namesOfParts = new RegExp(
  `(?:^|/)(?:${[...new Set([...parts.keys()].map((file) => basename(file, '.ts')))].join('|')})\\.ts$`,
);

/**
 * Loads a group of modules at the first call of one of their functions, as `onDemand` does. Other modules get a copy of each, in which the exported functions,
 * and the `compile` and the properties of a component, are those of the loaded module.
 */
export const deferredCode = () => ({
  name: 'deferred-code',
  resolveId: {
    filter: { id: [virtual, namesOfParts] },
    async handler(id, from) {
      if (virtual.test(id)) return id;
      const found = from && !virtual.test(from) && (await this.resolve(id, from, { skipSelf: true }));
      return found && parts.has(found.id) ? `${found.id}?deferred` : undefined;
    },
  },
  load: {
    filter: { id: [virtual, /\?(?:deferred|only)$/] },
    handler(id) {
      const [file, query] = id.split('?');
      if (query === 'deferred') return { code: copyOf(file), moduleType: 'js' };
      if (query === 'only') return { code: functionsOf(file), moduleType: 'js' };
      const code = codeOfGroup(...virtual.exec(id).slice(1));
      return code && { code, moduleType: 'js' };
    },
  },
});

function codeOfGroup(kind, name) {
  if (kind === 'all') {
    const ofGroup = [...parts].filter(([, { group }]) => group === name);
    return ofGroup
      .map(([file, { name, only }]) => `export * as ${name} from ${JSON.stringify(only ? `${file}?only` : file)};`)
      .join('\n');
  }
  if (kind !== 'loader') return undefined;
  return [
    `import { onDemand } from ${JSON.stringify(pathOf('on-demand.ts'))};`,
    `export const loaded = onDemand(${JSON.stringify(name)}, () => import(${JSON.stringify(`\0all/${name}.js`)}));`,
  ].join('\n');
}

function copyOf(file) {
  const source = readFileSync(file, 'utf8');
  const { group, name, only } = parts.get(file);
  const part = `deferredGroup().${name}`;
  const { body } = parseSync(file, source).program;
  const changes = body.flatMap((statement) => (only ? deferNamed(statement, part, only) : findChanges(statement, part)));
  const wanted = only?.length ?? 1;
  if (changes.filter(({ code }) => code !== '').length < wanted)
    throw new Error(`${file} lacks functions that should be deferred`);
  const copy = changes.reduceRight((left, { start, end, code }) => left.slice(0, start) + code + left.slice(end), source);
  return `import { loaded as deferredGroup } from ${JSON.stringify(`\0loader/${group}.js`)};\n${withoutUnused(copy)}`;
}

const deferNamed = (statement, part, only) => {
  const declared = statement.declaration ?? statement;
  const name = declared.type === 'FunctionDeclaration' && declared.id.name;
  return only.includes(name) ? [toCall(declared, `${part}.${name}`, `function ${name}`)] : [];
};

/** A module with some functions of another one, exported or not, and with what these need. */
function functionsOf(file) {
  const source = readFileSync(file, 'utf8');
  const exports = parseSync(file, source).program.body.filter(
    ({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration,
  );
  const bare = exports.reduceRight(
    (left, { start, declaration }) => left.slice(0, start) + left.slice(declaration.start),
    source,
  );
  const code = withoutUnused(`${bare}\nexport { ${parts.get(file).only.join(', ')} };`);
  // There would be two of it, and each would know only a part.
  if (/^(?:class|let) |^const .*\b(?:new (?:Weak)?(?:Map|Set)|Symbol)\(/m.test(code))
    throw new Error(`${file} holds a state or a class that its deferred functions need`);
  return code;
}

/** What a statement exports that takes another form in the copy. Nothing is left of a class: there would be two. */
function findChanges(statement, part) {
  const { type, declaration } = statement;
  if (type !== 'ExportNamedDeclaration' || !declaration) return [];
  if (declaration.type === 'ClassDeclaration') return [{ ...statement, code: '' }];
  if (declaration.type === 'FunctionDeclaration') {
    const { name } = declaration.id;
    return [toCall(declaration, `${part}.${name}`, `function ${name}`)];
  }
  if (declaration.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id: { name }, init }) => {
    if (isFunction(init)) return [toCall(init, `${part}.${name}`, '')];
    return init.callee?.name === 'defineComponent' ? deferComponent(init, `${part}.${name}`) : [];
  });
}

function toCall({ start, end }, path, head) {
  const call = `${path}(...given)`;
  return {
    start,
    end,
    code: head === '' ? `(...given: any[]): any => ${call}` : `${head}(...given: any[]): any { return ${call}; }`,
  };
}

/** A component is known without its properties, which its templates alone ask for. */
function deferComponent({ start, end, arguments: [{ properties }] }, path) {
  const member = (wanted) => properties.find(({ key }) => key?.name === wanted);
  const changes = [
    { ...member('properties'), code: 'properties: {}' },
    { ...member('example'), code: 'example: {}' },
    toCall(member('compile'), `${path}.compile`, 'compile'),
  ];
  return [
    { start, end: start, code: 'Object.defineProperty(' },
    ...changes.sort((a, b) => a.start - b.start),
    { start: end, end, code: `, 'properties', { enumerable: true, get: () => ${path}.properties })` },
  ];
}

/** `otherNames` gives functions. */
const isFunction = ({ type, callee }) =>
  type === 'ArrowFunctionExpression' || (type === 'CallExpression' && callee.name === 'otherNames');

/** Code without functions that nothing calls, and without the imports that these alone need. */
function withoutUnused(code) {
  const plain = transformSync('copy.ts', code).code;
  const called = minifySync('copy.js', plain, { module: true, mangle: false }).code;
  return transformSync('copy.ts', called).code.replace(/^import "[^"]*";$/gm, '');
}
