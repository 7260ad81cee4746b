// The thread of one check of fonts. A hostile file can do no more than end it.
import { parentPort, workerData } from 'node:worker_threads';
import type { FontOfFile } from '../../renderer/describe-fonts.ts';
import { readFontName } from '../../words/font-lines.ts';
import { type FontFacts, factsOf } from './font-facts.ts';

export interface FontCheckOrder {
  /** `role`: as that of CheckedFace; `shipped` for the last fallbacks of all families. */
  readonly files: readonly { readonly role: string | null; readonly file: string; readonly bytes: Uint8Array }[];
  /** Code points to look for. */
  readonly characters: readonly number[];
}

export interface CheckedFace extends FontFacts {
  /** `regular`, `bold`, `italic`, `boldItalic`, `fallback`; null: the font was named by its file. */
  readonly role: string | null;
  readonly features: readonly string[];
  /** Why its colours are not drawn, as a clause. */
  readonly colorFault: string | null;
  readonly forbidsSubsets: boolean;
  /** Characters of the text that the font lacks, as code points. */
  readonly missing: readonly number[];
}

export interface FromCheckFontThread {
  readonly faces: readonly CheckedFace[];
}

async function answer({ files, characters }: FontCheckOrder): Promise<void> {
  const { describeFontFile } = await import('../../renderer/describe-fonts.ts');
  const faces: CheckedFace[] = [];
  for (const { role, file, bytes } of files) {
    const described = await describeFontFile(bytes, role === null ? undefined : (readFontName(file)?.font ?? '0'));
    const facts = factsOf(file, bytes.length, described);
    faces.push(...facts.map((one, i) => ({ ...one, ...lacksOf(described.fonts[i], characters), role })));
  }
  parentPort!.postMessage({ faces } satisfies FromCheckFontThread);
}

function lacksOf(font: FontOfFile | undefined, characters: readonly number[]) {
  // U+20E3 is a part of the emoji of a key.
  const isShown = (code: number) =>
    code !== 0x20e3 && !/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/u.test(String.fromCodePoint(code));
  return {
    features: font?.features ?? [],
    colorFault: font?.colorFault ?? null,
    forbidsSubsets: font?.forbidsSubsets ?? false,
    missing: font ? characters.filter((code) => isShown(code) && !font.has(code)).toSorted((a, b) => a - b) : [],
  };
}

// Not awaited: chunks of the bundle import from this module, and would wait for its end.
void answer(workerData as FontCheckOrder);
