import type { DomainError } from '@quittance/kernel';
import type { RecordId, RecordView, RecordWarning } from '@quittance/metadata';

/** What is sent for one record: member → value, not yet checked. */
export type RecordInput = Readonly<Record<string, unknown>>;

export interface RecordUpdate {
  readonly id: RecordId;
  /** What `If-Match` names; null or absent: any. */
  readonly expectedVersion?: number | null;
  /** Merged into the record; null clears a member. */
  readonly patch: RecordInput;
}

export interface RecordDeletion {
  readonly id: RecordId;
  readonly expectedVersion?: number | null;
}

export interface RecordOptions {
  /** An operation writes, not a caller's body: members that are read only may be set. */
  readonly trusted?: boolean;
  /**
   * Records outside the actor's scope may be changed: what a change here brings about elsewhere.
   */
  readonly unscoped?: boolean;
  /**
   * The object's own rules bring the change about, nobody asked for it: the checks that judge a
   * record are not asked, so that one record cannot keep another from being saved.
   */
  readonly cascade?: boolean;
  /**
   * With `cascade`: what must stay as it is stays so, though nobody judges it. A record does that
   * awaits an approval.
   */
  readonly held?: boolean;
  /** What a copy takes over of its original: it points there already, whoever may see that. */
  readonly standing?: RecordInput;
  /**
   * What was sent, where an operation takes the rest of its input from another record: whoever asks
   * may be kept from that.
   */
  readonly sent?: RecordInput;
  /** Custom fields that whoever writes could be asked for; of the others none is missed. */
  readonly asked?: ReadonlySet<string>;
  /** Told what does not forbid saving. */
  readonly onWarning?: (index: number, warning: RecordWarning) => void;
  /** Says of an operation of its own what the log shall say: `lead.converted`. */
  readonly action?: string;
}

/** How one record of a set fared. */
export type RecordOutcome =
  | {
      readonly record: RecordView;
      /** It was so already: nothing was written. */
      readonly unchanged?: boolean;
      readonly error?: undefined;
    }
  | { readonly record?: undefined; readonly error: DomainError };
