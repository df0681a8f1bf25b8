import { Injectable } from '@nestjs/common';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { Tx } from '@quittance/database';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { lateCharges } from './late-charge.js';
import { lateDebtors, lockLateInvoices, readLateInvoices } from './late-invoices.js';
import { lateBillFaults, type LateBill } from './late-invoice-of.js';
import { storeLateBills } from './store-late-charges.js';

/** What late payment costs and how customers are asked for it, for whoever decides that they are. */
@Injectable()
export class LateBills {
  readonly debtors = lateDebtors;
  readonly lock = lockLateInvoices;
  readonly read = readLateInvoices;
  readonly chargesOf = lateCharges;
  readonly faultsOf = lateBillFaults;

  constructor(private readonly fields: InvoiceFields) {}

  store(tx: Tx, company: Parameters<typeof storeLateBills>[2], bills: readonly LateBill[]) {
    return storeLateBills(tx, this.fields, company, bills) as Promise<InvoiceView[]>;
  }
}
