// Lock files for programs that have an engine: one holder at a time, over all processes of the machine.
export { holdLock } from '../store/filesystem/lock.ts';
