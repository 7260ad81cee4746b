// Advice for texts without their quotes, which are read as names: city == Flims.
import type { CompiledPart, ProofContext } from './prove.ts';
import { memberSchema, valueTypes } from './schema-walk.ts';
import { findNamed, reservedNames } from './scope.ts';
import type { Tree } from './syntax.ts';

/** Adds to the fault of an unknown name that a text needs quotes. `beside`: a value that the name is compared with. Undefined: it may be any. */
export function adviseQuotes(tree: Tree, beside: Pick<CompiledPart, 'schema'> | undefined, { names, notes }: ProofContext): void {
  if (tree.kind !== 'name' || !isUnknown(tree.name)) return;
  const types = beside && valueTypes(beside.schema, names.schema);
  if (types && types.size > 0 && !types.has('string')) return;
  const { diagnostics } = notes;
  const quoted = `text stands in quotes: '${tree.name}'`;
  const at = diagnostics.findIndex(({ code, offset }) => code === 'unknown-path' && offset === tree.offset);
  if (at >= 0) {
    const { message } = diagnostics[at]!;
    const [fault, ...advice] = message.split('; ');
    const isMisspelt = message.endsWith('?');
    if (!isMisspelt && advice.length > 0 && !advice[0]!.startsWith('there are: ')) return;
    const advised = isMisspelt ? `${message} T${quoted.slice(1)}.` : `${fault}; ${quoted}.`;
    diagnostics[at] = { ...diagnostics[at]!, message: advised };
  } else if (beside) {
    // An example may lack a member, but a text is seldom compared with one that it lacks.
    const message = `The data schema has no "${tree.name}"; ${quoted}.`;
    diagnostics.push({ severity: 'error', code: 'unknown-path', offset: tree.offset, message });
  }

  function isUnknown(name: string): boolean {
    if ((reservedNames as readonly string[]).includes(name) || findNamed(names, name) !== undefined) return false;
    return memberSchema(names.element ?? names.schema, name, names.schema).state === 'unknown';
  }
}
