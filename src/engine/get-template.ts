import type { Input, Output } from '../contract/engine.ts';
import type { Deps } from './deps.ts';
import { toWire } from './to-wire.ts';

/** A template as it stands. */
export async function getTemplate({ templates }: Deps, { params }: Input<'getTemplate'>): Promise<Output<'getTemplate'>> {
  return toWire(await templates.describe(params.uuid));
}

/** A template as a recorded version has it. */
export async function getTemplateVersion(
  { templates }: Deps,
  { params }: Input<'getTemplateVersion'>,
): Promise<Output<'getTemplateVersion'>> {
  return toWire(await templates.describe(params.uuid, params.version));
}
