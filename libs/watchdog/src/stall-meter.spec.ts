import { longestStill, StallMeter, type Look } from './stall-meter.js';

interface Seen {
  readonly beat?: number;
  readonly at?: number;
  readonly waited?: number;
}

/** Looks every 250 ms, unless it says otherwise. */
function measure(...looks: readonly Seen[]): number {
  const meter = new StallMeter(1000);
  let still = 0;
  let last = { beat: 1, at: 0, waited: 0 };
  const look = (): Look => ({ ...last, waited: () => last.waited });
  meter.look(look());
  for (const seen of looks) {
    last = { ...last, at: last.at + 250, ...seen };
    still = meter.look(look());
  }
  return still;
}

it('adds up while the loop does not turn', () => {
  expect(measure({}, {}, {}, {})).toBe(1000);
});

it('begins anew with every turn', () => {
  expect(measure({}, {}, { beat: 2 })).toBe(0);
  expect(measure({}, {}, { beat: 2 }, {})).toBe(250);
});

it('takes a suspended machine for one look: the watcher was suspended with the loop', () => {
  expect(measure({}, { at: 3_600_000 })).toBe(1250);
});

it('does not count the time in which no processor was free', () => {
  expect(measure({ waited: 240 }, { waited: 480 }, { waited: 720 })).toBe(250 + 10 + 10);
  // Waiting is told when it is over.
  expect(measure({}, {}, {}, { waited: 900 })).toBe(100);
});

it('owes nothing for waiting that came to more than what it saw', () => {
  expect(measure({}, { waited: 5000 }, {}, {})).toBe(500);
});

it('leaves a process a minute to load what it is made of, and more where it is given more', () => {
  expect([longestStill(10_000, true), longestStill(10_000, false)]).toEqual([10_000, 60_000]);
  expect(longestStill(90_000, false)).toBe(90_000);
});
