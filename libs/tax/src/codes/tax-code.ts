import type { SupplyKind } from '../decision/decision.js';
import type { TaxCodeEntity } from './tax-code.entity.js';

/** A tax code as the API shows it. */
export type TaxCode = Omit<TaxCodeEntity, 'companyId'>;

export interface NewTaxCode {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  /** What is sold under it; null where it serves for several. */
  readonly kind?: SupplyKind | null;
  /** For lines with neither a code nor a rate; the code that was it before no longer is. */
  readonly isDefault?: boolean;
}

/** Documents carry the code itself, so it never changes. */
export type TaxCodePatch = Partial<Omit<NewTaxCode, 'code'>>;
