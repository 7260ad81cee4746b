// The template store of a server: a workspace folder for each team, teams/ID below the data folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateStore, Templates } from '../template-store.ts';
import { checkTeamId } from './check-team-id.ts';
import { createFilesystemStore } from './create-filesystem-store.ts';

export function createTeamFolders(dataFolder: string, now: () => Date = () => new Date()): TemplateStore {
  // Kept, since each remembers what it has read.
  const opened = new Map<string, { readonly templates: Templates }>();
  return {
    team(id) {
      const known = opened.get(id);
      if (known) return known;
      const folder = teamFolder(dataFolder, id);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const team = createFilesystemStore(folder, now).team('default');
      opened.set(id, team);
      return team;
    },
  };
}

/** The folder of a team's templates, whether it is there or not. */
export function teamFolder(dataFolder: string, id: string): string {
  return join(dataFolder, 'teams', checkTeamId(id));
}
