// Checks the arguments of createLocalEngine, because a misspelt member would be ignored in silence.
import type { FileRenderer, Limits, Renderer } from '../../renderer/renderer.ts';
import { checkMembers, findUnknown, showArgument } from '../../words/check-arguments.ts';
import { UsageError } from '../../words/usage-error.ts';
import { localLimits } from '../limits.ts';

/** Where the templates are: a workspace's folder, or a single template by the path of its folder or file. */
export type EngineLocation = { readonly workspace: string } | { readonly template: string };

/** Parts and limits that replace those of the engine. */
export interface LocalEngineDeps {
  /** Replaces the engine's own renderer, which works in the thread of the caller. Closing the engine closes it. */
  readonly renderer?: Renderer;
  /** Opens the renderer for the documents of `runBatch`. Default: threads of this process. */
  readonly openFileRenderer?: (threads: number) => Promise<FileRenderer>;
  /** Gives the time. Default: the clock. */
  readonly now?: () => Date;
  /** Limits of a document, in place of the limits of `localLimits`. */
  readonly limits?: Partial<Limits>;
}

const form = "createLocalEngine({ workspace: 'FOLDER' }) or createLocalEngine({ template: 'FOLDER' })";

/** The only member of the location. Raises UsageError. */
export function readLocation(location: unknown): { readonly kind: 'workspace' | 'template'; readonly path: string } {
  checkMembers(location, ['workspace', 'template'], form);
  const given = Object.entries(location as object).filter(([, path]) => path !== undefined) as [
    'workspace' | 'template',
    unknown,
  ][];
  const [only, ...more] = given;
  if (only === undefined || more.length > 0) throw new UsageError(`Give either "workspace" or "template": ${form}`);
  const [kind, path] = only;
  if (typeof path === 'string') return { kind, path };
  const remedy = path instanceof URL ? ': write fileURLToPath(url)' : '';
  throw new UsageError(`${kind} takes a path as text, got ${showArgument(path)}${remedy}`);
}

const types = { renderer: 'object', openFileRenderer: 'function', now: 'function', limits: 'object' } as const;

/** Raises UsageError. */
export function checkDeps(deps: LocalEngineDeps): void {
  checkMembers(deps, Object.keys(types), `createLocalEngine(location, { limits: { ${Object.keys(localLimits)[0]}: 100 } })`);
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = deps[name as keyof LocalEngineDeps];
    const isRight = typeof value === type && value !== null;
    if (value !== undefined && !isRight)
      throw new UsageError(`${name} takes ${type === 'object' ? 'an object' : 'a function'}, got ${showArgument(value)}`);
  }
  const fault = findUnknown(deps.limits ?? {}, Object.keys(localLimits), 'limit');
  if (fault !== undefined) throw new UsageError(fault);
  for (const [name, value] of Object.entries(deps.limits ?? {}))
    if (typeof value !== 'number' || !(value > 0))
      throw new UsageError(`${name} takes a number above 0, got ${showArgument(value)}`);
}
