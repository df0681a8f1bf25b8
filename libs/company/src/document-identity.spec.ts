import { identityFaults, isIban, normalBankAccount } from './document-identity.js';

describe('an IBAN', () => {
  it.each(['DE02120300000000202051', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606'])(
    'is %s, by its check digits',
    (iban) => {
      expect(isIban(iban)).toBe(true);
      for (let i = 4; i < iban.length; i += 1) {
        const other = iban[i] === '1' ? '2' : '1';
        expect(isIban(`${iban.slice(0, i)}${other}${iban.slice(i + 1)}`)).toBe(false);
      }
    },
  );

  it('is kept without the blanks people write', () => {
    const account = { iban: 'de02 1203 0000 0000 2020 51', bic: 'byla dem1 001', holder: 'A B' };
    expect(normalBankAccount(account)).toEqual({
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      holder: 'A B',
    });
  });
});

test('every wrong member is named', () => {
  const faults = identityFaults({
    bankAccount: { iban: 'DE00120300000000202051', bic: 'SHORT' },
    contact: { website: 'javascript:alert(1)' },
    documentLanguage: 'tlh',
  });
  expect(faults.map(({ pointer }) => pointer)).toEqual([
    '/bankAccount/iban',
    '/bankAccount/bic',
    '/contact/website',
    '/documentLanguage',
  ]);
});
