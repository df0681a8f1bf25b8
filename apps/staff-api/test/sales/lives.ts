import { addDays, addMonths, daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor, parseMinor, sumOf } from '@quittance/money';
import fc from 'fast-check';
import type { StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import { made, type Json, type Made } from '../objects/objects-support.js';
import { LifeModel, type GridFrom } from './life-model.js';
import { aPlan, aSubscription, call } from './sales-support.js';
import { billedOn, invoicesOf } from './subscription-support.js';

const START = '2026-01-01' as LocalDate;
const LAST = 100;

const price = fc.integer({ min: 1, max: 50_000 }).map(BigInt);
const change = fc.record({
  kind: fc.constant('change' as const),
  prices: fc.tuple(price, fc.option(price, { nil: null })),
  quantity: fc.integer({ min: 1, max: 3 }),
  /** The last is of another frequency. */
  plan: fc.constantFrom(0, 0, 1, 1, 2),
  effective: fc.constantFrom('now' as const, 'now' as const, 'period_end' as const, 'day' as const),
  ahead: fc.integer({ min: 1, max: 40 }),
  billing: fc.constantFrom('now' as const, 'next_invoice' as const),
});
const withdraw = fc.record({ kind: fc.constant('withdraw' as const) });
/** Now, or days ahead. */
const ahead = fc.option(fc.integer({ min: 1, max: 20 }), { nil: 0 });
const pause = fc.record({ kind: fc.constant('pause' as const), credit: fc.boolean(), ahead });
const resume = fc.record({ kind: fc.constant('resume' as const) });
const cancel = fc.record({ kind: fc.constant('cancel' as const), credit: fc.boolean(), ahead });
const move = fc.oneof(
  { weight: 7, arbitrary: change },
  { weight: 1, arbitrary: withdraw },
  { weight: 2, arbitrary: pause },
  { weight: 3, arbitrary: resume },
  { weight: 1, arbitrary: cancel },
);
/** One move a day at most; changes of one day are another test's. */
export const lives = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 89 }),
      /** Whether all drafts are sent ahead of it. */
      send: fc.boolean(),
      /** Whether what it makes is given up by hand: the draft, or the credit notes. */
      giveUp: fc.boolean(),
      move,
    }),
    { minLength: 2, maxLength: 8, selector: ({ day }) => day },
  )
  .map((all) => all.sort((a, b) => a.day - b.day));

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Step = ValueOf<typeof lives>[number];
const dateOf = (day: number) => addDays(START, day);

/** Periods from a day on that are long enough for all days. */
function gridFrom(from: number, frequency: string): GridFrom {
  const dates = Array.from({ length: 40 }, (_, k) => {
    if (frequency === 'weekly') return from + 7 * k;
    return daysBetween(START, addMonths(dateOf(from), k));
  });
  return { from, frequency, dates };
}

const minor = (text: unknown): bigint => parseMinor(String(text), 'EUR') ?? 0n;

function isOneOf(told: unknown, known: readonly unknown[]): void {
  expect(known).toContain(told);
}

interface Books {
  readonly t: TestDatabase;
  readonly api: TestStaffApi;
  readonly admin: StaffClient;
}

export const taxRoundings = fc.constantFrom(null, 'document' as const, 'line' as const);
/** Null where nothing is taxed. */
type TaxRounding = ValueOf<typeof taxRoundings>;

/** An account of a company in Germany, whose documents bear 19 % where anything is taxed. */
async function taxedAccount(admin: StaffClient, taxRounding: TaxRounding): Promise<string> {
  const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
  if (taxRounding !== null) {
    await call(admin, 'PATCH', '/company', { address, taxRounding });
    const code = { code: 'standard', name: 'Standard', isDefault: true };
    await made(admin, '/tax/codes', code);
    const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
    const { id: jurisdictionId } = await made(admin, '/tax/jurisdictions', place);
    const rate = { jurisdictionId, taxCode: 'standard', kind: 'vat', validFrom: '2021-01-01' };
    await made(admin, '/tax/rates', { ...rate, rate: '19' });
  }
  return (await made(admin, '/accounts', { name: 'Acme', billingAddress: address })).id;
}

/** A subscription that lives, and what it comes to by day. */
export class Life {
  readonly model = new LifeModel(gridFrom(0, 'monthly'));
  private changeOn: number | null = null;
  private pauseOn: { day: number; credit: boolean } | null = null;
  private endOn: { day: number; credit: boolean } | null = null;

