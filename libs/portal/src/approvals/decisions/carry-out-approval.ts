import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import type { Taxes } from '@quittance/tax';
import type { PortalActor } from '../../actors/portal-actor.js';
import type { AskedAcceptance, AskedChange } from '../asked.js';
import type { Approval } from '../approval.js';
import { drawFor } from '../commitments.js';
import { lockSpender } from '../../limits/spender.js';
import { approvalLimitExceeded } from '../../portal.errors.js';
import { committedSubject } from './approval-charge.js';

const YES = () => Promise.resolve(true);

/** Whether a subscription may be made to cost more. */
type Commit = Parameters<CustomerAgreements['changes']['change']>[3];

/** Who approves, and with which signature. */
type Approver = PortalActor & { readonly signature: string | null };

/** Does what was asked for, in the transaction of the last signature. */
@Injectable()
export class CarryOutApproval {
  constructor(
    private readonly agreements: CustomerAgreements,
    private readonly credit: CreditControl,
  ) {}

  /**
   * The subject is locked, and what it comes to drawn on the limit of who approves; what is changed
   * of a subscription is drawn here. @throws DomainError those of what is carried out
   */
  async carryOut(tx: Tx, taxes: Taxes, approval: Approval, by: Approver): Promise<void> {
    const { subject, orderId, quoteId, subscriptionId, asked } = approval;
    const { orders, quotes, conversion, changes } = this.agreements;
    const unlessHeld: Commit = async ({ subscription: { accountId }, total, currency, from }) => {
      await this.credit.refuseHeldCustomer(tx, { accountId, amount: total, currency });
      // Only now is it known from which day it holds; what was asked for is what is charged.
      const spender = await lockSpender(tx, by.portalUserId);
      const commitment = { ...approval, subject: committedSubject(approval, from) };
      if (!(await drawFor(tx, spender, commitment, approval.id))) throw approvalLimitExceeded();
      return true;
    };
    if (subject === 'order' && orderId) await orders.place(tx, orderId);
    if (subject === 'quote' && quoteId) {
      const { forwarded, ...said } = asked as AskedAcceptance;
      // What was only forwarded is accepted, and signed, by whoever approves it.
      const { name, email, signature } = by;
      const input = forwarded ? { ...said, name, email, signature } : said;
      const portalUserId = forwarded ? by.portalUserId : approval.requestedBy;
      const locked = await quotes.lock(tx, quoteId);
      await quotes.acceptLocked(tx, locked, input, { portalUserId, commit: YES });
    }
    if (subject === 'quote_order' && quoteId) {
      const locked = await quotes.lock(tx, quoteId);
      await conversion.convertIf(tx, locked, approval.requestedBy, async () => {
        await quotes.refuseHeld(tx, locked.quote);
        return true;
      });
    }
    if (subject === 'plan_change' && subscriptionId) {
      const change = { id: subscriptionId, ...(asked as AskedChange), atMost: approval.total };
      await changes.change(tx, taxes, change, unlessHeld);
    }
    if (subject === 'resumption' && subscriptionId) {
      await changes.keep(tx, taxes, { id: subscriptionId, atMost: approval.total }, unlessHeld);
    }
  }

  /** What follows once the transaction has ended. */
  async after(ctx: Ctx, { status, subject, quoteId }: Approval): Promise<void> {
    if (status !== 'approved' || subject !== 'quote' || quoteId === null) return;
    await this.agreements.quotes.signed(ctx, quoteId);
  }
}
