import { decisionOfOwnRate } from '../decision/decide.js';
import type { TaxCategory, TaxDecision, TaxReason } from '../decision/decision.js';
import { NO_WARNINGS } from '../decision/warnings.js';
import type { Taxation, TaxSource } from '../rate-books/taxation.js';
import { effectiveRate } from './effective-rate.js';
import type { TaxKind } from './pricing.js';
import { compileChain, type AppliedRate, type TaxChain } from './tax-chain.js';

/** One tax that a line of an earlier document bore, as it is stored with it. */
export interface OriginalTax {
  readonly jurisdiction: string | null;
  readonly kind: string;
  readonly taxCode: string | null;
  /** Percent. */
  readonly rate: string;
  /** Decimal text of minor units. */
  readonly base: string;
  readonly tax: string;
  /** Given by an external engine: base × rate need not be it. */
  readonly given?: true;
  /** On top of the taxes before it; of older rows the base tells, as far as it can. */
  readonly compound?: true;
  /** Of a customer who was exempt. */
  readonly certificate?: string;
}

/** A line of an earlier document, as far as its taxation goes. */
export interface TaxedLine {
  readonly taxCode: string | null;
  readonly taxFallback: boolean;
  /** Both null of a line that nothing was decided of, being imported. */
  readonly taxCategory: TaxCategory | null;
  readonly taxReason: TaxReason | null;
  readonly net: bigint;
  readonly taxes: readonly OriginalTax[];
}

/**
 * Taxes a document as an earlier one was: a line that corrects one of that document bears its very
 * taxes, whatever the rates are today. Lines without one are taxed by the source behind it.
 * @param corrected by position in the document that is priced
 */
export function originalTaxes(
  corrected: readonly (TaxedLine | null)[],
  otherwise: TaxSource,
): TaxSource {
  return {
    defaultTaxCode: otherwise.defaultTaxCode ?? null,
    taxation: (request, consignment): Taxation => {
      const rest = otherwise.taxation(request, consignment);
      const chains = new Map<string, TaxChain>();
      return {
        // What was invoiced may be credited, whatever became of its code.
        knows: (line, position) =>
          Boolean(corrected[position]) || (rest.knows?.(line, position) ?? true),
        chain: (line, position) => {
          const source = corrected[position];
          return source ? chainOf(source, chains) : rest.chain(line, position);
        },
        isImport: (line, position) =>
          corrected[position] ? null : (rest.isImport?.(line, position) ?? null),
        // What was decided before is decided: nothing is said beside it anew.
        warnings: (line, position) =>
          (!corrected[position] && rest.warnings?.(line, position)) || NO_WARNINGS,
      };
    },
  };
}

/** What is taxed on top of other taxes has a base above the line's net. */
function appliedRate(tax: OriginalTax, net: bigint): AppliedRate {
  const { jurisdiction, rate, certificate } = tax;
  const kind = tax.kind as TaxKind;
  if (certificate !== undefined) return { jurisdiction, kind, rate, compound: false, certificate };
  const whole = BigInt(tax.base) === net;
  if (tax.compound) return { jurisdiction, kind, rate, compound: true };
  if (whole || !tax.given) return { jurisdiction, kind, rate, compound: !whole };
  // An engine may tax a part of the net: the share of the net that the tax came to.
  return { jurisdiction, kind, rate: effectiveRate(BigInt(tax.tax), net), compound: false };
}

/** A correction never decides anew. */
function decisionOf(line: TaxedLine, rates: readonly AppliedRate[]): TaxDecision {
  const { taxCategory: category, taxReason: reason } = line;
  if (reason !== null) return { category, reason };
  const [rate] = rates;
  return rate ? decisionOfOwnRate(rate.rate) : { category: 'O', reason: 'not_registered' };
}

/** Lines that bore the same taxes share one chain, so that they are rounded together again. */
function chainOf(line: TaxedLine, chains: Map<string, TaxChain>): TaxChain {
  const taxCode = line.taxes[0]?.taxCode ?? line.taxCode;
  const rates = line.taxes.map((tax) => appliedRate(tax, line.net));
  const decision = decisionOf(line, rates);
  const key = JSON.stringify([taxCode, line.taxFallback, rates, decision]);
  const known = chains.get(key);
  if (known) return known;
  const chain = compileChain(taxCode, rates, line.taxFallback, decision);
  chains.set(key, chain);
  return chain;
}
