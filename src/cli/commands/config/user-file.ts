// The file of a person's own settings, readable by that person alone.
import type Conf from 'conf';
import type { CommandContext } from '../../context.ts';
import { userFolder } from '../../settings.ts';

export async function openUserFile(context: CommandContext): Promise<Conf<Record<string, unknown>>> {
  const { default: Store } = await import('conf');
  return new Store<Record<string, unknown>>({ cwd: userFolder(context.io), configName: 'config', configFileMode: 0o600, projectName: 'pdfgen' });
}
