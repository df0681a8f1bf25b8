import { addSeconds, type Instant } from '@quittance/kernel';
import type { Sent } from '@quittance/webhooks';
import { pushOutcome } from './push-outcome.js';

const now = '2026-03-02T09:00:00.000Z' as Instant;
const sent = (statusCode: number | null, retryAfter: string | null = null): Sent => {
  const isTaken = statusCode !== null && statusCode < 300;
  return { statusCode, error: isTaken ? null : 'http_status', answer: '', retryAfter };
};
const tried = (of: Sent, attempts = 1, createdAt = now) =>
  pushOutcome(of, { attempts, createdAt, now });
const again = (seconds: number) => ({ is: 'again', at: addSeconds(now, seconds) });

test.each([
  ['that is taken is done', sent(201), { is: 'done' }],
  ['to a browser that is not there any more ends it', sent(410), { is: 'gone' }],
  ['to an address that nobody knows ends it', sent(404), { is: 'gone' }],
  ['that is refused for what it is, is given up', sent(413), { is: 'done' }],
  ['that a redirect sends elsewhere is given up', sent(307), { is: 'done' }],
  ['to a service that is down is tried again', sent(503), again(60)],
  ['that has no answer is tried again', sent(null), again(60)],
  ['that comes too often waits as long as it is told', sent(429, '900'), again(900)],
  ['that is told a day in words waits as ever', sent(429, 'Mon, 02 Mar 2026'), again(60)],
  ['that shall wait for longer than it is news is given up', sent(429, '90000'), { is: 'done' }],
])('a push %s', (_, of, outcome) => {
  expect(tried(of)).toEqual(outcome);
});

test('a push is tried five times, and not on the next day', () => {
  expect([2, 3, 4, 5].map((n) => tried(sent(500), n))).toEqual([
    again(300),
    again(1800),
    again(7200),
    { is: 'done' },
  ]);
  const yesterday = addSeconds(now, -23 * 3600);
  expect(tried(sent(500), 1, yesterday)).toEqual(again(60));
  expect(tried(sent(500), 4, yesterday)).toEqual({ is: 'done' });
});
