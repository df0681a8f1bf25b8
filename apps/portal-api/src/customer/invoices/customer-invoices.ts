import { Injectable } from '@nestjs/common';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { CompanyCalendar } from '@quittance/receivables';
import { withPending, type InvoiceView } from '@quittance/receivables/host';
import { CustomerRecords } from '../customer-records.js';
import {
  portalInvoices,
  SHOWN_INVOICE,
  withCustomerDispute,
  type CustomerInvoiceView,
} from '../shown/invoices.js';

/** Invoices as their customers read them. */
@Injectable()
export class CustomerInvoices {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
  ) {}

  /** Invoices as of today. */
  async object(ctx: PortalCtx) {
    return portalInvoices(await this.calendar.today(ctx));
  }

  /**
   * What an operation answers of an invoice within reach, with what was said to be paid of it.
   * @throws DomainError not_found
   */
  async shown(
    ctx: PortalCtx,
    id: InvoiceId,
    work: (within: Ctx) => Promise<InvoiceView>,
  ): Promise<Partial<CustomerInvoiceView>> {
    const invoices = await this.object(ctx);
    return this.records.one(ctx, invoices, id, SHOWN_INVOICE, async (within) => {
      const invoice = withCustomerDispute(await work(within));
      const [shown] = await this.records.read(ctx, (tx) => withPending(tx, [invoice]));
      return shown ?? { ...invoice, pendingAmount: '0' };
    });
  }
}
