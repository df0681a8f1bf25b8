import { parseMinor } from '@quittance/money';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import type { Json, Made } from '../../objects/objects-support.js';
import { aPlan, aSubscription, call } from '../sales-support.js';
import { isAlike } from './life-books.js';
import { billedOn, invoicesOf } from '../subscription-support.js';
import { LifeBooks } from './life-books.js';

export interface Subscribed extends Made {
  readonly items: readonly { readonly itemId: string; readonly planId: string }[];
}

export const minor = (text: unknown) => parseMinor(String(text), 'EUR') ?? 0n;

/** A subscription of a company of its own, whose invoices somebody credits by hand. */
export class BooksByHand extends LifeBooks {
  /** Registers a host for the tests of a file, and tells each of them books of its own. */
  static forEach(told: (books: BooksByHand) => void): { readonly reopen: () => Promise<void> } {
    let t: TestDatabase;
    let api: TestStaffApi;
    const reopen = async () => told(await BooksByHand.open(t, api));
    beforeAll(async () => {
      t = await testDatabase();
      api = await startStaffApi(t);
    });
    beforeEach(reopen);
    // No dispatcher runs while the clock goes on for weeks.
    afterEach(() => expectInvariants(t, ['I15b']));
    afterAll(async () => {
      await api?.close();
      await t?.close();
    });
    return { reopen };
  }

  private static async open(t: TestDatabase, api: TestStaffApi): Promise<BooksByHand> {
    t.clock.set('2026-12-01T10:00:00Z');
    return new BooksByHand(t, api, await api.newAdmin(await t.newCompany()));
  }

  /** 31.00 a month of 31 days for each, billed and sent. */
  async billed(...quantities: readonly number[]): Promise<Subscribed> {
    const subscription = await this.billedDraft(...quantities);
    await this.send();
    return subscription;
  }

  /** The same, whose invoice is still a draft. */
  async billedDraft(...quantities: readonly number[]): Promise<Subscribed> {
    const plan = await aPlan(this.admin, { prices: [{ currency: 'EUR', unitPrice: '31' }] });
    const items = quantities.map((quantity) => ({ planId: plan.id, quantity: String(quantity) }));
    const subscription = (await aSubscription(this.admin, plan, { items })) as Subscribed;
    await billedOn(this, '2026-12-01');
    return subscription;
  }

  /** A note by hand on an invoice, at its first line that asks. Answers null where it is refused. */
  async credited(...note: Parameters<BooksByHand['drafted']>): Promise<Made | null> {
    const drafted = await this.drafted(...note);
    if (drafted) await this.post(`/credit-notes/${drafted.id}/issue`);
    return drafted;
  }

  /** The same, which is not issued. */
  async drafted(
    invoice: Json,
    unitPrice: string,
    named = true,
    more: object = {},
  ): Promise<Made | null> {
    const asking = (invoice.lines as Json[]).find(({ net }) => minor(net) > 0n);
    const line = { description: 'Goodwill', quantity: '1', unitPrice };
    const answer = await call(this.admin, 'POST', '/credit-notes', {
      accountId: invoice.accountId,
      invoiceId: invoice.id,
      reason: 'Goodwill',
      ...more,
      lines: [{ ...line, ...(named && { invoiceLineId: asking?.id }) }],
    });
    return answer.status === 201 ? (answer.body as Made) : null;
  }

  /** Changes the first line of a note that is not issued. */
  async redrafted({ id, lines }: Made, line: object): Promise<void> {
    const [first] = lines as Json[];
    const path = `/credit-notes/${id}/lines/${String(first?.id)}`;
    const answer = await call(this.admin, 'PATCH', path, line);
    isAlike(answer.status, 200);
  }

  async takenBack({ id }: Made): Promise<void> {
    const { body } = await call(this.admin, 'GET', `/credit-notes/${id}`);
    await this.voidNote(body as Json);
  }

  /** Changes the quantity of its first item on a day of December; answers what that comes to. */
  async changed(one: Subscribed, day: number, quantity: number, more = {}) {
    return this.changedTo(one, day, [quantity], more);
  }

  /** The same of several in their order; at 0 one ends, and what is not told stays. */
  async changedTo(
    { id, items }: Subscribed,
    day: number,
    quantities: readonly (number | undefined)[],
    more = {},
  ) {
    this.t.clock.set(`2026-12-${String(day).padStart(2, '0')}T12:00:00Z`);
    const asked = items.flatMap(({ itemId, planId }, i) => {
      const quantity = quantities[i];
      if (quantity === 0) return [];
      return [{ itemId, planId, ...(quantity && { quantity: String(quantity) }) }];
    });
    const body = { items: asked, effective: 'now', ...more };
    const { previewHash, net } = await this.post(`/subscriptions/${id}/preview-change`, body);
    await this.post(`/subscriptions/${id}/change`, { ...body, previewHash });
    return net;
  }

  /** Ends it on a day; what is asked then and not given back. */
  async endedOn({ id }: Subscribed, day: string, credit = 'prorated'): Promise<bigint> {
    this.t.clock.set(`${day}T12:00:00Z`);
    await this.post(`/subscriptions/${id}/cancel`, { at: 'now', credit });
    return this.chargedInAll();
  }

  /** What is asked and not given back, with what waits. */
  async chargedInAll(): Promise<bigint> {
    const sums = [...(await this.waiting()).values()];
    const { body } = await call(this.admin, 'GET', '/credit-notes?pageSize=200');
    const notes = (body.data as Json[]).filter(({ status }) => status !== 'void');
    const asked = (await invoicesOf(this.admin)).filter(
      ({ status }) => status !== 'cancelled' && status !== 'void',
    );
    for (const { subtotal } of asked) sums.push(minor(subtotal));
    for (const { subtotal } of notes) sums.push(-minor(subtotal));
    return sums.reduce((sum, each) => sum + each, 0n);
  }

  async newest(): Promise<Json> {
    return (await invoicesOf(this.admin)).at(-1) as Json;
  }
}
