/** Tests that stand elsewhere than beside the folder of `src` they test: folders and files of `test`. */
export const furtherTests = {
  'document/layout': [
    'document/attachments.test.ts',
    'document/components',
    'document/links.test.ts',
    'document/printed-numbers.test.ts',
    'document/standards.test.ts',
  ],
  'store/sqlite': ['engine/admin.test.ts', 'engine/server-service.test.ts', 'server/store-away.test.ts'],
};