  private constructor(
    private readonly books: Books,
    private readonly id: string,
    private readonly plans: readonly Made[],
    private itemIds: readonly string[],
  ) {
    this.model.price(0, new Map([[itemIds[0] as string, 10_000n]]));
  }

  static async begun({ t, api }: Omit<Books, 'admin'>, taxRounding: TaxRounding): Promise<Life> {
    t.clock.set(`${START}T10:00:00Z`);
    const admin = await api.newAdmin(await t.newCompany());
    const accountId = await taxedAccount(admin, taxRounding);
    const prices = [{ currency: 'EUR', unitPrice: '100.00' }];
    const plans = [
      await aPlan(admin, { prices }),
      await aPlan(admin, { prices }),
      await aPlan(admin, { prices, frequency: 'weekly' }),
    ];
    const begun = (await aSubscription(admin, plans[0] as Made, { accountId })) as Made & {
      items: Json[];
    };
    return new Life({ t, api, admin }, begun.id, plans, [String(begun.items[0]?.itemId)]);
  }

  /** What the days bring until one, with the sweep and the run of each on which something does. */
  async reach(day: number): Promise<void> {
    const grid = this.model.boundaries(day);
    const days = [...grid, this.pauseOn?.day ?? day, this.endOn?.day ?? day, day];
    for (const each of [...new Set(days)].sort((a, b) => a - b)) {
      if (each > day || each < this.reached) continue;
      if (this.changeOn !== null && this.changeOn <= each) this.changeOn = null;
      if (this.endOn?.day === each) {
        this.model.cancel(each, this.endOn.credit);
        [this.endOn, this.pauseOn] = [null, null];
      } else if (this.pauseOn?.day === each) {
        // What began ahead of it, as a grid of another frequency the day before, is due whole.
        this.model.bill(each - 1);
        if (!this.model.stopped) this.model.pause(each, this.pauseOn.credit);
        this.pauseOn = null;
      }
      this.model.bill(each);
      await billedOn(this.books, dateOf(each));
      this.reached = each + 1;
    }
    this.books.t.clock.set(`${dateOf(day)}T12:00:00Z`);
  }
  private reached = 0;

  async take({ day, send, giveUp, move: step }: Step): Promise<void> {
    await this.reach(day);
    if (send) await this.drafts((id) => call(this.books.admin, 'POST', `/invoices/${id}/send`));
    const before = await this.drafts(async () => null);
    const noted = (await this.notes()).map(({ id }) => id);
    const answer = await this.asked(day, step);
    const refusals = ['subscription_not_active', 'change_pending', 'no_change_pending'];
    if (answer.status !== 200) {
      isOneOf(answer.code, [...refusals, 'validation_failed', 'cancel_in_past']);
      return;
    }
    if (!giveUp) return;
    for (const note of await this.notes()) if (!noted.includes(note.id)) await this.void(note);
    if (step.kind !== 'change') return;
    await this.drafts(async (id) => {
      if (before.includes(id)) return;
      const cancelled = await call(this.books.admin, 'POST', `/invoices/${id}/cancel`);
      isOneOf(cancelled.status, [200]);
    });
  }

  private async notes(): Promise<Json[]> {
    const { body } = await call(this.books.admin, 'GET', '/credit-notes');
    return (body.data as Json[]).filter(({ status }) => status !== 'void');
  }

  /** Takes a credit note off what it was applied to, and voids it. */
  private async void({ id, invoiceId, status }: Json): Promise<void> {
    const path = `/credit-notes/${String(id)}`;
    if (status !== 'issued') {
      const back = await call(this.books.admin, 'POST', `${path}/unapply`, { invoiceId });
      isOneOf(back.status, [200]);
    }
    const voided = await call(this.books.admin, 'POST', `${path}/void`, { reason: 'A mistake' });
    isOneOf(voided.status, [200]);
  }

  private async drafts(act: (id: string) => Promise<unknown>): Promise<string[]> {
    const { body } = await call(this.books.admin, 'GET', '/invoices');
    const open = (body.data as Json[]).filter(({ status }) => status === 'draft');
    const ids = open.map(({ id }) => String(id));
    for (const id of ids) await act(id);
    return ids;
  }

