// Node's flags for threads that piscina starts.

/**
 * Piscina loads the module of a thread with `require` and falls back to `import`. A thread that is ended while `require` links an ES module ends the
 * whole process: Node 20 then asks a module that was not linked whether it is asynchronous ("v8::Module::IsGraphAsync must be used on an
 * instantiated module"). Without `require` of ES modules the thread is loaded with `import`, which may be ended at any time. Flags of V8, which the
 * process itself may have been started with, are refused for threads, so they are not repeated here.
 */
export const threadFlags: string[] = ['--no-experimental-require-module'];
