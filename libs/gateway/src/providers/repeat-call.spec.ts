import { PassingFailure, repeatCall } from './repeat-call.js';

const HOUR = 3_600_000;

/** Fails in passing twice, then answers. */
function thirdTime() {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries < 3) throw new PassingFailure('unreachable', 'Not now');
    return tries;
  };
}

test('the pauses of a repeated call are drawn by the random that is given', async () => {
  let drawn = 0;
  const random = {
    next: () => {
      drawn += 1;
      return 0;
    },
  };
  const times = { requestMs: 1000, pauseMs: HOUR, random };
  // With any other chance it would wait for an hour or two.
  expect(await repeatCall(thirdTime(), times, new AbortController().signal)).toBe(3);
  expect(drawn).toBe(2);
});
