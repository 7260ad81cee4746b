// Finds the subroutines that a glyph's outline program calls (Adobe Technical Note 5177, "The Type 2 Charstring Format").
import { DamagedTable } from './byte-reader.ts';

export interface Subroutines {
  readonly items: readonly Uint8Array[];
  /** Numbers of the called subroutines. */
  readonly used: Set<number>;
}

/** Raised for a glyph that is composed of two others by name. A subset would have to undo this old feature. */
export class ComposedGlyph extends Error {}

/** Far more than any real glyph needs. The limit ends subroutines that call each other for ever. */
const stepLimit = 500_000;
const deepestCall = 10;

/** The steps that are left for the glyphs of a font together. */
export interface TraceWork {
  left: number;
}

/** A font of such a size takes a few steps for each of its bytes. The limit ends glyphs that unpack the same subroutines again and again. */
export const workOf = (bytes: Uint8Array): TraceWork => ({ left: 2_000_000 + 20 * bytes.length });

/** Follows a program and notes the subroutines it calls. Raises DamagedTable, or ComposedGlyph. */
export function traceCharstring(program: Uint8Array, local: Subroutines, global: Subroutines, work: TraceWork): void {
  new Tracer(local, global, work).run(program, 0);
}

class Tracer {
  readonly #local: Subroutines;
  readonly #global: Subroutines;
  /** Number of operands on the stack, and the top operand. */
  #depth = 0;
  #top = 0;
  #hints = 0;
  #steps = 0;
  readonly #work: TraceWork;

  constructor(local: Subroutines, global: Subroutines, work: TraceWork) {
    this.#local = local;
    this.#global = global;
    this.#work = work;
  }

  /** True: the glyph is complete. */
  run(program: Uint8Array, level: number): boolean {
    if (level > deepestCall) throw new DamagedTable('an outline nests its subroutines too deep');
    for (let at = 0; at < program.length; ) {
      if (++this.#steps > stepLimit) throw new DamagedTable('an outline does not end');
      if (--this.#work.left < 0) throw new DamagedTable('its outlines call far more subroutines than fonts of its size do');
      const code = program[at]!;
      if (code >= 32 || code === 28) {
        at += this.#push(program, at, code);
        continue;
      }
      at++;
      switch (code) {
        case 10:
        case 29:
          if (this.#call(code === 10 ? this.#local : this.#global, level)) return true;
          break;
        case 11:
          return false;
        case 14:
          if (this.#depth >= 4) throw new ComposedGlyph();
          return true;
        case 1:
        case 3:
        case 18:
        case 23:
          this.#takeHints();
          break;
        case 19:
        case 20:
          // Operands before a mask are vertical stems, whose operator may be left out.
          this.#takeHints();
          at += (this.#hints + 7) >> 3;
          break;
        case 12:
          at++;
          this.#depth = 0;
          break;
        default:
          this.#depth = 0;
      }
    }
    return false;
  }

  #push(program: Uint8Array, at: number, code: number): number {
    this.#depth++;
    const next = program[at + 1] ?? 0;
    if (code === 28) {
      this.#top = ((next << 24) | ((program[at + 2] ?? 0) << 16)) >> 16;
      return 3;
    }
    if (code === 255) return 5;
    if (code < 247) {
      this.#top = code - 139;
      return 1;
    }
    this.#top = code < 251 ? (code - 247) * 256 + next + 108 : -(code - 251) * 256 - next - 108;
    return 2;
  }

  #call({ items, used }: Subroutines, level: number): boolean {
    const bias = items.length < 1240 ? 107 : items.length < 33_900 ? 1131 : 32_768;
    const number = this.#top + bias;
    const program = items[number];
    if (!program) throw new DamagedTable('an outline calls a subroutine that does not exist');
    used.add(number);
    this.#depth--;
    return this.run(program, level + 1);
  }

  #takeHints(): void {
    this.#hints += this.#depth >> 1;
    this.#depth = 0;
  }
}
