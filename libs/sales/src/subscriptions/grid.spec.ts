import { parseLocalDate as day } from '@quittance/calendar';
import {
  endedBy,
  gridDate,
  gridFrom,
  gridIndex,
  nextGridDate,
  periodOn,
  periodsBefore,
  regridded,
  stubEnd,
  wholePeriodOn,
  type AnchorDay,
  type RecurringFrequency,
} from './grid.js';

const dates = (start: string, frequency: RecurringFrequency, anchor: AnchorDay | null = null) =>
  [0, 1, 2, 3, 4].map((k) => gridDate(gridFrom(day(start), frequency, anchor), k));

describe('the grid of a subscription', () => {
  it('example 15: from 31 January has the last day of short months', () => {
    expect(dates('2026-01-31', 'monthly')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it.each([
    ['2026-04-10', 'monthly', { day: 31 }, ['2026-04-30', '2026-05-31', '2026-06-30']],
    ['2026-04-30', 'monthly', { day: 31 }, ['2026-04-30', '2026-05-31', '2026-06-30']],
    ['2026-02-28', 'monthly', { day: 30 }, ['2026-02-28', '2026-03-30', '2026-04-30']],
    ['2026-01-15', 'quarterly', { day: 1 }, ['2026-02-01', '2026-05-01', '2026-08-01']],
    ['2026-03-01', 'annually', { day: 29, month: 2 }, ['2027-02-28', '2028-02-29', '2029-02-28']],
    ['2027-07-01', 'annually', { day: 1, month: 1 }, ['2028-01-01', '2029-01-01', '2030-01-01']],
    ['2027-01-01', 'annually', { day: 1, month: 1 }, ['2027-01-01', '2028-01-01', '2029-01-01']],
    ['2026-04-10', 'annually', { day: 31 }, ['2026-04-30', '2027-04-30', '2028-04-30']],
    ['2026-04-10', 'weekly', { day: 31 }, ['2026-04-10', '2026-04-17', '2026-04-24']],
    ['2026-12-31', 'half_yearly', null, ['2026-12-31', '2027-06-30', '2027-12-31']],
  ] as const)('from %s %s with anchor %j begins on %j', (start, frequency, anchor, expected) => {
    expect(dates(start, frequency, anchor).slice(0, 3)).toEqual(expected);
  });

  it('finds the period of any day, before its anchor too', () => {
    const grid = gridFrom(day('2026-01-31'), 'monthly');
    const index = (on: string) => gridIndex(grid, day(on));
    expect([
      index('2025-12-31'),
      index('2026-01-30'),
      index('2026-02-27'),
      index('2026-02-28'),
      index('2026-03-30'),
      index('2026-03-31'),
    ]).toEqual([-1, -1, 0, 1, 1, 2]);
  });

  it('has a next date on or after a day', () => {
    const grid = gridFrom(day('2026-01-31'), 'monthly');
    expect([nextGridDate(grid, day('2026-02-28')), nextGridDate(grid, day('2026-03-01'))]).toEqual([
      '2026-02-28',
      '2026-03-31',
    ]);
  });

  it('begins with a stub where the anchor is later', () => {
    const grid = gridFrom(day('2026-01-15'), 'monthly', { day: 1 });
    expect(periodOn(grid, day('2026-01-15'), day('2026-01-31'))).toEqual({
      start: '2026-01-15',
      until: '2026-02-01',
      fullDays: 31,
    });
  });

  it('ends within a period, at its beginning, or not yet', () => {
    const period = periodOn(
      gridFrom(day('2026-04-01'), 'monthly'),
      day('2026-04-01'),
      day('2026-04-01'),
    );
    expect(endedBy(period, day('2026-04-11'))?.until).toBe('2026-04-11');
    expect(endedBy(period, day('2026-04-01'))).toBeUndefined();
    expect(endedBy(period, day('2026-05-01'))).toEqual(period);
    expect(endedBy(period, null)).toEqual(period);
  });

  it('lists the periods of a life', () => {
    const grid = gridFrom(day('2026-01-15'), 'monthly', { day: 1 });
    const life = { start: day('2026-01-15'), end: day('2026-03-11') };
    expect([...periodsBefore(grid, life, day('2027-01-01'))]).toEqual([
      { start: '2026-01-15', until: '2026-02-01', fullDays: 31 },
      { start: '2026-02-01', until: '2026-03-01', fullDays: 28 },
      { start: '2026-03-01', until: '2026-03-11', fullDays: 31 },
    ]);
  });

  describe('that takes the place of another', () => {
    const monthly = gridFrom(day('2026-01-15'), 'monthly', { day: 1 });
    const weekly = regridded(monthly, day('2026-02-11'), 'weekly');
    const on = (grid: typeof weekly, of: string) => periodOn(grid, day('2026-01-15'), day(of));

    it('cuts off the period of its day, and leaves those before it', () => {
      expect(on(weekly, '2026-01-20')).toMatchObject({ until: '2026-02-01', fullDays: 31 });
      expect(on(weekly, '2026-02-10')).toEqual({
        start: '2026-02-01',
        until: '2026-02-11',
        fullDays: 28,
      });
      expect(on(weekly, '2026-02-11')).toEqual({
        start: '2026-02-11',
        until: '2026-02-18',
        fullDays: 7,
      });
      expect(stubEnd(weekly)).toBe('2026-02-01');
    });

    it('ends a stub that is not over', () => {
      expect(stubEnd(regridded(monthly, day('2026-01-20'), 'weekly'))).toBe('2026-01-20');
    });

    it('is the next date where that of the other is later', () => {
      const next = (of: string) => nextGridDate(weekly, day(of));
      expect([next('2026-01-20'), next('2026-02-05'), next('2026-02-12')]).toEqual([
        '2026-02-01',
        '2026-02-11',
        '2026-02-18',
      ]);
    });

    it('is gone without a day where a third begins on its own', () => {
      const third = regridded(weekly, day('2026-02-11'), 'annually');
      expect(third.before).toEqual(weekly.before);
      expect(on(third, '2026-02-10').until).toBe('2026-02-11');
    });
  });
});

it('the whole period of a day reaches over a stub and over what cuts it off', () => {
  const monthly = gridFrom(day('2026-01-15'), 'monthly', { day: 1 });
  const weekly = regridded(monthly, day('2026-02-11'), 'weekly');
  const whole = (of: string) => Object.values(wholePeriodOn(weekly, day(of)));
  expect(whole('2026-01-20')).toEqual(['2026-01-01', '2026-02-01']);
  expect(whole('2026-02-10')).toEqual(['2026-02-01', '2026-03-01']);
  expect(whole('2026-02-11')).toEqual(['2026-02-11', '2026-02-18']);
});
