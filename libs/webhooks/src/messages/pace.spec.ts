import type { WebhookId } from '../endpoints/endpoint.js';
import { Pace } from './pace.js';

const ID = '01900000-0000-7000-8000-000000000001' as WebhookId;

function noted(pace: Pace, verdict: 'quick' | 'bad', count: number, sentAt: number): void {
  for (let i = 0; i < count; i += 1) pace.note(ID, verdict, sentAt);
}

test('one outage halves once, however many were under way when it began', () => {
  const pace = new Pace();
  noted(pace, 'bad', 11, 10);
  expect(pace.limitAfter(ID, 100)).toBe(50);
  pace.begin(ID, true, 20);
  noted(pace, 'bad', 80, 15);
  expect(pace.limitAfter(ID, 50)).toBeNull();
  noted(pace, 'bad', 6, 21);
  expect(pace.limitAfter(ID, 50)).toBe(25);
});

test('a round begins anew when the limit has been looked at', () => {
  const pace = new Pace();
  pace.noteFull(ID);
  noted(pace, 'quick', 5, 1);
  expect(pace.limitAfter(ID, 5)).toBe(8);
  pace.begin(ID, false, 2);
  expect(pace.limitAfter(ID, 8)).toBeNull();
});
