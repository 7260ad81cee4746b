// Takes out of schemas and components what only documents and editors tell of them. Few messages repeat a description: its texts are in a file of their own, and each
// has a character of the private use area in its schema.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/experimental';

const pathOf = (file) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

/** The module that reads the descriptions of schemas. */
const reader = pathOf('document/template/description.ts');
const usualProperties = pathOf('document/components/shared/usual-properties.ts');
const onDemand = pathOf('document/on-demand.ts');

/** In these files, a member `description` is that of a schema. */
const describing =
  /[\\/]src[\\/](?:document[\\/](?!paint|compile[\\/]xmp-namespaces).*|contract[\\/](?:encryption|standards|templates))\.ts$/;

const firstSign = 0xe000;

export function withoutDescriptions() {
  const texts = listTexts();
  const signs = new Map(texts.map((text, i) => [text, String.fromCharCode(firstSign + i)]));
  return {
    name: 'without-descriptions',
    resolveId: { filter: { id: /^#descriptions$/ }, handler: () => '\0/descriptions.js' },
    load(id) {
      if (id === '\0/descriptions.js') return `export const texts = ${JSON.stringify(texts)};`;
      if (id !== reader) return undefined;
      return [
        `import { onDemand } from ${JSON.stringify(onDemand)};`,
        "const texts = onDemand('descriptions', async () => (await import('#descriptions')).texts);",
        'const written = (sign) => texts()[sign.charCodeAt(0) - 0xe000];',
        'export const descriptionOf = ({ description }) => description?.replace(/[\\ue000-\\uf8ff]/g, written);',
      ].join('\n');
    },
    transform(code, id) {
      const [file] = id.split('?');
      if (file.endsWith('contract/errors.ts'))
        return {
          code: replaceTexts(
            replaceTexts(code, 'help', () => ''),
            'title',
            () => '',
          ),
        };
      // No component names them any more.
      if (file === usualProperties) return { code, moduleSideEffects: false };
      if (!describing.test(file)) return undefined;
      let short = withoutUsual(replaceTexts(code, 'summary', () => ''));
      if (/-filters\.ts$/.test(file)) for (const member of ['example', 'result']) short = replaceTexts(short, member, () => '');
      return { code: replaceTexts(short, 'description', (text) => signs.get(text)) };
    },
  };
}

/** The texts of all descriptions. */
function listTexts() {
  const names = ['document', 'contract'].flatMap((folder) =>
    readdirSync(pathOf(folder), { recursive: true }).map((name) => pathOf(join(folder, name))),
  );
  const texts = names
    .filter((file) => describing.test(file))
    .sort()
    .flatMap((file) => findTexts(readFileSync(file, 'utf8'), 'description').map(({ text }) => text));
  return [...new Set(texts)];
}

/** Takes the usual properties out of a component. */
function withoutUsual(code) {
  if (!code.includes('defineComponent({')) return code;
  const [property] = findProperties(code, 'usual');
  return code.slice(0, property.start) + code.slice(property.end).replace(',', '');
}

/** Replaces the texts of a member. Undefined: the text stays. */
function replaceTexts(code, member, replace) {
  return findTexts(code, member).reduceRight((left, { start, end, text }) => {
    const other = replace(text);
    return other === undefined ? left : left.slice(0, start) + other + left.slice(end);
  }, code);
}

/** The texts that are values of a member, in order, without their quotes. A text with expressions has several. */
const findTexts = (code, member) =>
  findProperties(code, member).flatMap(({ value: { type, value, start, end, quasis = [] } }) => [
    ...(type === 'Literal' && typeof value === 'string' ? [{ start: start + 1, end: end - 1, text: value }] : []),
    ...quasis.filter((part) => part.value.raw !== '').map((part) => ({ ...placeOf(part, code), text: part.value.cooked })),
  ]);

/** The members of this name in all objects, in order. */
function findProperties(code, member) {
  if (!code.includes(member)) return [];
  const found = [];
  const visit = (node) => {
    if (node.type === 'Property' && node.key.name === member) found.push(node);
    for (const part of Object.values(node)) if (typeof part === 'object' && part !== null) visit(part);
  };
  visit(parseSync('schema.ts', code).program);
  return found;
}

/** Parsers disagree on whether the signs around a part of a template belong to it. */
function placeOf({ start, value: { raw } }, code) {
  const at = code.indexOf(raw, start);
  return { start: at, end: at + raw.length };
}
