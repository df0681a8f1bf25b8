import type { Migration, Entity } from '@quittance/database';
import { Invoice1764000490001 } from './migrations/1764000490001-invoice.js';
import { Payment1764000490002 } from './migrations/1764000490002-payment.js';
import { CreditNote1764000490003 } from './migrations/1764000490003-credit-note.js';
import { Books1764000490006 } from './migrations/1764000490006-books.js';
import { Dispute1764000490009 } from './migrations/1764000490009-dispute.js';
import { ExposureIndex1764000490010 } from './migrations/1764000490010-exposure-index.js';
import { OrderInvoicing1764000490011 } from './migrations/1764000490011-order-invoicing.js';
import { QuoteDeposit1764000490012 } from './migrations/1764000490012-quote-deposit.js';
import { ReceivablesViews1764000490080 } from './migrations/1764000490080-published-views.js';
import { StatedAllocation1764000870003 } from './migrations/1764000870003-stated-allocation.js';
import { DisputeMessage1764000870004 } from './migrations/1764000870004-dispute-message.js';
import { PayerPayment1764000890020 } from './migrations/1764000890020-payer-payment.js';
import { TaxCategories1764000980003 } from './migrations/1764000980003-tax-categories.js';
import { WithdrawnPayment1764000960010 } from './migrations/1764000960010-withdrawn-payment.js';
import { DocumentReferences1764001060003 } from './migrations/1764001060003-document-references.js';
import { Adjustments1764001060004 } from './migrations/1764001060004-adjustments.js';
import { BilledLinks1764001100500 } from './migrations/1764001100500-billed-links.js';
import { Chargeback1764000970001 } from './migrations/1764000970001-chargeback.js';
import { ClaimedRefund1764002310000 } from './migrations/references/1764002310000-claimed-refund.js';
import { PublishedRefund1764000970002 } from './migrations/1764000970002-published-refund.js';
import { WriteOff1764001030001 } from './migrations/1764001030001-write-off.js';
import { StepFee1764001500601 } from './migrations/references/1764001500601-step-fee.js';
import { LateCharge1764001030002 } from './migrations/1764001030002-late-charge.js';
import { LateChargeEntity } from './late-charges/late-charge.entity.js';
import { TaxedLines1764001030004 } from './migrations/1764001030004-taxed-lines.js';
import { CreditOfPayments1764001030005 } from './migrations/1764001030005-credit-of-payments.js';
import { WithdrawnCharge1764001050091 } from './migrations/1764001050091-withdrawn-charge.js';
import { AccountDeposit1764001100600 } from './migrations/1764001100600-account-deposit.js';
import { AccountIndex1764002370001 } from './migrations/references/1764002370001-account-index.js';
import { AppliedNotes1764002390001 } from './migrations/references/1764002390001-applied-notes.js';
import { HandedOut1764002380001 } from './migrations/references/1764002380001-handed-out.js';
import { OrderedAdjustments1764001400601 } from './migrations/references/1764001400601-ordered-adjustments.js';
import { WholePlaces1764001300900 } from './migrations/references/1764001300900-whole-places.js';
import { WriteOffEntity } from './write-offs/write-off.entity.js';
import {
  PaymentAllocationEntity,
  RefundCreditEntity,
  RefundEntity,
} from './payments/payment.entity.js';
import { CreditApplicationEntity } from './credit-notes/credit-note.entity.js';
import { TaxedNote1764001400203 } from './migrations/references/1764001400203-taxed-note.js';
import { InvoicedDefaultTaxCode1764001800003 } from './migrations/references/1764001800003-kept-default-tax-code.js';
import { ListedReferences1764001800001 } from './migrations/references/1764001800001-listed-references.js';
import { TaxWarnings1764001600100 } from './migrations/references/1764001600100-tax-warnings.js';
import { InvoicedPlaceOfSupply1764001500500 } from './migrations/references/1764001500500-place-of-supply.js';
import { DeductionForInvoice1764001807001 } from './migrations/references/1764001807001-deduction-for-invoice.js';
import { AdjustmentIndex1764001900200 } from './migrations/references/1764001900200-adjustment-index.js';
import { PayerCreditNote1764002230000 } from './migrations/references/1764002230000-payer-credit-note.js';
import { StatedPart1764002240000 } from './migrations/references/1764002240000-stated-part.js';
import { SuppliedDocuments1764002000201 } from './migrations/references/1764002000201-supplied-documents.js';
import { TaxedByCode1764002420401 } from './migrations/references/1764002420401-taxed-by-code.js';
import { ApplicationForInvoice1764001900101 } from './migrations/references/1764001900101-application-for-invoice.js';

export const receivablesMigrations: readonly Migration[] = [
  Invoice1764000490001,
  Payment1764000490002,
  CreditNote1764000490003,
  Books1764000490006,
  Dispute1764000490009,
  ExposureIndex1764000490010,
  OrderInvoicing1764000490011,
  QuoteDeposit1764000490012,
  ReceivablesViews1764000490080,
  StatedAllocation1764000870003,
  DisputeMessage1764000870004,
  PayerPayment1764000890020,
  TaxCategories1764000980003,
  Chargeback1764000970001,
  PublishedRefund1764000970002,
  WithdrawnPayment1764000960010,
  WriteOff1764001030001,
  LateCharge1764001030002,
  TaxedLines1764001030004,
  CreditOfPayments1764001030005,
  WithdrawnCharge1764001050091,
  DocumentReferences1764001060003,
  Adjustments1764001060004,
  BilledLinks1764001100500,
  AccountDeposit1764001100600,
  WholePlaces1764001300900,
  TaxedNote1764001400203,
  OrderedAdjustments1764001400601,
  StepFee1764001500601,
  InvoicedPlaceOfSupply1764001500500,
  DeductionForInvoice1764001807001,
  ApplicationForInvoice1764001900101,
  TaxWarnings1764001600100,
  ListedReferences1764001800001,
  InvoicedDefaultTaxCode1764001800003,
  AdjustmentIndex1764001900200,
  SuppliedDocuments1764002000201,
  PayerCreditNote1764002230000,
  StatedPart1764002240000,
  ClaimedRefund1764002310000,
  AccountIndex1764002370001,
  HandedOut1764002380001,
  AppliedNotes1764002390001,
  TaxedByCode1764002420401,
];

export const receivablesEntities: readonly Entity[] = [
  PaymentAllocationEntity,
  RefundEntity,
  RefundCreditEntity,
  CreditApplicationEntity,
  WriteOffEntity,
  LateChargeEntity,
];
