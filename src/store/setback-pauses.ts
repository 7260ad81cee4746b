// How long a job rests after a setback. Jobs of one cause must not come back at the same moment, so each rest is random within a quarter of its
// length.

const lengthsMs = [5_000, 20_000, 80_000, 300_000] as const;

/** The rests after the first, second … setback of a job. The last one counts for all further setbacks. */
export function drawPauses(random: () => number = Math.random): readonly number[] {
  return lengthsMs.map((ms) => Math.round(ms * (0.75 + random() / 2)));
}
