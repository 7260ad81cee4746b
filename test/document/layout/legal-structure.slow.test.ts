// Random templates: whatever they nest, every element has a legal place and every text is read once.
import { expect, test } from 'vitest';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import type { Element } from '../../../src/document/layout/tag.ts';
import { createRandom } from '../../support/random.ts';
import { allOf, layOut, wordsOf } from '../../support/render.ts';
import { structureLines } from '../../support/structure.ts';
import { trialSeeds } from '../../support/trials.ts';

const roles = 'title paragraph heading1 heading3 figure caption quote note code section toc list label'.split(' ');
const text = new Set(['Title', 'P', 'H1', 'H3', 'Code', 'Span', 'Lbl']);
const inline = new Set(['Link', 'Span', 'Code', 'Figure', 'Note']);
const only: Readonly<Record<string, readonly string[]>> = {
  Table: ['THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  TOC: ['TOCI', 'Caption'],
  L: ['LI', 'Caption'],
  LI: ['Lbl', 'LBody'],
};

test('every element has a legal place, and every text is read once', async () => {
  for (const seed of trialSeeds('legal-structure.slow')) {
    const random = createRandom(seed);
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    let count = 0;
    const make = (depth: number): unknown => {
      const common = {
        ...(random() < 0.4 && { role: pick(roles) }),
        ...(random() < 0.15 && { lang: pick(['fr', 'de']) }),
        ...(random() < 0.15 && { link: pick(['https://example.com', 'nowhere']) }),
        ...(random() < 0.1 && { alt: pick(['', 'Said']) }),
        ...(random() < 0.1 && { padding: 1, background: '#eeeeee' }),
        ...(random() < 0.1 && { break: { inside: 'avoid' } }),
      };
      const some = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => make(depth - 1));
      const kind = depth === 0 ? 'text' : pick(['text', 'stack', 'row', 'frame', 'group', 'repeat', 'table', 'table']);
      if (kind === 'text') {
        const { alt: _alt, ...rest } = common;
        const more = pick(['', ' [in](https://example.org)', ' {{ page.total }}', '\nand\nmany\nlines']);
        return { text: `t${count++}.${more}`, format: 'inline', ...rest };
      }
      if (kind === 'row') return { row: some().map((children) => ({ width: pick(['auto', '*']), stack: children })), ...common };
      if (kind === 'frame')
        return {
          frame: some().map((one, i) => ({ ...(one as object), at: { x: 0, y: i * 12, order: pick([0, 0, 1]) } })),
          ...common,
        };
      if (kind === 'repeat') return { repeat: 'one', body: some(), ...common };
      if (kind === 'table')
        return {
          table: 'one',
          columns: some().map((cell) => ({ body: cell, rowHeader: random() < 0.3, ...(random() < 0.5 && { header: make(0) }) })),
          ...common,
        };
      return { [kind]: some(), ...common };
    };
    const laidOut = await layOut([make(3), make(3)], { one: [1] });
    structureLines(laidOut);
    const faults: string[] = [];
    const look = (element: Element, around: readonly string[]): void => {
      for (const kid of element.kids) {
        if (kid.kind !== 'element') continue;
        if (kid.type === undefined) {
          look(kid, around);
          continue;
        }
        const outer = around[0]!;
        const holder = around.find((one) => one !== 'Link')!;
        if (text.has(holder) && !inline.has(kid.type)) faults.push(`${outer} > ${kid.type}`);
        if (only[outer] && !only[outer].includes(kid.type)) faults.push(`${outer} > ${kid.type}`);
        if (kid.type === 'Link' && around.includes('Link')) faults.push('Link in Link');
        look(kid, [kid.type, ...around]);
      }
    };
    look(laidOut.structure!, []);
    expect(faults, `seed ${seed}`).toEqual([]);
    const said = new Map<string, number>();
    const read = (items: readonly PageItem[]): void => {
      for (const item of items) {
        if (item.kind === 'group') read(item.items);
        const name = item.kind === 'text' && item.tag?.kind === 'element' ? /^t\d+\./.exec(wordsOf(item))?.[0] : undefined;
        if (name) said.set(name, (said.get(name) ?? 0) + 1);
      }
    };
    for (const page of laidOut.pages) {
      read(page.items);
      read(page.late?.(allOf(laidOut.pages)) ?? []);
    }
    expect(
      [...said].filter(([, times]) => times !== 1),
      `seed ${seed}`,
    ).toEqual([]);
  }
});
