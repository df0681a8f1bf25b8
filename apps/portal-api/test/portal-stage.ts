import { newId } from '@quittance/kernel';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { eventsForPortals, notifyOfEvents } from '@quittance/portal/host';
import {
  startPortalApi,
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestApi,
  type TestStaffApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

/** Both hosts on one database, as they run. */
export class PortalStage {
  constructor(
    readonly t: TestDatabase,
    readonly portal: TestApi,
    readonly staff: TestStaffApi,
  ) {}

  /** @param env of the portal host */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<PortalStage> {
    const t = await testDatabase();
    const portal = await startPortalApi(t, env);
    return new PortalStage(t, portal, await startStaffApi(t, { PORTAL_PUBLIC_URL: portal.url }));
  }

  async close(): Promise<void> {
    await this.portal.close();
    await this.staff.close();
    await this.t.close();
  }

  /** Hands what has happened to the portals, as the worker does. */
  tellPortals(by: { readonly mails: boolean; readonly appUrl: string | null }): Promise<void> {
    return this.dispatch({
      name: 'test.notices',
      wanted: eventsForPortals,
      handle: async (tx, events) => {
        await notifyOfEvents(tx, events, by);
      },
    });
  }

  /** Hands what has happened to one consumer, until there is nothing left. */
  async dispatch(consumer: Parameters<EventConsumers['registerSet']>[0]): Promise<void> {
    const consumers = new EventConsumers();
    consumers.registerSet(consumer);
    const dispatcher = new OutboxDispatcher(this.t.db, consumers);
    while ((await dispatcher.dispatchOnce(this.t.clock.now())) > 0);
  }

  /** A sent invoice over 100.00 EUR. */
  async invoice(by: StaffClient = this.staff.admin): Promise<Made> {
    const account = await send(by, 'POST', '/accounts', { name: `Acme <${newId()}> & Sons` });
    const { id } = await send(by, 'POST', '/invoices', {
      accountId: account.id,
      currency: 'EUR',
      issueDate: '2026-03-01',
      dueDate: '2026-03-31',
      lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
    });
    return send(by, 'POST', `/invoices/${id}/send`, {});
  }

  /** The payment link of an invoice. */
  checkout(
    invoiceId: string,
    callbackUrl?: string,
    by: StaffClient = this.staff.admin,
  ): Promise<Made> {
    return send(by, 'POST', '/payments/checkout', {
      invoiceId,
      ...(callbackUrl ? { callbackUrl } : {}),
    });
  }

  async invoiceNow(id: string): Promise<{ status: string; balance: string }> {
    return (await this.staff.admin.call('GET', `/invoices/${id}`)).body as never;
  }

  async list<T = Record<string, unknown>>(path: string): Promise<T[]> {
    return ((await this.staff.admin.call('GET', path)).body as { data: T[] }).data;
  }
}

/** What the tests read of the records they make. */
interface Made {
  readonly id: string;
  readonly number: string;
  readonly paymentUrl: string;
  readonly providerLinkId: string;
}

async function send(by: StaffClient, method: string, path: string, body: object): Promise<Made> {
  const answer: Answer = await by.call(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Made;
}
