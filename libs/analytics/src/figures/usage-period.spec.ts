import type { LocalDate } from '@quittance/calendar';
import { usagePeriod, type PortalUsageAsk } from './usage-period.js';

const COMPANY = { timeZone: 'Europe/Berlin', today: '2026-03-02' as LocalDate };
const asked = (days: Readonly<Record<string, string>>) => () =>
  usagePeriod(days as PortalUsageAsk, COMPANY);

it.each([
  [{ to: '0001-01-01' }, 'min'],
  [{ from: '0001-01-01', to: '0001-01-02' }, 'min'],
  [{ to: '9999-12-31' }, 'max'],
  [{ from: '0001-01-01' }, 'max'],
  [{ from: '2026-03-03' }, 'min'],
])('refuses days as of %j', (days, code) => {
  const fault = expect.objectContaining({ pointer: '/to', code });
  expect(asked(days)).toThrow(expect.objectContaining({ options: { errors: [fault] } }));
});

it('takes days up to the last that has one behind it', () => {
  expect(asked({ to: '9999-12-30' })()).toMatchObject({ from: '9999-12-01', to: '9999-12-30' });
});
