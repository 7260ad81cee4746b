// The rules of the Unicode line breaking algorithm (UAX #14, revision 55, of Unicode 17), without tailoring.
import { classes, lineBreakClass, wide } from './line-break-classes.ts';

const { AL, HL, NU, ID, CM, ZWJ, SA, SP, ZW, BK, CR, LF, NL, WJ, GL, BA, HY, HH, BB, B2, CL, CP, EX, IN, IS, NS, SY, OP } =
  classes;
const { QU, QI, QF, PO, PR, CB, RI, EB, EM, PI, PA, JL, JV, JT, H2, H3, AK, AP, AS, VF, VI, DC } = classes;
/** Before the first character and after the last one. */
const edge = 63;

// Flags of a unit (a character with its marks), besides its class and `wide`.
/** A joiner ends the unit. */
const joins = 128;
/** The unit is the modifier of the emoji before it. */
const modifies = 256;

const anyOf = (...members: readonly number[]) => {
  const set = new Uint8Array(64);
  for (const member of members) set[member] = 1;
  return set;
};
const lineEnds = anyOf(BK, CR, LF, NL);
const takesNoMarks = anyOf(BK, CR, LF, NL, SP, ZW);
const letters = anyOf(AL, HL, DC);
const closings = anyOf(CL, CP, EX, SY);
const beforeOpeningQuote = anyOf(edge, BK, CR, LF, NL, OP, QU, QI, QF, GL, SP, ZW);
const afterClosingQuote = anyOf(edge, SP, GL, WJ, CL, QU, QI, QF, CP, EX, IS, SY, BK, CR, LF, NL, ZW);
const beforeWord = anyOf(edge, BK, CR, LF, NL, SP, ZW, CB, GL);
const neverFirst = anyOf(BA, HH, HY, NS);
const pictures = anyOf(ID, EB, EM);
const beforeFigures = anyOf(PO, PR, HY, IS);
const korean = anyOf(JL, JV, JT, H2, H3);
const aksaras = anyOf(AK, AS, DC);

/** Sets `breaks` to 1 at each index where a line may or must begin, and at the end of the text. Letters of class SA count as AL, so no line breaks between them. */
export function markRuleBreaks(text: string, breaks: Uint8Array): void {
  const units = readUnits(text);
  let flags = 0;
  for (let i = 1; i < units.count; i++) {
    // LB30a: regional indicators are pairs.
    flags = units.classAt(i - 1) === RI ? flags + 1 : 0;
    const isPair = flags % 2 === 1 && units.classAt(i) === RI;
    if (!isPair && mayBreak(units, i)) breaks[units.starts[i]!] = 1;
  }
  if (text !== '') breaks[text.length] = 1; // LB3
}

class Units {
  readonly kinds: Uint16Array;
  readonly starts: Uint32Array;
  count = 0;

  constructor(length: number) {
    this.kinds = new Uint16Array(length);
    this.starts = new Uint32Array(length);
  }

  classAt(i: number): number {
    return i < 0 || i >= this.count ? edge : this.kinds[i]! & 63;
  }

  isWide(i: number): boolean {
    return i >= 0 && i < this.count && (this.kinds[i]! & wide) !== 0;
  }
}

/** LB9 and LB10: marks and joiners belong to the character before them; at the beginning they are letters. */
function readUnits(text: string): Units {
  const units = new Units(text.length);
  let before: number = edge;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const kind = lineBreakClass(code);
    const unresolvedClass = kind & 63;
    const last = units.count - 1;
    if ((unresolvedClass === CM || unresolvedClass === ZWJ) && last >= 0 && takesNoMarks[units.kinds[last]! & 63] === 0) {
      units.kinds[last] = (units.kinds[last]! & ~joins) | (unresolvedClass === ZWJ ? joins : 0);
    } else {
      units.kinds[units.count] = (kind & wide) | resolve(unresolvedClass) | flagsOf(unresolvedClass, before);
      units.starts[units.count] = at;
      units.count++;
      before = unresolvedClass;
    }
    at += code > 0xffff ? 2 : 1;
  }
  return units;
}

function resolve(unresolvedClass: number): number {
  if (unresolvedClass === CM || unresolvedClass === ZWJ || unresolvedClass === SA || unresolvedClass === PA) return AL;
  return unresolvedClass === PI ? ID : unresolvedClass;
}

function flagsOf(unresolvedClass: number, before: number): number {
  if (unresolvedClass === ZWJ) return joins;
  // LB30b.
  return unresolvedClass === EM && (before === EB || before === PI || before === PA) ? modifies : 0;
}

