// Reads the flags that encrypt documents.
import type { Passwords } from '../../batch/batch-options.ts';
import { type encryptionOption, permissionNames } from '../../contract/encryption.ts';
import type { FromSchema } from '../../contract/schema.ts';
import { readNames } from '../../input/read-names.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { readPasswordFile } from '../files/read-password-file.ts';

type Encryption = FromSchema<typeof encryptionOption>;

export const userPasswordText = 'encrypt the PDF: the first line of this file opens it';
export const ownerPasswordText = 'encrypt the PDF: the first line of this file lifts the permissions';
export const permissionsText = `what people may do without the owner password, such as print,copy (${permissionNames.join(', ')}, or none)`;

/** The passwords of the flags. Raises UsageError, InputError. */
export async function readPasswords(
  { userPasswordFile, ownerPasswordFile }: OptionValues,
  context: CommandContext,
): Promise<Passwords> {
  const read = async (path: unknown, flag: string) => {
    if (path === undefined) return undefined;
    const password = await readPasswordFile(String(path), flag, context);
    // `echo secret > file` of Windows writes a space before the end of the line.
    if (password !== password.trim()) context.say(`${flag}: the password begins or ends with a space, which is a part of it.`);
    return password;
  };
  const userPassword = await read(userPasswordFile, '--user-password-file');
  const ownerPassword = await read(ownerPasswordFile, '--owner-password-file');
  return { ...(userPassword !== undefined && { userPassword }), ...(ownerPassword !== undefined && { ownerPassword }) };
}

export interface Encrypted {
  readonly encryption?: Encryption;
}

/** The option for a request of one document. Raises UsageError, InputError. */
export async function readEncryption(options: OptionValues, context: CommandContext): Promise<Encrypted> {
  const passwords = await readPasswords(options, context);
  const { permissions } = options;
  if (Object.keys(passwords).length === 0) {
    if (permissions === undefined) return {};
    throw new UsageError('--permissions needs a password: --owner-password-file, --user-password-file or both.');
  }
  const allowed = permissions !== undefined && {
    permissions: readNames(String(permissions), permissionNames, '--permissions', 'permission'),
  };
  return { encryption: { ...passwords, ...allowed } };
}
