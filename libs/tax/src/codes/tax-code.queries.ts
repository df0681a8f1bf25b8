import { sql, violates, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { SUPPLY_KINDS } from '../decision/decision.js';
import type { SetUpKind } from '../set-up-record.js';
import { taxCodeTaken, taxRecordInUse } from '../tax.errors.js';
import type { TaxCode } from './tax-code.js';
import { TaxCodeEntity } from './tax-code.entity.js';

const FROM = 'tax.code t';
const COLUMNS = `t.id, t.version, t.code, t.name, t.description, t.kind, t.is_default as "isDefault",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

export const taxCodeList: ListDefinition<TaxCode, TaxCode> = {
  from: FROM,
  select: COLUMNS,
  id: 't.id',
  fields: {
    id: { sql: 't.id', type: 'id', notNull: true },
    code: { sql: 't.code', type: 'text', notNull: true },
    name: { sql: 't.name', type: 'text', notNull: true },
    description: { sql: 't.description', type: 'text' },
    kind: { sql: 't.kind', type: 'enum', values: SUPPLY_KINDS },
    isDefault: { sql: 't.is_default', type: 'boolean', notNull: true },
    createdAt: { sql: 't.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 't.updated_at', type: 'instant', notNull: true },
  },
  search: ['t.code', 't.name', 't.description'],
  defaultSort: 'code',
  map: (row) => row,
};

/** Takes the mark from the code that had it; unique index `code_default_key`. */
const CLEAR_DEFAULT = sql(`
  update tax.code set is_default = false, version = version + 1, updated_at = $3
  where company_id = $1 and is_default and id <> $2`);

const IN_USE = sql(`select 1 from tax.rate where company_id = $1 and tax_code = $2 limit 1`);

export const taxCodeKind: SetUpKind<TaxCodeEntity> = {
  object: 'tax-code',
  entity: TaxCodeEntity,
  table: 'tax.code',
  select: COLUMNS,
  view: (row) => row,
  async check(tx: Tx, { id, isDefault }) {
    if (isDefault) await tx.run(CLEAR_DEFAULT, [tx.ctx.companyId, id, tx.ctx.now]);
  },
  async checkUnused(tx, { code }) {
    if ((await tx.rows(IN_USE, [tx.ctx.companyId, code])).length > 0) {
      throw taxRecordInUse({ object: `tax code ${code}`, users: 'rates' });
    }
  },
  refusal: (error, { code }) => (violates(error, 'code_code_key') ? taxCodeTaken({ code }) : error),
};
