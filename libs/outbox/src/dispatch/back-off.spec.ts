import { epochMs, parseInstant } from '@quittance/kernel';
import { TRIES, afterContention, afterFailure } from './back-off.js';

const NOW = parseInstant('2026-03-02T09:00:00.000Z');

function pauses(): (number | null)[] {
  return Array.from({ length: TRIES }, (_, attempts) => {
    const { nextAttemptAt } = afterFailure(attempts, NOW);
    return nextAttemptAt && (epochMs(nextAttemptAt) - epochMs(NOW)) / 1000;
  });
}

describe('afterFailure', () => {
  it('doubles the pause each time and gives up at the tenth failure', () => {
    expect(pauses()).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, null]);
  });

  it('says dead exactly when it gives up', () => {
    expect(afterFailure(TRIES - 2, NOW).state).toBe('pending');
    expect(afterFailure(TRIES - 1, NOW)).toEqual({
      state: 'dead',
      attempts: TRIES,
      nextAttemptAt: null,
    });
  });
});

describe('afterContention', () => {
  it('pauses without using up a try, however many there were', () => {
    expect(afterContention(TRIES - 1, NOW)).toEqual({
      state: 'pending',
      attempts: TRIES - 1,
      nextAttemptAt: '2026-03-02T09:00:05.000Z',
    });
  });
});
