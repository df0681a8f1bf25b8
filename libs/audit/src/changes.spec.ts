import { changedFields, toJson, withoutSecrets } from './changes.js';

describe('changedFields', () => {
  it('keeps only what differs, with null for what was not there', () => {
    const before = { name: 'A', total: 100n, tags: ['x'], gone: 1 };
    const after = { name: 'A', total: 200n, tags: ['x'], added: { deep: true } };
    expect(changedFields(before, after)).toEqual({
      before: { total: 100n, gone: 1, added: null },
      after: { total: 200n, gone: null, added: { deep: true } },
    });
  });
});

describe('withoutSecrets', () => {
  it.each([
    'password',
    'passwordHash',
    'keySecret',
    'clientSecret',
    'secretHash',
    'refreshToken',
    'tokenHash',
    'codeHash',
    'backupTokens',
    'webhook_secret',
  ])('blanks %s', (name) => {
    expect(withoutSecrets({ [name]: 'canary', other: 1 })).toEqual({ [name]: '•••', other: 1 });
  });

  it.each(['secretary', 'hashtag', 'secretary__c', 'hashtag__c', 'token__c'])(
    'leaves %s as it is',
    (name) => expect(withoutSecrets({ [name]: 'Miss Moneypenny' })[name]).toBe('Miss Moneypenny'),
  );
});

describe('toJson', () => {
  it('writes minor units as text', () => {
    expect(toJson({ total: 12_345_678_901_234_567n })).toBe('{"total":"12345678901234567"}');
  });
});
