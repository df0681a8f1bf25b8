import { convertedAt, minor } from '../testing/money-words.js';
import { BookedLine } from '../testing/a-booked-line.js';
import { bookAtRate, bookByTiers, topUp, type ToPayout } from './book-step.js';
import { leftOfLines, paidPart } from './money-of-invoice.js';

const same: ToPayout = (amount) => amount;

/** What follows, entry by entry, from how far an invoice was paid at each of some times. */
function paidAs(
  eligible: string,
  total: string,
  paid: readonly string[],
  rate = '10',
): {
  line: BookedLine;
  pay: (settled: string, net?: string, of?: string, to?: ToPayout) => bigint;
} {
  const line = new BookedLine();
  const pay = (settled: string, net = eligible, of = total, to: ToPayout = same) => {
    const part = paidPart({ total: minor(of), goodwill: 0n, paid: minor(settled) });
    const account = { eligible: minor(net), standing: line.newestFirst };
    return line.keep(bookAtRate(account, part, rate, to));
  };
  paid.forEach((settled) => pay(settled));
  return { line, pay };
}

const payouts = ({ entries }: BookedLine) => entries.map(({ payout }) => payout);

describe('a commission at one rate', () => {
  it('adds up over instalments (example 17)', () => {
    const { line } = paidAs('1000.00', '1190.00', ['400.00', '800.00', '1190.00']);
    expect(payouts(line)).toEqual([minor('33.61'), minor('33.62'), minor('32.77')]);
    expect(line.amount).toBe(minor('100.00'));
  });

  it('goes back with what is refunded (example 18)', () => {
    const { pay } = paidAs('1000.00', '1190.00', ['1190.00']);
    expect(pay('595.00')).toBe(minor('-50.00'));
  });

  it('falls with a price credit, refunded before or after (example 19)', () => {
    for (const [first, second] of [
      [
        ['1190.00', '800.00', '952.00'],
        ['952.00', '800.00', '952.00'],
      ],
      [
        ['952.00', '1000.00', '1190.00'],
        ['952.00', '800.00', '952.00'],
      ],
    ] as const) {
      const { line, pay } = paidAs('1000.00', '1190.00', ['1190.00']);
      pay(...(first as [string, string, string]));
      pay(...(second as [string, string, string]));
      expect(line.amount).toBe(minor('80.00'));
    }
    const { pay } = paidAs('1000.00', '1190.00', ['1190.00']);
    expect(pay('1190.00', '800.00', '952.00')).toBe(minor('-20.00'));
  });

  it('is each line’s own (example 20)', () => {
    const { line: hardware } = paidAs('600.00', '1190.00', ['595.00'], '5');
    const { line: service } = paidAs('400.00', '1190.00', ['595.00'], '20');
    expect([hardware.payout, service.payout]).toEqual([minor('15.00'), minor('40.00')]);
  });

  it('is taken back at the rate of exchange at which it was earned (example 23)', () => {
    const { line, pay } = paidAs('1000.00', '1190.00', []);
    pay('1190.00', '1000.00', '1190.00', convertedAt(92n, 100n));
    expect(pay('0.00', '1000.00', '1190.00', convertedAt(95n, 100n))).toBe(minor('-92.00'));
    expect([line.amount, line.payout]).toEqual([0n, 0n]);
  });

  it('knows nothing of what was paid too much (example 24)', () => {
    const { line } = paidAs('1000.00', '1190.00', ['1300.00']);
    const { line: next } = paidAs('100.00', '119.00', ['110.00']);
    expect([line.payout, next.payout]).toEqual([minor('100.00'), minor('9.24')]);
  });

  it('is in whole units of a currency that has no others (example 26)', () => {
    const line = new BookedLine();
    const part = paidPart({ total: 11001n, goodwill: 0n, paid: 11001n });
    line.keep(bookAtRate({ eligible: 10001n, standing: [] }, part, '7.5', same));
    expect(line.payout).toBe(750n);
  });

  it('is nothing of an invoice that comes to nothing, or that nobody pays', () => {
    expect(paidAs('0.00', '0.00', ['10.00']).line.entries).toEqual([]);
    const part = paidPart({ total: 100n, goodwill: 100n, paid: 50n });
    expect(part.paid).toBe(0n);
    expect(paidPart({ total: 100n, goodwill: 40n, paid: 90n }).paid).toBe(60n);
  });
});

