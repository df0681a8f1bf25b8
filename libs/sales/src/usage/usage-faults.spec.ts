import { newId, parseInstant } from '@quittance/kernel';
import { isLocalDate, type LocalDate } from '@quittance/calendar';
import { checkUsage, usageFaults, type UsedMeter, type UsedSubscription } from './check-usage.js';
import { isUnread, readUsageEvent, type SentEvent } from './read-usage-event.js';
import { MOST_OTHER_FAULTS, usageFault, usageRefusal } from './usage-fault.js';

const day = (text: string): LocalDate => {
  if (!isLocalDate(text)) throw new RangeError(text);
  return text;
};
const METER: UsedMeter = {
  id: newId<'meter'>(),
  code: 'users',
  aggregation: 'unique_count',
  countedProperty: 'user',
};
const SUBSCRIPTION: UsedSubscription = {
  id: newId<'subscription'>(),
  externalKey: null,
  status: 'active',
  startDate: day('2026-04-01'),
  cancelAt: null,
  endedOn: null,
  suspendedOn: null,
  suspendedReason: null,
  pauseOn: null,
  usageWhilePaused: false,
};
const TERMS = {
  now: parseInstant('2026-04-30T10:00:00Z'),
  timeZone: 'UTC',
  maxLateDays: 60,
  pauses: new Map(),
};
const ROW = {
  eventId: 'e',
  meter: 'users',
  subscriptionId: SUBSCRIPTION.id,
  timestamp: '2026-04-10T00:00:00Z',
  properties: { user: 'ada' },
};

function faultsOf(changes: object, meter?: UsedMeter, subscription?: UsedSubscription) {
  const read = readUsageEvent({ ...ROW, ...changes });
  const known = isUnread(read) ? read.known : read;
  const faults = usageFaults(known, meter, subscription, TERMS);
  return [...(isUnread(read) ? read.faults : []), ...faults].map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );
}

describe('an event of usage', () => {
  it('in which nothing is wrong is taken', () => {
    expect(faultsOf({}, METER, SUBSCRIPTION)).toEqual([]);
    expect(checkUsage(readUsageEvent(ROW) as SentEvent, METER, SUBSCRIPTION, TERMS)).toMatchObject({
      day: '2026-04-10',
      counted: 'ada',
    });
  });

  it.each([
    [
      { eventId: 1, meter: '', timestamp: 'now', subscriptionId: 'x', properties: 1, value: {} },
      METER,
      SUBSCRIPTION,
      [
        'event_invalid /eventId',
        'event_invalid /meter',
        'event_invalid /timestamp',
        'subscription_unknown /subscriptionId',
        'event_invalid /properties',
        'value_invalid /value',
      ],
    ],
    [
      { more: 1, 'a/b': 2, value: '1.0000001', properties: {} },
      METER,
      SUBSCRIPTION,
      [
        'event_invalid /more',
        'event_invalid /a~1b',
        'value_invalid /value',
        'value_invalid /properties/user',
      ],
    ],
    [
      { timestamp: '2027-01-01T00:00:00Z' },
      undefined,
      undefined,
      [
        'meter_unknown /meter',
        'subscription_unknown /subscriptionId',
        'usage_in_future /timestamp',
      ],
    ],
    [
      { timestamp: '2026-03-31T00:00:00Z', value: '-1', properties: null },
      METER,
      SUBSCRIPTION,
      ['usage_before_start /timestamp', 'value_invalid /value', 'value_invalid /properties/user'],
    ],
  ])('tells all that is wrong with it at once: %j', (changes, meter, subscription, told) => {
    expect(faultsOf(changes, meter, subscription)).toEqual(told);
  });

  it('is late by days of the company, and not by hours', () => {
    const none = { ...TERMS, timeZone: 'Europe/Berlin', maxLateDays: 0 };
    const late = (timestamp: string, maxLateDays: number) => {
      const sent = readUsageEvent({ ...ROW, timestamp }) as SentEvent;
      const faults = usageFaults(sent, METER, SUBSCRIPTION, { ...none, maxLateDays });
      return faults.map(({ code }) => code);
    };
    expect([late('2026-04-29T22:00:00Z', 0), late('2026-04-30T09:59:59.999Z', 0)]).toEqual([
      [],
      [],
    ]);
    expect(late('2026-04-29T21:59:59.999Z', 0)).toEqual(['usage_too_late']);
    expect([late('2026-04-27T22:00:00Z', 2), late('2026-04-27T21:59:59Z', 2)]).toEqual([
      [],
      ['usage_too_late'],
    ]);
  });

  it('is told by its first fault, and by so many others at most', () => {
    const [first, second] = [usageFault('meter_unknown'), usageFault('usage_in_future')];
    expect(usageRefusal([first])).toEqual(first);
    expect(usageRefusal([first, second])).toEqual({ ...first, others: [second] });
    const many = Array.from({ length: 100 }, () => second);
    expect(usageRefusal([first, ...many]).others).toHaveLength(MOST_OTHER_FAULTS);
  });
});
