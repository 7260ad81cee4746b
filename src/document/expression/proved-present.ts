// Which paths are there when a condition is true.
import { stepsOf } from './prove.ts';
import { parseTree, SyntaxFault, type Tree } from './syntax.ts';

export function withPresent(tree: Tree, present: ReadonlySet<string>): ReadonlySet<string> {
  const more = new Set(present);
  collectPresent(tree, more);
  return more;
}

/** The paths that are present whenever a condition is true. */
export function collectPresent(tree: Tree, present: Set<string>): void {
  if (tree.kind === 'name' || tree.kind === 'member') {
    const { root, steps } = stepsOf(tree);
    if (root.kind !== 'name') return;
    let path = root.name === 'data' ? '' : root.name;
    if (path !== '') present.add(path);
    for (const { key } of steps) {
      if (key.kind !== 'literal') return;
      path = path === '' ? String(key.value) : `${path}.${String(key.value)}`;
      present.add(path);
    }
  } else if (tree.kind === 'filter') {
    const filtered = new Set<string>();
    collectPresent(tree.input, filtered);
    for (const path of filtered) present.add(path);
    if (tree.name === 'size') for (const path of filtered) present.add(`${path}.size`);
  } else if (tree.kind === 'binary' && tree.operator !== 'or' && tree.operator !== '!=') {
    collectPresent(tree.left, present);
    collectPresent(tree.right, present);
  } else if (
    tree.kind === 'binary' &&
    tree.operator === '!=' &&
    tree.right.kind === 'literal' &&
    (tree.right.value === null || tree.right.value === '')
  ) {
    collectPresent(tree.left, present);
  }
}

/** The paths of the elements that a list has left after its filters `where`. */
export function presentInElements(list: Tree): ReadonlySet<string> {
  const present = new Set<string>();
  for (let at = list; at.kind === 'filter' && keepsElements.has(at.name); at = at.input) {
    const [condition, operator] = at.args;
    const isSame = at.args.length < 3 || (operator?.kind === 'literal' && operator.value !== '!=');
    if (at.name !== 'where' || condition?.kind !== 'literal' || typeof condition.value !== 'string' || !isSame) continue;
    try {
      collectPresent(parseTree(condition.value), present);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error; // the fault is reported at its place, or the text is the name of a member
    }
  }
  return present;
}

const keepsElements: ReadonlySet<string> = new Set(['where', 'sort', 'uniq', 'slice']);
