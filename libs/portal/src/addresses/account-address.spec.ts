import { DomainError } from '@quittance/kernel';
import { NOTHING_SAID, addressWith } from './account-address.js';

const whole = { label: 'Yard', line1: '1 Quay', city: 'Riga', country: 'LV' };
const pointersOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.options.errors?.map((each) => ('pointer' in each ? each.pointer : ''));
  }
};

test('an address is what is said of it, without spaces around', () => {
  const made = addressWith(NOTHING_SAID, { ...whole, line1: '  1 Quay ', line2: '   ' });
  expect(made).toMatchObject({ ...whole, line2: null, recipient: null });
});

test('what is absent stays, and what is null goes', () => {
  const known = addressWith(NOTHING_SAID, { ...whole, postalCode: 'LV-1010' });
  expect(addressWith(known, { city: 'Liepāja' })).toEqual({ ...known, city: 'Liepāja' });
  expect(addressWith(known, { postalCode: null })).toMatchObject({ postalCode: null });
});

test('what a parcel cannot do without is asked for, all at once', () => {
  expect(
    pointersOf(() => addressWith(NOTHING_SAID, { ...whole, city: ' ', country: 'XX' })),
  ).toEqual(['/city', '/country']);
  expect(pointersOf(() => addressWith({ ...NOTHING_SAID, ...whole }, { label: '' }))).toEqual([
    '/label',
  ]);
});
