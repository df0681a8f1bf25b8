import { Injectable } from '@nestjs/common';
import { companyToday, readCompany, type PostalAddress } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidFields, parseMinor, type Ctx, type Currency } from '@quittance/kernel';
import type { FieldError, LocalDate } from '@quittance/kernel';
import { companyTaxParty } from '../company-tax-party.js';
import { RateBooks } from '../rate-books/rate-books.js';
import { priceDocument } from './price-document.js';
import type { PricingLine, TaxRounding } from './pricing.js';
import { pricedDocumentView, type PricedDocumentView } from './tax-view.js';

export interface TaxCalculation {
  /** Whatever the caller knows the document by; handed back. */
  readonly document?: string | null;
  readonly currency: Currency;
  /** Today in the company when absent. */
  readonly date?: LocalDate;
  readonly pricesIncludeTax?: boolean;
  /** The company's own when absent. */
  readonly rounding?: TaxRounding;
  /** The company's address when absent. */
  readonly shipFrom?: Partial<PostalAddress>;
  readonly shipTo: Partial<PostalAddress>;
  readonly customer?: { readonly accountId?: string; readonly taxRegistration?: string | null };
  readonly lines: readonly {
    /** The price of the whole line. */
    readonly amount: string;
    readonly quantity?: string;
    readonly taxCode?: string | null;
    readonly taxRate?: string | null;
  }[];
}

export interface TaxResult extends PricedDocumentView {
  readonly document: string | null;
  readonly currency: Currency;
  readonly date: LocalDate;
  readonly rounding: TaxRounding;
  readonly engine: 'built_in';
}

/** What the built-in engine says of lines between two places. Stores nothing. */
@Injectable()
export class CalculateTax {
  constructor(
    private readonly db: Database,
    private readonly books: RateBooks,
  ) {}

  /** @throws DomainError validation_failed */
  execute(ctx: Ctx, input: TaxCalculation): Promise<TaxResult> {
    return this.db.read(ctx, async (tx) => {
      const [company, book] = await Promise.all([readCompany(tx), this.books.load(tx)]);
      const { currency, customer } = input;
      const date = input.date ?? companyToday(company, ctx.now);
      const rounding = input.rounding ?? company.taxRounding;
      const priced = priceDocument(book, {
        currency,
        date,
        rounding,
        pricesIncludeTax: input.pricesIncludeTax ?? false,
        seller: { ...companyTaxParty(company), ...(input.shipFrom && place(input.shipFrom)) },
        customer: {
          ...place(input.shipTo),
          taxRegistration: customer?.taxRegistration ?? null,
          accountId: customer?.accountId ?? '',
        },
        lines: pricingLines(input.lines, currency),
      });
      const view = pricedDocumentView(priced, currency);
      const document = input.document ?? null;
      return { document, currency, date, rounding, engine: 'built_in', ...view };
    });
  }
}

function place({ country, region, city, postalCode }: Partial<PostalAddress>) {
  return {
    country: country ?? null,
    region: region ?? null,
    city: city ?? null,
    postalCode: postalCode ?? null,
  };
}

/** The amount is the line's, whatever its quantity: an engine taxes amounts. */
function pricingLines(lines: TaxCalculation['lines'], currency: Currency): PricingLine[] {
  const errors: FieldError[] = [];
  lines.forEach(({ amount }, i) => {
    if (parseMinor(amount, currency) !== undefined) return;
    const message = `must have no more decimals than ${currency}`;
    errors.push({ pointer: `/lines/${i}/amount`, code: 'precision', message });
  });
  if (errors.length > 0) throw invalidFields(errors);
  return lines.map(({ amount, taxCode, taxRate }) => ({
    quantity: '1',
    unitPrice: amount,
    discount: null,
    taxCode: taxCode ?? null,
    taxRate: taxRate ?? null,
  }));
}
