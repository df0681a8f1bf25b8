import { SandboxSecrets } from '@quittance/gateway/host';
import { SandboxStore } from '@quittance/gateway/provider';
import { SandboxDeliverer } from '@quittance/payment-sandbox/host';
import { signInAt } from '@quittance/http/testing';
import type { AccountId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import type { StaffClient } from '../../../test/support/test-api.js';
import { PortalPeople, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

export const ALL_RIGHTS: readonly PortalRight[] = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'approveQuotes',
  'placeOrders',
  'viewOrders',
  'viewInvoices',
];

type User = Parameters<PortalPeople['user']>[0];

/** Of the person: everything but what is said. */
interface Person extends User {
  readonly without?: readonly PortalRight[];
}

/** A company's staff, and its customers with accounts of their own. */
export class CustomerStage {
  private constructor(
    readonly stage: PortalStage,
    readonly people: PortalPeople,
    readonly staff: StaffClient,
  ) {}

  /** A company of its own on these hosts. */
  static async of(stage: PortalStage): Promise<CustomerStage> {
    const people = await PortalPeople.of(stage.t, stage.portal);
    const admin = await stage.staff.newAdmin(people.ctx);
    // A process verifies the tokens of one host, and tests have two in one.
    const staff: StaffClient = {
      ...admin,
      call: (method, path, call) => {
        signInAt(stage.staff.app);
        return admin.call(method, path, call);
      },
    };
    return new CustomerStage(stage, people, staff);
  }

  /** An account as staff make it, with one contact. */
  async account(name: string, parentId: string | null = null): Promise<AccountId> {
    return (await this.made('/accounts', { name, parentId })).id as AccountId;
  }

  /** A quote of 119.98 EUR net, sent unless told. */
  async quote(accountId: string, more: object = {}, send = true): Promise<Made> {
    const draft = await this.made('/quotes', {
      accountId,
      currency: 'EUR',
      internalNotes: 'The margin is fat',
      lines: [{ description: 'Install', quantity: '2', unitPrice: '59.99', taxRate: '19' }],
      ...more,
    });
    if (!send) return draft;
    for (const step of ['submit', 'approve', 'send']) {
      await this.made(`/quotes/${draft.id}/${step}`, {});
    }
    return draft;
  }

  /** An order that is placed unless told. */
  async order(accountId: string, more: object = {}, place = true): Promise<Made> {
    const draft = await this.made('/sales-orders', {
      accountId,
      currency: 'EUR',
      lines: [{ description: 'Install', ordered: '2', unitPrice: '59.99', taxRate: '19' }],
      ...more,
    });
    return place ? this.made(`/sales-orders/${draft.id}/place`, {}) : draft;
  }

  async contact(accountId: string, lastName: string): Promise<string> {
    return (await this.made('/contacts', { accountId, lastName })).id;
  }

  /** Somebody with every right, but those that are taken away. */
  async person({ without = [], ...user }: Person): Promise<PortalClient> {
    const held = ALL_RIGHTS.map((right) => [right, !without.includes(right)]);
    const permissions = Object.fromEntries(held) as Record<PortalRight, boolean>;
    return this.people.enter(await this.people.user({ ...user, permissions }));
  }

  /** An invoice of net 1,000.00 and total 1,190.00 EUR; sent unless told. */
  async invoice(accountId: string, more: object = {}, send = true): Promise<Made> {
    const draft = await this.made('/invoices', {
      accountId,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lines: [{ description: 'Work', quantity: '2', unitPrice: '500.00', taxRate: '19' }],
      ...more,
    });
    return send ? this.made(`/invoices/${draft.id}/send`, {}) : draft;
  }

  /** Of one piece at 50.00 a month. */
  async subscription(accountId: string, { quantity = '1', ...more }: Subscribed = {}) {
    const product = await this.made('/products', { sku: 'SEAT', name: 'Seat', kind: 'recurring' });
    const plan = await this.made('/plans', { name: 'Seats', productId: product.id });
    await this.made(`/plans/${plan.id}/versions`, {
      frequency: 'monthly',
      prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    });
    const items = [{ planId: plan.id, quantity }];
    return this.made('/subscriptions', { accountId, currency: 'EUR', items, ...more });
  }

  /** Pays on the sandbox's page, and has its webhook delivered. */
  async payAt(paymentUrl: string): Promise<void> {
    const page = new URL(new URL(paymentUrl).pathname, this.stage.portal.url);
    const html = await (await fetch(page)).text();
    const nonce = /name="nonce" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ nonce, action: 'pay' });
    await fetch(page, { method: 'POST', body, redirect: 'manual' });
    const { app, url } = this.stage.portal;
    const { clock } = this.stage.t;
    const deliverer = new SandboxDeliverer(app.get(SandboxStore), {
      clock,
      webhookUrl: `${url}/payments/webhook/sandbox`,
      secretOf: (companyId) => app.get(SandboxSecrets).of(companyId, clock.now()),
    });
    await deliverer.deliverOnce();
  }

  /** A file that hangs on a record. */
  async document(record: string, visibility: string, fileName = 'terms.pdf'): Promise<Made> {
    const answer = await this.staff.call(
      'POST',
      `${record}/documents?fileName=${fileName}&visibility=${visibility}`,
      { body: '%PDF-1.7 of the company', headers: { 'content-type': 'application/octet-stream' } },
    );
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body as Made;
  }

  async made(path: string, body: object): Promise<Made> {
    const answer = await this.staff.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Made;
  }
}

/** What is told of a subscription. */
interface Subscribed {
  readonly quantity?: string;
  readonly startDate?: string;
  readonly contractId?: string;
}

/** What the tests read of the records they make. */
export interface Made {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly version: number;
}
