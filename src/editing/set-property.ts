// Sets the properties of parts. A text or a list that stands for a part becomes an object when it gets a property, and no object becomes shorter.

import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { join, type Operation, splitPointer } from './operations.ts';
import type { Part } from './part.ts';
import type { PartTree } from './part-tree.ts';
import { type ComposedEdit, EditError, Plan } from './plan.ts';

/** A property by its name, or by the names that lead to a member of it: `['margin', 'top']`. */
export type PropertyPath = string | readonly string[];

/** Sets a property of a part. Raises EditError if its path passes through a value without members, such as a number. */
export function setProperty(tree: PartTree, part: Part, property: PropertyPath, value: unknown): ComposedEdit {
  const plan = new Plan(tree);
  return plan.edit(putProperty(plan, part, property, value));
}

/** Removes a property of a part, or does nothing without it. Raises EditError for the member that names the component, such as `text`. */
export function unsetProperty(tree: PartTree, part: Part, property: PropertyPath): ComposedEdit {
  const plan = new Plan(tree);
  const path = [property].flat();
  if (path.length === 1 && part.type !== undefined && path[0] === part.type) throw new EditError(refusals.makesPart(part.type));
  if (isObject(plan.get(part.pointer))) removeMember(plan, part, path);
  return plan.edit();
}

/** Sets a property in a plan. Returns the pointer of the part afterwards. */
export function putProperty(plan: Plan, part: Part, property: PropertyPath, value: unknown): string {
  const path = [property].flat();
  const now = plan.follow(part.pointer);
  if (!isObject(plan.get(now))) {
    const long = lengthen(plan, part, now, path);
    if (long === undefined) {
      plan.put(now, value);
      return now;
    }
    setAt(plan, long, path, value);
    return long;
  }
  setAt(plan, now, path, value);
  return now;
}

/** Writes a short part as an object. Returns its pointer. Undefined: the property is what is written, such as the text of a text. */
function lengthen(plan: Plan, { kind }: Part, now: string, path: readonly string[]): string | undefined {
  const value = plan.get(now);
  const [name] = path;
  const isWhole = (own: string) => path.length === 1 && name === own;
  const children = Array.isArray(value) ? value.map((_, i) => i) : [];
  if (kind === 'band' && Array.isArray(value)) {
    const inside = children.map((i) => ({ from: join('', i), to: join('/0/body', i) }));
    plan.do({ op: 'set', at: now, value: [{ body: value }], carried: [{ from: '', to: '/0' }, ...inside] });
    return `${now}/0`;
  }
  if (kind === 'pair' && Array.isArray(value)) {
    const carried = [
      { from: '/0', to: '/label' },
      { from: '/1', to: '/value' },
    ];
    plan.do({ op: 'set', at: now, value: { label: value[0] as unknown, value: value[1] as unknown }, carried });
    return now;
  }
  if (kind === 'column' && typeof value === 'string') {
    if (isWhole('body')) return undefined;
    plan.do({ op: 'set', at: now, value: { body: value } });
    return now;
  }
  if (typeof value === 'string') {
    if (isWhole('text')) return undefined;
    plan.do({ op: 'set', at: now, value: { text: value } });
    return now;
  }
  if (Array.isArray(value)) {
    if (isWhole('stack')) return undefined;
    const carried = children.map((i) => ({ from: join('', i), to: join('/stack', i) }));
    plan.do({ op: 'set', at: now, value: { stack: value }, carried });
    return now;
  }
  throw new EditError(refusals.unreadablePart);
}

function setAt(plan: Plan, holder: string, [name = '', ...inner]: readonly string[], value: unknown): void {
  const at = join(holder, name);
  const given = plan.get(at);
  if (inner.length === 0) plan.put(at, value, given === undefined ? placeOfNew(plan.get(holder)) : undefined);
  else if (given === undefined) plan.put(at, nest(inner, value), placeOfNew(plan.get(holder)));
  else if (isObject(given)) setAt(plan, at, inner, value);
  else plan.do(setSide(at, given, inner, value));
}

/** A new member stands before the first long one, so that the first line of a part says what it is like. */
function placeOfNew(holder: unknown): number | undefined {
  if (!isObject(holder)) return undefined;
  const index = Object.values(holder).findIndex(
    (member) => typeof member === 'object' && member !== null && holdsObjects(member),
  );
  return index < 0 ? undefined : index;
}

const holdsObjects = (value: object): boolean =>
  Array.isArray(value) ? value.length > 0 && !value.every((one) => typeof one === 'number') : false;

const nest = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** The names of sides, in the order in which a list has them. */
export const sideNames: readonly string[] = ['top', 'right', 'bottom', 'left'];

/** A side of a margin or padding that is written for several sides at once. */
function setSide(at: string, given: unknown, [side = '', ...more]: readonly string[], value: unknown): Operation {
  const index = sideNames.indexOf(side);
  const all = sidesOf(given);
  if (index < 0 || more.length > 0 || !all) throw new EditError(refusals.oneValue(splitPointer(at).key));
  return { op: 'set', at, value: all.with(index, value) };
}

/** The four sides of a value for all sides, `[vertical, horizontal]` or four lengths. */
function sidesOf(given: unknown): readonly unknown[] | undefined {
  if (typeof given === 'number') return [given, given, given, given];
  if (!Array.isArray(given)) return undefined;
  return given.length === 2 ? [...given, ...given] : given.length === 4 ? given : undefined;
}

/** Takes a member out, and objects that become empty with it. */
function removeMember(plan: Plan, part: Part, steps: readonly string[]): void {
  for (let length = steps.length; length > 0; length--) {
    const at = join(part.pointer, ...steps.slice(0, length));
    const given = plan.get(at);
    if (given === undefined || (length < steps.length && !(isObject(given) && Object.keys(given).length === 0))) return;
    plan.do({ op: 'unset', at });
  }
}
