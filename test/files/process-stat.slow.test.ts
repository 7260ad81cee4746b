import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive } from '../../src/files/process-stat.ts';

test('a running process is alive, a process that never existed is not', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 22 + 1)).toBe(false);
});

test('a process that has ended is not alive, even if its parent has not collected its exit status', async () => {
  // What the shell becomes does not wait for the shell's children.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    expect(isAlive(pid)).toBe(true);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill('SIGKILL');
  }
});
