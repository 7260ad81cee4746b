// The passwords of a run: which it takes, and what it refuses with them. They stay in memory, and the record names only their kinds.
import { permissionNames } from '../contract/encryption.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { GenerateItemsInput } from '../contract/generate-items.ts';
import { readNames } from '../input/read-names.ts';
import type { NameOption } from '../words/name-option.ts';
import { mostGivenCharacters, mostPasswordBytes, preparePassword } from '../words/prepare-password.ts';
import { UsageError } from '../words/usage-error.ts';
import type { BatchItem, ItemFault } from './batch-item.ts';
import type { BatchOptions } from './batch-options.ts';
import type { BatchRun } from './batch-run.ts';

type Parts = Pick<BatchRun, 'template' | 'content' | 'passwords' | 'options'>;

/** Whether the documents of a run are encrypted. */
export const isEncrypted = ({ passwords, options }: Pick<Parts, 'passwords' | 'options'>): boolean =>
  Object.keys(passwords).length > 0 || options.userPasswordFrom !== undefined;

/** Refuses passwords where they would be stored or without effect, and their lack. Raises UsageError, ENCRYPTION_INVALID. */
export function checkEncryption(run: Parts, nameOption: NameOption): void {
  const { template, content, passwords, options } = run;
  const { document } = content as { readonly document?: { readonly encryption?: unknown } };
  const from = nameOption('userPasswordFrom');
  const all = `${nameOption('userPassword')}, ${from} or ${nameOption('ownerPassword')}`;
  if (!isEncrypted(run)) {
    if (options.permissions !== undefined) throw new UsageError(`${nameOption('permissions')} needs a password: ${all}.`);
    if (document?.encryption === undefined) return;
    const remedy =
      template.remote === null
        ? `Give one: ${all}.`
        : 'A server would have to store it with its jobs. Make the documents on this machine, or each by itself with "pdfgen generate single".';
    throw new PdfgenError(
      'ENCRYPTION_INVALID',
      `The template asks for encrypted documents (document.encryption), and there is no password. ${remedy}`,
    );
  }
  if (template.remote !== null)
    throw new UsageError(
      'Passwords are for documents that are made on this machine: a server would have to store them with its jobs. Make the documents with --local, or each by itself with "pdfgen generate single".',
    );
  if (options.userPasswordFrom !== undefined && passwords.userPassword !== undefined)
    throw new UsageError(
      `${from} and ${nameOption('userPassword')} both name the password that opens a document. Leave one out.`,
    );
  if (options.merge !== undefined)
    throw new UsageError(
      `An encrypted document cannot be merged: leave ${nameOption('merge')} out, or use ${nameOption('zip')}.`,
    );
  if (options.userPasswordFrom === undefined) return;
  for (const name of ['skipInvalid', 'failed', 'keep'] as const) {
    const isKept = name === 'keep' ? options.keep?.includes(options.userPasswordFrom) : options[name];
    const why = name === 'keep' ? 'the record' : 'the file of the rows';
    if (isKept)
      throw new UsageError(`${nameOption(name)} would write the passwords of ${from} to ${why}. Leave ${nameOption(name)} out.`);
  }
  if (options.reference === options.userPasswordFrom)
    throw new UsageError(`${nameOption('reference')} would write the passwords of ${from} to the record. Name another column.`);
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

/** The password that opens this document alone; undefined: the run takes none from the data. */
export const passwordOf = ({ field }: Pick<BatchItem, 'field'>, { userPasswordFrom }: BatchOptions): string | undefined =>
  userPasswordFrom === undefined ? undefined : (field(userPasswordFrom) ?? '');

/** The fault of a document whose password is missing or cannot be used. The message does not show it. */
export function findPasswordFault(item: BatchItem, options: BatchOptions): ItemFault | undefined {
  const password = passwordOf(item, options);
  if (password === undefined) return undefined;
  const { row: _row, ...place } = item.source;
  const name = JSON.stringify(options.userPasswordFrom);
  if (password === '') return { ...place, message: `has no ${name}, which is to be its password` };
  const tooLong = {
    ...place,
    message: `the password in ${name} has more than ${mostPasswordBytes} bytes in UTF-8, which PDF does not take`,
  };
  if (password.length > mostGivenCharacters) return tooLong;
  const prepared = preparePassword(password);
  if ('fault' in prepared) return { ...place, message: `the password in ${name} ${prepared.fault}` };
  return Buffer.byteLength(prepared.password) <= mostPasswordBytes ? undefined : tooLong;
}
