/** Tests that stand elsewhere than beside the folder of `src` they test: folders and files of `test`. */
export const furtherTests = {
  'document/compile': [
    'document/compile/attachments.test.ts',
    'document/components',
    'document/layout/bands.slow.test.ts',
    'document/layout/page-layout.test.ts',
    'document/compile/compile-page.test.ts',
    'document/layout/running-marks.slow.test.ts',
    'document/layout/structure.test.ts',
    'document/compile/metadata.test.ts',
    'document/paint/navigation.test.ts',
  ],
  'document/components/table': [
    'document/compile/published-schema.slow.test.ts',
    'document/components',
    'document/layout/paginate.test.ts',
    'document/layout/recorded.test.ts',
    'document/layout/running-marks.slow.test.ts',
    'document/layout/structure.test.ts',
    'document/printed-numbers.test.ts',
  ],
  'document/layout': [
    'document/compile/attachments.test.ts',
    'document/components',
    'document/paint/links.test.ts',
    'document/paint/forms.test.ts',
    'document/printed-numbers.test.ts',
    'document/standards.slow.test.ts',
  ],
  'store/postgres': ['store/cluster'],
  'store/sqlite': [
    'engine/administration/admin.test.ts',
    'engine/wiring/open-server-service.slow.test.ts',
    'server/store-away.slow.test.ts',
  ],
};

/** Test files beside the folder that would make a run too long: each mutant that survives is run through all its tests. */
export const leftOutTests = {
  'document/compile': [
    // Random documents. They take most of the time, and pass nearly every statement.
    'document/components/**/*.slow.test.ts',
  ],
  'document/components/table': [
    // Try every component, with few tables among them.
    'document/components/use/enter-definition.slow.test.ts',
    'document/components/extreme-numbers.slow.test.ts',
    'document/components/shared/numbers.slow.test.ts',
  ],
  'store/postgres': [
    // Fills a database with 100,000 jobs to look at plans, and passes nearly every statement.
    'store/postgres/plans.rest.test.ts',
    // Repeats the suite of create-postgres-state-store.slow.test.ts.
    'store/postgres/pooler.rest.test.ts',
  ],
};
