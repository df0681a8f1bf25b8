import { asId, newId } from '@quittance/kernel';
import { linkIdOf, readLinkId } from './sandbox-link-id.js';

const companyId = asId<'company'>(newId());
const id: string = newId();

test('a public id leads back to its company and link', () => {
  expect(readLinkId(linkIdOf(companyId, id))).toEqual({ companyId, id });
});

test('a public id may stand in an address as it is', () => {
  expect(linkIdOf(companyId, id)).toMatch(/^sbl_[\w-]{43}$/);
});

test.each([
  '',
  'sbl_',
  'sbl_AAAA',
  `sbl_${'*'.repeat(43)}`,
  linkIdOf(companyId, id).slice(4),
  `${linkIdOf(companyId, id)}A`,
  `${linkIdOf(companyId, id)}=`,
  ` ${linkIdOf(companyId, id)}`,
])('%o is none', (text) => {
  expect(readLinkId(text)).toBeUndefined();
});
