// Reads the arguments of a script in bench.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Values of the script's options by name, and its positional arguments. `--help` prints the comment at the head of the script and ends the process.
 * An unknown option, or fewer positional arguments than `required`, prints the fault and the comment, and ends the process with exit code 2.
 */
export function readArguments({ options = {}, required = 0, positionals = required > 0 } = {}) {
  try {
    const parsed = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: positionals });
    if (parsed.values.help) end(0);
    if (parsed.positionals.length < required) end(2, `Needs ${required} ${required === 1 ? "argument" : "arguments"}; got ${parsed.positionals.length}.`);
    return parsed;
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    return end(2, error.message);
  }
}

function end(exitCode, fault) {
  const lines = readFileSync(process.argv[1], 'utf8').split('\n');
  const head = lines.slice(0, lines.findIndex((line) => !line.startsWith('//')));
  if (fault !== undefined) console.error(`${fault}\n`);
  (fault === undefined ? console.log : console.error)(head.map((line) => line.replace(/^\/\/ ?/, '')).join('\n'));
  process.exit(exitCode);
}
