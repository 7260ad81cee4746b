import { expect, test } from 'vitest';
import { findFiles } from '../../src/store/template-refusals.ts';

test('files that are not stored or have no right name are told with what a client sends again', () => {
  const hashes = { 'logo.png': 'aa', 'seal.png': 'bb', '../x': 'aa' };
  const find = () => findFiles(hashes, (_name, sha256) => (sha256 === 'aa' ? sha256 : undefined));
  const breach = (name: string, sha256: string) => ({ keyword: 'missing-asset', params: { name, sha256 } });
  expect(find).toThrow(
    expect.objectContaining({
      code: 'TEMPLATE_INVALID',
      errors: [
        expect.objectContaining({ ...breach('seal.png', 'bb'), path: '/assets/seal.png' }),
        expect.objectContaining({ ...breach('../x', 'aa'), path: '/assets/..~1x' }),
      ],
    }),
  );
});
