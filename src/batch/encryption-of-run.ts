// The passwords of a run: which it takes, and what it refuses with them. They stay in memory, and the record names only their kinds.
import { permissionNames, refuseLaterEncryption } from '../contract/encryption.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { GenerateItemsInput } from '../contract/generate-items.ts';
import { readNames } from '../input/read-names.ts';
import type { NameOption } from '../words/name-option.ts';
import { mostGivenCharacters, mostPasswordBytes, type PreparedPassword, preparePassword } from '../words/prepare-password.ts';
import { toLine } from '../words/to-line.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchItem, ItemFault } from './batch-item.ts';
import type { Passwords } from './batch-options.ts';
import type { BatchRun } from './batch-run.ts';
import { isSameField, lastName } from './entries/document-password.ts';

type Parts = Pick<BatchRun, 'template' | 'content' | 'passwords' | 'options'> & {
  /** The documents become jobs of this machine. */
  readonly isDetached?: boolean | undefined;
};

/** Whether the documents of a run are encrypted. */
export const isEncrypted = ({ passwords, options }: Pick<Parts, 'passwords' | 'options'>): boolean =>
  Object.keys(passwords).length > 0 || options.userPasswordFrom !== undefined;

/** Refuses passwords where they would be stored or without effect, and their lack. Raises UsageError, ENCRYPTION_INVALID. */
export function checkEncryption(run: Parts, nameOption: NameOption): void {
  const { template, content, passwords, options } = run;
  const isLater = template.remote !== null || run.isDetached === true;
  const from = nameOption('userPasswordFrom');
  const all = `${nameOption('userPassword')}, ${from} or ${nameOption('ownerPassword')}`;
  if (!isEncrypted(run)) {
    if (options.permissions !== undefined)
      throw new UsageError(
        isLater
          ? `${nameOption('permissions')} needs a password, and jobs and servers take no passwords. Make the documents on this machine, without --detach and --remote.`
          : `${nameOption('permissions')} needs a password: ${all}.`,
      );
    if (isLater) refuseLaterEncryption(content);
    const { document } = content as { readonly document?: { readonly encryption?: unknown } };
    if (document?.encryption === undefined) return;
    throw new PdfgenError(
      'ENCRYPTION_INVALID',
      `The template asks for encrypted documents (document.encryption), and there is no password. Give one: ${all}.`,
    );
  }
  if (template.remote !== null)
    throw new UsageError(
      'Passwords are for documents that are made on this machine: a server would have to store them with its jobs. Make the documents with --local, or each by itself with "pdfgen generate single".',
    );
  if (options.userPasswordFrom !== undefined && passwords.userPassword !== undefined)
    throw new UsageError(
      `${from} and ${nameOption('userPassword')} both name the password that opens a document. Leave out ${from} or ${nameOption('userPassword')}.`,
    );
  if (options.merge !== undefined)
    throw new UsageError(
      `An encrypted document cannot be merged: leave ${nameOption('merge')} out, or use ${nameOption('zip')}.`,
    );
  checkPasswords(passwords, nameOption);
  if (options.userPasswordFrom !== undefined) refuseOtherUses(options.userPasswordFrom, run, nameOption);
}

/** Refuses options that would write passwords of the data elsewhere. */
function refuseOtherUses(field: string, { content, options }: Parts, nameOption: NameOption): void {
  const from = nameOption('userPasswordFrom');
  // Without this, the documents of a template without a schema would lack the value in silence.
  if (isMentioned(lastName(field), content))
    throw new UsageError(
      `${from} ${toLine(field)}: the template mentions ${toLine(lastName(field))}, and passwords stay out of the data. Write the passwords under a name that the template does not have.`,
    );
  for (const name of ['skipInvalid', 'failed', 'keep'] as const) {
    const isKept = name === 'keep' ? options.keep?.some((one) => isSameField(one, field)) : options[name];
    const why = name === 'keep' ? 'the record' : 'the file of the rows';
    if (isKept)
      throw new UsageError(`${nameOption(name)} would write the passwords of ${from} to ${why}. Leave ${nameOption(name)} out.`);
  }
  if (options.reference !== undefined && isSameField(options.reference, field))
    throw new UsageError(`${nameOption('reference')} would write the passwords of ${from} to the record. Name another column.`);
  for (const [name, column] of [
    ['groupBy', options.groupBy],
    ['on', options.on?.split('=')[0]?.trim()],
  ] as const)
    if (column !== undefined && isSameField(column, field))
      throw new UsageError(`${nameOption(name)} would show the passwords of ${from} in messages. Name another column.`);
}

