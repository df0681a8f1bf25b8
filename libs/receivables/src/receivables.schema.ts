import type { Migration, Entity } from '@quittance/database';
import { Invoice1764000500001 } from './migrations/1764000500001-invoice.js';
import { Payment1764000500002 } from './migrations/1764000500002-payment.js';
import { CreditNote1764000500003 } from './migrations/1764000500003-credit-note.js';
import { CheckBooks1764000500006 } from './migrations/1764000500006-check-books.js';
import { RefreshStatistics1764000500007 } from './migrations/1764000500007-refresh-statistics.js';
import { CreditNoteLines1764000500008 } from './migrations/1764000500008-credit-note-lines.js';
import { Dispute1764000500009 } from './migrations/1764000500009-dispute.js';
import { TaxFallback1764000500020 } from './migrations/1764000500020-tax-fallback.js';
import { PendingPayments1764000500021 } from './migrations/1764000500021-pending-payments.js';
import { InvoiceCustom1764000500030 } from './migrations/1764000500030-invoice-custom.js';
import { LineProducts1764000500040 } from './migrations/1764000500040-line-products.js';
import { InvoiceIrn1764000500041 } from './migrations/1764000500041-invoice-irn.js';
import { CompanyOfPayment1764000500050 } from './migrations/1764000500050-company-of-payment.js';
import { CreditNoteIrn1764000500060 } from './migrations/1764000500060-credit-note-irn.js';
import { TaxDecision1764000500070 } from './migrations/1764000500070-tax-decision.js';
import { InvoiceEntity, InvoiceLineEntity } from './invoices/invoice.entity.js';
import { DisputeEntity } from './invoices/dispute.entity.js';
import { PaymentEntity, PaymentAllocationEntity, RefundEntity } from './payments/payment.entity.js';
import {
  CreditNoteEntity,
  CreditNoteLineEntity,
  CreditApplicationEntity,
} from './credit-notes/credit-note.entity.js';

export const receivablesMigrations: readonly Migration[] = [
  Invoice1764000500001,
  Payment1764000500002,
  CreditNote1764000500003,
  CheckBooks1764000500006,
  RefreshStatistics1764000500007,
  CreditNoteLines1764000500008,
  Dispute1764000500009,
  TaxFallback1764000500020,
  PendingPayments1764000500021,
  InvoiceCustom1764000500030,
  LineProducts1764000500040,
  InvoiceIrn1764000500041,
  CompanyOfPayment1764000500050,
  CreditNoteIrn1764000500060,
  TaxDecision1764000500070,
];

export const receivablesEntities: readonly Entity[] = [
  InvoiceEntity,
  InvoiceLineEntity,
  DisputeEntity,
  PaymentEntity,
  PaymentAllocationEntity,
  RefundEntity,
  CreditNoteEntity,
  CreditNoteLineEntity,
  CreditApplicationEntity,
];
