// Encrypts a file: AES-256, revision 6 of the standard security handler (ISO 32000-2, 7.6.4).

import { createCipheriv, createHash } from 'node:crypto';
import type { Permission } from '../../contract/encryption.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { counted } from '../../words/counts.ts';
import { mostGivenCharacters, mostPasswordBytes, preparePassword } from '../../words/prepare-password.ts';

/** What a document asks of its encryption. */
export interface Encryption {
  /** Opens the file. Undefined: everybody may open it. */
  readonly userPassword: string | undefined;
  /** Lifts the restrictions of `allowed`. Undefined: no password does. */
  readonly ownerPassword: string | undefined;
  /** What readers may do. Undefined: everything. */
  readonly allowed: readonly Permission[] | undefined;
  randomBytes(size: number): Uint8Array;
}

/** The bits of each permission (ISO 32000-2, table 22). */
const bitsOf: Readonly<Record<Permission, readonly number[]>> = {
  print: [3, 12],
  printDraft: [3],
  change: [4],
  copy: [5],
  annotate: [6, 9],
  fillForms: [9],
  assemble: [11],
};

export interface Cipher {
  /** The encryption dictionary. */
  readonly dictionary: string;
  seal(data: Uint8Array): Uint8Array;
  /** Seals the strings in the syntax of a dictionary. */
  sealStrings(syntax: string): string;
}

/** Raises ENCRYPTION_INVALID for a password that cannot be used. */
export function createCipher({ userPassword, ownerPassword, allowed, randomBytes }: Encryption): Cipher {
  // Without a user password everybody may open the file. Without an owner password nobody may do more than the permissions say.
  const user = userPassword === undefined ? Buffer.alloc(0) : toBytes(userPassword, 'user password');
  const owner = ownerPassword === undefined ? Buffer.from(randomBytes(32)) : toBytes(ownerPassword, 'owner password');
  if (user.equals(owner))
    throw new PdfgenError(
      'ENCRYPTION_INVALID',
      'The user password and the owner password are the same, so the permissions would hold for nobody. Choose different passwords.',
    );
  const key = Buffer.from(randomBytes(32));

  // Algorithms 8 and 9: hash, salt to check, salt of the key.
  const protect = (password: Buffer, above: Buffer) => {
    const [check, salt] = [randomBytes(8), randomBytes(8)];
    const entry = Buffer.concat([hashPassword(password, check, above), check, salt]);
    return { entry, sealedKey: encrypt('aes-256-cbc', hashPassword(password, salt, above), Buffer.alloc(16), key) };
  };
  const u = protect(user, Buffer.alloc(0));
  const o = protect(owner, u.entry);
  const flags = toFlags(allowed);
  // Algorithm 10: the permissions again, sealed, so that they cannot be changed in the dictionary. `T`: metadata are encrypted.
  const open = Buffer.alloc(16, 0xff);
  open.writeInt32LE(flags, 0);
  open.write('Tadb', 8, 'latin1');
  open.set(randomBytes(4), 12);
  const entries = {
    U: u.entry,
    UE: u.sealedKey,
    O: o.entry,
    OE: o.sealedKey,
    Perms: encrypt('aes-256-ecb', key, null, open),
  };
  const strings = Object.entries(entries).map(([name, value]) => `/${name}<${value.toString('hex')}>`);

  const seal = (data: Uint8Array): Buffer => {
    const start = randomBytes(16);
    const cipher = createCipheriv('aes-256-cbc', key, start);
    return Buffer.concat([start, cipher.update(data), cipher.final()]);
  };
  return {
    dictionary:
      `<</Filter/Standard/V 5/R 6/Length 256/P ${flags}${strings.join('')}/EncryptMetadata true` +
      '/CF<</StdCF<</Type/CryptFilter/CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF>>',
    seal,
    sealStrings: (syntax) => replaceStrings(syntax, (bytes) => `<${seal(bytes).toString('hex')}>`),
  };
}

/** `name`: for messages, which never show the password. Raises ENCRYPTION_INVALID. */
function toBytes(given: string, name: string): Buffer {
  const refuse = (why: string) => new PdfgenError('ENCRYPTION_INVALID', `The ${name} ${why}. Choose another one.`);
  if (given.length > mostGivenCharacters)
    throw refuse(`has ${counted(given.length, 'character')}, and PDF takes ${mostPasswordBytes} bytes in UTF-8`);
  const prepared = preparePassword(given);
  if ('fault' in prepared) throw refuse(prepared.fault);
  const bytes = Buffer.from(prepared.password, 'utf8');
  if (bytes.length > mostPasswordBytes) throw refuse(`has ${bytes.length} bytes in UTF-8, and PDF takes ${mostPasswordBytes}`);
  return bytes;
}

/** ISO 32000-2, table 22. Bits that have no meaning are 1; the lowest two are 0. Reading aloud (bit 10) is always allowed. */
function toFlags(allowed: readonly Permission[] | undefined): number {
  if (allowed === undefined) return -4;
  const all = Object.values(bitsOf).flat();
  const granted = allowed.flatMap((name) => bitsOf[name]);
  return all.filter((bit) => !granted.includes(bit)).reduce((flags, bit) => flags & ~(1 << (bit - 1)), -4);
}

/** Algorithm 2.B. `above`: the user's entry when the owner's is made. */
function hashPassword(password: Buffer, salt: Uint8Array, above: Buffer): Buffer {
  let key = createHash('sha256').update(password).update(salt).update(above).digest();
  for (let round = 0; ; round++) {
    const input = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([password, key, above])));
    const mixed = encrypt('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), input);
    // The first 16 bytes as a number, modulo 3: 256 leaves 1, so it is the sum of the bytes.
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][rest]!).update(mixed).digest();
    if (round >= 63 && mixed.at(-1)! <= round - 31) return key.subarray(0, 32);
  }
}

function encrypt(algorithm: string, key: Buffer, start: Buffer | null, data: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, start).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Literal strings as this program writes them, whose brackets are escaped, and hex strings. `<<` begins a dictionary. */
const strings = /\(((?:[^\\()]|\\.)*)\)|<<|<([0-9A-Fa-f\s]*)>/gs;

function replaceStrings(syntax: string, replace: (bytes: Buffer) => string): string {
  return syntax.replace(strings, (all: string, literal: string | undefined, hex: string | undefined) => {
    if (literal !== undefined) return replace(Buffer.from(literal.replace(/\\(.)/gs, '$1'), 'latin1'));
    return hex === undefined ? all : replace(Buffer.from(hex, 'hex'));
  });
}
