import { sql, violates } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { invalidField } from '@quittance/kernel';
import type { SetUpKind } from '../set-up-record.js';
import type { TaxExemption } from './tax-exemption.js';
import { TaxExemptionEntity } from './tax-exemption.entity.js';

const COLUMNS = `t.id, t.version, t.account_id as "accountId", t.certificate, t.reason,
  t.jurisdiction_ids as "jurisdictionIds", t.valid_from as "validFrom", t.valid_to as "validTo",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

export const taxExemptionList: ListDefinition<TaxExemption, TaxExemption> = {
  from: 'tax.exemption t',
  select: COLUMNS,
  id: 't.id',
  fields: {
    id: { sql: 't.id', type: 'id', notNull: true },
    accountId: { sql: 't.account_id', type: 'id', notNull: true },
    certificate: { sql: 't.certificate', type: 'text', notNull: true },
    validFrom: { sql: 't.valid_from', type: 'date', notNull: true },
    validTo: { sql: 't.valid_to', type: 'date' },
    createdAt: { sql: 't.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 't.updated_at', type: 'instant', notNull: true },
  },
  search: ['t.certificate', 't.reason'],
  defaultSort: '-validFrom',
  map: (row) => row,
};

const KNOWN = sql(`
  select count(*)::int as known from tax.jurisdiction where company_id = $1 and id = any($2::uuid[])`);

export const taxExemptionKind: SetUpKind<TaxExemptionEntity> = {
  object: 'tax-exemption',
  entity: TaxExemptionEntity,
  table: 'tax.exemption',
  select: COLUMNS,
  view: (row) => row,
  async check(tx, { jurisdictionIds, validFrom, validTo }) {
    if (validTo !== null && validTo < validFrom) {
      throw invalidField('/validTo', 'min', 'must not be before validFrom');
    }
    const ids = [...new Set(jurisdictionIds)];
    const { known } = await tx.one<{ known: number }>(KNOWN, [tx.ctx.companyId, ids]);
    if (known < ids.length) {
      throw invalidField('/jurisdictionIds', 'not_found', 'names a jurisdiction there is not');
    }
  },
  checkUnused: async () => undefined,
  refusal: (error) =>
    violates(error, 'exemption_account_fk')
      ? invalidField('/accountId', 'not_found', 'There is no such account in this company.')
      : error,
};
