import { addDays, addMonths, daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor, parseMinor } from '@quittance/money';
import fc from 'fast-check';
import { made, type Json, type Made } from '../../objects/objects-support.js';
import { LifeModel, type GridFrom, type Priced } from './life-model.js';
import { LifeBooks } from './life-books.js';
import { TAX_CODES, taxedAccount, type LifeTaxes } from './life-taxes.js';
import { aPlan, call } from '../sales-support.js';

const START = '2026-01-01' as LocalDate;
const LAST = 100;

const price = fc.integer({ min: 1, max: 50_000 }).map(BigInt);
const code = fc.nat({ max: TAX_CODES.length - 1 });
const change = fc.record({
  kind: fc.constant('change' as const),
  prices: fc.tuple(price, fc.option(price, { nil: null }), fc.option(price, { nil: null })),
  /** As what each is taxed, where that differs. */
  codes: fc.tuple(code, code, code),
  quantity: fc.integer({ min: 1, max: 3 }),
  /** The first two items change places, where there are two: it comes to nothing. */
  swap: fc.boolean(),
  /** The last is of another frequency. */
  plan: fc.constantFrom(0, 0, 1, 1, 2),
  /** On a day to come: of what is billed already (`within`), or behind that (`day`). */
  effective: fc.constantFrom(
    'now' as const,
    'now' as const,
    'period_end' as const,
    'day' as const,
    'within' as const,
    'within' as const,
  ),
  ahead: fc.integer({ min: 1, max: 40 }),
  billing: fc.constantFrom('now' as const, 'next_invoice' as const),
});
const withdraw = fc.record({ kind: fc.constant('withdraw' as const) });
/** Now, or days ahead. */
const ahead = fc.option(fc.integer({ min: 1, max: 20 }), { nil: 0 });
const pause = fc.record({ kind: fc.constant('pause' as const), credit: fc.boolean(), ahead });
/** With the periods that it had, or others from the day on. */
const resume = fc.record({ kind: fc.constant('resume' as const), anew: fc.boolean() });
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
      /** Whether no run has come since the move before: the next one catches up. */
      late: fc.boolean(),
      /** Whether what it makes is given up by hand: the draft, sent or not, and the notes. */
      giveUp: fc.constantFrom(null, null, 'cancel' as const, 'void' as const),
      /** The place of an invoice of a period that is given up behind it, whatever changed since. */
      period: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
      move,
    }),
    { minLength: 2, maxLength: 8, selector: ({ day }) => day },
  )
  .map((all) => all.sort((a, b) => a.day - b.day));

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Step = ValueOf<typeof lives>[number];
type Change = Extract<Step['move'], { kind: 'change' }>;
type Held = Pick<Change, 'prices' | 'codes' | 'quantity' | 'plan'>;
const dateOf = (day: number) => addDays(START, day);

/** The first two items at each other's price and tax; null where there are no two. */
function swapped(last: Held | null): Held | null {
  if (last === null) return null;
  const [a, b, c] = last.prices;
  const [codeOfA, codeOfB, codeOfC] = last.codes;
  return b === null ? null : { ...last, prices: [b, a, c], codes: [codeOfB, codeOfA, codeOfC] };
}

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

function sumsOf(...all: readonly ReadonlyMap<string, bigint>[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [code, amount] of all.flatMap((each) => [...each])) {
    sums[code] = (sums[code] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0n));
}

function isAlike(told: unknown, wanted: unknown): void {
  expect(told).toEqual(wanted);
}

/** A subscription that lives, and what it comes to by day. */
export class Life {
  readonly model = new LifeModel(gridFrom(0, 'monthly'));
  private changeOn: number | null = null;
  /** When what is paid for is settled by it. */
  private settleOn: number | null = null;
  /** What was asked by the last change that was made. */
  private last: Held | null = null;
  private pauseOn: { day: number; credit: boolean } | null = null;
  private endOn: { day: number; credit: boolean } | null = null;

