import type { FieldError } from '@quittance/kernel';
import { electronicAddressFault, type ElectronicAddress } from '@quittance/registrations';

/** The languages documents are written in. */
export const DOCUMENT_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'ja',
  'hi',
  'ar',
  'he',
] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** Whom a customer turns to with a question about a document. */
export interface CompanyContact {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
}

/** Where customers transfer money to: an IBAN, or an account number where there are none. */
export interface CompanyBankAccount {
  readonly holder: string | null;
  readonly bankName: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly accountNumber: string | null;
  /** What a country puts beside an account number: sort code, routing number, IFSC. */
  readonly bankCode: string | null;
}

export const NO_CONTACT: CompanyContact = Object.freeze({
  name: null,
  email: null,
  phone: null,
  website: null,
});

export const NO_BANK_ACCOUNT: CompanyBankAccount = Object.freeze({
  holder: null,
  bankName: null,
  iban: null,
  bic: null,
  accountNumber: null,
  bankCode: null,
});

/** What documents say of a company beside its name and address. */
export interface DocumentIdentity {
  /** The name customers know it by, where that is not the legal one. */
  readonly tradeName: string | null;
  /** Its entry in a commercial register. */
  readonly registrationNumber: string | null;
  readonly contact: CompanyContact;
  /** Where it receives electronic documents: BT-34 of its electronic invoices. */
  readonly electronicAddress: ElectronicAddress | null;
  readonly bankAccount: CompanyBankAccount;
  /** The language of its documents; null is that of its locale. */
  readonly documentLanguage: DocumentLanguage | null;
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const WEBSITE = /^https?:\/\/[^\s/?#]+\S*$/i;

/** An IBAN by shape and check digits (ISO 13616, modulo 97), written without blanks. */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** People write account numbers with blanks; they are kept without. */
export function normalBankAccount<T extends Partial<CompanyBankAccount>>(account: T): T {
  const plain = (text: string | null | undefined) => text?.replace(/\s+/g, '').toUpperCase();
  return {
    ...account,
    ...(account.iban && { iban: plain(account.iban) }),
    ...(account.bic && { bic: plain(account.bic) }),
  };
}

/** What is wrong with the members that are sent. */
export function identityFaults(patch: {
  readonly contact?: Partial<CompanyContact> | null;
  readonly bankAccount?: Partial<CompanyBankAccount> | null;
  readonly electronicAddress?: ElectronicAddress | null;
  readonly documentLanguage?: string | null;
}): FieldError[] {
  const faults: FieldError[] = [];
  const fault = patch.electronicAddress && electronicAddressFault(patch.electronicAddress);
  if (fault) {
    const pointer = `/electronicAddress/${fault.member}`;
    faults.push({ pointer, code: 'format', message: fault.message });
  }
  const { iban, bic } = patch.bankAccount ?? {};
  const { website } = patch.contact ?? {};
  if (iban && !isIban(iban)) {
    const message = 'must be an IBAN with right check digits';
    faults.push({ pointer: '/bankAccount/iban', code: 'format', message });
  }
  if (bic && !BIC.test(bic)) {
    const message = 'must be a BIC of 8 or 11 characters';
    faults.push({ pointer: '/bankAccount/bic', code: 'format', message });
  }
  if (website && !WEBSITE.test(website)) {
    const message = 'must be an address that begins with https:// or http://';
    faults.push({ pointer: '/contact/website', code: 'format', message });
  }
  const { documentLanguage } = patch;
  const languages: readonly string[] = DOCUMENT_LANGUAGES;
  if (documentLanguage && !languages.includes(documentLanguage)) {
    const message = `must be one of ${DOCUMENT_LANGUAGES.join(', ')}`;
    faults.push({ pointer: '/documentLanguage', code: 'enum', message });
  }
  return faults;
}
