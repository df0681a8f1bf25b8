import { sql, type Tx } from '@quittance/database';
import type { SupplyKind } from '../decision/decision.js';

/** A company has few codes; by the unique key `code_code_key`. */
const OF_KINDS = sql(
  `select c.code, c.kind from tax.code c where c.company_id = $1 and c.kind = any($2::text[])`,
);

/** A tax code that says what is sold under it. */
export interface CodeOfKind {
  readonly code: string;
  readonly kind: SupplyKind;
}

/** The codes of the company that say that one of these is sold. */
export function readCodesOfKinds(tx: Tx, kinds: readonly SupplyKind[]): Promise<CodeOfKind[]> {
  return tx.rows<CodeOfKind>(OF_KINDS, [tx.ctx.companyId, kinds]);
}
