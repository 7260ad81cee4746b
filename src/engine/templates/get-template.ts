// The operations that read a template.
import type { CallOptions, Input, Output } from '../../contract/engine.ts';
import type { Deps } from '../deps.ts';
import { noteTemplate } from './note-template.ts';
import { toWire } from './to-wire.ts';

/** The current content of a template. */
export async function getTemplate(
  { templates }: Deps,
  { params }: Input<'getTemplate'>,
  { notes }: CallOptions = {},
): Promise<Output<'getTemplate'>> {
  const template = await templates.describe(params.uuid);
  if (notes && template.lostDigits) notes.lostDigits = template.lostDigits;
  noteTemplate(template, notes);
  return toWire(template);
}

/** A recorded version of a template. */
export async function getTemplateVersion(
  { templates }: Deps,
  { params }: Input<'getTemplateVersion'>,
): Promise<Output<'getTemplateVersion'>> {
  return toWire(await templates.describe(params.uuid, params.version));
}
