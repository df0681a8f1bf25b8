import { Injectable } from '@nestjs/common';
import type { PortalCtx } from '@quittance/portal';
import { CompanyCalendar } from '@quittance/receivables';
import type { AskedDownload } from '../../downloads/portal-files.js';
import { CustomerRecords } from '../customer-records.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import { portalCreditNotes, portalPayments } from '../shown/payments.js';
import { portalQuotes } from '../shown/quotes.js';

/** Of which record a customer wants a file: one that they reach. */
@Injectable()
export class RequiredFile {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
  ) {}

  /** @throws DomainError reference_not_found */
  async require(ctx: PortalCtx, { type, id }: AskedDownload): Promise<void> {
    const object = await this.objectOf(ctx, type);
    if (object) await this.records.pointedAt(ctx, object, id, '/id');
  }

  /** Of a document the route alone says who reaches it. */
  private async objectOf(ctx: PortalCtx, type: string) {
    if (type === 'invoice') return portalInvoices(await this.calendar.today(ctx));
    if (type === 'credit-note') return portalCreditNotes;
    if (type === 'order') return portalOrders;
    if (type === 'payment') return portalPayments;
    return type === 'quote' ? portalQuotes : undefined;
  }
}
