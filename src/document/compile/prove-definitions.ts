// Proves each definition once against its params, before a page layout uses it. So its faults stand at their place in the definition, whether and
// however often it is used.

import type { JsonSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { resolveRef, type Schema } from '../../json/schema-parts.ts';
import { findNearest, suggest } from '../../words/nearest.ts';
import type { BandUse, CompileContext, TemplateContext } from '../components/component.ts';
import { compileChildren } from '../components/shared/stack-nodes.ts';
import { proveColumn } from '../components/table/table.ts';
import { definitionContext, paramOf } from '../components/use/enter-definition.ts';
import { checkLocalName, findMisfit, literalSchema } from '../expression/index.ts';
import { valueName } from '../expression/local-name.ts';
import { memberSchema } from '../expression/schema-walk.ts';
import { findNamed } from '../expression/scope.ts';
import { type DefinedParam, type Definition, type DefinitionPart, dataSchemaName } from '../template/definitions.ts';
import { compilePage } from './compile-page.ts';

/** Reports the faults of the definitions, and definitions that contain themselves. */
export function proveDefinitions(root: CompileContext): void {
  // Warnings depend on the place of the `use`, which reports them.
  const report: TemplateContext['report'] = (severity, ...fault) => {
    if (severity === 'error') root.template.report(severity, ...fault);
  };
  const template: TemplateContext = { ...root.template, report, fillsUses: false };
  // Columns come first: tables in definitions are proved with them.
  const isColumn = ({ column }: Definition) => Number(column !== undefined);
  for (const definition of [...template.definitions.all].toSorted((a, b) => isColumn(b) - isColumn(a))) {
    prove(definition, { ...root, template });
    for (const param of definition.params) tellShadow(param, definition, root);
  }
  template.definitions.reportCircles();
  if (template.definitions.isFinite) template.definitions.countUses();
}

function prove(definition: Definition, root: CompileContext): void {
  const { name, pointer, params, body, page, column } = definition;
  const { report } = root.template;
  if (name === '' || name.includes('.'))
    report('error', 'reserved-name', pointer, 'The name of a definition is not empty and has no dot.');
  if (body === undefined && page === undefined && column === undefined)
    report(
      'error',
      'missing-property',
      pointer,
      'needs "body" with components, "page" with a page layout, or "column" with a column',
    );
  if (column !== undefined && definition.let !== undefined) report('error', 'no-effect', `${pointer}/let`, noLetInColumn);
  for (const [i, param] of params.entries()) {
    checkParam(param, root);
    checkReferences(param.written, root.names.schema, root.template, param.pointer);
    if (column !== undefined && param.name === valueName)
      report('error', 'name-shadowed', param.pointer, `"${valueName}" is the number of the column; choose another name.`);
    if (params.findIndex((one) => one.name === param.name) < i)
      report('error', 'wrong-value', param.pointer, `"${param.name}" is the name of two params; choose another name.`);
  }
  const seen = params.map((param) => ({ ...paramOf(param.name, definition, param.schema), isWritten: false }));
  const inside = (part: DefinitionPart) => ({ ...definitionContext(definition, part, seen, root).context, isCopy: false });
  // In a band, conditions may use the number of the page.
  const band: BandUse = { time: 'data', printsData: false, isRead: true, isSheet: false };
  if (body !== undefined) compileChildren(body, { ...inside('body'), band }, `${pointer}/body`);
  if (column !== undefined) proveColumn(definition, { ...inside('column'), band });
  if (page !== undefined) compilePage(page, inside('page'), `${pointer}/page`, true);
}

const noLetInColumn =
  'A column has no names for values: write the calculation in its "value", or a filter into the "let" of the template.';

const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Warns of a param that hides a name of the data or of the template's `let`. */
function tellShadow({ name, pointer }: DefinedParam, definition: Definition, { template, names }: CompileContext): void {
  const { schema, inferred } = names;
  const isOfData = [schema, inferred].some((one) => one !== undefined && memberSchema(one, name, one).state === 'known');
  const isOfLet = findNamed(names, name) !== undefined;
  if (!isOfData && !isOfLet) return;
  const hidden = isOfLet ? 'the value of the template\'s "let"' : 'the data';
  const message = `In the definition "${definition.name}", the param "${name}" hides ${hidden} of this name. Choose another name, or take the param out: the definition sees ${isOfLet ? 'the value' : 'the data'} itself.`;
  template.report('warning', 'name-shadowed', pointer, message);
}

function checkParam({ name, schema, pointer }: DefinedParam, { template, names }: CompileContext): void {
  const problem = checkLocalName(name);
  if (problem) template.report('error', 'reserved-name', pointer, problem);
  if (typeof schema !== 'object' || schema.default === undefined) return;
  let binding: string | undefined;
  const written = literalSchema(schema.default, (text, path) => {
    if (text.includes('{{')) binding ??= path.map(pointerStep).join('');
    return { type: 'string', const: text };
  });
  if (binding !== undefined) {
    const message = `A default has no bindings: it would print the braces. Give the value by "with" of each "use".`;
    template.report('error', 'wrong-param', `${pointer}/default${binding}`, message);
  }
  const misfit = findMisfit(written, schema, names.schema);
  if (!misfit) return;
  const message = `The default does not fit its own schema: it must be ${misfit.wanted}${misfit.given === undefined ? ` and have "${misfit.path.join('.')}"` : `, not ${misfit.given}`}.`;
  template.report('error', 'wrong-param', `${pointer}/default`, message);
}

/** Reports references that lead nowhere and types that do not exist: nothing would be proved there. */
function checkReferences(schema: unknown, root: Schema, template: TemplateContext, pointer: string): void {
  if (!isObject(schema)) return;
  const { $ref, type } = schema as JsonSchema;
  if (typeof $ref === 'string' && !leadsSomewhere($ref, root)) {
    const near = root === true ? undefined : nearestReference($ref, root);
    const advice = root === true ? 'the template has no data schema' : `write "${dataSchemaName}#/properties/…"`;
    const hint = near === undefined ? `: ${advice}.` : `; did you mean "${near}"?`;
    const message = `"${$ref}" leads to nothing in the data schema${hint}`;
    template.report('error', 'wrong-reference', `${pointer}/$ref`, message);
  }
  for (const one of [type ?? []].flat()) {
    if (typeNames.includes(one as string)) continue;
    const meant =
      one === 'text' ? '; did you mean "string"?' : one === 'list' ? '; did you mean "array"?' : suggest(String(one), typeNames);
    template.report(
      'error',
      'wrong-value',
      `${pointer}/type`,
      `JSON Schema has no type "${String(one)}"${meant || `; there are: ${typeNames.join(', ')}`}`,
    );
  }
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as JsonSchema;
  for (const [name, member] of Object.entries(properties ?? {}))
    checkReferences(member, root, template, `${pointer}/properties${pointerStep(name)}`);
  for (const [name, part] of Object.entries({ items, additionalProperties }))
    checkReferences(part, root, template, `${pointer}/${name}`);
  for (const [name, branches] of Object.entries({ anyOf, oneOf, allOf }))
    if (Array.isArray(branches))
      for (const [i, branch] of branches.entries()) checkReferences(branch, root, template, `${pointer}/${name}/${i}`);
}

/** The reference with its misspelt names as the data schema has them. Undefined: a name has no like. */
function nearestReference(reference: string, root: Schema): string | undefined {
  const [, pointer] = /^[^#]*#\/(.+)$/.exec(reference) ?? [];
  if (pointer === undefined) return undefined;
  let near = `${dataSchemaName}#`;
  let at: unknown = root;
  for (const step of pointer.split('/')) {
    if (!isObject(at)) return undefined;
    const names = Object.keys(at);
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const found = names.includes(name) ? name : findNearest(name, names);
    if (found === undefined) return undefined;
    near += pointerStep(found);
    at = at[found];
  }
  return near;
}

function leadsSomewhere(reference: string, root: Schema): boolean {
  if (!reference.startsWith(`${dataSchemaName}#`) || root === true) return false;
  return resolveRef(reference.slice(dataSchemaName.length), root) !== true;
}
