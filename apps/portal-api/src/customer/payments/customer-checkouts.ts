import { Injectable } from '@nestjs/common';
import {
  CancelCheckout,
  checkoutList,
  CheckoutQueries,
  checkoutNoun,
  StartCheckout,
  type CheckoutStatus,
} from '@quittance/gateway/host';
import { invalidField, type Ctx, type InvoiceId } from '@quittance/kernel';
import {
  checkoutsWithin,
  referenceNotFoundAt,
  type PortalCtx,
  type PortalObject,
} from '@quittance/portal';
import { payableOfOrder, readPartRule } from '@quittance/portal/host';
import { CompanyCalendar } from '@quittance/receivables';
import { setTimeout as sleep } from 'node:timers/promises';
import { CustomerRecords } from '../customer-records.js';
import { portalInvoices } from '../shown/invoices.js';
import { portalOrders } from '../shown/orders.js';
import type { CheckoutState, CheckoutStateDto, StartCustomerCheckoutDto } from './checkout.dto.js';

const CHECKOUTS: Pick<PortalObject, 'name' | 'list' | 'within'> = {
  name: checkoutNoun.name,
  list: checkoutList as PortalObject['list'],
  within: checkoutsWithin,
};

const STATES: Readonly<Record<CheckoutStatus, CheckoutState>> = {
  creating: 'open',
  open: 'open',
  processing: 'processing',
  closing: 'cancelled',
  paid: 'paid',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
};

const STEP_MS = 500;

/** What is to be paid, once it was found in reach. */
type Target = { readonly invoiceId: InvoiceId } | { readonly invoiceIds: readonly InvoiceId[] };

/** Paying online by customers themselves, of invoices in their reach. */
@Injectable()
export class CustomerCheckouts {
  constructor(
    private readonly records: CustomerRecords,
    private readonly calendar: CompanyCalendar,
    private readonly startCheckout: StartCheckout,
    private readonly cancelCheckout: CancelCheckout,
    private readonly queries: CheckoutQueries,
  ) {}

  /**
   * Collects what is open and not disputed, or a part where the company takes parts.
   * @throws DomainError reference_not_found, and those of `StartCheckout`
   */
  async start(ctx: PortalCtx, { allocations, ...body }: StartCustomerCheckoutDto) {
    const { amount = null, callbackUrl = null } = body;
    const { target, within } = await this.targetOf(ctx, body);
    const parts = await this.records.read(ctx, readPartRule);
    const told = { amount, callbackUrl, ...(allocations && { allocations }) };
    const asked = { ...target, ...told, undisputedOnly: true, byPayer: true, parts };
    const {
      lastingUrl: _,
      roundingAdjustment: __,
      ...answer
    } = await this.startCheckout.execute(within, asked);
    return answer;
  }

  /** @throws DomainError not_found */
  async state(ctx: PortalCtx, id: string, wait: number): Promise<CheckoutStateDto> {
    const within = await this.records.within(ctx, CHECKOUTS, id);
    const before = await this.now(within, id);
    let now = before;
    for (let left = wait * 1000; left > 0 && now.state === before.state; left -= STEP_MS) {
      if (before.state !== 'open' && before.state !== 'processing') break;
      await sleep(Math.min(left, STEP_MS));
      now = await this.now(within, id);
    }
    return now;
  }

  /** @throws DomainError not_found, payment_in_progress */
  async cancel(ctx: PortalCtx, id: string): Promise<CheckoutStateDto> {
    const within = await this.records.within(ctx, CHECKOUTS, id);
    await this.cancelCheckout.execute(within, id);
    return this.now(within, id);
  }

  private async now(ctx: Ctx, id: string): Promise<CheckoutStateDto> {
    const checkout = await this.queries.find(ctx, id);
    const { invoiceId, allocations, status, amount, currency } = checkout;
    const { paymentUrl, paymentId, expiresAt, lastError, isUnderWay } = checkout;
    const unbooked = checkout.underReview && status !== 'paid';
    const state = isUnderWay ? 'processing' : STATES[status];
    return {
      checkoutId: id,
      invoiceId,
      allocations: [...allocations],
      state: unbooked ? 'under_review' : state,
      reason: status === 'failed' ? lastError : null,
      amount,
      currency,
      paymentUrl,
      paymentId,
      expiresAt,
    };
  }

  private async targetOf(
    ctx: PortalCtx,
    { invoiceId, invoiceIds, salesOrderId }: StartCustomerCheckoutDto,
  ): Promise<{ readonly target: Target; readonly within: Ctx }> {
    const given = [invoiceId, invoiceIds, salesOrderId].filter((each) => each !== undefined);
    if (given.length !== 1) {
      const message = 'exactly one of invoiceId, invoiceIds and salesOrderId must be given';
      const pointer = salesOrderId ? '/salesOrderId' : invoiceIds ? '/invoiceIds' : '/invoiceId';
      throw invalidField(pointer, 'required', message);
    }
    const invoices = portalInvoices(await this.calendar.today(ctx)) as PortalObject;
    if (invoiceIds) {
      const pointerOf = (i: number) => `/invoiceIds/${i}`;
      const within = await this.records.allPointedAt(ctx, invoices, invoiceIds, pointerOf);
      return { target: { invoiceIds }, within };
    }
    if (invoiceId) {
      const within = await this.records.pointedAt(ctx, invoices, invoiceId, '/invoiceId');
      return { target: { invoiceId }, within };
    }
    return this.ofOrder(ctx, salesOrderId ?? '');
  }

  private async ofOrder(ctx: PortalCtx, salesOrderId: string) {
    const orders = portalOrders as PortalObject;
    // Whoever does not read orders learns of none that it is there.
    if (!ctx.portal.rights.has('viewOrders')) {
      throw referenceNotFoundAt('/salesOrderId', orders.name);
    }
    const within = await this.records.pointedAt(ctx, orders, salesOrderId, '/salesOrderId');
    const payable = await this.records.read(ctx, (tx, scope) =>
      payableOfOrder(tx, scope, salesOrderId),
    );
    if (payable === undefined) throw referenceNotFoundAt('/salesOrderId', orders.name);
    return { target: { invoiceId: payable }, within };
  }
}
