import { expect, test } from 'vitest';
import { createClient, UsageError } from '../../src/client.ts';

const baseUrl = 'http://127.0.0.1:9';

test.each<[given: unknown, message: string]>([
  [undefined, "Write createClient({ baseUrl: 'https://pdf.example.com', token }), not undefined"],
  [{ url: baseUrl }, 'There is no option "url"; there are baseUrl, token, userAgent, timeoutMs, retries'],
  [{ baseUrl, tokn: 'x' }, 'There is no option "tokn"; did you mean "token"?'],
  [{}, 'baseUrl takes the address of a server, such as "https://pdf.example.com", got undefined'],
  [{ baseUrl: 'localhost:8080' }, 'baseUrl takes the address of a server'],
  [{ baseUrl: 'http://ada:secret@127.0.0.1:9' }, 'baseUrl takes an address without a user name and a password'],
  [{ baseUrl, token: null }, 'token takes a text, got null'],
  [{ baseUrl, timeoutMs: '60' }, 'timeoutMs takes a number from 0, got "60"'],
])('createClient of %j is refused', (given, message) => {
  const create = () => createClient(given as Parameters<typeof createClient>[0]);
  expect(create).toThrow(UsageError);
  expect(create).toThrow(message);
});

test('a call says how it is written before anything is sent', async () => {
  const client = createClient({ baseUrl, retries: 0 });
  const faults: readonly (readonly [unknown, string])[] = [
    [undefined, 'Write getTemplate({ params }), not getTemplate()'],
    [{ param: { uuid: 'x' } }, 'getTemplate: There is no member "param"; did you mean "params"?'],
    [{ params: { id: 'x' } }, 'getTemplate: There is no parameter "id"; there is uuid'],
    [{ params: {} }, 'params.uuid is missing.'],
  ];
  for (const [input, message] of faults)
    await expect(client.getTemplate(input as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
});

test('the options of a call are checked before anything is sent', async () => {
  const client = createClient({ baseUrl, retries: 0 });
  const faults: readonly (readonly [unknown, string])[] = [
    ['now', 'Write the options of listTemplates as { signal }, not "now"'],
    [{ singal: AbortSignal.timeout(10) }, 'listTemplates: There is no option "singal"; did you mean "signal"?'],
    [{ signal: 5 }, 'listTemplates: signal takes the signal of an AbortController, got 5'],
  ];
  for (const [options, message] of faults)
    await expect(client.listTemplates({}, options as never)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message });
});