  private constructor(
    private readonly books: LifeBooks,
    private readonly taxes: LifeTaxes,
    private readonly id: string,
    private readonly plans: readonly Made[],
    private itemIds: readonly string[],
  ) {
    const product = String(plans[0]?.id);
    const code = this.codeOf(0);
    this.model.price(0, new Map([[itemIds[0] as string, { price: 10_000n, code, product }]]));
  }

  /** The code that its items name, or the only one. */
  private codeOf(code: number): string {
    return this.taxes.several ? (TAX_CODES[code]?.code ?? '') : '';
  }

  static async begun({ t, api }: Pick<LifeBooks, 't' | 'api'>, taxes: LifeTaxes): Promise<Life> {
    t.clock.set(`${START}T10:00:00Z`);
    const admin = await api.newAdmin(await t.newCompany());
    const accountId = await taxedAccount(admin, taxes);
    const prices = [{ currency: 'EUR', unitPrice: '100.00' }];
    const plans = [
      await aPlan(admin, { prices }),
      await aPlan(admin, { prices }),
      await aPlan(admin, { prices, frequency: 'weekly' }),
    ];
    const taxCode = taxes.several ? TAX_CODES[0].code : null;
    const items = [{ planId: plans[0]?.id, taxCode }];
    const begun = (await made(admin, '/subscriptions', {
      accountId,
      currency: 'EUR',
      items,
    })) as Made & { items: Json[] };
    const books = new LifeBooks(t, api, admin);
    return new Life(books, taxes, begun.id, plans, [String(begun.items[0]?.itemId)]);
  }

  /** What the days bring until one, with the sweep and the run of each on which something does. */
  async reach(day: number, late = false): Promise<void> {
    // A pause or an end is carried out by what is billed then.
    const catchesUp = late && this.pauseOn === null && this.endOn === null && !this.model.stopped;
    const grid = this.model.boundaries(day);
    const settles = late ? day : (this.settleOn ?? day);
    const days = [...grid, this.pauseOn?.day ?? day, this.endOn?.day ?? day, settles, day];
    for (const each of [...new Set(days)].sort((a, b) => a - b)) {
      if (each > day || each < this.reached) continue;
      if (this.changeOn !== null && this.changeOn <= each) this.changeOn = null;
      this.settles(each);
      if (this.endOn?.day === each) {
        this.model.cancel(each, this.endOn.credit);
        [this.endOn, this.pauseOn, this.settleOn] = [null, null, null];
      } else if (this.pauseOn?.day === each) {
        if (!this.model.stopped) this.model.pause(each, this.pauseOn.credit);
        this.pauseOn = null;
      }
      if (catchesUp) await this.books.sweptOn(dateOf(each));
      else {
        this.model.bill(each);
        await this.books.billedOn(dateOf(each));
      }
      this.reached = each + 1;
    }
    this.books.t.clock.set(`${dateOf(day)}T12:00:00Z`);
  }
  private reached = 0;

  /** A change whose day has come, unless an end or a pause is there first, or it stands still. */
  private settles(day: number): void {
    const from = this.settleOn;
    if (from === null || from > day || this.model.stopped) return;
    const stops = [this.endOn, this.pauseOn].some((each) => each !== null && each.day <= from);
    if (stops) return;
    this.model.settle(from, true);
    this.settleOn = null;
  }

