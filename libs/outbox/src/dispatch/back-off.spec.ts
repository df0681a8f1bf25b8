import { epochMs, parseInstant } from '@quittance/kernel';
import { EVENT_TRIES, afterContention, afterFailure } from './back-off.js';

const NOW = parseInstant('2026-03-02T09:00:00.000Z');

function pauses(): (number | null)[] {
  return Array.from({ length: EVENT_TRIES }, (_, attempts) => {
    const { nextAttemptAt } = afterFailure(attempts, NOW);
    return nextAttemptAt && (epochMs(nextAttemptAt) - epochMs(NOW)) / 1000;
  });
}

describe('afterFailure', () => {
  it('doubles the pause each time and gives up at the tenth failure', () => {
    expect(pauses()).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, null]);
  });

  it('says dead exactly when it gives up', () => {
    expect(afterFailure(EVENT_TRIES - 2, NOW).state).toBe('pending');
    expect(afterFailure(EVENT_TRIES - 1, NOW)).toEqual({
      state: 'dead',
      attempts: EVENT_TRIES,
      nextAttemptAt: null,
    });
  });
});

describe('afterContention', () => {
  it('pauses without using up a try, however many there were', () => {
    expect(afterContention(EVENT_TRIES - 1, NOW)).toEqual({
      state: 'pending',
      attempts: EVENT_TRIES - 1,
      nextAttemptAt: '2026-03-02T09:00:05.000Z',
    });
  });
});
