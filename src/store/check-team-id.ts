// Checks ids of teams, because they become names of folders and keys of objects.
import { PdfgenError } from '../contract/errors.ts';

export function isTeamId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(id);
}

/** Gives the id. Raises INTERNAL for an id that could name something else. */
export function checkTeamId(id: string): string {
  if (isTeamId(id)) return id;
  throw new PdfgenError('INTERNAL', `${JSON.stringify(id)} is not a valid id of a team: use only a-z, 0-9 and "-".`);
}
