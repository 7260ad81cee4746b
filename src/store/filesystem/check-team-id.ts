// Checks ids of teams, because they become names of folders.
import { PdfgenError } from '../../contract/errors.ts';

/** Gives the id. Raises INTERNAL for an id that could name another folder. */
export function checkTeamId(id: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return id;
  throw new PdfgenError('INTERNAL', `${JSON.stringify(id)} is not a valid id of a team: use only a-z, 0-9 and "-".`);
}
