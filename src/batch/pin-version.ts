// Chooses the version of a template that a run renders from its beginning to its end.
import type { Engine } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import { describeTemplate } from '../contract/get-template.ts';
import type { LocalEngine } from '../engine/local-engine.ts';

interface NamedTemplate {
  readonly engine: Engine;
  readonly uuid: string;
  readonly version: number | undefined;
}

/**
 * The named version, else the current one. `local`: the engine that records content as a version if it is not recorded. Undefined: the content has no version,
 * because the template stands outside of a workspace, or because nothing can be written to the workspace.
 */
export async function pinVersion(named: NamedTemplate, local: LocalEngine | undefined): Promise<number | undefined> {
  if (named.version !== undefined) return named.version;
  const { version } = await describeTemplate(named);
  if (version !== null || !local) return version ?? undefined;
  try {
    return (await local.saveTemplateVersion(named.uuid)).version;
  } catch (error) {
    if (keepsNoVersions(error)) return undefined;
    throw error;
  }
}

function keepsNoVersions(error: unknown): boolean {
  if (error instanceof PdfgenError) return error.code === 'INVALID_REQUEST';
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}
