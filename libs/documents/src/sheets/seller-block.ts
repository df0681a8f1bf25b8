import type { DocumentLanguage } from '@quittance/company';
import { isGstin, normalTaxId, vatIdCountry } from '@quittance/registrations';
import type { Labels } from '../labels/labels.js';
import { addressLines, countryName } from './address-lines.js';
import { behind, isRightToLeft } from './figures.js';
import type { PrintableInvoice, SellerIdentity } from './printable-document.js';
import type { Sheet } from './sheet.js';

/** Where paper is cut in inches. */
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']);

export function directionOf(language: DocumentLanguage): Sheet['direction'] {
  return isRightToLeft(language) ? 'rtl' : 'ltr';
}

export function paperOf({ address }: SellerIdentity): Sheet['paper'] {
  return LETTER_COUNTRIES.has(address.country ?? '') ? 'LETTER' : 'A4';
}

/** The head of the first page: who sends it. */
export function sellerBlock(seller: SellerIdentity, language: DocumentLanguage): Sheet['seller'] {
  const { legalName, tradeName, address, contact, logo } = seller;
  const lines = [
    tradeName ? legalName : null,
    ...addressLines(address, language, null),
    contact.email,
    contact.phone,
    contact.website?.replace(/^https?:\/\/|\/$/g, ''),
  ];
  return { logo, name: tradeName ?? legalName, lines: present(lines) };
}

/** The foot of every page: what the law asks of business letters, and the account. */
export function footerColumns(
  seller: SellerIdentity,
  language: DocumentLanguage,
  labels: Labels,
): string[][] {
  const { legalName, address, registrationNumber, taxRegistrations, bankAccount } = seller;
  const identity = [legalName, ...addressLines(address, language, null)];
  const registrations = [
    registrationNumber ? behind(`${labels.registration}:`, registrationNumber) : null,
    ...taxRegistrations.map(({ number, country }) => {
      const abroad = country !== null && country !== address.country;
      return registrationLine(
        number,
        country,
        labels,
        abroad ? countryName(country, language) : null,
      );
    }),
  ];
  const bank = [
    bankAccount.bankName,
    bankAccount.iban ? `IBAN: ${groupedIban(bankAccount.iban)}` : null,
    bankAccount.bic ? `BIC: ${bankAccount.bic}` : null,
    ...(bankAccount.iban ? [] : nationalAccount(bankAccount, labels)),
  ];
  return [identity, present(registrations), present(bank)].filter((lines) => lines.length > 0);
}

/** Of an account where banks have no IBAN. */
function nationalAccount(
  { accountNumber, bankCode }: SellerIdentity['bankAccount'],
  labels: Labels,
): (string | null)[] {
  return [
    accountNumber ? behind(`${labels.accountNumber}:`, accountNumber) : null,
    bankCode ? behind(`${labels.bankCode}:`, bankCode) : null,
  ];
}

/**
 * A tax number with the name it goes by where it is registered.
 * @param place the country of a number that is none of the seller's own, which it is not taken for
 */
function registrationLine(
  number: string,
  country: string | null,
  labels: Labels,
  place: string | null = null,
): string {
  if (isGstin(number)) return `GSTIN: ${number}`;
  const name = isVatId(number, country) ? labels.vatId : labels.taxId;
  return behind(`${name}${place === null ? '' : ` (${place})`}:`, number);
}

/** That of a buyer, where it has one. */
export function buyerRegistration(
  { taxRegistration, address }: PrintableInvoice['buyer'],
  labels: Labels,
): string[] {
  return taxRegistration ? [registrationLine(taxRegistration, address.country, labels)] : [];
}

/** Countries that levy no value added tax: what begins with their letters is another number. */
const WITHOUT_VAT: ReadonlySet<string> = new Set(['US', 'HK', 'BM', 'KY', 'KW', 'QA']);

/** A permit or a licence may begin with any letters: those of a VAT identifier are its country's. */
function isVatId(number: string, country: string | null): boolean {
  const normal = normalTaxId(number);
  if (vatIdCountry(normal) !== null || /^(XI|GB)\d{9}/.test(normal)) return true;
  if (country === null) return /^[A-Z]{2}\w*\d/.test(normal);
  return !WITHOUT_VAT.has(country) && normal.startsWith(country);
}

/** In fours, as it is read out. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

export function present(lines: readonly (string | null | undefined)[]): string[] {
  return lines.filter((line): line is string => Boolean(line?.trim()));
}
