import type { Migration, Entity } from '@quittance/database';
import { Invoice1764000490001 } from './migrations/1764000490001-invoice.js';
import { Payment1764000490002 } from './migrations/1764000490002-payment.js';
import { CreditNote1764000490003 } from './migrations/1764000490003-credit-note.js';
import { CheckBooks1764000490006 } from './migrations/1764000490006-check-books.js';
import { RefreshStatistics1764000490007 } from './migrations/1764000490007-refresh-statistics.js';
import { CreditNoteLines1764000490008 } from './migrations/1764000490008-credit-note-lines.js';
import { Dispute1764000490009 } from './migrations/1764000490009-dispute.js';
import { TaxFallback1764000490020 } from './migrations/1764000490020-tax-fallback.js';
import { PendingPayments1764000490021 } from './migrations/1764000490021-pending-payments.js';
import { InvoiceCustom1764000490030 } from './migrations/1764000490030-invoice-custom.js';
import { LineProducts1764000490040 } from './migrations/1764000490040-line-products.js';
import { InvoiceIrn1764000490041 } from './migrations/1764000490041-invoice-irn.js';
import { CompanyOfPayment1764000490050 } from './migrations/1764000490050-company-of-payment.js';
import { CreditNoteIrn1764000490060 } from './migrations/1764000490060-credit-note-irn.js';
import { TaxDecision1764000490070 } from './migrations/1764000490070-tax-decision.js';
import { InvoiceLineEntity } from './invoices/invoice.entity.js';
import { ReceivablesViews1764000490080 } from './migrations/1764000490080-published-views.js';
import { DisputeEntity } from './disputes/dispute.entity.js';
import { PaymentAllocationEntity, RefundEntity } from './payments/payment.entity.js';
import {
  CreditNoteLineEntity,
  CreditApplicationEntity,
} from './credit-notes/credit-note.entity.js';

export const receivablesMigrations: readonly Migration[] = [
  Invoice1764000490001,
  Payment1764000490002,
  CreditNote1764000490003,
  CheckBooks1764000490006,
  RefreshStatistics1764000490007,
  CreditNoteLines1764000490008,
  Dispute1764000490009,
  TaxFallback1764000490020,
  PendingPayments1764000490021,
  InvoiceCustom1764000490030,
  LineProducts1764000490040,
  InvoiceIrn1764000490041,
  CompanyOfPayment1764000490050,
  CreditNoteIrn1764000490060,
  TaxDecision1764000490070,
  ReceivablesViews1764000490080,
];

export const receivablesEntities: readonly Entity[] = [
  InvoiceLineEntity,
  DisputeEntity,
  PaymentAllocationEntity,
  RefundEntity,
  CreditNoteLineEntity,
  CreditApplicationEntity,
];
