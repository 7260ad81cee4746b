// The page of the editor needs the schemas of components, and not their code, which the worker has. In bundles of pages, the list of components and the
// members of a template are data, taken from the compiled program in .build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const compiled = (file) => import(new URL(`../.build/document/${file}.js`, import.meta.url).href);

/** By path of the module: what it exports in a page. Another name that a page imports from it is an error of the build. */
const modules = {
  [pathOf('src/document/components/all-components.ts')]: async () => ({
    components: (await compiled('components/all-components')).components,
  }),
  [pathOf('src/document/compile/template-schema.ts')]: async () => ({
    componentMembers: (await compiled('compile/template-schema')).componentMembers,
  }),
};

/** Functions are left out too, as JSON has none. */
const withoutTexts = (name, value) =>
  ['description', 'summary', 'example', 'knownAs'].includes(name) && !isSchema(value) ? undefined : value;

/** A property may have the name of a member of schemas. */
const isSchema = (value) =>
  typeof value === 'object' &&
  value !== null &&
  ('type' in value || 'oneOf' in value || 'anyOf' in value || '$ref' in value || 'enum' in value);

export const schemasForPages = () => ({
  name: 'schemas-for-pages',
  async load(id) {
    const read = modules[id];
    if (!read) return undefined;
    if (!existsSync(pathOf('.build'))) throw new Error('The schemas of components come from .build: run npm run build.');
    const lines = Object.entries(await read()).map(
      ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value, withoutTexts))});`,
    );
    return { code: lines.join('\n'), moduleType: 'js' };
  },
});
