import type { Instant } from '@quittance/kernel';

/** A piece of work of one company; of none where nobody is known who asks for it. */
export interface Work {
  readonly companyId: string | null;
  readonly kind: string;
  readonly id: string;
  /** The kind of the set that it is done in unless a set has stood still. */
  readonly set?: string;
  /** Whose request it is. */
  readonly by?: string;
}

/** The kind of what the timetable asks for once a day, or a few times. */
export const DAILY_JOB = 'daily-job';

/** A process has ended itself because its loop stood still. */
export interface Standstill {
  readonly what: 'standstill';
  readonly at: Instant;
  readonly process: string;
  readonly seconds: number;
  /** What the process was doing; null where that could not be found out. */
  readonly work: Work | null;
  /** Nothing else was under way: the process was doing one thing at a time. */
  readonly alone: boolean;
  /** The innermost functions first. */
  readonly stack: readonly string[];
}

/** Work in quarantine was put where its company sees it, and may be tried again from there. */
export interface SetAside {
  readonly what: 'set-aside';
  readonly at: Instant;
  readonly work: Work;
}

/** The company was told that its work is in quarantine since then. */
export interface ReportNote {
  readonly what: 'told';
  readonly at: Instant;
  readonly work: Work;
  readonly since: Instant;
}

/** What a process leaves behind for those that start after it. */
export type Note = Standstill | SetAside | ReportNote;

/** Work that is not done since it has ended a process once too often. */
export interface Quarantined {
  readonly work: Work;
  /** When its last end was: together with the work that names the quarantine. */
  readonly since: Instant;
  readonly process: string;
  /** Infinity until it is put aside. */
  readonly seconds: number;
}

/** Every request of a company on a route, whoever asks. */
export const EVERYBODY = '*';

/** The same for every process and every start. */
export function workKey({ companyId, kind, id, by = '' }: Work): string {
  return [companyId ?? '', kind, id, by].join(' ');
}