/** Whether the texts and expressions of a template have a name. Its schema, which is checked with the input, and its description do not count. */
function isMentioned(name: string, content: object): boolean {
  const silent = ['dataSchema', 'exampleData', 'name', 'description', 'tags', 'assets', 'slug'];
  const word = new RegExp(
    `(?<![\\p{L}\\d_])${name.normalize('NFC').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\d_])`,
    'u',
  );
  const isIn = (value: unknown): boolean =>
    typeof value === 'string'
      ? word.test(value.normalize('NFC'))
      : typeof value === 'object' && value !== null && Object.values(value).some(isIn);
  return Object.entries(content).some(([member, value]) => !silent.includes(member) && isIn(value));
}

/** The encryption in the request to the engine. */
export function toEncryption({
  passwords,
  options,
}: BatchRun): Pick<NonNullable<GenerateItemsInput['body']['options']>, 'encryption'> {
  if (!isEncrypted({ passwords, options })) return {};
  const { permissions } = options;
  return {
    encryption: {
      ...passwords,
      ...(permissions !== undefined && { permissions: readNames(permissions, permissionNames, '', 'permission') }),
    },
  };
}

/** The password that opens this document alone; undefined: the run takes none from the input. An empty text is refused by the encryption. */
export const passwordOf = ({ password }: Pick<BatchItem, 'password'>): string | undefined =>
  password && ('text' in password ? password.text : '');

/** The fault of a document whose password is missing or cannot be used. The message does not show it. */
export function findPasswordFault({ password, source }: BatchItem, { options, passwords }: BatchRun): ItemFault | undefined {
  if (password === undefined) return undefined;
  const { row: _row, ...place } = source;
  const name = JSON.stringify(options.userPasswordFrom);
  if ('text' in password && password.text === '') return { ...place, message: `has no password: ${name} is empty` };
  const fault = 'fault' in password ? password.fault : faultOfField(password.text, passwords.ownerPassword);
  return fault === undefined ? undefined : { ...place, message: `the password in ${name} ${fault}` };
}

/** A space at an end of a cell is an accident, and nobody would type it. */
function faultOfField(given: string, ownerPassword: string | undefined): string | undefined {
  const read = readPassword(given);
  if ('fault' in read) return read.fault;
  if (read.password !== read.password.trim()) return 'begins or ends with a space. Remove the space';
  if (ownerPassword === undefined) return undefined;
  const owner = readPassword(ownerPassword);
  return 'password' in owner && owner.password === read.password ? 'is the owner password too. Choose two passwords' : undefined;
}

const tooLong = { fault: `has more than ${mostPasswordBytes} bytes in UTF-8, which PDF does not take` };

function readPassword(given: string): PreparedPassword {
  if (given.length > mostGivenCharacters) return tooLong;
  const read = preparePassword(given);
  return 'password' in read && Buffer.byteLength(read.password) > mostPasswordBytes ? tooLong : read;
}

/** Raises ENCRYPTION_INVALID for passwords that no document can have. */
function checkPasswords({ userPassword, ownerPassword }: Passwords, nameOption: NameOption): void {
  const read = (given: string | undefined, option: string): string | undefined => {
    if (given === undefined) return undefined;
    const found = readPassword(given);
    if ('password' in found) return found.password;
    throw new PdfgenError('ENCRYPTION_INVALID', `${option}: the password ${found.fault}.`);
  };
  const user = read(userPassword, nameOption('userPassword'));
  const owner = read(ownerPassword, nameOption('ownerPassword'));
  if (user !== undefined && user === owner)
    throw new PdfgenError(
      'ENCRYPTION_INVALID',
      `${nameOption('userPassword')} and ${nameOption('ownerPassword')} are the same password: whoever opens the document could lift its permissions. Choose two passwords.`,
    );
}
