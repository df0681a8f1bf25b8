import { asId, newId } from '@quittance/kernel';
import {
  companyOfLink,
  isPageNonce,
  linkTokenHash,
  newLinkToken,
  pageNonce,
} from './link-token.js';

const company = asId<'company'>(newId());
const token = newLinkToken(company);

test('a word names its company, and is never the same twice', () => {
  expect(companyOfLink(token)).toBe(company);
  expect(token).toMatch(/^[\w-]{64}$/);
  expect(newLinkToken(company)).not.toBe(token);
  expect(linkTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
});

test.each(['', token.slice(1), `${token}A`, `${token}\n`, '%'.repeat(64), '../'.repeat(21)])(
  '%o is no such word',
  (text) => {
    expect(companyOfLink(text)).toBeUndefined();
  },
);

test('a page may act on what it showed, by the word it was opened with', () => {
  const nonce = pageNonce(token, 'a');
  expect(isPageNonce(token, 'a', nonce)).toBe(true);
  expect(isPageNonce(token, 'b', nonce)).toBe(false);
  expect(isPageNonce(newLinkToken(company), 'a', nonce)).toBe(false);
  expect(isPageNonce(token, 'a', '')).toBe(false);
});
