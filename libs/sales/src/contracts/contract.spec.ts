import { addDays, parseLocalDate as day } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import {
  CONTRACT_OPERATIONS,
  CONTRACT_STATUSES,
  contractFaults,
  nextTerm,
  refuseOutsideTerm,
  refuseUnlessMayBe,
  termMonths,
} from './contract.js';

const term = (startDate: string, endDate: string) => ({
  startDate: day(startDate),
  endDate: day(endDate),
});

describe('the states of a contract', () => {
  const allowed = new Set([
    'draft activate',
    'active give-notice',
    'active renew',
    'active terminate',
    'active expire',
  ]);
  it.each(
    CONTRACT_STATUSES.flatMap((status) =>
      CONTRACT_OPERATIONS.map((operation) => [status, operation] as const),
    ),
  )('%s: %s', (status, operation) => {
    const take = () => {
      try {
        refuseUnlessMayBe(operation, status);
        return 'taken';
      } catch (error) {
        return (error as DomainError).code;
      }
    };
    const isAllowed = allowed.has(`${status} ${operation}`);
    expect(take()).toBe(isAllowed ? 'taken' : 'contract_not_active');
  });
});

describe('the term of a contract', () => {
  it.each([
    ['2025-12-31', '2026-12-31', 'min'],
    ['2026-01-01', '2026-12-31', null],
    ['2026-12-31', '2026-12-31', null],
    ['2027-01-01', '2026-12-31', 'max'],
    ['2099-01-01', null, null],
    ['2025-12-31', null, 'min'],
  ])('what begins on %s of one until %s is refused by %s', (start, end, code) => {
    const startDate = day('2026-01-01');
    const begin = () => {
      try {
        refuseOutsideTerm({ startDate, endDate: end === null ? null : day(end) }, day(start));
        return null;
      } catch (error) {
        const { code: told, options } = error as DomainError;
        return [told, options.errors?.map((each) => [each.pointer, each.code])];
      }
    };
    const refused = code && ['outside_contract_term', [['/startDate', code]]];
    expect(begin()).toEqual(refused);
  });

  it.each([
    ['2026-01-01', '2026-12-31', 12],
    ['2026-01-15', '2026-02-14', 1],
    ['2026-01-31', '2026-02-27', 1],
    ['2026-01-01', '2026-01-15', null],
  ])('from %s to %s has %s months', (start, end, months) => {
    expect(termMonths(term(start, end))).toBe(months);
  });

  it.each([
    [term('2026-01-01', '2026-12-31'), null, term('2027-01-01', '2027-12-31')],
    [term('2026-01-01', '2026-12-31'), 6, term('2027-01-01', '2027-06-30')],
    [term('2026-01-01', '2026-01-15'), null, term('2026-01-16', '2026-01-30')],
  ])('is followed, %j and %s months, by %j', (before, months, after) => {
    expect(nextTerm(before, months, before)).toEqual(after);
  });

  it('is followed without a gap', () => {
    const before = term('2026-03-10', '2027-03-09');
    expect(nextTerm(before, null, before).startDate).toBe(addDays(before.endDate, 1));
  });

  it.each([
    [null, term('2027-04-01', '2028-03-31')],
    [6, term('2027-04-01', '2027-09-30')],
  ])('goes on for as long as its first term, or %s months that are told', (months, after) => {
    const short = term('2027-01-01', '2027-03-31');
    expect(nextTerm(short, months, term('2026-01-01', '2026-12-31'))).toEqual(after);
  });
});

describe('a contract', () => {
  it.each([
    [{ startDate: '2026-01-01', endDate: '2025-12-31' }, ['/endDate']],
    [{ startDate: '2026-01-01', endDate: null, autoRenew: true }, ['/autoRenew']],
    [{ startDate: '2026-01-01', value: '10.00' }, ['/currency']],
    [{ startDate: '2026-01-01', endDate: '2026-01-01', value: '1', currency: 'EUR' }, []],
  ])('like %j is wrong at %j', (contract, pointers) => {
    expect(contractFaults(contract).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
