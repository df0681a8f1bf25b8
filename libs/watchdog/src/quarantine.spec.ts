import { addSeconds, parseInstant } from '@quittance/kernel';
import type { Note, Standstill, Work } from './note.js';
import { Quarantine } from './quarantine.js';

const NOW = parseInstant('2026-03-01T12:00:00Z');
const EVENT: Work = { companyId: 'c1', kind: 'event', id: 'e1', set: 'event-set' };
const EVENTS: Work = { companyId: 'c1', kind: 'event-set', id: '' };
const JOB: Work = { companyId: 'c1', kind: 'job', id: 'case-sweep' };
const REQUEST: Work = { companyId: 'c1', kind: 'request', id: 'POST /a', by: 'staff:u1' };

function end(work: Work | null, secondsAgo = 60, more: Partial<Standstill> = {}): Standstill {
  const at = addSeconds(NOW, -secondsAgo);
  const about = { process: 'worker', seconds: 10, alone: false, stack: [] };
  return { what: 'standstill', at, work, ...about, ...more };
}

function aside(work: Work, secondsAgo = 30): Note {
  return { what: 'set-aside', at: addSeconds(NOW, -secondsAgo), work };
}

const left = (work: Work, ...notes: readonly Note[]) =>
  new Quarantine(notes).secondsLeft(work, NOW);
const FOR_EVER = Number.POSITIVE_INFINITY;

describe('work that can be put aside', () => {
  it('is tried again after one end, and not after two', () => {
    expect(left(EVENT)).toBe(0);
    expect(left(EVENT, end(EVENT))).toBe(0);
    expect(left(EVENT, end(EVENT), end(EVENT))).toBe(FOR_EVER);
  });

  it('is not held for the ends of others', () => {
    const others = [
      { ...EVENT, id: 'e2' },
      { ...EVENT, companyId: 'c2' },
      { ...EVENT, kind: 'email' },
    ];
    expect(left(EVENT, ...others.flatMap((work) => [end(work), end(work)]), end(null))).toBe(0);
  });

  it('is found in a set that stood still: the set counts as its first end', () => {
    expect(left(EVENT, end(EVENTS))).toBe(0);
    expect(left(EVENT, end(EVENTS), end(EVENT))).toBe(FOR_EVER);
    expect(left(EVENT, end({ ...EVENTS, companyId: 'c2' }), end(EVENT))).toBe(0);
  });

  it('has one more chance when a person tries it again', () => {
    const first = [end(EVENT, 300), end(EVENT, 200), aside(EVENT, 100)];
    expect(left(EVENT, ...first)).toBe(0);
    expect(left(EVENT, ...first, end(EVENT, 50))).toBe(FOR_EVER);
  });

  it('is left out for as long as anybody knows, where looks at it are few', () => {
    const look: Work = { companyId: 'c1', kind: 'checkout', id: 'l1' };
    expect([left(look, end(look)), left(look, end(look), end(look))]).toEqual([0, FOR_EVER]);
  });

  it('counts twice where nothing else was under way, after an end nobody could explain', () => {
    expect(left(EVENT, end(null, 90), end(EVENT, 60, { alone: true }))).toBe(FOR_EVER);
  });
});

describe('work that nobody can put aside', () => {
  it('is held for a quarter of an hour, and for twice as long each further time', () => {
    expect(left(JOB, end(JOB, 60))).toBe(0);
    expect(left(JOB, end(JOB, 90), end(JOB, 60))).toBe(15 * 60 - 60);
    expect(left(JOB, end(JOB, 2000), end(JOB, 1000))).toBe(0);
    expect(left(JOB, end(JOB, 9000), end(JOB, 8000), end(JOB, 60))).toBe(30 * 60 - 60);
    const many = Array.from({ length: 30 }, (_, i) => end(JOB, 100 + i));
    expect(left(JOB, ...many, end(JOB, 60))).toBe(24 * 3600 - 60);
  });

  it('that comes once a day is left out the next day at least', () => {
    const daily: Work = { companyId: 'c1', kind: 'daily-job', id: 'housekeeping-events' };
    const [night, hour] = [24 * 3600, 3600];
    expect(left(daily, end(daily, night))).toBe(0);
    expect(left(daily, end(daily, 2 * night), end(daily, night))).toBe(hour);
    expect(left(daily, end(daily, 4 * night), end(daily, 3 * night), end(daily, night))).toBe(
      26 * hour,
    );
  });

  it('is refused to who asked, then to the whole company, and never to another', () => {
    const colleague = { ...REQUEST, by: 'api_key:k1' };
    const stranger = { ...REQUEST, companyId: 'c2' };
    const two = [end(REQUEST), end(REQUEST)];
    expect(left(REQUEST, ...two)).toBe(14 * 60);
    expect(left(colleague, ...two)).toBe(0);
    expect(left({ ...REQUEST, id: 'GET /a' }, ...two)).toBe(0);
    const four = [...two, end(colleague), end({ ...REQUEST, by: 'staff:u2' })];
    expect(left({ ...REQUEST, by: 'staff:u3' }, ...four)).toBe(14 * 60);
    expect(left(stranger, ...four)).toBe(0);
  });
});

