// Keywords of other template languages.
import { inSmallLetters, otherNames } from './other-names.ts';

const keywords = {
  condition: 'if elif elseif elsif else endif unless endunless when case endcase switch then',
  loop: 'for endfor each foreach endforeach endeach while endwhile range tablerow loop repeat in',
  setting: 'let set endset var const assign capture endcapture with endwith',
  part: 'include render partial import extends block endblock macro endmacro',
  clock: 'new',
  end: 'end',
  comment: 'comment endcomment',
  raw: 'raw endraw verbatim endverbatim',
} as const;

export type KeywordKind = keyof typeof keywords;

const kindOfWord = (Object.keys(keywords) as KeywordKind[]).flatMap((kind) =>
  keywords[kind].split(' ').map((word) => [word, kind]),
);

/** What a keyword is for. */
export const keywordKind = otherNames<KeywordKind>(Object.fromEntries(kindOfWord), inSmallLetters);
