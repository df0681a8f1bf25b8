import { checkInvariants } from '@quittance/database/host';
import { newId, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { receivablesInvariants } from '@quittance/receivables/host';
import type { Client } from 'pg';
import { gatewayInvariants } from '../verify/gateway-invariants.js';
import { anOutstandingInvoice, type InvoiceFacts } from './an-outstanding-invoice.js';
import type { Entity, WebhookStage } from './webhook-stage.js';

const INVARIANTS = [...receivablesInvariants, ...gatewayInvariants].filter(({ id }) =>
  /^I(1|4|9)[a-z]?$/.test(id),
);

/** Where the debts are, and the owner of the tables, who sees what is amiss. */
export interface Books {
  readonly stage: WebhookStage;
  readonly owner: Client;
}

const TOTALS = [30_000n, 50_000n, 20_000n] as const;

/** A company that collects, with invoices of one customer: 500.00 and 200.00 due before 300.00. */
export class Debts {
  private constructor(
    private readonly books: Books,
    readonly ctx: Ctx,
    readonly secret: string,
    readonly accountId: AccountId,
    readonly ids: readonly InvoiceId[],
  ) {}

  static async open(books: Books, totals: readonly bigint[] = TOTALS): Promise<Debts> {
    const { stage } = books;
    const ctx = await stage.t.newCompany();
    const secret = `webhook-secret-${newId()}`;
    await stage.connect(ctx, secret);
    const ids: InvoiceId[] = [];
    let accountId: AccountId | undefined;
    for (const [i, total] of totals.entries()) {
      const dueDate = i === 0 ? '2026-03-31' : '2026-03-01';
      const facts: InvoiceFacts = { total, dueDate, ...(accountId && { accountId }) };
      const invoice = await anOutstandingInvoice(stage.t.db, ctx, facts);
      ids.push(invoice.id);
      accountId ??= invoice.accountId;
    }
    return new Debts(books, ctx, secret, accountId as AccountId, ids);
  }

  checkout(invoiceIds: readonly InvoiceId[] = this.ids, more: Entity = {}) {
    return this.books.stage.gateway.startCheckout.execute(this.ctx, { invoiceIds, ...more });
  }

  /** The payer pays at the provider; answers how to tell of it, as often as one likes. */
  pays(providerLinkId: string) {
    const { stage } = this.books;
    const { payment, link } = stage.fake.pay(providerLinkId);
    const entities = { payment, payment_link: link };
    return () => stage.deliver('payment_link.paid', entities, this.secret);
  }

  allocations() {
    return this.books.stage.rows<{ invoiceId: string; amount: bigint }>(
      this.ctx,
      `select invoice_id as "invoiceId", amount from receivables.payment_allocation
       order by created_at, id`,
    );
  }

  async balances(): Promise<bigint[]> {
    const rows = await this.books.stage.rows<{ id: string; balance: bigint }>(
      this.ctx,
      'select id, balance from receivables.invoice',
    );
    return this.ids.map((id) => rows.find((row) => row.id === id)?.balance ?? -1n);
  }

  /** What is amiss in the books of the company and of its providers. */
  async amiss(): Promise<string[]> {
    const asked = async (text: string) => (await this.books.owner.query(text)).rows;
    const checked = await checkInvariants(asked, INVARIANTS);
    return checked
      .flatMap(({ violations }) => violations)
      .filter(({ companyId }) => companyId === this.ctx.companyId)
      .map(({ invariant, wrong }) => `${invariant}: ${wrong}`);
  }
}
