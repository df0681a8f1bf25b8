import { trimDecimal } from '@quittance/money';
import type { EInvoice, EInvoiceFault } from './e-invoice.js';
import { unmet, type Requirement } from './unmet.js';

/** Where the seller is for the network: by the VAT identifier, else by the address. */
export function sellerCountryOf({ seller }: Pick<EInvoice, 'seller'>): string {
  const country = seller.vatId?.slice(0, 2).toUpperCase() ?? seller.address.country ?? '';
  return country === 'EL' ? 'GR' : country;
}

const REGISTER = '/company/registrationNumber';
const REGISTRATIONS = '/company/taxRegistrations';
const NORWEGIAN = /^NO(\d{9})MVA$/;
const SWEDISH = /^SE\d{12}$/;
const SWEDISH_RATES = ['25', '12', '6'];
const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2, 1];

/**
 * What Peppol asks of sellers in a country (NL-R-…, DK-R-…, SE-R-…, IT-R-…, NO-R-…, IS-R-…, GR-R-…)
 * beyond what is asked of all and told elsewhere; each rule by its name there. Pure.
 */
export function nationalFaults(invoice: EInvoice): EInvoiceFault[] {
  const rules = NATIONAL[sellerCountryOf(invoice)];
  return rules ? unmet(rules(invoice)) : [];
}

type Rules = (invoice: EInvoice) => readonly Requirement[];

const NATIONAL: Readonly<Record<string, Rules>> = {
  DK: ({ seller, buyer, payment }) =>
    buyer.address.country === 'DK'
      ? [
          [
            'DK-R-014',
            seller.registrationScheme === '0184',
            'The CVR number of the seller (BT-30) is missing.',
            REGISTER,
          ],
          [
            'DK-R-005',
            payment?.meansCode !== '30',
            'Danish customers pay to an IBAN with its BIC.',
            '/company/bankAccount/iban',
          ],
        ]
      : [],
  GR: ({ number }) => [
    [
      'GR-R-001-1',
      number.split('|').length === 6,
      'The number of a Greek document has the six segments of myDATA.',
      '/number',
    ],
    ['GR-R-004-1', false, 'The MARK that myDATA gives a Greek document is not kept here.'],
  ],
  IS: ({ seller, buyer }) => [
    [
      'IS-R-002',
      seller.registrationScheme === '0196',
      'The kennitala of the seller (BT-30) is missing.',
      REGISTER,
    ],
    [
      'IS-R-004',
      buyer.address.country !== 'IS',
      'The kennitala of a customer in Iceland (BT-47) is not kept here.',
    ],
  ],
  IT: ({ seller: { taxNumber } }) => [
    [
      'IT-R-001',
      taxNumber === null || /^[A-Z0-9]{11,16}$/.test(taxNumber),
      'The tax number of a seller in Italy (BT-32) has 11 to 16 letters and digits.',
      REGISTRATIONS,
    ],
  ],
  NL: ({ seller: { registrationNumber, registrationScheme }, buyer, payment, typeCode }) => [
    [
      'NL-R-003',
      registrationNumber === null || ['0106', '0190'].includes(registrationScheme ?? ''),
      'The register number of a seller in the Netherlands (BT-30) is that of KVK or OIN.',
      REGISTER,
    ],
    [
      'NL-R-004',
      buyer.address.country !== 'NL' ||
        (buyer.address.line1?.trim() &&
          buyer.address.city?.trim() &&
          buyer.address.postalCode?.trim()),
      'The street, city and postal code of a customer in the Netherlands are missing.',
      '/billTo/address',
    ],
    [
      'NL-R-007',
      typeCode === '381' || payment,
      'The account to pay to (BG-16) is missing.',
      '/company/bankAccount/iban',
    ],
  ],
  NO: ({ seller: { vatId } }) => [
    [
      'NO-R-001',
      vatId === null || isNorwegian(vatId),
      'The VAT number of a seller in Norway (BT-31) is NO, nine digits and MVA.',
      REGISTRATIONS,
    ],
  ],
  SE: ({ seller: { vatId, registrationNumber }, groups }) => [
    [
      'SE-R-001',
      vatId === null || SWEDISH.test(vatId),
      'The VAT number of a seller in Sweden (BT-31) is SE and twelve digits.',
      REGISTRATIONS,
    ],
    [
      'SE-R-013',
      registrationNumber === null || isSwedish(registrationNumber),
      'The organisation number of a seller in Sweden (BT-30) is ten digits, the last by Luhn.',
      REGISTER,
    ],
    [
      'SE-R-006',
      groups.every(({ category, rate }) => {
        return category !== 'S' || SWEDISH_RATES.includes(trimDecimal(rate ?? ''));
      }),
      'Sellers in Sweden charge 25, 12 or 6 percent.',
    ],
  ],
};

/** The nine digits end in a check digit by modulus 11. */
function isNorwegian(vatId: string): boolean {
  const digits = NORWEGIAN.exec(vatId)?.[1];
  if (digits === undefined) return false;
  const sum = WEIGHTS.reduce((all, weight, i) => all + weight * Number(digits[i]), 0);
  return sum % 11 === 0;
}

function isSwedish(number: string): boolean {
  if (!/^\d{10}$/.test(number)) return false;
  const sum = [...number].reduce((all, digit, i) => {
    const twice = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return all + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}
