// Text that is UTF-8 and was read in an encoding of one byte for each character: `MÃ¼ller`.
import { decodeWestern, uncommonInUtf8 } from './western-text.ts';

const oneByte = /^(?:ibm866|iso-8859-\d+(?:-[ei])?|koi8-[ru]|macintosh|windows-(?:874|125\d)|x-mac-cyrillic)$/;

/**
 * Gives what a text would be in UTF-8, where all of its letters beyond ASCII say that it is: a check for texts that were read in the encoding of this
 * name. Undefined: characters of the encoding have more than one byte.
 */
export function createUtf8Check(label: string): ((text: string) => string | undefined) | undefined {
  if (!oneByte.test(label)) return undefined;
  const bytes = Uint8Array.from({ length: 128 }, (_, i) => i + 0x80);
  const characters = label === 'windows-1252' ? decodeWestern(bytes) : new TextDecoder(label).decode(bytes);
  const byteOf = new Map([...characters].map((character, i) => [character, i + 0x80]));
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (text) => {
    if (!/[^\0-\x7f]/.test(text)) return undefined;
    const encoded = Array.from(text, (character) => byteOf.get(character) ?? character.codePointAt(0)!);
    // Text that was not read in this encoding may have other characters.
    if (encoded.some((byte) => byte > 0xff)) return undefined;
    try {
      const read = decoder.decode(Uint8Array.from(encoded));
      return uncommonInUtf8.test(read) ? undefined : read;
    } catch {
      return undefined;
    }
  };
}

// The first bytes of Western letters and punctuation, each with a second byte behind it. Text of people hardly has such pairs.
const westernPair = /[ÂÃÄÅâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
const readWestern = createUtf8Check('windows-1252');

/** Says what is doubtful in a text of a file that is read in the right encoding, but was saved after a program had read it in a wrong one. */
export function findMisread(text: string): string | undefined {
  const meant = westernPair.test(text) ? readWestern?.(text) : undefined;
  return meant === undefined
    ? undefined
    : `${show(text)} looks like ${show(meant)}, read in a wrong encoding before the file was saved; export the file again`;
}

const show = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
