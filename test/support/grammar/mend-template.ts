// Takes out of a random template what its check finds, until nothing is wrong.
import type { Program } from '../../../src/document/compile/compile-template.ts';
import type { Resources } from '../../../src/document/resources.ts';
import { compile } from '../render.ts';

type Template = Record<string, unknown>;

/** A template that its check accepts. */
export interface SoundTemplate {
  readonly template: Template;
  readonly program: Program;
}

const mostRounds = 40;

/** The template without its faults. Undefined: some stay. */
export async function mendTemplate(given: Template, resources: Resources): Promise<SoundTemplate | undefined> {
  const template = structuredClone(given);
  for (let round = 0; round < mostRounds; round++) {
    const { program, diagnostics } = await compile(template, resources);
    if (program) return { template, program };
    const faults = diagnostics.filter(({ severity }) => severity === 'error');
    if (faults.some(({ pointer }) => pointer === '')) return undefined;
    // Later entries of a list go first, so that earlier ones keep their places.
    const places = [...new Set(faults.map(({ pointer }) => pointer))].map((pointer) => pointer.split('/').slice(1));
    for (const steps of places.sort(compareSteps)) remove(template, steps);
  }
  return undefined;
}

function compareSteps(a: readonly string[], b: readonly string[]): number {
  for (const [i, step] of a.entries()) {
    if (b[i] === undefined) return -1;
    if (step === b[i]) continue;
    return /^\d+$/.test(step) && /^\d+$/.test(b[i]) ? Number(b[i]) - Number(step) : step < b[i] ? -1 : 1;
  }
  return a.length - b.length;
}

/** Removes a part, and what holds nothing then. */
function remove(template: Template, steps: readonly string[]): void {
  const around: unknown[] = [template];
  for (const step of steps.slice(0, -1)) {
    const next = (around.at(-1) as Record<string, unknown>)[nameOf(step)];
    if (typeof next !== 'object' || next === null) break;
    around.push(next);
  }
  const at = around.length - 1;
  const holder = around[at] as Record<string, unknown>;
  const step = nameOf(steps[at]!);
  if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else if (step in holder) delete holder[step];
  else if (at > 0) remove(template, steps.slice(0, at));
}

const nameOf = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');
