import { addDays, parseLocalDate, type LocalDate } from '@quittance/calendar';
import { newId, type AccountId, type InvoiceId } from '@quittance/kernel';
import fc from 'fast-check';
import { lateCharges, type LateInvoice, type LateTerms } from './late-charge.js';

const DUE = parseLocalDate('2026-01-31');
const day = (n: number): LocalDate => addDays(DUE, n);
const days = fc.integer({ min: -20, max: 120 });
const span = fc
  .tuple(days, fc.option(fc.integer({ min: -1, max: 40 })))
  .map(([from, length]) => ({ from: day(from), to: length === null ? null : day(from + length) }));

const invoices = fc.record({
  total: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  movements: fc.array(
    fc.tuple(days, fc.bigInt({ min: -(10n ** 8n), max: 10n ** 9n })).map(([on, amount]) => ({
      on: day(on),
      amount,
    })),
    { maxLength: 6 },
  ),
  disputes: fc.array(
    fc.tuple(span, fc.bigInt({ min: 0n, max: 10n ** 9n })).map(([s, amount]) => ({
      ...s,
      amount,
    })),
    { maxLength: 3 },
  ),
  pauses: fc.array(span, { maxLength: 3 }),
});

const rates = fc.integer({ min: 1, max: 100_000_000 }).map((n) => ({ n: BigInt(n), scale: 6 }));

function aLateInvoice(facts: Partial<LateInvoice>): LateInvoice {
  return {
    id: newId<'invoice'>() as InvoiceId,
    number: 'INV-1',
    accountId: newId<'account'>() as AccountId,
    currency: 'EUR',
    dueDate: DUE,
    sentOn: day(-30),
    total: 10_000n,
    movements: [],
    disputes: [],
    pauses: [],
    chargedTo: null,
    hasFee: false,
    ...facts,
  };
}

const terms = (more: Partial<LateTerms> = {}): LateTerms => ({
  annualRate: '9',
  graceDays: 0,
  appliesFrom: parseLocalDate('2020-01-01'),
  earlier: [],
  amounts: [],
  ...more,
});

const chargesOf = (invoice: LateInvoice, of: LateTerms, through: LocalDate) =>
  lateCharges(invoice, of, through, () => newId<'late-charge'>());

/** Day by day and in fractions, from what is written down of each day. */
function byDay(invoice: LateInvoice, rate: bigint, from: LocalDate, through: LocalDate): bigint {
  let baseDays = 0n;
  for (let at = from; at <= through; at = addDays(at, 1)) {
    let open = invoice.total;
    for (const { on, amount } of invoice.movements) if (on <= at) open -= amount;
    for (const each of invoice.disputes) {
      if (each.from <= at && (each.to === null || at <= each.to)) open -= each.amount;
    }
    const isPaused = invoice.pauses.some((p) => p.from <= at && (p.to === null || at <= p.to));
    if (!isPaused && open > 0n) baseDays += open;
  }
  const [top, bottom] = [baseDays * rate, 365n * 100n * 10n ** 6n];
  const whole = top / bottom;
  return 2n * (top % bottom) >= bottom ? whole + 1n : whole;
}

it('interest is what each day costs, added up and rounded once', () => {
  fc.assert(
    fc.property(
      invoices,
      rates,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: -5, max: 120 }),
      (facts, { n }, graceDays, length) => {
        const invoice = aLateInvoice(facts);
        const whole = String(n).padStart(7, '0');
        const annualRate = `${whole.slice(0, -6)}.${whole.slice(-6)}`;
        const through = day(length);
        const [charge] = chargesOf(invoice, terms({ annualRate, graceDays }), through);
        expect(charge?.amount ?? 0n).toBe(byDay(invoice, n, day(graceDays + 1), through));
      },
    ),
  );
});

it('days that are asked for in parts follow on from one another, whatever the parts', () => {
  fc.assert(
    fc.property(invoices, fc.array(days, { minLength: 1, maxLength: 6 }), (facts, ends) => {
      let chargedTo: LocalDate | null = null;
      for (const end of ends) {
        const invoice = aLateInvoice({ ...facts, chargedTo });
        for (const { from, to, behind } of chargesOf(invoice, terms(), day(end))) {
          expect(behind).toBe(chargedTo);
          expect(from > (chargedTo ?? DUE) && from <= to && to === day(end)).toBe(true);
          chargedTo = to;
        }
      }
    }),
  );
});

