// A thread that renders: it runs the program's pack, whose compiled functions earlier threads have left.
import { loadPack } from './load-pack.js';

const { modules, keep } = loadPack('thread');
const { default: run } = modules['pack:.build/renderer/pool/thread.js']();

export default async function runAndKeep(task) {
  const outcome = await run(task);
  // After the answer.
  setImmediate(keep, task.kind);
  return outcome;
}
