import { newId, type AccountId } from '@quittance/kernel';
import { Commitments, type PortalUserId } from '@quittance/portal';
import { CustomerAgreements, type OrderId } from '@quittance/sales';
import type { Id } from '@quittance/kernel';
import { CustomerStage, type Made } from '../customer-stage.js';
import type { PortalClient } from '../portal-people.js';
import type { PortalStage } from '../portal-stage.js';

type Person = Parameters<CustomerStage['person']>[0];

/** Somebody of a customer, signed in. */
export interface Somebody extends PortalClient {
  readonly id: PortalUserId;
}

/** What became of something that somebody wanted to commit to. */
export interface Committed {
  readonly outcome: string;
  readonly orderId: OrderId;
  readonly approvalId: string | undefined;
}

/** A customer whose users commit it to orders, as its checkout does. */
export class ApprovalStage {
  private constructor(
    readonly stage: PortalStage,
    readonly acme: CustomerStage,
    readonly accountId: AccountId,
  ) {}

  static async of(stage: PortalStage): Promise<ApprovalStage> {
    const acme = await CustomerStage.of(stage);
    return new ApprovalStage(stage, acme, await acme.account(`Acme ${newId()}`));
  }

  async person(person: Omit<Person, 'partyId'> = {}, partyId = this.accountId): Promise<Somebody> {
    const client = await this.acme.person({ partyId, ...person });
    return Object.assign(client, { id: client.signed.user.id as PortalUserId });
  }

  /** A draft as a checkout has just made it, of a total without tax. */
  async draft(total: string, currency = 'EUR', accountId = this.accountId): Promise<OrderId> {
    const lines = [{ description: 'Work', ordered: '1', unitPrice: total, taxRate: '0' }];
    const draft = await this.acme.order(accountId, { currency, lines }, false);
    return draft.id as OrderId;
  }

  /** Draws on the limit of somebody for a draft and places it, in one transaction. */
  async commit(
    by: Somebody,
    orderId: OrderId,
    { total, currency = 'EUR', on }: { total: bigint; currency?: string; on?: string },
  ): Promise<Committed> {
    const { app } = this.stage.portal;
    const { t, ctx } = this.acme.people;
    const { accountId } = this;
    const subject = { kind: 'order', orderId, quoteId: null as Id<'quote'> | null } as const;
    const at = on === undefined ? ctx : { ...ctx, now: `${on}T09:00:00.000Z` as typeof ctx.now };
    return t.db.write(at, async (tx) => {
      const wanted = { userId: by.id, accountId, total, currency: currency as 'EUR', subject };
      const done = await app.get(Commitments).commitOrAsk(tx, wanted);
      if (done.outcome === 'charged') {
        const { orders } = app.get(CustomerAgreements);
        await orders.place(tx, orderId);
        return { outcome: 'placed', orderId, approvalId: undefined };
      }
      return { outcome: done.outcome, orderId, approvalId: done.approvalId };
    });
  }

  /** Both of them. */
  async checkout(by: Somebody, total: string, currency = 'EUR'): Promise<Committed> {
    const orderId = await this.draft(total, currency);
    return this.commit(by, orderId, { total: BigInt(total.replace('.', '')), currency });
  }

  async used(by: Somebody): Promise<string> {
    return ((await by.call('GET', '/me')).body as { limitUsed: string }).limitUsed;
  }

  async order(id: string): Promise<Made & { readonly approval: string | null }> {
    return (await this.acme.staff.call('GET', `/sales-orders/${id}`)).body as never;
  }

  async approval(by: Somebody, id: string | undefined): Promise<Made> {
    return (await by.call('GET', `/approvals/${id}`)).body as Made;
  }

  /** Says yes to the request as it is now. */
  async approve(by: Somebody, id: string | undefined) {
    const { version } = await this.approval(by, id);
    return by.call('POST', `/approvals/${id}/approve`, { body: { version } });
  }

  async reject(by: Somebody, id: string | undefined) {
    const { version } = await this.approval(by, id);
    return by.call('POST', `/approvals/${id}/reject`, { body: { version, reason: 'No' } });
  }
}
