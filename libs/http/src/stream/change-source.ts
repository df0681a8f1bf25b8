import type { CompanyId } from '@quittance/kernel';

/** Something that has changed, as it is told: nothing of what is in it. */
export interface StreamedChange {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly object: string;
  readonly recordId: string;
  readonly version: number | null;
  /** What has happened to it: `sent`. */
  readonly change: string;
}

/** Somebody who looks through this host. */
export interface Looker {
  readonly companyId: CompanyId;
  /** Whose streams are counted together. */
  readonly holder: string;
}

/** What those who look are told. */
export interface ToldLookers<L extends Looker> {
  /** Those whose session has ended, who may not act any more, or whose rights are others. */
  readonly gone: ReadonlySet<L>;
  /** Of each what they may hear of, in order. */
  readonly of: (looker: L) => readonly StreamedChange[];
}

/** What has changed, and who may hear of it: each host has its own users and changes. */
export abstract class ChangeSource<
  L extends Looker = Looker,
  C extends StreamedChange = StreamedChange,
> {
  /** Of one company so many are found at a time, the newest. */
  abstract readonly most: number;

  /** What has changed in these companies in the last seconds, the oldest first; one question. */
  abstract recent(companies: readonly CompanyId[]): Promise<readonly C[]>;

  /** What came after a change; undefined where that is not known any more. */
  abstract since(companyId: CompanyId, id: string): Promise<readonly C[] | undefined>;

  /**
   * Which of the changes each of those who look may hear of, by rights and reach as they are now:
   * few statements, however many look.
   */
  abstract told(
    companyId: CompanyId,
    lookers: readonly L[],
    changes: readonly C[],
  ): Promise<ToldLookers<L>>;
}
