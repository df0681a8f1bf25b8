/** `pending`: the provider has still to do what was asked for last. */
export const TAX_TRANSACTION_STATES = ['pending', 'committed', 'voided', 'failed'] as const;

export type TaxTransactionState = (typeof TAX_TRANSACTION_STATES)[number];

export const TAX_OPERATIONS = ['commit', 'void'] as const;

export type TaxOperation = (typeof TAX_OPERATIONS)[number];
