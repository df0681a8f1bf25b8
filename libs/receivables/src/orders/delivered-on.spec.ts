import type { LocalDate } from '@quittance/calendar';
import { parseInstant } from '@quittance/kernel';
import { deliveredOn } from './delivered-on.js';

const day = (text: string) => text as LocalDate;
const on = { issueDate: day('2026-03-10'), timeZone: 'Europe/Berlin' };
const planned = { shippedOn: null, deliveredAt: null, deliveryDate: day('2026-03-05') };
const [kept, left] = [{ line: { shipped: '0.000000' } }, { line: { shipped: '4.000000' } }];

test('what is invoiced was delivered when it left, and not when that was planned', () => {
  const shipped = { ...planned, shippedOn: day('2026-03-08') };
  expect(deliveredOn(shipped, [kept, left], on)).toBe('2026-03-08');
  // Of what has not left itself the day of the rest says nothing.
  expect(deliveredOn(shipped, [kept], on)).toBe('2026-03-05');
});

test('what nobody shipped was delivered when it arrived, by the clock of the company', () => {
  const arrived = { ...planned, deliveredAt: parseInstant('2026-03-08T23:30:00Z') };
  expect(deliveredOn(arrived, [kept], on)).toBe('2026-03-09');
});

test('no invoice states a day behind its own', () => {
  const ahead = { ...planned, deliveryDate: day('2026-03-11') };
  expect(deliveredOn(ahead, [kept], on)).toBeNull();
  expect(deliveredOn({ ...planned, shippedOn: day('2026-03-12') }, [left], on)).toBeNull();
  expect(deliveredOn({ ...planned, deliveryDate: on.issueDate }, [kept], on)).toBe('2026-03-10');
});
