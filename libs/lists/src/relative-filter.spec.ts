import type { LocalDate } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import type { FilterDay, ListField } from './list-definition.js';
import { matchesFilter } from './match-filter.js';
import { FilterParser } from './parse-filter.js';

const ME = '01a00000-0000-7000-8000-000000000001';
const OTHER = '01a00000-0000-7000-8000-000000000002';
const DAY: FilterDay = {
  today: '2026-03-18' as LocalDate,
  timeZone: 'Europe/Berlin',
  now: '2026-03-18T09:30:00.000Z' as Instant,
  fiscalStart: 4,
  me: { user: ME },
};
const FIELDS: Readonly<Record<string, ListField>> = {
  day: { sql: 't.day', type: 'date' },
  at: { sql: 't.at', type: 'instant' },
  name: { sql: 't.name', type: 'text' },
  ownerId: { sql: 't.owner_id', type: 'id', shows: { target: 'user' } },
  buyerId: { sql: 't.buyer_id', type: 'id', shows: { target: 'portal-user' } },
  accountId: { sql: 't.account_id', type: 'id', shows: { target: 'account' } },
};

/** Whether the record passes, asked whether it fails as well. */
function passes(field: string, op: string, value: unknown, is: string | null): boolean {
  const one = { field, op, value };
  const [plain, negated] = [one, { not: one }].map((tree) => {
    const parser = new FilterParser(FIELDS, { day: DAY });
    const node = parser.parse(tree);
    expect(parser.errors).toEqual([]);
    return node && matchesFilter(FIELDS, node, { [field]: is });
  });
  expect(negated).toBe(!plain);
  return plain === true;
}

const month = { period: 'this_month' };

test.each<[op: string, value: unknown, is: string, passed: boolean]>([
  ['eq', month, '2026-03-01', true],
  ['eq', month, '2026-03-31', true],
  ['eq', month, '2026-02-28', false],
  ['eq', month, '2026-04-01', false],
  ['ne', month, '2026-04-01', true],
  ['lt', month, '2026-02-28', true],
  ['lt', month, '2026-03-01', false],
  ['lte', month, '2026-03-31', true],
  ['lte', month, '2026-04-01', false],
  ['gt', month, '2026-03-31', false],
  ['gt', month, '2026-04-01', true],
  ['gte', month, '2026-03-01', true],
  ['between', [{ period: 'last_quarter' }, month], '2025-10-01', true],
  ['between', [{ period: 'last_quarter' }, month], '2026-04-01', false],
  ['in', [{ period: 'last_month' }, '2026-06-01'], '2026-02-11', true],
  ['in', [{ period: 'last_month' }, '2026-06-01'], '2026-06-01', true],
  ['notIn', [{ period: 'last_month' }], '2026-02-11', false],
  ['eq', { period: 'this_fiscal_year' }, '2025-04-01', true],
  ['eq', { period: 'last_7_days' }, '2026-03-11', false],
  ['eq', { period: 'last_7_days' }, '2026-03-12', true],
  ['lte', 'today+1m', '2026-04-18', true],
  ['gte', 'today-1w', '2026-03-10', false],
])('a date %s %j takes %s: %s', (op, value, is, passed) => {
  expect(passes('day', op, value, is)).toBe(passed);
});

test.each<[op: string, value: unknown, is: string, passed: boolean]>([
  // March begins in Berlin an hour before it does in Greenwich, and ends two before.
  ['eq', month, '2026-02-28T23:00:00.000Z', true],
  ['eq', month, '2026-02-28T22:59:59.999Z', false],
  ['eq', month, '2026-03-31T21:59:59.999Z', true],
  ['eq', month, '2026-03-31T22:00:00.000Z', false],
  ['gte', 'now-1h', '2026-03-18T08:30:00.000Z', true],
  ['gte', 'now-1h', '2026-03-18T08:29:59.999Z', false],
  ['lte', 'now', '2026-03-18T09:30:00.000Z', true],
  ['eq', 'today-1w', '2026-03-11T12:00:00.000Z', true],
  ['eq', '2026-03-11', '2026-03-10T23:00:00.000Z', true],
  ['eq', '2026-03-11', '2026-03-11T23:00:00.000Z', false],
  ['lte', '2026-03-11', '2026-03-11T22:59:59.999Z', true],
  ['gt', '2026-03-11', '2026-03-11T22:59:59.999Z', false],
  ['gte', '2026-03-11', '2026-03-10T22:59:59.999Z', false],
])('an instant %s %j takes %s: %s', (op, value, is, passed) => {
  expect(passes('at', op, value, is)).toBe(passed);
});

test('me is whoever asks, and of another kind of people nobody', () => {
  expect(passes('ownerId', 'eq', 'me', ME)).toBe(true);
  expect(passes('ownerId', 'eq', 'me', OTHER)).toBe(false);
  expect(passes('ownerId', 'in', ['me', OTHER], OTHER)).toBe(true);
  expect(passes('ownerId', 'ne', 'me', null)).toBe(true);
  expect(passes('buyerId', 'eq', 'me', ME)).toBe(false);
  expect(passes('buyerId', 'ne', 'me', ME)).toBe(true);
});

test.each<[field: string, value: unknown]>([
  ['accountId', 'me'],
  ['day', 'now'],
  ['day', { period: 'this_day' }],
  ['day', { period: 'this_month', of: 1 }],
  ['day', ['this_month']],
  ['at', 'now-1m'],
  ['at', 'now+9999999h'],
  ['at', 'today+9999y'],
  ['name', month],
])('%s is not asked about with %j', (field, value) => {
  const parser = new FilterParser(FIELDS, { day: DAY });
  parser.parse({ field, op: 'eq', value });
  expect(parser.errors).toMatchObject([{ pointer: '/value', code: 'type' }]);
});

test('an instant at either end of the calendar is refused and never thrown at', () => {
  for (const today of ['0001-01-01', '9999-12-31'] as LocalDate[]) {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      for (const value of ['today', 'today-1d', { period: 'this_year' }, { period: 'next_week' }]) {
        const parser = new FilterParser(FIELDS, { day: { ...DAY, today, timeZone } });
        expect(() => parser.parse({ field: 'at', op: 'lte', value })).not.toThrow();
      }
    }
  }
});
