import { NO_ADDRESS, type DocumentLanguage } from '@quittance/company';
import { NO_BANK_ACCOUNT, NO_CONTACT } from '@quittance/company/host';
import { parseInstant } from '@quittance/kernel';
import type { PrintableHead } from '../../sheets/printable-document.js';
import { LOGO } from './logo.js';
import { PAGE_WORDS, type PageWords } from './page-words.js';

/** A company has an IBAN where banks take one, and an account number elsewhere. */
const ACCOUNTS: Readonly<Record<string, Partial<typeof NO_BANK_ACCOUNT>>> = {
  IN: { bankName: 'State Bank', accountNumber: '00000012345678901', bankCode: 'SBIN0000300' },
  JP: { bankName: 'みなと銀行', accountNumber: '1234567', bankCode: '0001-001' },
  MX: { bankName: 'Banco Ejemplo', accountNumber: '032180000118359719', bankCode: null },
};
const IBAN = { bankName: 'Musterbank', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };

function partyOf([name, line1, postalCode, city, country, number]: PageWords['seller']) {
  return { name, address: { ...NO_ADDRESS, line1, postalCode, city, country }, number };
}

/** The head of all golden pages of a language: a company with a logo and its customer. */
export function aHeadIn(language: DocumentLanguage): PrintableHead {
  const { locale, currency, ...parties } = PAGE_WORDS[language];
  const [seller, buyer] = [partyOf(parties.seller), partyOf(parties.buyer)];
  const { country } = seller.address;
  return {
    language,
    locale,
    currency,
    seller: {
      legalName: seller.name,
      tradeName: null,
      address: seller.address,
      taxRegistrations: [{ country, number: seller.number }],
      registrationNumber: 'HRB 12345',
      contact: { ...NO_CONTACT, email: 'ar@company.example', phone: '+1 555 0100' },
      electronicAddress: null,
      bankAccount: { ...NO_BANK_ACCOUNT, ...(ACCOUNTS[country ?? ''] ?? IBAN) },
      logo: LOGO,
    },
    buyer: {
      name: buyer.name,
      address: buyer.address,
      taxRegistration: buyer.number,
      email: 'ap@customer.example',
      electronicAddress: null,
    },
    changedAt: parseInstant('2026-03-02T09:00:00.000Z'),
  };
}
