import type { Id } from '@quittance/kernel';

export type BillingRunId = Id<'billing-run'>;
