// Turns of the event loop: for what begins with something that came in, nothing more comes in within the same one.

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
