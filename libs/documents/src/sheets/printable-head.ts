import {
  DOCUMENT_LANGUAGES,
  type Company,
  type DocumentLanguage,
  type PostalAddress,
} from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import type { ElectronicAddress } from '@quittance/registrations';
import type { PrintableHead } from './printable-document.js';
import { taxRegistrationsOn } from './tax-registrations-on.js';

/** What a document shows that is not of itself. */
export interface PrintFacts {
  readonly company: Company;
  /** Asked for; else that of the company's documents. */
  readonly language: DocumentLanguage | null;
  /** Where the customer gets documents. */
  readonly email: string | null;
  readonly electronicAddress?: ElectronicAddress | null;
}

/** Who a document is addressed to. */
interface Addressee {
  readonly name: string;
  readonly address: PostalAddress;
  readonly taxRegistration: string | null;
}

/** The days and the currency of a document. */
interface Printed {
  readonly currency: string;
  readonly changedAt: Instant;
  /** The day its tax goes by: registrations that are not in force then are none of its. */
  readonly on: LocalDate;
  /** Those of its lines that go by other days. */
  readonly alsoOn?: readonly LocalDate[];
}

/** What all documents of a company have in common. */
export function printableHead(
  { company, language, email, electronicAddress = null }: PrintFacts,
  { name, address, taxRegistration }: Addressee,
  { currency, changedAt, on, alsoOn = [] }: Printed,
): PrintableHead {
  const { locale } = company;
  const { legalName, tradeName, registrationNumber } = company;
  const { contact, bankAccount, logo } = company;
  return {
    language: printedLanguage(company, language),
    locale,
    currency,
    seller: {
      legalName,
      tradeName,
      address: company.address,
      taxRegistrations: taxRegistrationsOn(company.taxRegistrations, on, ...alsoOn),
      registrationNumber,
      contact,
      electronicAddress: company.electronicAddress,
      bankAccount,
      logo,
    },
    buyer: { name, address, taxRegistration, email, electronicAddress },
    changedAt,
  };
}

/** The language of a document: the one that is asked for, else that of the company's documents. */
export function printedLanguage(
  { documentLanguage, locale }: Pick<Company, 'documentLanguage' | 'locale'>,
  language: DocumentLanguage | null,
): DocumentLanguage {
  return language ?? documentLanguage ?? languageOf(locale);
}

function languageOf(locale: string): DocumentLanguage {
  const { language } = new Intl.Locale(locale);
  return DOCUMENT_LANGUAGES.find((known) => known === language) ?? 'en';
}
