import type { ApprovalLimit } from '../actors/portal-actor.js';
import { refuseAboveLimit } from './approval-limit.js';

const limit = (
  amount: bigint | null,
  period: ApprovalLimit['period'] = 'order',
): ApprovalLimit => ({
  amount,
  currency: 'EUR',
  period,
});

it.each([
  ['nothing is limited', limit(null), 10n, 'USD'],
  ['it is the limit', limit(100n), 100n, 'EUR'],
])('agrees where %s', (_, of, total, currency) => {
  expect(() => refuseAboveLimit(of, total, currency)).not.toThrow();
});

it.each([
  ['above the limit', limit(100n), 101n, 'EUR'],
  ['by a limit of nothing', limit(0n), 0n, 'EUR'],
  ['in another currency', limit(100n), 1n, 'USD'],
  ['by a limit that adds up', limit(100n, 'month'), 1n, 'EUR'],
])('refuses what is %s', (_, of, total, currency) => {
  expect(() => refuseAboveLimit(of, total, currency)).toThrow(
    expect.objectContaining({ code: 'approval_limit_exceeded' }),
  );
});
