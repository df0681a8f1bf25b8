/** Something that is true of the rows of every company at every instant. */
export interface Invariant {
  readonly id: string;
  /** What holds, as a sentence. */
  readonly holds: string;
  /**
   * One statement over all companies that returns the rows for which it does not hold:
   * `company_id`, `object`, `record` (a number or an id) and `wrong`, a sentence.
   */
  readonly text: string;
}

export interface Violation {
  readonly invariant: string;
  /** Null where it is about the database and no company's rows. */
  readonly companyId: string | null;
  readonly object: string;
  readonly record: string;
  readonly wrong: string;
}

export interface CheckedInvariant {
  readonly id: string;
  readonly holds: string;
  /** How many rows violate it; `violations` lists the first of them. */
  readonly count: number;
  readonly violations: readonly Violation[];
  readonly milliseconds: number;
}

/** Asks the database as the owner of the tables, who sees every company. */
export type OwnerQuery = (text: string) => Promise<unknown[]>;

interface Row {
  company_id: string | null;
  object: string;
  record: string;
  wrong: string;
  count: number;
}

/** Listed per invariant; the count is always complete. */
const LISTED = 1000;

/** Runs the statements one after the other, each on the whole database. */
export async function checkInvariants(
  query: OwnerQuery,
  invariants: readonly Invariant[],
): Promise<CheckedInvariant[]> {
  const checked: CheckedInvariant[] = [];
  for (const { id, holds, text } of invariants) {
    const started = process.hrtime.bigint();
    const rows = (await query(
      `select v.company_id::text, v.object, v.record::text, v.wrong, count(*) over ()::int as count
       from (${text}) v order by 1, 2, 3 limit ${LISTED}`,
    )) as Row[];
    checked.push({
      id,
      holds,
      count: rows[0]?.count ?? 0,
      violations: rows.map((row) => ({
        invariant: id,
        companyId: row.company_id,
        object: row.object,
        record: row.record,
        wrong: row.wrong,
      })),
      milliseconds: Number((process.hrtime.bigint() - started) / 1_000_000n),
    });
  }
  return checked;
}
