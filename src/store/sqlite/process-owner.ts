// Names the process that owns a claim, as `HOST PID START`, and tells whether it has ended.
import { hasEnded, identifyThisProcess, isOnThisMachine } from '../../files/process-identity.ts';

const form = /^(\S+) (\d+) (\S+)$/;

export function ownerOfThisProcess(): string {
  const { host, pid, start } = identifyThisProcess();
  return `${host} ${pid} ${start ?? '-'}`;
}

/** Whether the owner ran on this machine and has ended. Owners on other machines are judged by their leases. */
export function isDeadOwner(owner: string): boolean {
  const [, host, pid, start] = form.exec(owner) ?? [];
  if (host === undefined) return false;
  const identity = { host, pid: Number(pid), start: start === '-' ? null : start! };
  return isOnThisMachine(identity) && hasEnded(identity);
}
