import { Injectable } from '@nestjs/common';
import type { RecordInput } from '@quittance/objects';
import type { PortalCtx } from '@quittance/portal';
import { fieldsOfRequest, type QuoteRequestId } from '@quittance/portal/host';
import { CustomerRecords } from '../customer-records.js';
import { portalQuotes } from '../shown/quotes.js';

/** Fields of the quote that customers send with what they ask it for. */
@Injectable()
export class RequestedFields {
  constructor(private readonly records: CustomerRecords) {}

  /** @throws DomainError malformed_request, validation_failed */
  sent(ctx: PortalCtx, custom?: RecordInput) {
    return this.records.sent(ctx, portalQuotes, custom);
  }

  /** A request with those that its reader could send. */
  async shown<Request extends { readonly id?: QuoteRequestId }>(
    ctx: PortalCtx,
    request: Request,
  ): Promise<Request> {
    const { id } = request;
    const names = [...((await this.sent(ctx))?.asked ?? [])];
    if (id === undefined || names.length === 0) return request;
    const kept = await this.records.read(ctx, (tx) => fieldsOfRequest(tx, id));
    return { ...request, ...Object.fromEntries(names.map((name) => [name, kept[name] ?? null])) };
  }
}
