// The encryption of a document: passwords, and what people may do who open it.
import { PdfgenError } from './errors.ts';
import type { JsonSchema } from './schema.ts';

/** The permissions of people without the owner password. Screen readers may always read the document. */
export const permissionNames = ['print', 'printDraft', 'change', 'copy', 'annotate', 'fillForms', 'assemble'] as const;

export type Permission = (typeof permissionNames)[number];

export const permissionList = {
  type: 'array',
  items: { enum: permissionNames },
  uniqueItems: true,
  description:
    'What people may do without the owner password: `print` (`printDraft`: in low quality only), `change` the content, `copy` it, `annotate` (and fill in forms), `fillForms`, `assemble` (insert, turn and remove pages). Screen readers may always read the document. Default: everything.',
} as const satisfies JsonSchema;

const password = { type: 'string', minLength: 1, writeOnly: true } as const;

export const encryptionOption = {
  type: 'object',
  additionalProperties: false,
  writeOnly: true,
  properties: {
    userPassword: { ...password, description: 'Opens the document. Default: everybody can open it.' },
    ownerPassword: { ...password, description: 'Opens the document and lifts its permissions. Default: nobody can lift them.' },
    permissions: permissionList,
  },
  description:
    'Encrypts the document with AES-256 (ISO 32000-2, 7.6.4). Only for documents that are made at once: jobs and batches would have to store the passwords.',
} as const satisfies JsonSchema;

/** Raises ENCRYPTION_INVALID for a template that makes only encrypted documents: jobs have no passwords. */
export function refuseLaterEncryption(template: object): void {
  const { document } = template as { readonly document?: { readonly encryption?: unknown } };
  if (document?.encryption === undefined) return;
  throw new PdfgenError(
    'ENCRYPTION_INVALID',
    'The template asks for an encrypted document (document.encryption), and jobs and batches of a server cannot encrypt: they would have to store the password. Make the documents on this machine, with --user-password-file or --user-password-from of "pdfgen generate batch", or each by itself, with "pdfgen generate single" or a call to /generate/single.',
  );
}