describe('a commission by tiers', () => {
  const tiers = [
    { upTo: minor('10000.00'), rate: '5' },
    { upTo: null, rate: '8' },
  ];
  const step = (line: BookedLine, paid: string, mode: 'marginal' | 'whole') => {
    const eligible = minor('3000.00');
    const part = paidPart({ total: eligible, goodwill: 0n, paid: minor(paid) });
    const from = line.counter;
    const account = { tiers, counter: from, mode };
    line.keep(bookByTiers({ eligible, standing: line.newestFirst }, part, account, same));
    if (mode === 'whole') line.keepTopUp(tiers, from);
  };
  const begun = (booked: string) => {
    const line = new BookedLine();
    line.counter = minor('9000.00');
    line.entries.push({ base: 0n, amount: 0n, payout: minor(booked), kind: 'earlier' });
    return line;
  };

  it('is cut where the base of the period crosses (example 21)', () => {
    const line = begun('450.00');
    step(line, '3000.00', 'marginal');
    expect(payouts(line).slice(1)).toEqual([minor('50.00'), minor('160.00')]);
    expect(line.counter).toBe(minor('12000.00'));
  });

  it('tops up what was earned before, and takes that back with it (example 21)', () => {
    const line = begun('450.00');
    step(line, '3000.00', 'whole');
    expect(payouts(line).slice(1)).toEqual([minor('240.00'), minor('270.00')]);
    step(line, '0.00', 'whole');
    expect(payouts(line).slice(3)).toEqual([minor('-240.00'), minor('-270.00')]);
    expect([line.counter, line.payout]).toEqual([minor('9000.00'), minor('450.00')]);
  });

  it('has what it comes to exactly at its end still in the tier', () => {
    const atEnd = { from: 0n, to: minor('10000.00') };
    expect(topUp(tiers, atEnd, 0n)).toBe(0n);
    expect(topUp(tiers, { ...atEnd, to: atEnd.to + 1n }, 0n)).not.toBe(0n);
  });

  it('goes back from the newest slice on, each at its own rate', () => {
    const line = begun('450.00');
    step(line, '3000.00', 'marginal');
    step(line, '500.00', 'marginal');
    expect(payouts(line).slice(3)).toEqual([minor('-160.00'), minor('-25.00')]);
    expect(line.counter).toBe(minor('9500.00'));
  });
});

describe('what is left of the lines of an invoice', () => {
  const lines = [
    { id: 'a', net: 600n, productId: 'p' },
    { id: 'b', net: 400n, productId: null },
  ];

  it('is less what notes take off each of them', () => {
    const credits = [
      { lineId: 'b', net: 100n },
      { lineId: 'b', net: 500n },
    ];
    expect(leftOfLines(lines, credits)).toEqual([600n, 0n]);
  });

  it('bears a credit of none of them by its part', () => {
    expect(leftOfLines(lines, [{ lineId: null, net: 200n }])).toEqual([480n, 320n]);
    expect(leftOfLines(lines, [{ lineId: 'gone', net: 5000n }])).toEqual([0n, 0n]);
  });

  it('bears an allowance on the whole as well, less what a note gives back of that', () => {
    const allowance = { id: 'c', net: -100n, productId: null };
    const all = [...lines, allowance];
    expect(leftOfLines(all, [])).toEqual([540n, 360n, 0n]);
    expect(leftOfLines(all, [{ lineId: 'c', net: -50n }])).toEqual([570n, 380n, 0n]);
    expect(leftOfLines(all, [{ lineId: 'a', net: 600n }])).toEqual([0n, 300n, 0n]);
    expect(leftOfLines([{ ...allowance, net: -5000n }, ...lines], [])).toEqual([0n, 0n, 0n]);
  });

  it('is below nothing of a product that comes back: so much less of it was sold', () => {
    const back = { id: 'c', net: -250n, productId: 'p' };
    expect(leftOfLines([back, ...lines], [])).toEqual([-250n, 600n, 400n]);
    expect(leftOfLines([back, ...lines], [{ lineId: null, net: 100n }])).toEqual([
      -250n,
      540n,
      360n,
    ]);
  });
});
