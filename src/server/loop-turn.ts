// Turns of the event loop: nothing comes in from outside between two moments of the same one.

let turn = 0;
let isCounting = false;

/** The number of the turn that runs. */
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