it('a day costs what was said of it, whatever was said since', () => {
  const said = fc.record({
    length: fc.integer({ min: 1, max: 40 }),
    rate: rates,
    graceDays: fc.integer({ min: 0, max: 30 }),
  });
  const textOf = (n: bigint) => {
    const whole = String(n).padStart(7, '0');
    return `${whole.slice(0, -6)}.${whole.slice(-6)}`;
  };
  fc.assert(
    fc.property(
      invoices,
      fc.array(said, { maxLength: 4 }),
      said,
      fc.integer({ min: -5, max: 120 }),
      (facts, before, now, length) => {
        const invoice = aLateInvoice(facts);
        let until = -10;
        const earlier = before.map(({ length: more, rate, graceDays }) => {
          until += more;
          return { annualRate: textOf(rate.n), graceDays, until: day(until) };
        });
        const annualRate = textOf(now.rate.n);
        const dated = terms({ annualRate, graceDays: now.graceDays, earlier });
        const charges = chargesOf(invoice, dated, day(length));
        const all = [...earlier, { annualRate, graceDays: now.graceDays, until: day(1000) }];
        const expected = all.map(({ annualRate: rate, graceDays, until: end }, i) => {
          const begins = all[i - 1]?.until ?? DUE;
          const [due, last] = [day(graceDays + 1), addDays(end, -1)];
          const [from, to] = [begins > due ? begins : due, last < day(length) ? last : day(length)];
          return byDay(invoice, BigInt(rate.replace('.', '')), from, to);
        });
        expect(charges.map(({ amount }) => amount)).toEqual(expected.filter((each) => each > 0n));
        let behind: LocalDate | null = null;
        for (const charge of charges) {
          expect(charge.behind).toBe(behind);
          expect(charge.from > (behind ?? DUE)).toBe(true);
          behind = charge.to;
        }
      },
    ),
  );
});

describe('of 100.00 at 9 % a year', () => {
  const through = day(30);

  it('thirty days cost 0.74', () => {
    expect(chargesOf(aLateInvoice({}), terms(), through)).toMatchObject([
      { kind: 'interest', from: '2026-02-01', to: '2026-03-02', behind: null, amount: 74n },
    ]);
  });

  it('days of grace cost nothing, nor do those before the terms apply', () => {
    const after = terms({ graceDays: 10, appliesFrom: day(21) });
    expect(chargesOf(aLateInvoice({}), after, through)).toMatchObject([
      { from: day(21), amount: 25n },
    ]);
    expect(chargesOf(aLateInvoice({}), terms({ graceDays: 30 }), through)).toEqual([]);
  });

  it('nor do days on which it was a draft, nor is a fee asked for on the day it is sent', () => {
    const amounts = [{ currency: 'EUR', fee: '40', minimum: null }] as const;
    const asked = terms({ amounts });
    expect(chargesOf(aLateInvoice({ sentOn: day(20) }), asked, through)).toMatchObject([
      { from: day(21), amount: 25n },
      { kind: 'fee' },
    ]);
    expect(chargesOf(aLateInvoice({ sentOn: through }), asked, through)).toEqual([]);
  });

  it('less than the minimum is not asked for, and a fee is asked for once', () => {
    const amounts = [{ currency: 'EUR', fee: '40', minimum: '0.75' }] as const;
    const asked = terms({ amounts });
    expect(chargesOf(aLateInvoice({}), asked, through)).toMatchObject([
      { kind: 'fee', amount: 4_000n, from: through, to: through },
    ]);
    expect(chargesOf(aLateInvoice({ hasFee: true }), asked, through)).toEqual([]);
    expect(chargesOf(aLateInvoice({ hasFee: true }), asked, day(31))).toMatchObject([
      { kind: 'interest', amount: 76n },
    ]);
  });

  it('a fee is asked for on a day that costs something by what holds then', () => {
    const amounts = [{ currency: 'EUR', fee: '40', minimum: null }] as const;
    const earlier = [{ annualRate: '9', graceDays: 0, until: day(10) }];
    const graced = terms({ amounts, graceDays: 30, earlier });
    expect(chargesOf(aLateInvoice({}), graced, through)).toMatchObject([
      { kind: 'interest', from: day(1), to: day(9), amount: 22n },
    ]);
    expect(chargesOf(aLateInvoice({ chargedTo: day(9) }), graced, day(31))).toMatchObject([
      { kind: 'interest', from: day(31), to: day(31), behind: day(9) },
      { kind: 'fee' },
    ]);
  });

  it('another currency than those that have a fee bears interest alone', () => {
    const amounts = [{ currency: 'USD', fee: '40', minimum: null }] as const;
    expect(chargesOf(aLateInvoice({}), terms({ amounts }), through)).toHaveLength(1);
  });

  it('what is disputed as a whole or paused costs neither interest nor a fee', () => {
    const amounts = [{ currency: 'EUR', fee: '40', minimum: null }] as const;
    const always = { from: DUE, to: null };
    const all = [{ ...always, amount: 10_000n }];
    for (const left of [{ disputes: all }, { pauses: [always] }]) {
      expect(chargesOf(aLateInvoice(left), terms({ amounts }), through)).toEqual([]);
    }
  });
});
