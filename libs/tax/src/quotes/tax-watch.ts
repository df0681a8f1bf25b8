import type { CompanyId } from '@quittance/kernel';
import type { FallbackReason } from '../calculation/pricing.js';

/** Lines of one document that their engine did not tax. */
export interface Fallback {
  readonly companyId: CompanyId;
  readonly requestId: string;
  readonly provider: string;
  readonly reason: FallbackReason;
  readonly lines: number;
  /** What the provider said, without secrets. */
  readonly detail: string;
}

/** Told of every fallback, so that none is silent; the apps log and count them. */
export abstract class TaxWatch {
  abstract fellBack(fallback: Fallback): void;
}
