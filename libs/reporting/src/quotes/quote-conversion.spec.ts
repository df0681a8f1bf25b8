import { conversionLine } from './quote-conversion.lists.js';

const row = {
  month: '2026-03',
  ownerId: null,
  ownerName: null,
  currency: 'EUR',
  sent: 3,
  accepted: 2,
  rejected: 1,
  expired: 0,
  cancelled: 0,
  open: 0,
  sentValue: 30_000n,
  acceptedValue: 20_000n,
  acceptedDays: 15,
} as const;

describe('a line of quote conversion', () => {
  it('has the share that was accepted, and how long that took', () => {
    expect(conversionLine(row)).toMatchObject({
      sentValue: '300.00',
      acceptedValue: '200.00',
      rate: '66.7',
      averageDaysToAccept: '7.5',
    });
  });

  it('has no time to accept where nothing was', () => {
    const none = { ...row, accepted: 0, acceptedValue: 0n, acceptedDays: 0 };
    expect(conversionLine(none)).toMatchObject({ rate: '0.0', averageDaysToAccept: null });
  });
});
