// Counts turns of the event loop. Within one turn no further input arrives.

let turn = 0;
let isCounting = false;

/** The number of the current turn. */
export function currentTurn(): number {
  if (!isCounting) {
    isCounting = true;
    setImmediate(() => {
      isCounting = false;
      turn++;
    });
  }
  return turn;
}
