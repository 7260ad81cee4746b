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
    const encoded = Uint8Array.from(text, (character) => byteOf.get(character) ?? character.charCodeAt(0));
    try {
      const read = decoder.decode(encoded);
      return uncommonInUtf8.test(read) ? undefined : read;
    } catch {
      return undefined;
    }
  };
}
