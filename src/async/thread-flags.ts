// Node's flags for the threads that Piscina starts.

/**
 * Piscina loads the module of a thread with `require` and falls back to `import`. Ending a thread while `require` links an ES module crashes
 * the whole process: Node 20 then asks an unlinked module whether it is asynchronous ("v8::Module::IsGraphAsync must be used on an
 * instantiated module"). This flag makes `require` refuse ES modules, so that the thread uses `import`, which may be ended at any time.
 * Threads refuse flags of V8, so the flags of the process are not repeated here.
 */
export const threadFlags: string[] = ['--no-experimental-require-module'];
