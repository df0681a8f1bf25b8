import { Injectable } from '@nestjs/common';
import type { PortalCtx } from '@quittance/portal';
import { CompanyCalendar } from '@quittance/receivables';
import type { AskedDownload } from '../../downloads/portal-files.js';
import { CustomerRecords } from '../customer-records.js';
import { portalDocuments } from '../shown/documents.js';
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
    await this.records.pointedAt(ctx, await this.objectOf(ctx, type), id, '/id');
  }

  private async objectOf(ctx: PortalCtx, type: string) {
    if (type === 'invoice') return portalInvoices(await this.calendar.today(ctx));
    if (type === 'credit-note') return portalCreditNotes;
    if (type === 'order') return portalOrders;
    if (type === 'payment') return portalPayments;
    return type === 'quote' ? portalQuotes : portalDocuments;
  }
}
