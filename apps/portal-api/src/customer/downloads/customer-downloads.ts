import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { missingOfPortal, RouteTable, type RequestOrigin } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { invalidField } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { PortalDownloads } from '@quittance/portal/host';
import { CompanyCalendar } from '@quittance/receivables';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER } from '../routes.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import { portalCreditNotes, portalPayments } from '../shown/payments.js';
import { portalQuotes } from '../shown/quotes.js';
import { downloadRoute } from './download-paths.js';

/** What is handed on of the answer of the route that an address leads to. */
const HANDED_ON = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
];

export interface AskedDownload {
  readonly type: string;
  readonly id: string;
  readonly format: string;
}

/**
 * Files for a tab of its own. An address leads to the very route that answers the file, which is
 * asked in the session of its user when it is opened: rights, level and reach are read then, by
 * the same guard.
 */
@Injectable()
export class CustomerDownloads {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
    private readonly downloads: PortalDownloads,
    private readonly routes: RouteTable,
    private readonly tokens: AccessTokens,
    private readonly host: HttpAdapterHost,
  ) {}

  /** @throws DomainError validation_failed, reference_not_found, permission_denied */
  async make(ctx: PortalCtx, { type, id, format }: AskedDownload): Promise<string> {
    const path = downloadRoute(type, format);
    const route = this.routes.all().find((each) => each.method === 'GET' && each.path === path);
    if (!path || !route) {
      throw invalidField('/format', 'enum', 'is no form in which such a record is to be had');
    }
    const { policy } = route;
    const missing = policy.kind === 'portal' ? missingOfPortal(ctx.portal, policy) : undefined;
    if (missing) throw missing;
    const object = await this.objectOf(ctx, type);
    if (object) await this.records.pointedAt(ctx, object, id, '/id');
    const word = await this.downloads.execute(ctx, path.replace(':id', id));
    return `/${CUSTOMER}/downloads/${word}`;
  }

  /** Sends what an address leads to, or why it is not to be had any more. */
  async open(origin: RequestOrigin, word: string, reply: FastifyReply): Promise<void> {
    const { path, userId: id, ...holder } = await this.downloads.open(origin, word);
    const { companyId, sessionId, directory: audience } = holder;
    const token = this.tokens.sign({ id, companyId, sessionId, audience }, origin.now);
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    const answer = await server.inject({
      method: 'GET',
      url: path,
      remoteAddress: origin.ip,
      headers: { authorization: `Bearer ${token}`, 'accept-language': origin.locale },
      payloadAsStream: true,
    });
    const handed = HANDED_ON.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, value]];
    });
    void reply
      .code(answer.statusCode)
      .headers({
        ...Object.fromEntries(handed),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(answer.stream());
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
