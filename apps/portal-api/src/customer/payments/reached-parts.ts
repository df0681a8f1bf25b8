import { Injectable } from '@nestjs/common';
import type { InvoiceId } from '@quittance/kernel';
import type { PortalCtx, PortalObject } from '@quittance/portal';
import { CompanyCalendar } from '@quittance/receivables';
import { CustomerRecords } from '../customer-records.js';
import { portalInvoices } from '../shown/invoices.js';

interface Part {
  readonly invoiceId: InvoiceId;
}

/** What of a payment or of a credit was for invoices that the user reaches. */
@Injectable()
export class ReachedParts {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
  ) {}

  /** Each of the lists without what was for an invoice beyond reach. */
  async of<T extends Readonly<Record<string, readonly Part[]>>>(
    ctx: PortalCtx,
    lists: T,
  ): Promise<T> {
    const ids = Object.values(lists).flatMap((parts) => parts.map(({ invoiceId }) => invoiceId));
    if (ids.length === 0) return lists;
    const invoices = portalInvoices(await this.calendar.today(ctx)) as PortalObject;
    const reached = await this.records.reached(ctx, invoices, ids);
    const shown = Object.entries(lists).map(([name, parts]) => [
      name,
      parts.filter(({ invoiceId }) => reached.has(invoiceId)),
    ]);
    return Object.fromEntries(shown) as T;
  }
}
