import { formatMinor, sumOf } from '@quittance/money';
import { chargeFaults, type Charge, type ChargePrice, type Tier } from './charge.js';
import { rateUsage, ratedTotal } from './rate-usage.js';
import { reachedThresholds, trueUp, unbilled } from './settle-usage.js';
import { millionths } from './units.js';
import { parseLocalDate as day } from '@quittance/calendar';
import { gridFrom, periodOn } from '../subscriptions/grid.js';
import { priceOf } from '../subscriptions/proration.js';

const tier = (upTo: string | null, unitPrice: string, fee?: string): Tier => ({
  upTo,
  unitPrice,
  fee,
});
const G: ChargePrice = {
  model: 'graduated',
  tiers: [tier('100', '1.00'), tier('200', '0.50'), tier(null, '0.10')],
};
const VOLUME: ChargePrice = {
  model: 'volume',
  tiers: [
    tier('10000', '0.0010', '10.00'),
    tier('50000', '0.0008', '10.00'),
    tier('100000', '0.0006', '10.00'),
    tier(null, '0.0004', '10.00'),
  ],
};
const FEES: ChargePrice = {
  model: 'graduated',
  tiers: [tier('10', '5.00', '20.00'), tier(null, '4.00', '15.00')],
};

function lines(charge: Charge, units: string, events?: readonly string[]): string[] {
  const used = { units: millionths(units), events: events?.map(millionths) };
  return rateUsage(charge, used, 'EUR').map(({ amount }) => formatMinor(amount, 'EUR'));
}

function costs(charge: Charge, units: string, events?: readonly string[]): string {
  const used = { units: millionths(units), events: events?.map(millionths) };
  return formatMinor(ratedTotal(rateUsage(charge, used, 'EUR')), 'EUR');
}

const rated = (units: string) =>
  ratedTotal(rateUsage({ price: G }, { units: millionths(units) }, 'EUR'));
const text = (minor: bigint) => formatMinor(minor, 'EUR');

describe('a charge', () => {
  it('example 17: graduated asks each tier its own price', () => {
    expect(lines({ price: G }, '250')).toEqual(['100.00', '50.00', '5.00']);
    expect(costs({ price: G }, '250')).toBe('155.00');
  });

  it('example 18: a millionth beyond a tier is a line of its own, worth nothing', () => {
    expect(lines({ price: G }, '100.000001')).toEqual(['100.00', '0.00']);
  });

  it('example 19: each tier is rounded by itself', () => {
    const price: ChargePrice = {
      model: 'graduated',
      tiers: [tier('333', '0.0045'), tier(null, '0.0035')],
    };
    expect(lines({ price }, '666')).toEqual(['1.50', '1.17']);
    expect(costs({ price }, '666')).toBe('2.67');
  });

  it('example 20: volume asks all units the price of the tier that they reach', () => {
    expect(costs({ price: VOLUME }, '65000')).toBe('49.00');
  });

  it('example 21: volume may fall when a tier is reached', () => {
    const price: ChargePrice = {
      model: 'volume',
      tiers: [tier('100', '1.00'), tier(null, '0.90')],
    };
    expect([costs({ price }, '100'), costs({ price }, '101')]).toEqual(['100.00', '90.90']);
    const fell = (units: string) => {
      return rateUsage({ price }, { units: millionths(units) }, 'EUR').map((each) => each.fellFrom);
    };
    const from = { quantity: '100', amount: 10_000n };
    expect([fell('100'), fell('101'), fell('111.111111'), fell('112')]).toEqual([
      [undefined],
      [from],
      [undefined],
      [undefined],
    ]);
    // The fee of a tier is part of what is compared.
    const dear = { ...price, tiers: [tier('100', '1.00'), tier(null, '0.90', '9.10')] };
    expect(rateUsage({ price: dear }, { units: millionths('101') }, 'EUR')[0]).not.toHaveProperty(
      'fellFrom',
    );
  });

  it('volume asks the first fee of nothing only where it is told', () => {
    expect(costs({ price: VOLUME }, '0')).toBe('0.00');
    expect(costs({ price: { ...VOLUME, feeAtZero: true } }, '0')).toBe('10.00');
  });

  it('example 22: a package begun is a package', () => {
    const charge: Charge = {
      price: { model: 'package', size: '100', unitPrice: '5.00' },
      included: '100',
    };
    expect(costs(charge, '201')).toBe('10.00');
    expect(costs(charge, '200')).toBe('5.00');
    expect(lines(charge, '100')).toEqual([]);
  });

  it('example 23: percentage asks its rate of the base and a fee of events not free', () => {
    const price: ChargePrice = { model: 'percentage', rate: '1.2', fee: '0.10', freeEvents: 3 };
    const events = ['1000', '200', '30', '4', '0.5', '0.05', '0.01'];
    expect(lines({ price }, '1234.56', events)).toEqual(['14.81', '0.40']);
    expect(costs({ price }, '1234.56', events)).toBe('15.21');
  });

  it('percentage holds each event between its bounds', () => {
    const price: ChargePrice = {
      model: 'percentage',
      rate: '10',
      eventMin: '1.00',
      eventMax: '5.00',
    };
    expect(lines({ price }, '112', ['2', '10', '100'])).toEqual(['11.20', '-4.20']);
    expect(costs({ price }, '112', ['2', '10', '100'])).toBe('7.00');
  });

  it('percentage frees the first of the base and raises no event that is wholly free', () => {
    const price: ChargePrice = {
      model: 'percentage',
      rate: '10',
      freeEvents: 1,
      fee: '0.50',
      freeBase: '15',
      eventMin: '1.00',
    };
    // The first is free; the second is asked for 5 and a fee, which is the least; the third more.
    expect(costs({ price }, '40', ['10', '10', '20'])).toBe('3.50');
  });

  it('example 24: what is included comes first', () => {
    const charge: Charge = { price: { model: 'per_unit', unitPrice: '0.02' }, included: '1000' };
    expect(costs(charge, '1250.5')).toBe('5.01');
    expect(costs(charge, '1000')).toBe('0.00');
  });

  it('example 25: a tier has its fee once it is reached', () => {
    const each = ['0', '10', '11'].map((units) => costs({ price: FEES }, units));
    expect(each).toEqual(['0.00', '70.00', '89.00']);
  });

  it('costs nothing where more was taken back than used', () => {
    expect(costs({ price: G }, '-5')).toBe('0.00');
  });

  it('has whole minor units in a currency without any', () => {
    const used = { units: millionths('3') };
    const charge: Charge = { price: { model: 'per_unit', unitPrice: '0.5' } };
    expect(ratedTotal(rateUsage(charge, used, 'JPY'))).toBe(2n);
  });
});