  async take({ day, send, late, giveUp, period, move: step }: Step): Promise<void> {
    await this.reach(day, late && step.kind === 'change');
    if (send) await this.books.send();
    const before = await this.books.standing();
    const answer = await this.asked(day, step);
    const refusals = ['subscription_not_active', 'change_pending', 'no_change_pending'];
    if (answer.status !== 200) {
      // Of what was planned and is taken back there are no items.
      const faults = ['validation_failed', 'reference_not_found', 'cancel_in_past'];
      isOneOf(answer.code, [...refusals, ...faults]);
    } else if (giveUp) await this.books.giveUp(before, giveUp, step.kind === 'change');
    const start = period === null ? null : await this.books.giveUpPeriod(period);
    if (start !== null) this.model.giveUp(daysBetween(START, start as LocalDate));
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
        [this.changeOn, this.settleOn] = [null, null];
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
        // What runs is only to pause: that does not come, and no periods begin.
        const anew = step.anew && this.model.stopped;
        const answer = await this.post('resume', anew ? { billing: 'new_period' } : {});
        if (answer.status !== 200) return answer;
        if (this.model.stopped) {
          this.model.resume(day);
          if (this.settleOn !== null) this.settleOn = Math.max(this.settleOn, day);
        } else this.pauseOn = null;
        if (anew) this.model.begin(gridFrom(day, this.model.frequencyOn(day)));
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
          [this.endOn, this.pauseOn, this.settleOn] = [null, null, null];
        }
        return answer;
      }
    }
  }

  private async changed(day: number, step: Change) {
    const wanted = step.swap ? swapped(this.last) : null;
    const { prices, codes, quantity, plan } = { ...step, ...wanted };
    const { billing } = step;
    const room = this.model.covered - day - 1;
    const isWithin = step.effective === 'within' && room > 0;
    const effective = step.effective === 'within' ? 'day' : step.effective;
    const planId = this.plans[plan]?.id;
    const items = prices.flatMap((each, i) => {
      if (each === null) return [];
      const itemId = this.itemIds[i];
      const unitPrice = formatMinor(each, 'EUR');
      const taxCode = this.codeOf(codes[i] ?? 0) || null;
      const asked = { planId, unitPrice, taxCode, quantity: String(quantity) };
      return [{ ...(itemId && { itemId }), ...asked }];
    });
    const behind = Math.max(this.model.covered, day + 1) + step.ahead;
    const on = isWithin ? day + 1 + (step.ahead % room) : behind;
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
    const held = new Map(
      found.map(({ itemId, net, taxCode }): [string, Priced] => {
        const as = { code: String(taxCode ?? ''), product: String(planId) };
        return [String(itemId), { price: minor(net), ...as }];
      }),
    );
    this.itemIds = found.map(({ itemId }) => String(itemId));
    const { frequency } = preview.body;
    this.model.regrid(gridFrom(from, String(frequency)), from === day);
    // What was planned for an earlier day gives way as a whole.
    for (const planned of [this.settleOn, this.changeOn]) {
      if (planned === null || planned >= from) continue;
      this.model.forget(planned);
      // Days that were billed with it come back at once.
      if (planned < this.model.covered) this.model.settle(planned, true);
    }
    this.model.price(from, held);
    this.settleOn = from > day && from < this.model.covered ? from : null;
    this.last = { prices, codes, quantity, plan };
    this.changeOn = from > day ? from : null;
    if (from < this.model.covered && this.settleOn === null) this.model.settle(from, true);
    return answer;
  }

  /** Ends what has not ended, so that nothing waits for an invoice that does not come. */
  async over(): Promise<void> {
    await this.reach(LAST);
    const answer = await this.post('cancel', { at: 'now' });
    isOneOf(answer.status, [200, 409]);
    if (answer.status === 200) this.model.cancel(LAST, false);
    [this.endOn, this.pauseOn, this.settleOn] = [null, null, null];
    await this.reach(LAST + 1);
  }

  /** What documents ask and have not given back, and what waits, at each tax code. */
  async known(): Promise<Record<string, bigint>> {
    return sumsOf(await this.books.charged(), await this.books.waiting());
  }

  /** Nothing waits any more, and its tax is that of what was charged. */
  async expectSettled(): Promise<void> {
    isAlike(sumsOf(await this.books.charged()), this.expected());
    isAlike(sumsOf(await this.books.waiting()), {});
    await this.books.expectTaxes(this.taxes);
  }

  expected(): Record<string, bigint> {
    return sumsOf(this.model.totals);
  }
}
