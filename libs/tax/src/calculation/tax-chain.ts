import {
  add,
  decimal,
  formatUnits,
  multiply,
  pow10,
  trimDecimal,
  type Decimal,
} from '@quittance/money';
import type { TaxDecision } from '../decision/decision.js';
import type { TaxKind } from './pricing.js';

/** One rate that applies to a line, before compilation. */
export interface AppliedRate {
  readonly jurisdiction: string | null;
  readonly kind: TaxKind;
  /** Percent. */
  readonly rate: string;
  /** On top of the taxes before it. */
  readonly compound: boolean;
  /** Of a customer who is exempt: the certificate that says so. */
  readonly certificate?: string;
}

export interface ChainTax extends AppliedRate {
  /** The rate as a fraction: `units / denominator` of the base. */
  readonly units: bigint;
  readonly denominator: bigint;
  /** The tax contained in a gross price: `includedUnits / includedDenominator` of the chain. */
  readonly includedUnits: bigint;
}

/** Every tax of a line in the order it is applied, compiled for integer arithmetic. */
export interface TaxChain {
  readonly taxCode: string | null;
  readonly taxes: readonly ChainTax[];
  /** Percent of all taxes together. */
  readonly rate: string;
  readonly includedDenominator: bigint;
  readonly fallback: boolean;
  /** On which ground the lines bear these taxes, or none. */
  readonly decision: TaxDecision;
}

const ONE: Decimal = { units: 1n, scale: 0 };

/** A percentage as a fraction of one. */
function fraction(percent: string): Decimal {
  const value = decimal(percent);
  return { units: value.units, scale: value.scale + 2 };
}

/** Compiles rates, already in order, into a chain; done once per tax code, place and date. */
export function compileChain(
  taxCode: string | null,
  rates: readonly AppliedRate[],
  fallback: boolean,
  decision: TaxDecision,
): TaxChain {
  let together: Decimal = { units: 0n, scale: 0 };
  const shares: Decimal[] = [];
  for (const { rate, compound } of rates) {
    const own = fraction(rate);
    const share = compound ? multiply(own, add(ONE, together)) : own;
    shares.push(share);
    together = add(together, share);
  }
  const gross = add(ONE, together);
  const taxes = rates.map((applied, i) => chainTax(applied, shares[i] ?? ONE, gross.scale));
  const percent = formatUnits(together.units * 100n, together.scale);
  const rate = trimDecimal(percent);
  return { taxCode, taxes, rate, includedDenominator: gross.units, fallback, decision };
}

function chainTax(applied: AppliedRate, share: Decimal, scale: number): ChainTax {
  const own = fraction(applied.rate);
  return {
    ...applied,
    rate: trimDecimal(applied.rate),
    units: own.units,
    denominator: pow10(own.scale),
    includedUnits: share.units * pow10(scale - share.scale),
  };
}
