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
  const own = source.taxation(request, consignment);
  if (!request.lines.some(isOfAnotherDay)) return own;
  const byDay = new Map<LocalDate, Taxation>();
  const of = ({ taxDate: date = request.date }: PricingLine): Taxation => {
    if (date === request.date) return own;
    const known = byDay.get(date);
    if (known) return known;
    const found = source.taxation({ ...request, date }, consignment);
    byDay.set(date, found);
    return found;
  };
  const chains = new Map<string, TaxChain>();
  return {
    chain: (line, position) => {
      const chain = of(line).chain(line, position);
      const key = nameOf(chain);
      const first = chains.get(key);
      if (!first) chains.set(key, chain);
      return first ?? chain;
    },
    warnings: (line, position) => of(line).warnings?.(line, position) ?? NO_WARNINGS,
    isImport: (line, position) => of(line).isImport?.(line, position) ?? null,
    knows: (line, position) => of(line).knows?.(line, position) ?? true,
  };
}

/** Documents of a run share their chains. */
const names = new WeakMap<TaxChain, string>();

function nameOf(chain: TaxChain): string {
  let name = names.get(chain);
  if (name === undefined) {
    name = nameAnew(chain);
    names.set(chain, name);
  }
  return name;
}

function nameAnew({ taxCode, taxes, fallback, decision }: TaxChain): string {
  const rates = taxes.map(({ jurisdiction, kind, rate, compound, certificate }) => {
    return [jurisdiction, kind, rate, compound, certificate];
  });
  return JSON.stringify([taxCode, rates, fallback, decision]);
}
