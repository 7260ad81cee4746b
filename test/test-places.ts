// Where units of more than 60 lines are proved that have no test at their own path, and whose folder has no tested unit that uses them.

export interface ProvedElsewhere {
  /** The test, or the folder of tests. `undefined`: nothing in these files can be wrong at run time. */
  readonly proof: string | undefined;
  readonly reason: string;
  /** By folder: names of files without ending. */
  readonly units: Readonly<Record<string, string>>;
}

export const provedElsewhere: readonly ProvedElsewhere[] = [
  {
    proof: undefined,
    reason: 'types alone, which the compiler checks',
    units: {
      'src/batch': 'batch-event batch-run',
      'src/document/layout': 'page-canvas fragment',
      'src/engine': 'service',
      'src/inspect': 'facts',
      'src/live-pages': 'protocol',
      'src/store': 'server-stores template-store webhook-store',
    },
  },
  {
    proof: 'test/batch/run-batch.slow.test.ts',
    reason: 'the files and the record of a run, read again after a whole run',
    units: { 'src/batch/files': 'own-documents', 'src/batch/record': 'manifest open-record resume-run select-wanted' },
  },
  {
    proof: 'test/batch/entries/columns.test.ts',
    reason: 'the columns that a map names',
    units: { 'src/batch/entries': 'read-map', 'src/words': 'nearest' },
  },
  { proof: 'test/batch/batch-options.test.ts', reason: 'wrong options of a batch', units: { 'src/words': 'check-arguments' } },
  // The command line: what a command prints and exits with.
  {
    proof: 'test/cli/commands/generate',
    reason: 'what a person gives and sees with the commands that make documents',
    units: { 'src/cli/batch': 'generate-batch open-run', 'src/cli/documents': 'ask-data explain-faults read-data' },
  },
  {
    proof: 'test/cli/batch/report-batch.test.ts',
    reason: 'lines and tables as the report of a batch prints them',
    units: { 'src/cli/documents': 'report-pdf', 'src/cli/io': 'table' },
  },
  {
    proof: 'test/cli/main.slow.test.ts',
    reason: 'the program as a person starts it',
    units: { 'src/cli/command-line': 'global-options', 'src/cli/faults': 'report-error' },
  },
  {
    proof: 'test/cli/commands/completion.test.ts',
    reason: 'the words that a shell suggests',
    units: { 'src/cli/command-line': 'suggest-words' },
  },
  {
    proof: 'test/cli/commands/invoice.slow.test.ts',
    reason: 'places of faults in an invoice',
    units: { 'src/cli/documents': 'explain-breaches' },
  },
  {
    proof: 'test/cli/commands/validate.slow.test.ts',
    reason: 'files that the command reads and checks',
    units: { 'src/cli/report': 'check-file', 'src/input': 'read-pairs' },
  },
  {
    proof: 'test/cli/commands/templates/templates.slow.test.ts',
    reason: 'each command on templates, through the store that it changes',
    units: { 'src/cli/commands/templates': 'add-asset create delete lint list' },
  },
  {
    proof: 'test/cli/commands/fonts/fonts.slow.test.ts',
    reason: 'each command on fonts, through real font files',
    units: {
      'src/cli/commands/fonts': 'add check list',
      'src/engine/fonts': 'add-fonts check-font choose-fonts list-fonts',
      'src/document/text/font': 'describe-font',
      'src/renderer': 'describe-fonts',
    },
  },
  {
    proof: 'test/cli/settings/settings.test.ts',
    reason: 'settings as the command lists them',
    units: { 'src/cli/commands/config': 'list' },
  },
  {
    proof: 'test/cli/engines/remote.slow.test.ts',
    reason: 'commands and calls on a real server',
    units: {
      'src/cli/commands': 'login',
      'src/cli/commands/generate': 'async',
      'src/cli/commands/jobs': 'retry',
      'src/cli/commands/templates': 'diff',
      'src/cli/engines': 'engines',
      'src/cli/resources': 'jobs wait-until',
      'src/cli/templates': 'copy-template',
      'src/remote': 'read-answer send',
    },
  },
  {
    proof: 'test/cli/commands/batches/get.test.ts',
    reason: 'a batch as it is shown',
    units: { 'src/cli/resources': 'batches' },
  },
  { proof: 'test/system/fill.test.ts', reason: 'filled forms, read by other programs', units: { 'src/cli/commands': 'fill' } },
  {
    proof: 'test/system/inspect.test.ts',
    reason: 'what the command prints about real files',
    units: { 'src/cli/commands': 'inspect', 'src/cli/inspect': 'print-facts' },
  },
  {
    proof: 'test/system/migrate-data.rest.test.ts',
    reason: 'a whole move into a real database and object store',
    units: {
      'src/cli/commands': 'migrate-data',
      'src/store/move': 'copy-results copy-table move-data-folder move-team-files moved-tables moves open-source team-files',
    },
  },
  {
    proof: 'test/system/migrate-command.test.ts',
    reason: 'the tables of a real database',
    units: { 'src/cli/commands': 'migrate' },
  },
  {
    proof: 'test/system/serve.test.ts',
    reason: 'the server as a process, with signals and logs',
    units: { 'src/cli/commands': 'serve', 'src/cli/serve': 'server-log' },
  },
  {
    proof: 'test/system/sign.test.ts',
    reason: 'signatures that OpenSSL checks',
    units: { 'src/cli/commands': 'sign', 'src/sign': 'make-cms open-p12 reserved-place sign-pdf time-stamp' },
  },
  {
    proof: 'test/system/postgres-processes.rest.test.ts',
    reason: 'workers beside servers, as processes on a real database',
    units: { 'src/cli/commands': 'worker', 'src/store/postgres': 'listen' },
  },
  {
    proof: 'test/cli/preview/open-preview.slow.test.ts',
    reason: 'the preview as the command opens it',
    units: { 'src/cli/commands/templates': 'preview' },
  },
  {
    proof: 'test/system/webhooks.test.ts',
    reason: 'webhooks that a real receiver hears',
    units: {
      'src/cli/commands/webhooks': 'deliveries',
      'src/cli/resources': 'webhooks',
      'src/engine/webhooks': 'deliveries manage-webhooks',
    },
  },
  {
    proof: 'test/system/watch.test.ts',
    reason: 'files that are saved while the command watches',
    units: { 'src/cli/watch': 'make-again' },
  },
  // Contract and engine.
  {
    proof: 'test/server/openapi.test.ts',
    reason: 'operations as the OpenAPI document has them',
    units: { 'src/contract': 'editor editor-drafts engine' },
  },
  {
    proof: 'test/engine/generation/generate-items.slow.test.ts',
    reason: 'items and their results',
    units: { 'src/contract': 'generate-items', 'src/engine/wiring': 'create-local-engine' },
  },
  {
    proof: 'test/engine/embedded.slow.test.ts',
    reason: 'sessions of the editor over real stores',
    units: {
      'src/engine/embedded': 'editor-access editor-sessions embedded-templates',
      'src/engine/templates': 'assets write-template',
      'src/store/filesystem': 'key-file',
    },
  },
  {
    proof: 'test/engine/room.test.ts',
    reason: 'what a team may store',
    units: { 'src/engine/embedded': 'editor-assets editor-draft editor-save find-embedded' },
  },
  {
    proof: 'test/engine/jobs/render-jobs.slow.test.ts',
    reason: 'jobs and batches over a real store',
    units: { 'src/engine/jobs': 'render-batch-result render-batches' },
  },
  {
    proof: 'test/server/interface.slow.test.ts',
    reason: 'the calls of the API, one for each promise',
    units: { 'src/engine/jobs': 'check-batch-items create-render-batch follow' },
  },
  {
    proof: 'test/engine/templates/init-workspace.slow.test.ts',
    reason: 'a new workspace and its check',
    units: { 'src/engine/administration': 'check-installation' },
  },
  {
    proof: 'test/cli/commands/templates',
    reason: 'templates as the commands check and show them',
    units: { 'src/engine/templates': 'lint-template show-template' },
  },
  {
    proof: 'test/batch/files/collected-files.slow.test.ts',
    reason: 'a zip that is opened again',
    units: { 'src/engine/generation': 'zip-documents' },
  },
  // Documents: what is laid out and painted.
  {
    proof: 'test/document/compile/attachments.test.ts',
    reason: 'whole documents',
    units: { 'src/document': 'render' },
  },
  {
    proof: 'test/live-pages/worker/text-places.test.ts',
    reason: 'laid-out documents',
    units: { 'src/document': 'lay-out-document' },
  },
  {
    proof: 'test/document/compile/compile-template.test.ts',
    reason: 'the faults of templates, and what compiles',
    units: {
      'src/document/components': 'compile-component guess-type',
      'src/document/components/shared': 'marks outline-book',
      'src/document/components/shared/bound-values': 'color-book',
      'src/document/template': 'styles',
    },
  },
  {
    proof: 'test/document/components/use/enter-definition.test.ts',
    reason: 'definitions, as their uses print them',
    units: { 'src/document/template': 'definitions' },
  },
  {
    proof: 'test/document/components/components.test.ts',
    reason: 'components as they are laid out',
    units: {
      'src/document/components/leader': 'leader',
      'src/document/components/repeat': 'repeat',
      'src/document/components/row': 'row',
      'src/document/components/shared': 'resolve-widths roles',
      'src/document/components/shared/box': 'surround surround-warnings with-breaks',
      'src/document/components/shared/lists': 'element-context select-elements',
      'src/document/components/text': 'compile-inline text text-box text-node text-source',
    },
  },
  {
    proof: 'test/document/components/extreme-numbers.slow.test.ts',
    reason: 'every component of the registry is tried',
    units: { 'src/document/components': 'all-components' },
  },
  {
    proof: 'test/document/components/shared/shape.test.ts',
    reason: 'shapes as they are painted',
    units: {
      'src/document/components/line': 'line',
      'src/document/components/path': 'path',
      'src/document/components/shared': 'drawn-path',
      'src/document/components/shared/bound-values': 'bound-stroke bound-style',
    },
  },
  {
    proof: 'test/document/components/chart/compile-chart.test.ts',
    reason: 'charts as they are drawn',
    units: { 'src/document/components/chart': 'chart-properties' },
  },
  {
    proof: 'test/document/components/image/image.test.ts',
    reason: 'pictures on a page',
    units: { 'src/document/components/shared': 'picture-node', 'src/document/image': 'open-image' },
  },
  {
    proof: 'test/document/components/shared/numbers.test.ts',
    reason: 'numbers of headings',
    units: { 'src/document/components/shared': 'heading-number' },
  },
  {
    proof: 'test/document/layout/origin.test.ts',
    reason: 'where each part of a page comes from',
    units: { 'src/document/components/shared': 'component-parts' },
  },
  {
    proof: 'test/document/components/text/number-footnotes.test.ts',
    reason: 'footnotes below the text',
    units: { 'src/document/components/text': 'compile-footnotes' },
  },
  {
    proof: 'test/document/pdf-pages/copy-pages.test.ts',
    reason: 'pages of other files',
    units: {
      'src/document/components/pdf': 'pdf',
      'src/document/pdf-pages': 'find-pdf',
      'src/inspect/content': 'read-content',
      'src/pdf-file': 'copier pages',
    },
  },
  {
    proof: 'test/document/expression',
    reason: 'the face of the expression language, which its tests call',
    units: { 'src/document/expression': 'index' },
  },
  {
    proof: 'test/document/image',
    reason: 'rows and pixels of pictures',
    units: { 'src/document/image': 'png-chunks rgba-raster' },
  },
  {
    proof: 'test/document/layout/box.test.ts',
    reason: 'boxes, divided and placed',
    units: { 'src/document/layout': 'component-node marked-box' },
  },
  {
    proof: 'test/document/read-sheets.test.ts',
    reason: 'the order in which a page is read',
    units: { 'src/document/layout': 'kept-kids' },
  },
  {
    proof: 'test/document/expression/filters/compile-filter.test.ts',
    reason: 'advice on filters of other tools',
    units: { 'src/document/other-names': 'filters' },
  },
  {
    proof: 'test/document/template/explain-property.test.ts',
    reason: 'advice on properties of other tools',
    units: { 'src/document/other-names': 'html places properties' },
  },
  {
    proof: 'test/document/text',
    reason: 'shaped and broken text',
    units: {
      'src/document/text': 'colors index paragraph-cache shaped-paragraph style-shaping text-properties',
      'src/document/text/hyphenation': 'pack-patterns',
      'src/document/text/line': 'cut-simple cut-text',
    },
  },
  {
    proof: 'test/renderer/file-resources.test.ts',
    reason: 'fonts of a collection',
    units: { 'src/document/text/font': 'collection' },
  },
  {
    proof: 'test/document/vector/path.test.ts',
    reason: 'paths as they are written',
    units: { 'src/document/vector': 'read-path' },
  },
  // The editor and the preview: a browser shows what they do.
  {
    proof: 'test/editing',
    reason: 'edits of parts and where parts may go',
    units: { 'src/document/components': 'map-by-schema', 'src/editing': 'field-columns goals part-tree' },
  },
  {
    proof: 'test/system/editor-pictures.test.ts',
    reason: 'pictures in the editor, in a browser',
    units: { 'src/editor-page/pictures': 'picture-actions picture-dialog picture-list shrink-picture take-picture' },
  },
  {
    proof: 'test/system/properties-panel.test.ts',
    reason: 'the panel of properties, in a browser',
    units: {
      'src/editor-page/properties': 'choice-controls combobox frame group-controls properties text-controls text-field',
    },
  },
  {
    proof: 'test/system/editor-page.test.ts',
    reason: 'the screen of the editor, in a browser',
    units: {
      'src/editor-page/screen':
        'conflict-panel data-fields end-panel overlay-marks part-tree-view sheet-overlay start-panel top-bar',
    },
  },
  {
    proof: 'test/system/editor-tables.test.ts',
    reason: 'columns in the editor, in a browser',
    units: { 'src/editor-page/table': 'column-handles columns-group field-actions fill-column' },
  },
  {
    proof: 'test/system/editor-text.test.ts',
    reason: 'texts written in place, in a browser',
    units: { 'src/editor-page/text': 'chip-menu field-picker open-text surface-nodes text-in-place text-surface' },
  },
  { proof: 'test/editor-words', reason: 'all words of the editor', units: { 'src/editor-words': 'en' } },
  {
    proof: 'test/editor-page/editor-model.test.ts',
    reason: 'what the editor asks the server',
    units: { 'src/live-pages': 'embedded-source' },
  },
  {
    proof: 'test/system/preview.test.ts',
    reason: 'the page of the preview, in a browser',
    units: { 'src/live-pages': 'fault-list sheet-text sheets toolbar', 'src/live-pages/worker': 'fetched-resources main' },
  },
  {
    proof: 'test/system/canvas.rest.test.ts',
    reason: 'pixels of the canvas beside those of the PDF',
    units: { 'src/live-pages/canvas': 'extent fill index layer paint-drawing paint-items paint-text target' },
  },
  // Files, servers and stores.
  { proof: 'test/server/editor-pages.test.ts', reason: 'files as a server sends them', units: { 'src/files': 'browser-files' } },
  {
    proof: 'test/store/filesystem',
    reason: 'templates in folders',
    units: { 'src/files': 'durable-file', 'src/store/filesystem': 'catalog filesystem-templates write-template' },
  },
  {
    proof: 'test/inspect',
    reason: 'what is read of fonts, pages and files',
    units: { 'src/inspect/content': 'cmap font font-program paint-log' },
  },
  {
    proof: 'test/invoice/rules',
    reason: 'the codes that the rules ask',
    units: { 'src/invoice/codes': 'code-lists reasons' },
  },
  { proof: 'test/jobs/worker.slow.test.ts', reason: 'what the sweep removes', units: { 'src/jobs': 'sweep' } },
  { proof: 'test/json/read-json.test.ts', reason: 'places in JSON', units: { 'src/json': 'json-places' } },
  { proof: 'test/server/parse-body.test.ts', reason: 'members of a body', units: { 'src/json': 'json-spans' } },
  {
    proof: 'test/fill/fill-pdf.test.ts',
    reason: 'fields of forms, filled and read again',
    units: { 'src/pdf-file': 'incremental-update', 'src/pdf-file/acro-form': 'read-fields' },
  },
  {
    proof: 'test/document/paint/fields.test.ts',
    reason: 'fields as they are written',
    units: { 'src/pdf-file/acro-form': 'field-table' },
  },
  { proof: 'test/remote', reason: 'the client against real servers', units: { 'src/remote': 'http-engine' } },
  {
    proof: 'test/system/pool.test.ts',
    reason: 'threads and processes that render, end and are killed',
    units: {
      'src/renderer': 'renderer',
      'src/renderer/pool':
        'child-process create-file-renderer create-pool-renderer messages pool render-process served-queues thread threads',
    },
  },
  { proof: 'test/system/hostile.test.ts', reason: 'threads that hostile files end', units: { 'src/threads': 'run-in-thread' } },
  {
    proof: 'test/cli/serve/serve-settings.slow.test.ts',
    reason: 'settings by flag, variable and file',
    units: { 'src/settings': 'server-settings' },
  },
  { proof: 'test/store/timed-stores.test.ts', reason: 'stores as they are opened', units: { 'src/store': 'open-stores' } },
  {
    proof: 'test/system/cluster-engine.rest.test.ts',
    reason: 'the engine over a real database and object store',
    units: { 'src/store/cluster': 'open-cluster-stores' },
  },
  {
    proof: 'test/system/backup.test.ts',
    reason: 'backups that are restored',
    units: { 'src/store/data-folder': 'backup backup-manifest data-folder open-data-folder-stores restore' },
  },
  {
    proof: 'test/store/cluster/cluster-templates.rest.test.ts',
    reason: 'templates that several machines share',
    units: { 'src/store/postgres': 'assets templates' },
  },
  {
    proof: 'test/store/postgres',
    reason: 'keys and transactions on a real database',
    units: { 'src/store/postgres': 'capability-keys database' },
  },
  {
    proof: 'test/store/state-store.suite.ts',
    reason: 'what both databases promise',
    units: {
      'src/store/sql': 'access embedded look-up retry sweep tables webhook-rows webhooks',
    },
  },
  {
    proof: 'test/webhooks/check-url.test.ts',
    reason: 'addresses that may be called',
    units: { 'src/webhooks': 'address-rules' },
  },
];
