import { sql } from '@quittance/database';

/** Lets one import of a company write at a time, so that the look-up below stays true. */
export const LOCK_IMPORT = sql(
  `select pg_advisory_xact_lock(hashtextextended('billing.import ' || $1::text, 0))`,
);

/** Which invoices of another system are here already; served by their unique index. */
export const KNOWN_REFERENCES = sql(`
  select external_reference as reference from billing.invoice
  where company_id = $1 and external_reference = any($2::text[])`);
