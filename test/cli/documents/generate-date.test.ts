import { describe, expect, test } from 'vitest';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

const dated = (timezone: string) => ({
  'templates/dated/template.json': {
    timezone,
    document: { filename: "{{ doc.date | date: 'iso' }}" },
    pages: [{ body: ['x'] }],
  },
});

describe('a day given with --date is that day in the template', () => {
  test.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'Europe/Berlin'])('%s', async (timezone) => {
    const cwd = makeWorkspace(dated(timezone));
    for (const day of ['2026-01-31', '2026-03-29', '2026-10-25']) {
      const { stderr } = await runCli(['generate', 'single', 'dated', '--date', day], { cwd });
      expect(stderr).toContain(`${day}.pdf`);
    }
  });
});

test('a day is refused where the zone comes from the data', async () => {
  const cwd = makeWorkspace(dated('{{ zone }}'));
  await ends(runCli(['generate', 'single', 'dated', '--date', '2026-01-31'], { cwd }), 2, '--date 2026-01-31T09:00:00+01:00');
});

test.each(['2026-02-30', '2026-01-31T09:30', '31.1.2026', '2026-13-01', ''])('%j is no date', async (date) => {
  await ends(runCli(['generate', 'single', 'note', '--date', date], { cwd: makeWorkspace() }), 2, '--date');
});
