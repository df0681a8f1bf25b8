import type { LocalDate } from '@quittance/calendar';
import type { PricingLine, PricingRequest, TaxParty } from '../calculation/pricing.js';
import type { JurisdictionData, RateBookData, RateData } from '../rate-books/rate-book-data.js';

export const GERMANY: TaxParty = {
  country: 'DE',
  region: null,
  postalCode: '10115',
  taxRegistration: 'DE123456789',
};

export function aLine(over: Partial<PricingLine> = {}): PricingLine {
  return {
    quantity: '1',
    unitPrice: '100.00',
    discount: null,
    taxCode: null,
    taxRate: null,
    ...over,
  };
}

export function aRequest(
  lines: readonly PricingLine[],
  over: Partial<PricingRequest> = {},
): PricingRequest {
  return {
    currency: 'EUR',
    date: '2026-03-01' as LocalDate,
    pricesIncludeTax: false,
    rounding: 'document',
    seller: GERMANY,
    customer: { ...GERMANY, taxRegistration: null, accountId: 'account' },
    lines,
    ...over,
  };
}

export function aJurisdiction(
  id: string,
  over: Partial<JurisdictionData> & Pick<JurisdictionData, 'level'>,
): JurisdictionData {
  return { id, parentId: null, code: id, name: id, postalPatterns: [], ...over };
}

export function aRate(
  jurisdictionId: string,
  rate: string,
  over: Partial<RateData> = {},
): RateData {
  return {
    jurisdictionId,
    taxCode: 'standard',
    kind: 'vat',
    rate,
    compound: false,
    priority: 0,
    validFrom: '2000-01-01' as LocalDate,
    validTo: null,
    ...over,
  };
}

/** A set-up; what is left out is empty, and the codes are those of its rates. */
export function aBook(over: Partial<RateBookData>): RateBookData {
  const named = [...new Set(over.rates?.map(({ taxCode }) => taxCode))];
  const codes = named.map((code) => ({ code, kind: null }));
  return { codes, jurisdictions: [], rates: [], exemptions: [], defaultTaxCode: null, ...over };
}
