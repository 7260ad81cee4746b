// Random operations on the page layouts of all examples. PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try others.
import { expect, test } from 'vitest';
import { follow, isWithin } from '../../src/editing/follow.ts';
import { edit, type History, openHistory, redo, undo } from '../../src/editing/history.ts';
import { applyOperations, getValue, join, type Operation, splitPointer } from '../../src/editing/operations.ts';
import { isObject } from '../../src/json/is-object.ts';
import { createDice, type Dice } from '../support/grammar/dice.ts';
import { exampleNames, readExample } from '../support/shown-documents.ts';
import { trialSeeds } from '../support/trials.ts';

/** Operations one after the other, before all of them are taken back. */
const inRow = 50;

interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

/** A place below `pages`, reached by a random way. */
function pickPlace(pages: unknown, dice: Dice): Place {
  let at: Place = { pointer: '/pages', value: pages };
  while (typeof at.value === 'object' && at.value !== null) {
    const names = Object.keys(at.value);
    if (names.length === 0 || (at.pointer !== '/pages' && dice.chance(0.25))) break;
    const name = dice.pick(names);
    at = { pointer: join(at.pointer, name), value: (at.value as Readonly<Record<string, unknown>>)[name] };
  }
  return at;
}

const names = ['text', 'style', '10', '2', '__proto__', 'a/b', 'c~d', ''];

function randomValue(pages: unknown, dice: Dice): unknown {
  const makers = [
    () => dice.upTo(100),
    () => 'text',
    () => null,
    () => ({ text: 'new' }),
    () => ['x'],
    () => pickPlace(pages, dice).value,
  ];
  return dice.pick(makers)();
}

/** Undefined: nothing of the kind can be done at the place that was picked. */
function randomOperation(pages: unknown, dice: Dice): Operation | undefined {
  const { pointer, value } = pickPlace(pages, dice);
  // All page layouts are gone.
  if (pointer === '/pages') return { op: 'insert', at: '/pages/0', value: { body: ['x'] } };
  const isElement = Array.isArray(getValue({ pages }, splitPointer(pointer).parent));
  switch (dice.pick(['set', 'new', 'wrap', 'unset', 'insert', 'remove', 'move'] as const)) {
    case 'set':
      return { op: 'set', at: pointer, value: randomValue(pages, dice) };
    case 'new': {
      const name = dice.pick(names);
      if (!isObject(value) || Object.hasOwn(value, name)) return undefined;
      const index = dice.upTo(Object.keys(value).length + 1);
      return { op: 'set', at: join(pointer, name), value: randomValue(pages, dice), index };
    }
    case 'wrap':
      return { op: 'set', at: pointer, value: [value], carried: [{ from: '', to: '/0' }] };
    case 'unset':
      return isElement ? undefined : { op: 'unset', at: pointer };
    case 'insert':
      if (!Array.isArray(value)) return undefined;
      return { op: 'insert', at: join(pointer, dice.upTo(value.length + 1)), value: randomValue(pages, dice) };
    case 'remove':
      return isElement ? { op: 'remove', at: pointer } : undefined;
    case 'move': {
      const goal = pickPlace(pages, dice);
      if (!isElement || !Array.isArray(goal.value) || goal.pointer === pointer || goal.pointer.startsWith(`${pointer}/`))
        return undefined;
      const list = follow(goal.pointer, { op: 'remove', at: pointer })!;
      const isSame = splitPointer(pointer).parent === goal.pointer;
      return { op: 'move', from: pointer, to: join(list, dice.upTo(goal.value.length + (isSame ? 0 : 1))) };
    }
  }
}

const placesIn = (operation: Operation): readonly string[] => [operation.op === 'move' ? operation.from : operation.at];

/** The value of a place stands where `follow` says, or the operation took it away. Undefined: it does. */
function findLost({ pointer, value }: Place, operation: Operation, pages: unknown): string | undefined {
  const now = follow(pointer, operation);
  if (now === undefined) {
    const isAway = ['set', 'unset', 'remove'].includes(operation.op) && placesIn(operation).some((at) => isWithin(pointer, at));
    return isAway ? undefined : 'is gone';
  }
  const found = getValue({ pages }, now);
  if (found === undefined) return `is followed to ${now}, where nothing is`;
  // An operation inside of a value makes another one.
  const isTouched =
    placesIn(operation).some((at) => isWithin(at, pointer)) || (operation.op === 'move' && isWithin(operation.to, now));
  return isTouched || found === value ? undefined : `is followed to ${now}, where another value is`;
}

/** Carries a random operation out. Fails if its inverse does not give the bytes back, or a place is not followed. */
function tryOperation(history: History, text: string, dice: Dice, name: string): History | undefined {
  const operation = randomOperation(history.pages, dice);
  if (!operation) return undefined;
  const place = pickPlace(history.pages, dice);
  const next = edit(history, { operations: [operation] }, { title: operation.op });
  const fail = (what: string) => expect.fail(`${name}: ${JSON.stringify(operation).slice(0, 400)}: ${what}`);
  const back = applyOperations({ pages: next.pages }, undo(next).change).value as { readonly pages: unknown };
  if (JSON.stringify(back.pages) !== text) fail('the inverse gives other bytes');
  const lost = findLost(place, operation, next.pages);
  if (lost !== undefined) fail(`${place.pointer} ${lost}`);
  return next;
}

test('random operations are taken back to the byte, and each place is followed', async () => {
  const seeds = trialSeeds('random-operations.slow');
  for (const name of exampleNames) {
    const { document } = await readExample(name);
    const first = JSON.stringify(document.pages);
    for (const seed of seeds) {
      const dice = createDice(seed);
      let history = openHistory(document.pages);
      let text = first;
      for (let done = 0; done < inRow; ) {
        const next = tryOperation(history, text, dice, `${name}, seed ${seed}`);
        if (!next) continue;
        history = next;
        text = JSON.stringify(next.pages);
        done++;
      }
      for (let i = 0; i < inRow; i++) history = undo(history);
      expect(JSON.stringify(history.pages)).toBe(first);
      for (let i = 0; i < inRow; i++) history = redo(history);
      expect(JSON.stringify(history.pages)).toBe(text);
    }
  }
});
