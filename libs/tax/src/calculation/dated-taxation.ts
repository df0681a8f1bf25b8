import type { LocalDate } from '@quittance/calendar';
import type { Consignment } from '../decision/import-limit.js';
import { NO_WARNINGS } from '../decision/warnings.js';
import type { Taxation, TaxSource } from '../rate-books/taxation.js';
import type { PricingLine, PricingRequest } from './pricing.js';
import type { TaxChain } from './tax-chain.js';

/**
 * How a document is taxed whose lines may go by days of their own. Lines that are taxed alike on
 * two days have one chain: the tax of a document is rounded once for each rate, whatever the days
 * (EN 16931).
 */
export function datedTaxation(
  source: TaxSource,
  request: PricingRequest,
  consignment?: Consignment,
): Taxation {
  const isOfAnotherDay = ({ taxDate = request.date }: PricingLine) => taxDate !== request.date;
  if (!request.lines.some(isOfAnotherDay)) return source.taxation(request, consignment);
  const byDay = new Map<LocalDate, Taxation>();
  const of = ({ taxDate: date = request.date }: PricingLine): Taxation => {
    const known = byDay.get(date) ?? source.taxation({ ...request, date }, consignment);
    byDay.set(date, known);
    return known;
  };
  const chains = new Map<string, TaxChain>();
  return {
    chain: (line, position) => {
      const chain = of(line).chain(line, position);
      const key = nameOf(chain);
      const first = chains.get(key) ?? chain;
      chains.set(key, first);
      return first;
    },
    warnings: (line, position) => of(line).warnings?.(line, position) ?? NO_WARNINGS,
    isImport: (line, position) => of(line).isImport?.(line, position) ?? null,
    knows: (line, position) => of(line).knows?.(line, position) ?? true,
  };
}

function nameOf({ taxCode, taxes, fallback, decision }: TaxChain): string {
  const rates = taxes.map(({ jurisdiction, kind, rate, compound, certificate }) => {
    return [jurisdiction, kind, rate, compound, certificate];
  });
  return JSON.stringify([taxCode, rates, fallback, decision]);
}
