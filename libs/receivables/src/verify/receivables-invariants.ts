import { creditNoteInvariants } from './credit-notes.sql.js';
import type { Invariant } from '@quittance/database';
import { invoiceInvariants } from './invoices.sql.js';
import { lateChargeInvariants } from './late-charges.sql.js';
import { numberInvariants } from './numbers.sql.js';
import { orderInvoiceInvariants } from './orders.sql.js';
import { paymentInvariants } from './payments.sql.js';
import { taxInvariants } from './tax.sql.js';

/** What must be true of the rows of what customers owe, in the order of the catalogue. */
export const receivablesInvariants: readonly Invariant[] = [
  ...invoiceInvariants,
  ...paymentInvariants,
  ...creditNoteInvariants,
  ...numberInvariants,
  ...taxInvariants,
  ...lateChargeInvariants,
  ...orderInvoiceInvariants,
];