describe('usage of a period', () => {
  const january = periodOn(
    gridFrom(day('2026-01-15'), 'monthly', { day: 1 }),
    day('2026-01-15'),
    day('2026-01-15'),
  );

  it('example 26: is raised to the minimum, flat fees counted', () => {
    const billed = { flat: 5000n, usage: 3000n };
    expect(text(trueUp(10_000n, { days: 31, fullDays: 31 }, billed))).toBe('20.00');
    const more = { flat: 5000n, usage: 6000n };
    expect(trueUp(10_000n, { days: 31, fullDays: 31 }, more)).toBe(0n);
  });

  it('example 27: has a minimum of the days it was active', () => {
    const flat = priceOf(january, 5000n);
    expect(text(flat)).toBe('27.42');
    const active = { days: 17, fullDays: january.fullDays };
    expect(text(trueUp(10_000n, active, { flat, usage: 1000n }))).toBe('17.42');
  });

  it.each([
    [28, '250', '270', '2.00'],
    [29, '90', '120', '20.00'],
    [30, '250', '170', '-20.00'],
  ])('example %i: billed at %s units and now %s bills the difference', (_, then, now, due) => {
    expect(text(unbilled(rated(now), rated(then)))).toBe(due);
  });

  it('example 31: an interim invoice leaves the rest to the end of the period', () => {
    const [interim, all] = [rated('120'), rated('250')];
    expect(reachedThresholds([10_000n], { rated: interim, billed: 0n })).toEqual([10_000n]);
    expect(text(unbilled(interim, 0n))).toBe('110.00');
    expect(text(unbilled(all, interim))).toBe('45.00');
    expect(reachedThresholds([10_000n], { rated: all, billed: interim })).toEqual([]);
  });

  it('example 30: voided events are worth what their tiers asked', () => {
    expect(text(rated('250'))).toBe('155.00');
    expect(text(rated('170'))).toBe('135.00');
  });
});

describe('the tiers of a charge', () => {
  const pointers = (tiers: readonly Tier[]) =>
    chargeFaults({ price: { model: 'graduated', tiers } }, 'EUR', '/charges/0/price').map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );

  it.each([
    [[tier('10', '1'), tier(null, '1')], []],
    [[], ['/charges/0/price/tiers required']],
    [[tier('10', '1')], ['/charges/0/price/tiers/0/upTo null']],
    [[tier(null, '1'), tier(null, '1')], ['/charges/0/price/tiers/0/upTo required']],
    [
      [tier('10', '1'), tier('10', '1'), tier(null, '1')],
      ['/charges/0/price/tiers/1/upTo ascending'],
    ],
    [[tier('0', '1'), tier(null, '1')], ['/charges/0/price/tiers/0/upTo ascending']],
  ])('%j are wrong at %j', (tiers, wrong) => {
    expect(pointers(tiers)).toEqual(wrong);
  });

  it('are fifty at most', () => {
    const tiers = Array.from({ length: 51 }, (_, i) => tier(i === 50 ? null : `${i + 1}`, '1'));
    expect(pointers(tiers)).toEqual(['/charges/0/price/tiers max']);
  });

  it('sum up to what their lines say', () => {
    const all = rateUsage({ price: FEES }, { units: millionths('11') }, 'EUR');
    expect(sumOf(all.map(({ amount }) => amount))).toBe(ratedTotal(all));
    expect(
      all.map(({ part, tier: of, quantity, unitPrice }) => [part, of, quantity, unitPrice]),
    ).toEqual([
      ['units', 1, '10', '5'],
      ['tier_fee', 1, '1', '20'],
      ['units', 2, '1', '4'],
      ['tier_fee', 2, '1', '15'],
    ]);
  });
});
