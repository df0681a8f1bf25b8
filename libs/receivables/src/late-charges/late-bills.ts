import { Injectable, Optional } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { TaxRecorder } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { MOST_LINES } from '../invoices/invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { lateCharges } from './late-charge.js';
import { lateDebtors, lockLateInvoices, readLateInvoices } from './late-invoices.js';
import { lateBillFaults, mayBeSent, type LateBill, type LateBy } from './late-invoice-of.js';
import { chargedSteps, chargingInvoices } from './step-charges.js';
import { makeLateBills, type MadeLateBills } from './store-late-charges.js';

/** What late payment costs and how customers are asked for it, for whoever decides that they are. */
@Injectable()
export class LateBills {
  /** As many charges as one bill takes. */
  readonly mostCharges = MOST_LINES;
  readonly debtors = lateDebtors;
  readonly lock = lockLateInvoices;
  readonly read = readLateInvoices;
  readonly chargesOf = lateCharges;
  readonly faultsOf = lateBillFaults;
  readonly mayBeSent = mayBeSent;
  readonly chargedSteps = chargedSteps;
  readonly chargingInvoices = chargingInvoices;

  constructor(
    private readonly fields: InvoiceFields,
    @Optional() private readonly tax?: TaxRecorder,
  ) {}

  async store(tx: Tx, by: LateBy, bills: readonly LateBill[]): Promise<readonly InvoiceView[]> {
    const { invoices, keepCharges } = await this.make(tx, by, bills);
    keepCharges(tx);
    return invoices;
  }

  /** As `store`, but that whoever calls has the charges kept. */
  make(tx: Tx, by: LateBy, bills: readonly LateBill[]): Promise<MadeLateBills> {
    return makeLateBills(tx, { fields: this.fields, tax: this.tax }, by, bills);
  }
}
