import type { PricingLine, PricingRequest } from '../calculation/pricing.js';
import type { TaxChain } from '../calculation/tax-chain.js';
import type { DecisionStep } from '../decision/decide.js';
import type { Consignment } from '../decision/import-limit.js';
import type { TaxWarning } from '../decision/warnings.js';
import type { SuppliedAt } from './supplied-at.js';

/** Where a line is supplied, and the rules that were tried, the one that ended it last. */
export interface ExplainedLine {
  readonly place: SuppliedAt;
  readonly steps: readonly DecisionStep[];
}

/** Answers the chain of each line of one document. The same chain is the same object. */
export interface Taxation {
  /** @throws DomainError validation_failed when the line's own rate is no percentage */
  chain(line: PricingLine, position: number): TaxChain;
  /** Where it is supplied and how that was decided; absent where another decides. */
  explain?(line: PricingLine, position: number): ExplainedLine;
  /** What is to be said beside the decision; absent where another decides. */
  warnings?(line: PricingLine, position: number): readonly TaxWarning[];
  /**
   * Of goods that are decided of here, whether they are imported under a One-Stop-Shop as far as
   * its limit lets them; null of all else.
   */
  isImport?(line: PricingLine, position: number): boolean | null;
  /** Whether a line's tax code is one of the set-up; absent where another names the codes. */
  knows?(line: PricingLine, position: number): boolean;
}

/** What documents are taxed by: the rates of a company, or the taxes of an earlier document. */
export interface TaxSource {
  /** The code of a line that says neither code nor rate; absent where there is none. */
  readonly defaultTaxCode?: string | null;
  /**
   * How a document is taxed: by where the customer is, when, and who both sides are.
   * @param consignment how its goods stand to the limit of imports; absent: within it
   */
  taxation(request: PricingRequest, consignment?: Consignment): Taxation;
}
