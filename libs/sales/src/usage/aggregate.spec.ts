import { parseLocalDate as day } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import { aggregate, spanOf, type Aggregation, type MeteredEvent } from './aggregate.js';
import { rateUsage, ratedTotal } from './rate-usage.js';
import { millionths, unitsText } from './units.js';

const MARCH = spanOf(day('2026-03-01'), day('2026-04-01'), 'Europe/Berlin');
const APRIL = spanOf(day('2026-04-01'), day('2026-05-01'), 'UTC');

function event(at: string, value: string, more: Partial<MeteredEvent> = {}): MeteredEvent {
  const receivedAt = '2026-05-02T00:00:00.000Z' as Instant;
  return { at: at as Instant, receivedAt, value: millionths(value), ...more };
}

const values = (...all: readonly string[]) =>
  all.map((value, i) => event(`2026-04-0${i + 1}T10:00:00.000Z`, value));

function costs(units: bigint, unitPrice: string): string {
  const lines = rateUsage({ price: { model: 'per_unit', unitPrice } }, { units }, 'EUR');
  return formatMinor(ratedTotal(lines), 'EUR');
}

describe('the units of a period', () => {
  it('example 32: a level counts as long as it holds', () => {
    const levels = [event('2026-04-16T00:00:00.000Z', '20')];
    const units = aggregate('weighted', levels, { span: APRIL, carried: millionths('10') });
    expect([unitsText(units), costs(units, '2.00')]).toEqual(['15', '30.00']);
  });

  it('example 33: a day of 23 hours counts 23', () => {
    const levels = [event('2026-03-28T23:00:00.000Z', '20')];
    const units = aggregate('weighted', levels, { span: MARCH, carried: millionths('10') });
    expect([unitsText(units), costs(units, '2.00')]).toEqual(['10.955585', '21.91']);
  });

  it('a day of 25 hours counts 25', () => {
    const october = spanOf(day('2026-10-25'), day('2026-10-26'), 'Europe/Berlin');
    // From 10:00 summer time to midnight are 15 of 25 hours, from noon winter time 12.
    const levels = [event('2026-10-25T11:00:00.000Z', '1')];
    expect(unitsText(aggregate('weighted', levels, { span: october }))).toBe('0.48');
  });

  it('a level of nothing before the first event counts nothing', () => {
    const levels = [
      event('2026-04-16T00:00:00.000Z', '20'),
      event('2026-04-16T00:00:00.000Z', '30', {
        receivedAt: '2026-05-02T00:00:01.000Z' as Instant,
      }),
    ];
    expect(unitsText(aggregate('weighted', levels, { span: APRIL }))).toBe('15');
  });

  it('example 34: unique values are told apart byte by byte', () => {
    const keys = ['a', 'b', 'a', 'c', 'B'].map((key) =>
      event('2026-04-01T10:00:00Z', '1', { key }),
    );
    expect(costs(aggregate('unique_count', keys, { span: APRIL }), '3.00')).toBe('12.00');
  });

  it('example 34: the most and the last of 5, 9, 7', () => {
    const of = (aggregation: Aggregation) =>
      aggregate(aggregation, values('5', '9', '7'), { span: APRIL });
    expect([costs(of('max'), '1.50'), costs(of('last'), '1.50')]).toEqual(['13.50', '10.50']);
  });

  it('the last is the latest of its time, then the latest that came in', () => {
    const at = '2026-04-03T10:00:00.000Z';
    const events = [
      event(at, '1', { receivedAt: '2026-04-03T12:00:00.000Z' as Instant }),
      event(at, '2', { receivedAt: '2026-04-03T11:00:00.000Z' as Instant }),
      event('2026-04-02T10:00:00.000Z', '3', { receivedAt: '2026-04-09T00:00:00.000Z' as Instant }),
    ];
    expect(unitsText(aggregate('last', events, { span: APRIL }))).toBe('1');
  });

  it.each(['last', 'weighted'] as const)('by %s are of what came in last at one time', (of) => {
    const levels = ['1', '2', '3'].map((value) => event('2026-04-01T00:00:00.000Z', value));
    expect(unitsText(aggregate(of, levels, { span: APRIL }))).toBe('3');
  });

  it.each([
    ['sum', '21'],
    ['count', '3'],
    ['max', '9'],
    ['last', '7'],
  ] as const)('by %s of 5, 9, 7 are %s', (aggregation, units) => {
    const found = aggregate(aggregation, values('5', '9', '7'), { span: APRIL });
    expect(unitsText(found)).toBe(units);
  });

  it.each(['sum', 'count', 'max', 'last', 'unique_count', 'weighted'] as const)(
    'by %s of no events are 0',
    (aggregation) => {
      expect(aggregate(aggregation, [], { span: APRIL })).toBe(0n);
    },
  );

  it('a sum may take back', () => {
    expect(unitsText(aggregate('sum', values('5', '-9.5'), { span: APRIL }))).toBe('-4.5');
  });
});
