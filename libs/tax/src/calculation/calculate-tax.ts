import { Injectable } from '@nestjs/common';
import {
  companyToday,
  readCompany,
  type Company,
  type PostalAddress,
  type TaxRounding,
} from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import type { BuyerKind } from '@quittance/registrations';
import { parseMinor, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { companyTaxParty } from '../company-tax-party.js';
import { HeldQuotes } from '../quotes/held-quotes.js';
import { TaxQuotes } from '../quotes/tax-quotes.js';
import { priceDocument } from './price-document.js';
import type { SupplyKind } from '../decision/decision.js';
import type { PricingLine, PricingRequest } from './pricing.js';
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
  readonly customer?: {
    readonly accountId?: string;
    readonly taxRegistration?: string | null;
    readonly buyerKind?: BuyerKind | null;
  };
  /** Whether each line tells the rules that were tried. */
  readonly explain?: boolean;
  readonly lines: readonly {
    /** The price of the whole line. */
    readonly amount: string;
    readonly quantity?: string;
    readonly taxCode?: string | null;
    readonly taxRate?: string | null;
    /** What is sold, else what the code says. */
    readonly supply?: SupplyKind | null;
    /** Where it is supplied, of what is supplied where something is or happens. */
    readonly placeOf?: Partial<Pick<PostalAddress, 'country' | 'region' | 'postalCode'>> | null;
    readonly triangular?: boolean;
  }[];
}

export interface TaxResult extends PricedDocumentView {
  readonly document: string | null;
  readonly currency: Currency;
  readonly date: LocalDate;
  readonly rounding: TaxRounding;
  /** `built_in`, or the external engine of the company. */
  readonly engine: string;
}

/** What the company's engine says of lines between two places. Stores nothing. */
@Injectable()
export class CalculateTax {
  constructor(
    private readonly db: Database,
    private readonly quotes: TaxQuotes,
  ) {}

  /** @throws DomainError validation_failed */
  async execute(ctx: Ctx, input: TaxCalculation): Promise<TaxResult> {
    const held = new HeldQuotes();
    const [company, basis] = await this.db.read(ctx, (tx) =>
      Promise.all([readCompany(tx), this.quotes.load(tx, held)]),
    );
    const { toEuro } = basis;
    const request = { ...requestOf(ctx, company, input), ...(toEuro && { toEuro }) };
    const priced = await this.quotes.settle(ctx, held, () =>
      priceDocument(basis.book, request, basis.quoteOf?.(request)),
    );
    const { currency, date, rounding } = request;
    const facts = { document: input.document ?? null, currency, date, rounding };
    const result = { ...facts, engine: basis.engine, ...pricedDocumentView(priced, currency) };
    if (!input.explain) return result;
    const taxation = basis.book.taxation(request, priced.consignment);
    const lines = result.lines.map((line, i) => {
      const asked = request.lines[i];
      const { place = null, steps = [] } = (asked && taxation.explain?.(asked, i)) ?? {};
      return { ...line, place, steps, warnings: priced.lines[i]?.warnings ?? [] };
    });
    return { ...result, lines };
  }
}

function requestOf(ctx: Ctx, company: Company, input: TaxCalculation): PricingRequest {
  const { currency, customer } = input;
  return {
    currency,
    date: input.date ?? companyToday(company, ctx.now),
    rounding: input.rounding ?? company.taxRounding,
    pricesIncludeTax: input.pricesIncludeTax ?? false,
    seller: { ...companyTaxParty(company), ...(input.shipFrom && place(input.shipFrom)) },
    customer: {
      ...place(input.shipTo),
      taxRegistration: customer?.taxRegistration ?? null,
      accountId: customer?.accountId ?? '',
      buyerKind: customer?.buyerKind ?? null,
    },
    lines: pricingLines(input.lines, currency),
  };
}

function place({ country, region, city, postalCode, line1, line2 }: Partial<PostalAddress>) {
  return {
    line1: line1 ?? null,
    line2: line2 ?? null,
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
  return lines.map(({ amount, taxCode, taxRate, supply, placeOf, triangular }) => ({
    quantity: '1',
    unitPrice: amount,
    discount: null,
    taxCode: taxCode ?? null,
    taxRate: taxRate ?? null,
    supply: supply ?? null,
    placeOf: placeOf?.country
      ? {
          country: placeOf.country,
          region: placeOf.region ?? null,
          postalCode: placeOf.postalCode ?? null,
        }
      : null,
    triangular: triangular ?? false,
  }));
}
