// Code 128 (ISO/IEC 15417): ASCII in as few symbols as possible.

import { BoundedCache } from '../../cache/bounded-cache.ts';
import { type Code128Set, codeSet, startOf, stopPattern, symbolPatterns } from './code128-symbols.ts';
import type { Modules, Unencodable } from './modules.ts';

const cache = new BoundedCache<Modules>(256);

/** The bars of a text of ASCII characters, one module high, without the quiet zone of 10 modules. */
export function encodeCode128(text: string): Modules | Unencodable {
  const known = cache.get(text);
  if (known) return known;
  if (text === '') return { error: 'An empty text cannot be a Code 128 barcode.' };
  const foreign = /[^\x00-\x7f]/u.exec(text)?.[0];
  if (foreign) return { error: `Code 128 has no character "${foreign}"; use ASCII characters only.` };
  const modules = draw(withChecksum(chooseSymbols(text)));
  cache.set(text, modules);
  return modules;
}

interface SymbolStep {
  readonly symbols: readonly number[];
  /** Number of characters in the symbols. */
  readonly length: number;
}

const sets: readonly Code128Set[] = ['A', 'B', 'C'];

/** The cheapest symbols for the rest of the text, from each place and code set on. Computed from the end. */
function chooseSymbols(text: string): number[] {
  const cost: Record<Code128Set, number>[] = [];
  const best: Record<Code128Set, { readonly step: SymbolStep; readonly next: Code128Set } | undefined>[] = [];
  cost[text.length] = { A: 0, B: 0, C: 0 };
  for (let at = text.length - 1; at >= 0; at--) {
    cost[at] = { A: Infinity, B: Infinity, C: Infinity };
    best[at] = { A: undefined, B: undefined, C: undefined };
    for (const set of sets) {
      // If several ways cost the same, the first wins: no switch, then a switch to A, B, C.
      for (const next of [set, ...sets.filter((other) => other !== set)]) {
        for (const step of stepsAt(text, at, set, next)) {
          const total = step.symbols.length + cost[at + step.length]![next];
          if (total < cost[at]![set]) {
            cost[at]![set] = total;
            best[at]![set] = { step, next };
          }
        }
      }
    }
  }
  // B before A: texts have printed characters more often than control characters.
  const order: readonly Code128Set[] = ['C', 'B', 'A'];
  let set = order.reduce((chosen, other) => (cost[0]![other] < cost[0]![chosen] ? other : chosen));
  const symbols = [startOf[set]];
  for (let at = 0; at < text.length; ) {
    const { step, next } = best[at]![set]!;
    symbols.push(...step.symbols);
    at += step.length;
    set = next;
  }
  return symbols;
}

/** The ways to write at a place: in this set, after a switch to another set, or with one character shifted between A and B. */
function stepsAt(text: string, at: number, set: Code128Set, next: Code128Set): SymbolStep[] {
  const steps: SymbolStep[] = [];
  const written = codeSet[next].encode(text, at);
  if (written)
    steps.push({
      symbols: set === next ? [written.symbol] : [codeSet[set].switchTo[next]!, written.symbol],
      length: written.length,
    });
  if (set === next && set !== 'C') {
    const shifted = codeSet[set === 'A' ? 'B' : 'A'].encode(text, at);
    if (shifted && !written) steps.push({ symbols: [codeSet[set].shift!, shifted.symbol], length: shifted.length });
  }
  return steps;
}

/** Weighted by place, modulo 103; the start symbol has the weight of the first (annex A). */
function withChecksum(symbols: readonly number[]): number[] {
  const sum = symbols.reduce((total, symbol, place) => total + symbol * Math.max(1, place), 0);
  return [...symbols, sum % 103];
}

function draw(symbols: readonly number[]): Modules {
  const rects: number[] = [];
  let x = 0;
  for (const pattern of [...symbols.map((symbol) => symbolPatterns[symbol]!), stopPattern]) {
    for (let i = 0; i < pattern.length; i++) {
      const width = pattern.charCodeAt(i) - 48;
      if (i % 2 === 0) rects.push(x, 0, width, 1);
      x += width;
    }
  }
  return { width: x, height: 1, rects };
}