describe('a request of nobody known', () => {
  const at = (by: string, id = 'POST /forms'): Work => {
    return { companyId: null, kind: 'request', id, by };
  };
  const from = (address: number) => at(`address:192.0.2.${address}`);

  it('is refused to who sent it, and to nobody else at the same route', () => {
    const two = [end(from(1)), end(from(1))];
    expect(left(from(1), ...two)).toBe(14 * 60);
    expect([left(from(2), ...two), left({ ...from(1), id: 'GET /forms' }, ...two)]).toEqual([0, 0]);
    const four = [1, 1, 2, 2].map((address) => end(from(address)));
    expect(left(from(3), ...four)).toBe(0);
  });

  it('closes its route to all strangers after eight ends in a day, for minutes', () => {
    const eight = [1, 1, 2, 2, 3, 3, 4].map((address) => end(from(address), 3600));
    expect(left(from(9), ...eight)).toBe(0);
    expect(left(from(9), ...eight, end(from(4), 20))).toBe(40);
    expect(left(from(9), ...eight, end(from(4), 90), end(from(5), 20))).toBe(100);
    const many = Array.from({ length: 30 }, (_, i) => end(from(i), 60 + i));
    expect(left(from(99), ...many, end(from(98), 20))).toBe(15 * 60 - 20);
    expect(left(at('body:x', 'POST /hook'), ...many)).toBe(0);
    const yesterday = many.map((each) => ({ ...each, at: addSeconds(each.at, -86_400) }));
    expect(left(from(99), ...yesterday, end(from(98), 20))).toBe(0);
  });
});

it('does the works of a set one by one when the set has stood still, in its company', () => {
  const stood = (companyId: string, kind: string) =>
    new Quarantine([end(EVENTS, 86_400)]).hasStoodStill(companyId, kind);
  expect(stood('c1', 'event-set')).toBe(true);
  expect([stood('c2', 'event-set'), stood('c1', 'schedule-set')]).toEqual([false, false]);
});

it('is careful for a while after an end that nobody can explain, in processes of that name', () => {
  const careful = (process: string, secondsAgo: number) =>
    new Quarantine([end(null, secondsAgo)]).isCareful(process, NOW);
  expect([careful('worker', 60), careful('worker', 601), careful('staff-api', 60)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(new Quarantine([end(EVENT)]).isCareful('worker', NOW)).toBe(false);
});

it('tells everything that is held', () => {
  const notes = [EVENT, EVENT, JOB, REQUEST, REQUEST].map((work) => end(work));
  expect(new Quarantine(notes).held(NOW)).toEqual([EVENT, REQUEST]);
});

it('tells which quarantines began, also of work that has been put aside since', () => {
  const begun = (...notes: readonly Note[]) =>
    new Quarantine(notes).begun.map(({ work, since }) => [work.id, work.by, since]);
  const last = addSeconds(NOW, -60);
  expect(begun(end(EVENT))).toEqual([]);
  expect(begun(end(EVENT, 90), end(EVENT), aside(EVENT))).toEqual([['e1', undefined, last]]);
  const four = [100, 90, 80].map((ago, i) => end({ ...REQUEST, by: `staff:u${i}` }, ago));
  expect(begun(...four, end({ ...REQUEST, by: 'staff:u9' }))).toEqual([['POST /a', '*', last]]);
});
