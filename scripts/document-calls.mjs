// Writes the types of the engines out, each call with a comment, so that editors show what a call does. In the source, these types derive from the
// table of operations, and the members of such a type have no comments.
import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces the types `Engine` and `EditorEngine` in the built file of types. Fails if they have another form. */
export async function documentCalls(file) {
  const { operations } = await import('../.build/contract/operations.js');
  const { editorOperations } = await import('../.build/contract/editor.js');
  let text = readFileSync(file, 'utf8');
  for (const [kind, table] of [
    ['', operations],
    ['Editor', editorOperations],
  ]) {
    const derived = `type ${kind}Engine = {\n    readonly [Id in ${kind}OperationId]: ${typeOf('Id', kind)};\n};\n`;
    if (!text.includes(derived)) throw new Error(`${file} has another type ${kind}Engine: look at scripts/document-calls.mjs`);
    const members = Object.entries(table).map(
      ([id, operation]) => `${commentOf(operation)}    readonly ${id}: ${typeOf(`'${id}'`, kind)};\n`,
    );
    text = text.replace(derived, () => `interface ${kind}Engine {\n${members.join('')}}\n`);
  }
  writeFileSync(file, text);
}

const typeOf = (id, kind) => `(input: ${kind}Input<${id}>, options?: CallOptions) => Promise<${kind}Output<${id}>>`;

/** The description of calls that answer events or take lines is about HTTP. */
function commentOf({ summary, description, params, takesLines, response, errors }) {
  const more = takesLines
    ? '`items` is a list, or a function that gives the items one after the other.'
    : response.events
      ? 'To hear of each change, follow the job or batch.'
      : description;
  const takesUuid = Object.values(params?.properties ?? {}).some(({ format }) => format === 'uuid');
  const codes = [...new Set([...errors, 'INVALID_REQUEST', ...(takesUuid ? ['INVALID_UUID'] : [])])].join(', ');
  const parts = [summary, more, `@throws PdfgenError with one of these codes: ${codes}.`].filter((part) => part !== undefined);
  return `    /**\n${parts.map((part) => `     * ${part}\n`).join('     *\n')}     */\n`;
}
