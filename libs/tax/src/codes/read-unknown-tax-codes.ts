import { sql, type Tx } from '@quittance/database';

/** By the unique key `code_code_key`. */
const KNOWN = sql(
  `select c.code from tax.code c where c.company_id = $1 and c.code = any($2::text[])`,
);

/** By the partial index `connector_active_key`. */
const ENGINE = sql(`select e.id from tax.connector e where e.company_id = $1 and e.active limit 1`);

/**
 * Which of these codes the set-up of the company does not have. None where an external engine
 * serves it, which names codes of its own.
 */
export async function readUnknownTaxCodes(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const asked = [...new Set(codes)];
  if (asked.length === 0) return [];
  const { companyId } = tx.ctx;
  const known = await tx.rows<{ code: string }>(KNOWN, [companyId, asked]);
  const unknown = asked.filter((code) => !known.some((each) => each.code === code));
  if (unknown.length === 0) return [];
  return (await tx.maybe(ENGINE, [companyId])) ? [] : unknown;
}
