import type { CurrentTerms } from '@quittance/company';
import type { SellingAccount } from '@quittance/crm';
import { printedLanguage } from '@quittance/documents';
import type { Quote } from '../quote.description.js';
import type { QuoteDefaults } from './quote-settings.js';

type Said = Pick<Quote, 'language' | keyof QuoteDefaults>;

/** Who has something to say of a document that says nothing itself. */
interface Speakers {
  readonly account: Pick<SellingAccount, 'language' | 'paymentTerms' | 'creditDays'>;
  readonly company: Pick<CurrentTerms, 'documentLanguage' | 'locale'>;
  readonly settings: QuoteDefaults;
}

/**
 * What a new quote or order says: what its draft does, else its customer, else the company. Of a
 * language and of a text null is something said; of the others it is nothing. Pure.
 */
export function saidByDefault(
  draft: Partial<Said>,
  { account, company, settings }: Speakers,
): Said {
  const textOf = (name: 'introduction' | 'terms' | 'notes') =>
    draft[name] === undefined ? settings[name] : draft[name];
  return {
    language: draft.language === undefined ? spokenWith(account, company) : draft.language,
    pricesIncludeTax: draft.pricesIncludeTax ?? settings.pricesIncludeTax,
    paymentTerms: draft.paymentTerms ?? account.paymentTerms ?? settings.paymentTerms,
    creditDays: draft.creditDays ?? account.creditDays ?? settings.creditDays,
    introduction: textOf('introduction'),
    terms: textOf('terms'),
    notes: textOf('notes'),
  };
}

/** The language of a customer's documents: the account's, else the company's. Pure. */
export function spokenWith(
  { language }: Pick<SellingAccount, 'language'>,
  company: Speakers['company'],
): Said['language'] {
  return printedLanguage(company, language);
}
