// The owner of a claim: the process that renders, as `HOST PID START`.
import { hasEnded, identifyThisProcess, isOnThisMachine } from '../../files/process-identity.ts';

const form = /^(\S+) (\d+) (\S+)$/;

export function ownerOfThisProcess(): string {
  const { host, pid, start } = identifyThisProcess();
  return `${host} ${pid} ${start ?? '-'}`;
}

/** Whether this process was of this machine and has ended. Nothing is known of others: their leases tell. */
export function isDeadOwner(owner: string): boolean {
  const [, host, pid, start] = form.exec(owner) ?? [];
  if (host === undefined) return false;
  const identity = { host, pid: Number(pid), start: start === '-' ? null : start! };
  return isOnThisMachine(identity) && hasEnded(identity);
}
