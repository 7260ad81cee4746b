// The template store of a server: each team has a workspace folder, teams/ID below the data folder.
import { join, sep } from 'node:path';
import { PdfgenError, reword } from '../../contract/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { checkTeamId } from '../check-team-id.ts';
import type { TemplateIndex } from '../template-index.ts';
import type { TemplateStore, Templates } from '../template-store.ts';
import { workspaceCatalog } from './catalog.ts';
import { FilesystemTemplates } from './filesystem-templates.ts';
import { TemplateReader } from './working-template.ts';

/** `indexOf` gives the index of a team. */
export function createTeamFolders(
  dataFolder: string,
  indexOf: (id: string) => TemplateIndex,
  now: () => Date = () => new Date(),
): TemplateStore {
  const reader = new TemplateReader();
  // Stores are kept, because each remembers the templates that it has read.
  const opened = new Map<string, { readonly templates: Templates }>();
  return {
    team(id) {
      const known = opened.get(id);
      if (known) return known;
      const folder = teamFolder(dataFolder, id);
      makeFolder(folder, 0o700);
      const templates = new FilesystemTemplates(workspaceCatalog(folder), { now, reader, index: indexOf(id) });
      const team = { templates: withoutFolder(templates, folder) };
      opened.set(id, team);
      return team;
    },
  };
}

/** The same templates, without the folder's path in their errors: clients see the errors. */
function withoutFolder(templates: Templates, folder: string): Templates {
  const hide = (text: string) => text.replaceAll(`${folder}${sep}`, '');
  const raise = (error: unknown): never => {
    if (!(error instanceof PdfgenError)) throw error;
    const hidden = error.errors?.map((one) => ({ ...one, message: hide(one.message) }));
    throw reword(error, hide(error.message), hidden);
  };
  return new Proxy(templates, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given);
        return answer instanceof Promise ? answer.catch(raise) : answer;
      };
    },
  });
}

/** Path of the folder with a team's templates. The folder may be missing. */
export function teamFolder(dataFolder: string, id: string): string {
  return join(dataFolder, 'teams', checkTeamId(id));
}
