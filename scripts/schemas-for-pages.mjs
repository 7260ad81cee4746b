// The page of the editor needs the schemas of components, and not their code, which the worker has. In bundles of pages, some modules are data, taken from the
// compiled program in .build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** The modules of src/document that are data in pages, with the one name that pages may import from each. The build refuses other names. */
const exported = {
  'components/all-components': 'components',
  'components/child-properties': 'childProperties',
  'compile/template-schema': 'componentMembers',
};
const byPath = new Map(Object.entries(exported).map((one) => [pathOf(`src/document/${one[0]}.ts`), one]));

export const schemasForPages = () => ({
  name: 'schemas-for-pages',
  async load(id) {
    const found = byPath.get(id);
    if (!found) return undefined;
    const [module, name] = found;
    const compiled = new URL(`../.build/document/${module}.js`, import.meta.url);
    if (!existsSync(compiled)) throw new Error('The schemas of components come from .build: run npm run build.');
    const text = JSON.stringify((await import(compiled.href))[name], withoutTexts);
    return { code: `export const ${name} = JSON.parse(${JSON.stringify(text)});`, moduleType: 'js' };
  },
});

/** Functions are left out too, as JSON has none. */
const withoutTexts = (name, value) =>
  ['description', 'summary', 'usual', 'example', 'knownAs'].includes(name) && !isSchema(value) ? undefined : value;

/** A property may have the name of a member of schemas. */
const isSchema = (value) =>
  typeof value === 'object' && value !== null && ['type', 'oneOf', 'anyOf', '$ref', 'enum'].some((name) => name in value);
