// Finds OpenType features of a template that no font can have, or that its fonts lack.
import { suggest } from '../../words/nearest.ts';

/** OpenType 1.9.1, "Registered features"; those with numbers are in `numbered`. */
const registered =
  `aalt abvf abvm abvs afrc akhn apkn blwf blwm blws calt case ccmp cfar chws cjct clig cpct cpsp cswh curs c2pc c2sc dist dlig
dnom dtls expt falt fin2 fin3 fina flac frac fwid half haln halt hist hkna hlig hngl hojo hwid init isol ital jalt jp78 jp83 jp90 jp04 kern lfbd
liga ljmo lnum locl ltra ltrm mark med2 medi mgrk mkmk mset nalt nlck nukt numr onum opbd ordn ornm palt pcap pkna pnum pref pres pstf psts pwid
qwid rand rclt rkrf rlig rphf rtbd rtla rtlm ruby rvrn salt sinf size smcp smpl ssty stch subs sups swsh titl tjmo tnam tnum trad twid unic valt
vapk vatu vchw vert vhal vjmo vkna vkrn vpal vrt2 vrtr zero`.split(/\s/);
const numbered = /^(?:ss(?:0[1-9]|1\d|20)|cv(?!00)\d\d)$/;

/** The fault of a feature; undefined: no fault. `inFonts`: the features of the fonts. `font`: their name; undefined: data choose the font. */
export function findFeatureFault(
  [name, value]: readonly [string, number],
  inFonts: ReadonlySet<string>,
  font: string | undefined,
): string | undefined {
  if (inFonts.has(name)) return undefined;
  if (registered.includes(name) || numbered.test(name)) {
    // To turn off what a font lacks is right for any font.
    return font === undefined || value === 0 ? undefined : `The font ${font} has no OpenType feature "${name}".`;
  }
  const hint = suggest(name, [...new Set([...inFonts, ...registered])].toSorted());
  return `There is no OpenType feature "${name}"${hint || '; a feature has a name of four characters, such as "tnum".'}`;
}
