// Calls as commands with curl say them, without the program: a shell reads the words, and `fetch` makes the call.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the call of a command in a folder. Gives its status, and its answer if no file takes it. */
export async function typeCurl(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ status: number; text: string }> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-euc', script], { cwd, env, encoding: 'utf8' }).split('\0').slice(0, -1);
  const given: Record<string, string[]> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '--fail-with-body') continue;
    const isOption = ['-X', '-H', '-d', '--data-binary', '-o'].includes(word);
    if (!isOption && word.startsWith('-')) throw new Error(`This option of curl is not known here: ${word}`);
    const name = isOption ? word : 'address';
    given[name] = [...(given[name] ?? []), isOption ? words[++i]! : word];
  }
  const { '-X': method, '-H': headers = [], '-d': text, '--data-binary': binary, '-o': file, address } = given;
  const body = binary ? readFileSync(join(cwd, binary[0]!.replace(/^@/, ''))) : text?.[0];
  const answer = await fetch(address![0]!, {
    method: method?.[0] ?? (body === undefined ? 'GET' : 'POST'),
    headers: headers.map((header) => /^(.*?): *(.*)$/.exec(header)!.slice(1) as [string, string]),
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (file) writeFileSync(join(cwd, file[0]!), bytes);
  return { status: answer.status, text: file ? '' : bytes.toString() };
}
