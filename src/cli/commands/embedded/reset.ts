// pdfgen embedded reset
import { confirm } from '../../io/confirm.ts';
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createOn, printFacts } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded reset invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --keep-pages

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing
  3  the kept pages do not fit the new data schema; nothing was changed
  5  there is no such embedded template`;

export const command = createOn(embeddedTemplates, {
  description: 'Resets an embedded template to the latest version of its base template.',
  help,
  options: [['--keep-pages', 'keep the edited pages, reset the rest']],
  async run(find, { keepPages }, context) {
    const { engine, params } = await find();
    const refused =
      !keepPages &&
      (await confirm(context, 'Lose the edited pages of this embedded template?', {
        unasked:
          'Resetting loses the edited pages, and pdfgen cannot ask here. Add --yes to lose them, or --keep-pages to keep them.',
        refused: 'Nothing was changed.',
      }));
    if (refused) return refused;
    const found = await engine.resetEmbeddedTemplate({ params, body: { keepPages: keepPages === true } });
    if (context.options.json) context.printJson(found);
    else printFacts(embeddedTemplates, found, context);
    return 0;
  },
});
