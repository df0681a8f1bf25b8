import { epochMs, type Instant } from '@quittance/kernel';
import {
  DAILY_JOB,
  EVERYBODY,
  workKey,
  type Note,
  type Quarantined,
  type Standstill,
  type Work,
} from './note.js';

/** So often may the same work end a process. */
const ENDS = 2;
/** So often may the same route, whoever of the company asks. */
const ENDS_OF_ALL = 4;
/**
 * So often in a day may a route for everybody, whoever asks: then it is closed to all strangers for
 * a while.
 */
const ENDS_OF_STRANGERS = 8;
const STRANGERS_SECONDS = 24 * 3600;
const STRANGERS_HOLD: Hold = { first: 60, longest: 15 * 60 };
/**
 * What nobody can put aside, such as a request, is refused for so long, and twice as long each
 * further time.
 */
const HOLD: Hold = { first: 15 * 60, longest: 24 * 3600 };
/** What the timetable asks for once a day is over a quarter of an hour later in any case. */
const DAILY_HOLD: Hold = { first: 25 * 3600, longest: 7 * 24 * 3600 };
/** After a standstill that nobody can explain, a process does one thing at a time for so long. */
export const CAREFUL_SECONDS = 10 * 60;

/** Work that has a place to be put aside, from where people take it up again. */
const PUT_ASIDE: readonly string[] = [
  'event',
  'email',
  'schedule',
  'dunning-invoice',
  'dunning-account',
  'dunning-collection',
  'webhook-message',
  'tax-transaction',
];
/**
 * Looks at what is open at a provider end by themselves within days: none is made while the notes
 * last.
 */
const LOOKED_AT: readonly string[] = ['checkout', 'refund-request'];
const FOR_GOOD: ReadonlySet<string> = new Set([...PUT_ASIDE, ...LOOKED_AT]);

/** Seconds. */
interface Hold {
  readonly first: number;
  readonly longest: number;
}

/** What a history of standstills says of the work to come. Knows nothing of files and clocks. */
export class Quarantine {
  private readonly ends = new Map<string, Standstill[]>();
  /** Work that was put aside before: it has used up its first chance. */
  private readonly before = new Set<string>();
  private readonly unexplained: Standstill[] = [];
  private readonly quarantines: Quarantined[] = [];

  constructor(notes: readonly Note[]) {
    for (const note of [...notes].sort((a, b) => (a.at < b.at ? -1 : 1))) this.add(note);
  }

  add(note: Note): void {
    if (note.what === 'set-aside') {
      this.ends.delete(workKey(note.work));
      this.before.add(workKey(note.work));
    } else if (note.what === 'standstill') {
      if (note.work === null) this.unexplained.push(note);
      else for (const work of countedFor(note.work)) this.count(work, note);
    }
  }

  private count(work: Work, end: Standstill): void {
    const key = workKey(work);
    this.ends.set(key, [...(this.ends.get(key) ?? []), end]);
    const seconds = this.holdOf(work, end.at);
    const { at: since, process } = end;
    if (seconds > 0) this.quarantines.push({ work, since, process, seconds });
  }

  /** In the order in which they began, those that are over included. */
  get begun(): readonly Quarantined[] {
    return this.quarantines;
  }

  get isEmpty(): boolean {
    return this.ends.size === 0;
  }

  /**
   * For how many seconds the work must not be done; 0 when it may, Infinity until it is put aside.
   */
  secondsLeft(work: Work, now: Instant): number {
    return Math.max(...countedFor(work).map((each) => this.holdOf(each, now)));
  }

  /**
   * Whether a set of this kind has stood still in the company: its work is done alone, to find the
   * culprit.
   */
  hasStoodStill(companyId: string | null, set: string): boolean {
    return this.ends.has(workKey({ companyId, kind: set, id: '' }));
  }

  /** Whether processes of this name do one thing at a time. */
  isCareful(process: string, now: Instant): boolean {
    const since = epochMs(now) - CAREFUL_SECONDS * 1000;
    return this.unexplained.some((note) => note.process === process && epochMs(note.at) > since);
  }

  /** Everything that must not be done now. */
  held(now: Instant): readonly Work[] {
    const works = [...this.ends.values()].flatMap(([note]) => note?.work ?? []);
    const byKey = new Map(works.map((work) => [workKey(work), work]));
    return [...byKey.values()].filter((work) => this.secondsLeft(work, now) > 0);
  }

  private chances(work: Work): number {
    if (work.by === EVERYBODY) return isOfStrangers(work) ? ENDS_OF_STRANGERS : ENDS_OF_ALL;
    if (this.before.has(workKey(work))) return 1;
    // The set that stood still had this work in it.
    const inSet = work.set !== undefined && this.hasStoodStill(work.companyId, work.set);
    return inSet ? ENDS - 1 : ENDS;
  }

  private holdOf(work: Work, now: Instant): number {
    const ends = (this.ends.get(workKey(work)) ?? []).filter((end) => counts(work, end, now));
    const chances = this.chances(work);
    // Alone counts for two: a process is careful because it was ended before.
    const count = ends.reduce((sum, { alone }) => sum + (alone ? 2 : 1), 0);
    const last = ends.at(-1);
    if (!last || count < chances) return 0;
    if (FOR_GOOD.has(work.kind)) return Number.POSITIVE_INFINITY;
    const { first, longest } = holdFor(work);
    const hold = Math.min(first * 2 ** (count - chances), longest);
    return Math.max(0, Math.ceil((epochMs(last.at) - epochMs(now)) / 1000 + hold));
  }
}

function holdFor(work: Work): Hold {
  if (work.kind === DAILY_JOB) return DAILY_HOLD;
  return isOfStrangers(work) ? STRANGERS_HOLD : HOLD;
}

/** All requests of nobody known on one route. */
function isOfStrangers({ companyId, by }: Work): boolean {
  return companyId === null && by === EVERYBODY;
}

/** What strangers did days ago closes no route today. */
function counts(work: Work, { at }: Standstill, now: Instant): boolean {
  return !isOfStrangers(work) || epochMs(at) > epochMs(now) - STRANGERS_SECONDS * 1000;
}

/** A request counts for who asked, and for its company as a whole. */
function countedFor(work: Work): readonly Work[] {
  return work.by === undefined ? [work] : [work, { ...work, by: EVERYBODY }];
}
