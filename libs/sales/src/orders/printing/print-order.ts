import { Injectable } from '@nestjs/common';
import { readCompany, type DocumentLanguage } from '@quittance/company';
import { Database } from '@quittance/database';
import {
  DocumentRenderer,
  fileNameOf,
  mediaTypeOf,
  type PrintableOrder,
} from '@quittance/documents';
import type { Ctx } from '@quittance/kernel';
import { findQuote } from '../../quotes/quote.repository.js';
import { OrderPorts } from '../order-ports.js';
import type { OrderId } from '../order.description.js';
import { linesOfOrder, requireOrder } from '../order.repository.js';
import { printableOrder } from './printable-order.js';

export interface OrderPrintOptions {
  readonly language?: DocumentLanguage | undefined;
}

/** Reads orders as they are printed: as their confirmation from the day on that they bind. */
@Injectable()
export class PrintOrder {
  constructor(
    private readonly db: Database,
    private readonly ports: OrderPorts,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws DomainError not_found */
  document(ctx: Ctx, id: OrderId, { language }: OrderPrintOptions = {}): Promise<PrintableOrder> {
    return this.db.read(ctx, async (tx) => {
      const [order, lines, company, deposits] = await Promise.all([
        requireOrder(tx, id),
        linesOfOrder(tx, id),
        readCompany(tx),
        this.ports.depositsOf(tx, id),
      ]);
      const quote = order.quoteId === null ? undefined : await findQuote(tx, order.quoteId);
      const quoteNumber = quote?.number ?? null;
      return printableOrder(order, lines, { company, language, quoteNumber, deposits });
    });
  }

  /**
   * The PDF of an order as a file, for an e-mail.
   * @throws DomainError not_found, rendering_busy, rendering_failed
   */
  async file(ctx: Ctx, id: OrderId) {
    const document = await this.document(ctx, id);
    const bytes = await this.renderer.render({ format: 'pdf', document });
    return { fileName: fileNameOf(document, 'pdf'), mediaType: mediaTypeOf('pdf'), bytes };
  }
}
