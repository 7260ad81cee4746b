// pdfgen embedded delete
import { confirm } from '../../io/confirm.ts';
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createOn } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded delete invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --yes

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing
  5  there is no such embedded template`;

export const command = createOn(embeddedTemplates, {
  description: 'Deletes an embedded template and ends its session. Jobs that were made from it still run.',
  help,
  async run(find, _options, context) {
    const { engine, params } = await find();
    const refused = await confirm(context, `Delete the embedded template of ${params.externalUuid}?`, {
      unasked: 'pdfgen cannot ask here. Add --yes to delete the embedded template.',
      refused: 'Nothing was deleted.',
    });
    if (refused) return refused;
    await engine.deleteEmbeddedTemplate({ params });
    context.say('The embedded template is deleted.');
    return 0;
  },
});