/** Whether a line may begin with unit `i`. The rules stand in their order; a comment names the rule of each line. */
function mayBreak(units: Units, i: number): boolean {
  const a = units.classAt(i - 1);
  const b = units.classAt(i);
  if (letters[a] === 1 && letters[b] === 1) return false; // LB28, before which no rule allows a break between two letters
  if (lineEnds[a] === 1) return a !== CR || b !== LF; // LB4, LB5
  if (lineEnds[b] === 1 || b === SP || b === ZW) return false; // LB6, LB7
  let visible = i - 1;
  while (units.classAt(visible) === SP) visible--;
  const last = units.classAt(visible);
  if (last === ZW) return true; // LB8
  if ((units.kinds[i - 1]! & joins) !== 0) return false; // LB8a
  if (b === WJ || a === WJ || a === GL) return false; // LB11, LB12
  if (b === GL && a !== SP && a !== BA && a !== HY && a !== HH) return false; // LB12a
  if (closings[b] === 1 || last === OP) return false; // LB13, LB14
  if (last === QI && beforeOpeningQuote[units.classAt(visible - 1)] === 1) return false; // LB15a
  if (b === QF && afterClosingQuote[units.classAt(i + 1)] === 1) return false; // LB15b
  if (b === IS) return a === SP && units.classAt(i + 1) === NU; // LB15c, LB15d
  if (b === NS && (last === CL || last === CP)) return false; // LB16
  if (b === B2 && last === B2) return false; // LB17
  if (a === SP) return true; // LB18
  if (joinsQuote(units, i, a, b)) return false; // LB19, LB19a
  if (a === CB || b === CB) return true; // LB20
  const isHyphen = a === HY || a === HH;
  if (isHyphen && letters[b] === 1 && beforeWord[units.classAt(i - 2)] === 1) return false; // LB20a
  if (neverFirst[b] === 1 || a === BB) return false; // LB21
  if (isHyphen && b !== HL && units.classAt(i - 2) === HL) return false; // LB21a
  if (a === SY && b === HL) return false; // LB21b
  if (b === IN) return false; // LB22
  if ((letters[a] === 1 && b === NU) || (a === NU && letters[b] === 1)) return false; // LB23
  if ((a === PR && pictures[b] === 1) || (pictures[a] === 1 && b === PO)) return false; // LB23a
  if (((a === PR || a === PO) && letters[b] === 1) || (letters[a] === 1 && (b === PR || b === PO))) return false; // LB24
  if (isInNumber(units, i, a, b)) return false; // LB25
  if (isInSyllable(a, b)) return false; // LB26
  if ((korean[a] === 1 && b === PO) || (a === PR && korean[b] === 1)) return false; // LB27
  if (isInAksara(units, i, a, b)) return false; // LB28a
  if (a === IS && letters[b] === 1) return false; // LB29
  if ((letters[a] === 1 || a === NU) && b === OP && !units.isWide(i)) return false; // LB30
  if (a === CP && !units.isWide(i - 1) && (letters[b] === 1 || b === NU)) return false; // LB30
  return (units.kinds[i]! & modifies) === 0; // LB30b, LB31
}

/** LB19 and LB19a: a quotation mark stays with both its neighbours, unless it opens or closes between wide characters. */
function joinsQuote(units: Units, i: number, a: number, b: number): boolean {
  if (b === QU || b === QF || a === QU || a === QI) return true;
  if (b === QI) return !units.isWide(i - 1) || !units.isWide(i + 1);
  return a === QF && (!units.isWide(i) || !units.isWide(i - 2));
}

function isInNumber(units: Units, i: number, a: number, b: number): boolean {
  if (b === NU) return beforeFigures[a] === 1 || endsNumber(units, i - 1);
  if (b === PO || b === PR) return endsNumber(units, a === CL || a === CP ? i - 2 : i - 1);
  if ((a !== PO && a !== PR) || b !== OP) return false;
  const next = units.classAt(i + 1);
  return next === NU || (next === IS && units.classAt(i + 2) === NU);
}

/** Whether a number, with its points and solidi, ends with unit `i`. */
function endsNumber(units: Units, i: number): boolean {
  let at = i;
  while (units.classAt(at) === SY || units.classAt(at) === IS) at--;
  return units.classAt(at) === NU;
}

function isInSyllable(a: number, b: number): boolean {
  if (a === JL) return b === JL || b === JV || b === H2 || b === H3;
  if (a === JV || a === H2) return b === JV || b === JT;
  return (a === JT || a === H3) && b === JT;
}

function isInAksara(units: Units, i: number, a: number, b: number): boolean {
  if (a === AP) return aksaras[b] === 1;
  if (a === VI) return (b === AK || b === DC) && aksaras[units.classAt(i - 2)] === 1;
  if (aksaras[a] !== 1) return false;
  return b === VF || b === VI || (aksaras[b] === 1 && units.classAt(i + 1) === VF);
}
