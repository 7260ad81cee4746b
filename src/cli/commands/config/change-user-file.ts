// The file of a person's own settings, readable by that person alone.
import type Conf from 'conf';
import type { CommandContext } from '../../context.ts';
import { writeError } from '../../output/write-error.ts';
import { userFile, userFolder } from '../../settings.ts';

type UserFile = Conf<Record<string, unknown>>;

/** Changes the file. Raises UsageError with exit code 9 when it cannot be written. */
export async function changeUserFile({ io }: Pick<CommandContext, 'io'>, change: (file: UserFile) => void): Promise<void> {
  const { default: Store } = await import('conf');
  try {
    change(
      new Store<Record<string, unknown>>({
        cwd: userFolder(io),
        configName: 'config',
        configFileMode: 0o600,
        projectName: 'pdfgen',
      }),
    );
  } catch (error) {
    throw writeError(userFile(io), error);
  }
}
