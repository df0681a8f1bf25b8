import { sql } from '@quittance/database';

/** Lets one import of a company write at a time, so that the look-up below stays true. */
export const LOCK_IMPORT = sql(
  `select pg_advisory_xact_lock(hashtextextended('receivables.import ' || $1::text, 0))`,
);

/**
 * Which invoices of another system are here already; served by their unique index. Joined, because
 * `= any` of a long parameter is compared one by one, and not prepared, because a plan made while
 * the table was small would search it once per reference.
 */
export const KNOWN_REFERENCES = `
  select i.external_reference as reference from unnest($2::text[]) as r (reference)
  join receivables.invoice i on i.company_id = $1 and i.external_reference = r.reference
    and i.external_reference is not null`;
