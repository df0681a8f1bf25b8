import { addSeconds, parseInstant, type Instant } from '@quittance/kernel';
import fc from 'fast-check';
import { LOCK_SECONDS, TRIES_IN_LOCK, UNLOCKED, judgeAttempt, type LockState } from './lock-out.js';

const START = parseInstant('2026-03-02T09:00:00.000Z');

function afterFailures(count: number, at: Instant = START): LockState {
  let state = UNLOCKED;
  for (let n = 0; n < count; n += 1) state = judgeAttempt(state, false, at).state;
  return state;
}

describe('judgeAttempt', () => {
  it('admits a right password after four failures and forgets them', () => {
    const verdict = judgeAttempt(afterFailures(4), true, START);
    expect(verdict).toEqual({ outcome: 'admitted', state: UNLOCKED });
  });

  it('locks for 15 minutes at the fifth failure', () => {
    const verdict = judgeAttempt(afterFailures(4), false, START);
    expect(verdict).toMatchObject({
      outcome: 'refused',
      lockedNow: true,
      state: { failures: 5, lockedUntil: '2026-03-02T09:15:00.000Z' },
    });
  });

  it('says how long to wait to the right password of a locked account', () => {
    const verdict = judgeAttempt(afterFailures(5), true, addSeconds(START, 60));
    expect(verdict).toMatchObject({ outcome: 'locked', secondsLeft: LOCK_SECONDS - 60 });
  });

  it('neither counts nor prolongs a lock for wrong passwords', () => {
    const locked = afterFailures(5);
    expect(judgeAttempt(locked, false, addSeconds(START, 899)).state).toEqual(locked);
  });

  it('looks at five passwords in a lock where it is told so: a sixth is wrong though right', () => {
    const later = addSeconds(START, 60);
    const judge = (before: LockState, matches: boolean) =>
      judgeAttempt(before, matches, later, TRIES_IN_LOCK);
    let state = afterFailures(5);
    for (let n = 0; n < 4; n += 1) state = judge(state, false).state;
    const fifth = judge(state, true);
    expect(fifth.outcome).toBe('locked');
    expect(judge(fifth.state, true)).toEqual({
      outcome: 'refused',
      state: fifth.state,
      lockedNow: false,
    });
    expect(judgeAttempt(fifth.state, true, addSeconds(START, 900)).outcome).toBe('admitted');
  });

  it('opens exactly when the lock runs out', () => {
    const locked = afterFailures(5);
    expect(judgeAttempt(locked, true, addSeconds(START, 899)).outcome).toBe('locked');
    expect(judgeAttempt(locked, true, addSeconds(START, 900)).outcome).toBe('admitted');
  });

  it('starts a new count after a lock', () => {
    const verdict = judgeAttempt(afterFailures(5), false, addSeconds(START, 900));
    expect(verdict.state).toEqual({ failures: 1, lockedUntil: null, triesInLock: 0 });
  });

  it('never counts above five and never admits while locked, whatever the history', () => {
    const step = fc.record({ matches: fc.boolean(), pause: fc.integer({ min: 0, max: 1200 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state = UNLOCKED;
        let now = START;
        for (const { matches, pause } of steps) {
          now = addSeconds(now, pause);
          const wasLocked = state.lockedUntil !== null && state.lockedUntil > now;
          const verdict = judgeAttempt(state, matches, now);
          expect(wasLocked && verdict.outcome === 'admitted').toBe(false);
          expect(verdict.state.failures).toBeLessThanOrEqual(5);
          expect(verdict.state.failures === 5).toBe(verdict.state.lockedUntil !== null);
          state = verdict.state;
        }
      }),
    );
  });
});
