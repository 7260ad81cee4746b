// The rows of a table for some data: their order, their groups, and what they add up to.
import { type BoundScope, elementPlace, type LayoutSession } from '../../layout/session.ts';
import { oncePerPlace } from '../shared/lists/element-context.ts';
import type { ElementList } from '../shared/lists/select-elements.ts';
import type { ArrangedRows, Group, RowSource, TableGroups } from './table-plan.ts';
import type { KnownSums, Totals } from './table-sums.ts';

/** Rows between two looks at the clock. */
const checkEvery = 1024;

/** Arranges the rows once for each place in the data. */
export function rowArranger(source: RowSource): (scope: BoundScope, session: LayoutSession) => ArrangedRows {
  const { elements, sums, groups } = source;
  if (!sums && !groups)
    return (scope, session) => ({
      list: elements.list(scope, session),
      groups: [],
      groupOf: undefined,
      totals: [],
      sofarAt: () => [],
    });
  return oncePerPlace((scope, session) => {
    const list = elements.list(scope, session);
    let totals: Totals = [];
    if (sums) {
      totals = sums.none;
      for (let i = 0; i < list.length; i++) {
        if (i % checkEvery === checkEvery - 1) session.checkTime();
        totals = sums.add(totals, elements.scopeOf(scope, list, i));
      }
    }
    const arranged = groups ? groupElements(groups, source, list, scope, session) : { list, groups: [], groupOf: undefined };
    return { ...arranged, totals, sofarAt: runningSums(source, arranged.list, scope) };
  });
}

/** The sums up to an element, and with it. It is quick for elements in order. */
function runningSums({ elements, sums }: RowSource, list: ElementList, scope: BoundScope): (i: number) => Totals {
  if (!sums) return () => [];
  let next = 0;
  let sofar = sums.none;
  return (i) => {
    if (i < next - 1) {
      next = 0;
      sofar = sums.none;
    }
    for (; next <= i; next++) sofar = sums.add(sofar, elements.scopeOf(scope, list, next));
    return sofar;
  };
}

/** A scope with the values of the names `sums` and `group`, if the table has them. */
export function withTableNames(
  { sums, groups }: RowSource,
  scope: BoundScope,
  known: KnownSums,
  group: Group | undefined,
): BoundScope {
  if (!sums && !groups) return scope;
  const locals = [...scope.locals];
  if (sums) locals.push(sums.valueOf(known));
  if (group) locals.push(group.value);
  return { ...scope, locals };
}

/** The scope of the rows of a group, which has a place of its own: numbers of headings and notes in it are kept by their place. */
export function scopeOfGroup(source: RowSource, scope: BoundScope, known: KnownSums, group: Group): BoundScope {
  const { depth, first } = group;
  const place = elementPlace(scope, `(group ${depth})`, first.list, first.index);
  return withTableNames(source, { ...scope, place }, known, group);
}

/** Brings the elements into the order of their groups: the order of the first element of each. */
function groupElements(
  { levels }: TableGroups,
  { elements, sums }: RowSource,
  list: ElementList,
  scope: BoundScope,
  session: LayoutSession,
): Pick<ArrangedRows, 'list' | 'groups' | 'groupOf'> {
  const groupOf: Group[] = [];
  const order: number[] = [];
  const places = list.places ?? Array.from(list.source, (_, at) => at);
  let looks = 0;
  const scopeAt = (at: number): BoundScope => {
    if (++looks % checkEvery === 0) session.checkTime();
    return elements.scopeOf(scope, list, at);
  };
  const divide = (members: readonly number[], depth: number, parent: Group | undefined): readonly Group[] => {
    const level = levels[depth];
    if (!level) {
      for (const at of members) {
        order.push(at);
        groupOf.push(parent!);
      }
      return [];
    }
    const keyOf = level.by.equalityKeys();
    const parted = new Map<string, { readonly key: unknown; readonly members: number[] }>();
    for (const at of members) {
      const rowScope = scopeAt(at);
      const key = level.by.evaluate(rowScope);
      const known = keyOf(key, rowScope);
      const part = parted.get(known);
      if (part) part.members.push(at);
      else parted.set(known, { key, members: [at] });
    }
    return Array.from(parted.values(), ({ key, members: own }, index) => {
      const first = { list: list.source, index: places[own[0]!]! };
      const group = { level, depth, parent, start: order.length, first } as { -readonly [Name in keyof Group]: Group[Name] };
      group.value = groupValue({ key, own, index, parent });
      group.groups = divide(own, depth + 1, group);
      group.end = order.length;
      return group;
    });
  };
  const groupValue = ({
    key,
    own,
    index,
    parent,
  }: {
    readonly key: unknown;
    readonly own: readonly number[];
    readonly index: number;
    readonly parent: Group | undefined;
  }): object => {
    let known: Totals | undefined;
    let items: readonly unknown[] | undefined;
    const totals = () => (known ??= own.reduce((sum, at) => sums!.add(sum, scopeAt(at)), sums!.none));
    return {
      key,
      get items() {
        items ??= own.map((at) => list.source[places[at]!]);
        return items;
      },
      count: own.length,
      index: index + 1,
      get sums() {
        return sums ? sums.named(totals()) : {};
      },
      parent: parent?.value,
    };
  };
  const groups = divide(
    Array.from({ length: list.length }, (_, at) => at),
    0,
    undefined,
  );
  return { list: { source: list.source, places: order.map((at) => places[at]!), length: list.length }, groups, groupOf };
}