  private post(path: string, body: object) {
    return call(this.books.admin, 'POST', `/subscriptions/${this.id}/${path}`, body);
  }

  private async asked(day: number, step: Step['move']) {
    switch (step.kind) {
      case 'change':
        return this.changed(day, step);
      case 'withdraw': {
        const answer = await call(this.books.admin, 'DELETE', `/subscriptions/${this.id}/change`);
        if (answer.status !== 200) return answer;
        const from = this.changeOn as number;
        this.changeOn = null;
        this.model.forget(from);
        this.model.forgetGrids(from);
        if (from < this.model.covered) this.model.settle(from, true);
        return answer;
      }
      case 'pause': {
        const on = day + step.ahead;
        const when = step.ahead === 0 ? { from: 'now' } : { from: 'day', day: dateOf(on) };
        const answer = await this.post('pause', { ...when, creditUnused: step.credit });
        if (answer.status !== 200) return answer;
        if (step.ahead > 0) this.pauseOn = { day: on, credit: step.credit };
        else {
          this.model.pause(day, step.credit);
          this.pauseOn = null;
        }
        return answer;
      }
      case 'resume': {
        const answer = await this.post('resume', {});
        if (answer.status === 200) this.model.resume(day);
        return answer;
      }
      case 'cancel': {
        const on = day + step.ahead;
        const when = step.ahead === 0 ? { at: 'now' } : { at: 'day', day: dateOf(on) };
        const credit = step.credit ? 'prorated' : 'none';
        const answer = await this.post('cancel', { ...when, credit });
        if (answer.status !== 200) return answer;
        if (step.ahead > 0) {
          this.endOn = { day: on, credit: step.credit };
          this.model.end = on;
        } else {
          this.model.cancel(day, step.credit);
          [this.endOn, this.pauseOn] = [null, null];
        }
        return answer;
      }
    }
  }

  private async changed(day: number, step: Extract<Step['move'], { kind: 'change' }>) {
    const { prices, quantity, plan, effective, billing } = step;
    const planId = this.plans[plan]?.id;
    const items = prices.flatMap((each, i) => {
      if (each === null) return [];
      const itemId = this.itemIds[i];
      const unitPrice = formatMinor(each, 'EUR');
      return [{ ...(itemId && { itemId }), planId, unitPrice, quantity: String(quantity) }];
    });
    const on = Math.max(this.model.covered, day + 1) + step.ahead;
    const when = effective === 'day' ? { effective, day: dateOf(on) } : { effective };
    const asked = { items, ...when, billing };
    const preview = await this.post('preview-change', asked);
    const { previewHash } = preview.body;
    const answer = await this.post('change', { ...asked, ...(previewHash ? { previewHash } : {}) });
    if (answer.status !== 200) return answer;
    const from = daysBetween(START, preview.body.effectiveOn as LocalDate);
    if (effective === 'now') isOneOf(from, [day]);
    if (effective === 'day') isOneOf(from, [on]);
    const shown = (answer.body.items as Json[]).filter(({ validFrom }) => {
      return daysBetween(START, validFrom as LocalDate) <= from;
    });
    const found = shown.filter(({ validTo }) => {
      return validTo === null || daysBetween(START, validTo as LocalDate) > from;
    });
    const wanted = new Map(found.map(({ itemId, net }) => [String(itemId), minor(net)]));
    this.itemIds = found.map(({ itemId }) => String(itemId));
    const { frequency } = preview.body;
    this.model.regrid(gridFrom(from, String(frequency)));
    this.model.price(from, wanted);
    this.changeOn = from > day ? from : null;
    if (from < this.model.covered) this.model.settle(from, true);
    return answer;
  }

  /** Ends what has not ended, so that nothing waits for an invoice that does not come. */
  async over(): Promise<void> {
    await this.reach(LAST);
    const answer = await this.post('cancel', { at: 'now' });
    isOneOf(answer.status, [200, 409]);
    if (answer.status === 200) this.model.cancel(LAST, false);
    await this.reach(LAST + 1);
  }

  async charged(): Promise<bigint> {
    const invoices = (await invoicesOf(this.books.admin)).filter(
      ({ status }) => status !== 'cancelled',
    );
    const asked = sumOf(invoices.map(({ subtotal }) => minor(subtotal)));
    return asked - sumOf((await this.notes()).map(({ subtotal }) => minor(subtotal)));
  }
}
