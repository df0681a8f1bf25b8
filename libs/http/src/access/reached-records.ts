import type { RecordReach } from '@quittance/access';

/** Records that a role may reach some of, as far as paths and bodies name them. */
export interface ReachedRecords {
  /** Of one, beside the id of what may be of any kind: `credit-note`. */
  readonly name: string;
  /** What people call one, in refusals. */
  readonly label: string;
  /** Where they are served: `/invoices`. */
  readonly path: string;
  /** With its schema. It has `company_id` and `id`. */
  readonly table: string;
  readonly reach: RecordReach;
  /**
   * How they reach the account that they are about, which binds whoever does something else with
   * them: makes an invoice of an order, or a credit note of an invoice.
   */
  readonly account?: RecordReach['ways'];
  /** The members of bodies that hold the id of one, or ids of several: `accountId`. */
  readonly members: readonly string[];
  /**
   * Bodies sent to its own path are judged by the operations themselves, which tell what is newly
   * pointed at from what was.
   */
  readonly judged?: boolean;
}

/** Members of which another one beside them says what they are the id of, by that one's name. */
export interface NamedByKind {
  readonly id: string;
  readonly kind: string;
  /** The kinds by what that member says, where those are other words. */
  readonly named?: Readonly<Record<string, string>>;
}

/** What the host's paths and bodies name; none where a host is for everybody's records. */
export abstract class ReachedRecordsTable {
  abstract readonly records: readonly ReachedRecords[];
  abstract readonly byKind: readonly NamedByKind[];
}
