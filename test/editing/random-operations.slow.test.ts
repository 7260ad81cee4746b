// 100,000 random operations on the page layouts of all examples. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try others.
import { expect, test } from 'vitest';
import { follow } from '../../src/editing/follow.ts';
import { edit, openHistory, redo, undo } from '../../src/editing/history.ts';
import { getValue, join, type Operation, splitPointer } from '../../src/editing/operations.ts';
import { isObject } from '../../src/json/is-object.ts';
import { pointerStep } from '../../src/json/json-pointer.ts';
import { createDice, type Dice } from '../support/grammar/dice.ts';
import { exampleNames, readExample } from '../support/shown-documents.ts';
import { trialSeeds } from '../support/trials.ts';

const inAll = 100_000;
/** Operations one after the other, before all of them are taken back. */
const inRow = 50;

interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

/** All places below `pages`. */
function placesOf(value: unknown, pointer = '/pages'): Place[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }];
  return [{ pointer, value }, ...Object.entries(value).flatMap(([name, one]) => placesOf(one, pointer + pointerStep(name)))];
}

const names = ['text', 'style', '10', '2', '__proto__', 'a/b', 'c~d', ''];

function randomValue(dice: Dice, places: readonly Place[]): unknown {
  return dice.pick([
    () => dice.upTo(100),
    () => 'text',
    () => null,
    () => ({ text: 'new' }),
    () => ['x'],
    () => dice.pick(places).value,
  ])();
}

function randomOperation(places: readonly Place[], dice: Dice): Operation | undefined {
  const { pointer, value } = dice.pick(places);
  if (pointer === '/pages') return undefined;
  const parent = places.find((one) => one.pointer === splitPointer(pointer).parent)!.value;
  const isElement = Array.isArray(parent);
  switch (dice.pick(['set', 'new', 'wrap', 'unset', 'insert', 'remove', 'move'] as const)) {
    case 'set':
      return { op: 'set', at: pointer, value: randomValue(dice, places) };
    case 'new': {
      const name = dice.pick(names);
      return isObject(value) && !Object.hasOwn(value, name)
        ? {
            op: 'set',
            at: join(pointer, name),
            value: randomValue(dice, places),
            index: dice.upTo(Object.keys(value).length + 1),
          }
        : undefined;
    }
    case 'wrap':
      return { op: 'set', at: pointer, value: [value], carried: [{ from: '', to: '/0' }] };
    case 'unset':
      return isElement ? undefined : { op: 'unset', at: pointer };
    case 'insert':
      return Array.isArray(value)
        ? { op: 'insert', at: join(pointer, dice.upTo(value.length + 1)), value: randomValue(dice, places) }
        : undefined;
    case 'remove':
      return isElement ? { op: 'remove', at: pointer } : undefined;
    case 'move': {
      const goal = dice.pick(places);
      if (!isElement || !Array.isArray(goal.value) || goal.pointer === pointer || goal.pointer.startsWith(`${pointer}/`))
        return undefined;
      const list = follow(goal.pointer, { op: 'remove', at: pointer })!;
      const isSame = splitPointer(pointer).parent === goal.pointer;
      return { op: 'move', from: pointer, to: join(list, dice.upTo(goal.value.length + (isSame ? 0 : 1))) };
    }
  }
}

const isTouched = (pointer: string, operation: Operation): boolean =>
  (operation.op === 'move' ? [operation.from, operation.to] : [operation.at]).some(
    (at) => at.startsWith(`${pointer}/`) || at === pointer,
  );

test(`${inAll} random operations are taken back to the byte, and each place is followed`, async () => {
  const seeds = trialSeeds(Math.ceil(inAll / exampleNames.length / inRow));
  let done = 0;
  for (const name of exampleNames) {
    const { document } = await readExample(name);
    const text = JSON.stringify(document.pages);
    for (const seed of seeds) {
      const dice = createDice(seed);
      let history = openHistory(document.pages);
      const texts = [text];
      for (let i = 0; i < inRow; ) {
        const places = placesOf(history.pages);
        const operation = randomOperation(places, dice);
        if (!operation) continue;
        i++;
        const next = edit(history, { operations: [operation] }, { title: operation.op });
        checkPlace(dice.pick(places), operation, next.pages, seed);
        history = next;
        texts.push(JSON.stringify(next.pages));
        done++;
      }
      const last = texts.at(-1);
      for (let i = texts.length - 2; i >= 0; i--) {
        history = undo(history);
        if (JSON.stringify(history.pages) !== texts[i]) expect.fail(`${name}, seed ${seed}: step ${i} is not taken back`);
      }
      for (let i = 1; i < texts.length; i++) history = redo(history);
      expect(JSON.stringify(history.pages)).toBe(last);
    }
  }
  expect(done).toBeGreaterThanOrEqual(seeds.length * exampleNames.length * inRow);
});

/** The value of a place is where `follow` says, or nowhere. */
function checkPlace({ pointer, value }: Place, operation: Operation, pages: unknown, seed: number): void {
  const isContainer = typeof value === 'object' && value !== null;
  const now = follow(pointer, operation);
  const fail = (what: string) => expect.fail(`seed ${seed}: ${pointer} after ${JSON.stringify(operation).slice(0, 300)} ${what}`);
  if (now === undefined) {
    const isBack = operation.op === 'set';
    if (isContainer && !isBack && placesOf(pages).some((one) => one.value === value)) {
      // The same value may have been set at several places.
      const count = placesOf(pages).filter((one) => one.value === value).length;
      if (count > 0 && operation.op === 'move') fail('is gone but is there');
    }
    return;
  }
  const found = getValue({ pages }, now);
  if (found === undefined) fail(`is followed to ${now}, where nothing is`);
  if (isContainer && !isTouched(pointer, operation) && found !== value) fail(`is followed to ${now}, where something else is`);
}
