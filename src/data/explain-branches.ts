// Explains a failed `anyOf` or `oneOf` of a data schema: guesses the intended branch and reports only its faults.

import type { ErrorObject } from 'ajv';
import type { Breach } from '../contract/errors.ts';
import { isObject } from '../json/is-object.ts';
import { pointerStep } from '../json/json-pointer.ts';
import { suggest } from '../words/nearest.ts';
import { showChoice, showValue } from './show-value.ts';

/** The breaches of a branch, and its schema with references followed. */
export interface Branch {
  readonly schema: unknown;
  check(): readonly Breach[];
}

/** The breaches to report instead of "must fit one of N forms". Undefined: no branch is likely. */
export function explainBranches(error: ErrorObject, branches: readonly Branch[], place: string): readonly Breach[] | undefined {
  const { data } = error;
  const values = listConstants(branches);
  if (values) {
    const near =
      typeof data === 'string'
        ? suggest(
            data,
            values.filter((value) => typeof value === 'string'),
          )
        : '';
    return [replaceMessage(error, place, `must be one of ${showChoice(values)}, got ${showValue(data)}${near}`)];
  }
  const ofType = branches.filter((branch) => acceptsType(branch.schema, data));
  if (ofType.length === 0) return undefined;
  const meant = ofType.length > 1 && isObject(data) ? chooseByConstant(ofType, data) : { branches: ofType };
  if ('name' in meant) {
    const value = (data as Members)[meant.name];
    const message = `must be one of ${showChoice(meant.values)}, got ${showValue(value)}`;
    const near =
      typeof value === 'string'
        ? suggest(
            value,
            meant.values.filter((other) => typeof other === 'string'),
          )
        : '';
    return [replaceMessage(error, place + pointerStep(meant.name), message + near)];
  }
  return chooseByFaults(meant.branches, place);
}

type Members = Readonly<Record<string, unknown>>;

function replaceMessage(error: ErrorObject, path: string, message: string): Breach {
  return { path, message, keyword: error.keyword, params: {}, schemaPath: error.schemaPath };
}

/** The allowed values, if every branch is `const` or `enum`. */
function listConstants(branches: readonly Branch[]): unknown[] | undefined {
  const values: unknown[] = [];
  for (const { schema } of branches) {
    const constants = constantsOf(schema) ?? (isObject(schema) && schema.type === 'null' ? [null] : undefined);
    if (!constants) return undefined;
    values.push(...constants);
  }
  return values;
}

function constantsOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function acceptsType(schema: unknown, data: unknown): boolean {
  // The branch is `false`: beside `true`, a union fails only when several branches fit, which needs no explanation.
  if (!isObject(schema)) return false;
  const constants = constantsOf(schema);
  if (constants) return constants.some((value) => typeof value === typeof data);
  if (schema.type === undefined) return true;
  const types = [schema.type].flat();
  if (data === null) return types.includes('null');
  if (Array.isArray(data)) return types.includes('array');
  if (typeof data === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof data);
}

/** Chooses the branch by a member with a constant value, such as `kind`. */
function chooseByConstant(
  branches: readonly Branch[],
  data: Members,
): { branches: readonly Branch[] } | { name: string; values: unknown[] } {
  const discriminators = branches.map(({ schema }) => {
    const properties = isObject(schema) && isObject(schema.properties) ? Object.entries(schema.properties) : [];
    return properties.flatMap(([name, property]) => {
      const values = constantsOf(property);
      return values ? [{ name, values }] : [];
    });
  });
  const shared = discriminators[0]?.find(({ name }) =>
    discriminators.every((list) => list.some((other) => other.name === name)),
  )?.name;
  if (shared === undefined || !Object.hasOwn(data, shared)) return { branches };
  const allowed = discriminators.map((list) => list.find(({ name }) => name === shared)!.values);
  const matching = branches.filter((_branch, i) => allowed[i]!.includes(data[shared]));
  return matching.length > 0 ? { branches: matching } : { name: shared, values: [...new Set(allowed.flat())] };
}

/** Chooses the branch that clearly fits best: its faults are deeper in the data, or fewer. */
function chooseByFaults(branches: readonly Branch[], place: string): readonly Breach[] | undefined {
  const results = branches.map((branch) => branch.check()).filter((breaches) => breaches.length > 0);
  const only = results[0];
  if (results.length === 1) return only;
  const deep = results.filter((breaches) => breaches.every(({ path }) => path !== place));
  if (deep.length === 1) return deep[0];
  const candidates = (deep.length > 0 ? deep : results).toSorted((a, b) => a.length - b.length);
  return candidates[0]!.length < candidates[1]!.length ? candidates[0] : undefined;
}
