import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { isClosed } from './invoice.js';
import { InvoiceQueries } from './invoice.queries.js';
import type { InvoiceView } from './invoice.view.js';
import { markViewed } from './mark-viewed.js';

/**
 * Shows an invoice to its customer; the first time it is noted who of them has seen it. Whoever
 * reads it again waits for nobody.
 */
@Injectable()
export class ViewInvoice {
  constructor(
    private readonly db: Database,
    private readonly queries: InvoiceQueries,
  ) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, id: InvoiceId): Promise<InvoiceView> {
    const invoice = await this.queries.invoice(ctx, id);
    const { sentAt, viewedAt, status } = invoice;
    if (sentAt === null || viewedAt !== null || isClosed(status)) return invoice;
    await this.db.write(ctx, (tx) => markViewed(tx, id));
    return this.queries.invoice(ctx, id);
  }
}
