import { aPrintableInvoice, aSeller } from '../testing/a-printable-invoice.js';
import { layOut } from './lay-out.js';

describe('the foot of a page', () => {
  it('names the account at the foot where banks have no IBAN', () => {
    const bankAccount = {
      ...aSeller().bankAccount,
      iban: null,
      bic: null,
      accountNumber: '1234567',
      bankCode: '0001-001',
    };
    const { footer } = layOut(aPrintableInvoice({ seller: aSeller({ bankAccount }) }));
    expect(footer[2]).toEqual(['Musterbank', 'Account number: 1234567', 'Bank code: 0001-001']);
    expect(layOut(aPrintableInvoice()).footer[2]?.join()).not.toContain('Account number');
  });
});
