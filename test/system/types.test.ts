import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Checker, type Symbol as TypeSymbol } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editorOperations } from '../../src/contract/editor.ts';
import { operations } from '../../src/contract/operations.ts';
import { openFolder } from '../support/folders.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = ['index.d.ts', 'client.d.ts', 'contract/index.d.ts'].map((name) => join(root, 'dist/types', name));
const isInterfaceOrClass = 32 | 64; // SymbolFlags
const isAlias = 2_097_152;

const same = `import type { CallOptions, EditorEngine, EditorInput, EditorOperationId, EditorOutput, Engine, Input, OperationId, Output } from '${entries[2]}';
type Derived = { readonly [Id in OperationId]: (input: Input<Id>, options?: CallOptions) => Promise<Output<Id>> };
type DerivedEditor = { readonly [Id in EditorOperationId]: (input: EditorInput<Id>, options?: CallOptions) => Promise<EditorOutput<Id>> };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const engine: Same<{ [K in keyof Engine]: Engine[K] }, Derived> = true;
export const editor: Same<{ [K in keyof EditorEngine]: EditorEngine[K] }, DerivedEditor> = true;
`;

const folder = openFolder();
let api: API;
let checker: Checker;
let exported: Map<string, TypeSymbol>;
let faultsOf: (file: string) => readonly string[];
beforeAll(() => {
  const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, noEmit: true, ...types };
  writeFileSync(join(folder, 'same.ts'), same);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true },
      files: [...entries, 'same.ts'],
    }),
  );
  api = new API();
  const [project] = api.updateSnapshot({ openProject: join(folder, 'tsconfig.json') }).getProjects();
  ({ checker } = project!);
  faultsOf = (file) => project!.program.getSemanticDiagnostics(file).map(({ text }) => text);
  exported = new Map(
    entries
      .flatMap((entry) => checker.getExportsOfModule(checker.getSymbolAtLocation(project!.program.getSourceFile(entry)!)!))
      .map((symbol) => [symbol.name, symbol.flags & isAlias ? checker.getAliasedSymbol(symbol) : symbol]),
  );
});
afterAll(() => {
  api.close();
});

const isDocumented = (symbol: TypeSymbol): boolean => checker.getDocumentationCommentOfSymbol(symbol) !== '';

/** Schemas and tables describe themselves, member by member. */
const describesItself = (symbol: TypeSymbol): boolean => symbol.valueDeclaration !== undefined && (symbol.flags & 2) !== 0;

test('an editor shows what each exported function, class and type is', () => {
  const bare = [...exported].filter(([, symbol]) => !describesItself(symbol) && !isDocumented(symbol)).map(([name]) => name);
  expect(bare).toEqual([]);
});

test('an editor shows what each member of the exported types is', () => {
  const bare = [...exported]
    // Its members are the keywords of JSON Schema.
    .filter(([name, { flags }]) => flags & isInterfaceOrClass && name !== 'JsonSchema')
    .flatMap(([name, symbol]) =>
      [...symbol.getMembers().values()]
        .filter((member) => !member.name.startsWith('__') && !isDocumented(member))
        // A member such as `kind: 'made'` has one value.
        .filter((member) => !checker.getTypeOfSymbol(member)?.isStringLiteralType())
        .map((member) => `${name}.${member.name}`),
    );
  expect(bare).toEqual([]);
});

test.each([
  ['Engine', operations],
  ['EditorEngine', editorOperations],
])('an editor shows what each call of %s does, and its errors', (name, table) => {
  const calls = exported.get(name)!.getMembers();
  expect([...calls.values()].map((call) => call.name)).toEqual(Object.keys(table));
  for (const call of calls.values()) {
    const { summary, errors } = table[call.name as keyof typeof table] as (typeof operations)['getTemplate'];
    expect(checker.getDocumentationCommentOfSymbol(call).split('\n')[0]).toBe(summary);
    const [throws] = checker.getJsDocTagsOfSymbol(call);
    for (const code of errors) expect(JSON.stringify(throws)).toContain(code);
  }
});

test('the calls of the engines keep the types that derive from the operations', () => {
  expect(faultsOf(join(folder, 'same.ts'))).toEqual([]);
});
