import type { Id } from '@quittance/kernel';

export type PaymentId = Id<'payment'>;
