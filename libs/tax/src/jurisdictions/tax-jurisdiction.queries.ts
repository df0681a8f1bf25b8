import { sql, violates } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { invalidField } from '@quittance/kernel';
import { JURISDICTION_LEVELS } from '../rate-books/rate-book-data.js';
import type { SetUpKind } from '../set-up-record.js';
import { taxJurisdictionTaken, taxRecordInUse } from '../tax.errors.js';
import { checkJurisdiction, type TaxJurisdiction } from './tax-jurisdiction.js';
import { TaxJurisdictionEntity } from './tax-jurisdiction.entity.js';

const COLUMNS = `t.id, t.version, t.parent_id as "parentId", t.level, t.code, t.name,
  t.postal_patterns as "postalPatterns", t.created_at as "createdAt",
  t.updated_at as "updatedAt"`;

export const taxJurisdictionList: ListDefinition<TaxJurisdiction, TaxJurisdiction> = {
  from: 'tax.jurisdiction t',
  select: COLUMNS,
  id: 't.id',
  fields: {
    id: { sql: 't.id', type: 'id', notNull: true },
    parentId: { sql: 't.parent_id', type: 'id' },
    level: { sql: 't.level', type: 'enum', values: JURISDICTION_LEVELS, notNull: true },
    code: { sql: 't.code', type: 'text', notNull: true },
    name: { sql: 't.name', type: 'text', notNull: true },
    createdAt: { sql: 't.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 't.updated_at', type: 'instant', notNull: true },
  },
  search: ['t.code', 't.name'],
  defaultSort: 'name',
  map: (row) => row,
};

/** What points at a jurisdiction, one word per kind of record. */
const USERS = sql(`
  select 'jurisdictions within it' as users from tax.jurisdiction
    where company_id = $1 and parent_id = $2::uuid
  union select 'rates' from tax.rate where company_id = $1 and jurisdiction_id = $2::uuid
  union select 'exemptions' from tax.exemption
    where company_id = $1 and jurisdiction_ids @> to_jsonb($2::text)
  order by users`);

const FIND_LEVEL = sql(`select level from tax.jurisdiction where company_id = $1 and id = $2`);

export const taxJurisdictionKind: SetUpKind<TaxJurisdictionEntity> = {
  object: 'tax-jurisdiction',
  entity: TaxJurisdictionEntity,
  table: 'tax.jurisdiction',
  select: COLUMNS,
  view: (row) => row,
  async check(tx, record) {
    if (record.parentId === null) return checkJurisdiction(record, null);
    const parent = await tx.maybe<TaxJurisdiction>(FIND_LEVEL, [tx.ctx.companyId, record.parentId]);
    if (!parent) throw invalidField('/parentId', 'not_found', 'There is no such jurisdiction.');
    checkJurisdiction(record, parent);
  },
  async checkUnused(tx, { id, name }) {
    const found = await tx.rows<{ users: string }>(USERS, [tx.ctx.companyId, id]);
    if (found.length === 0) return;
    const users = found.map((row) => row.users).join(', ');
    throw taxRecordInUse({ object: `jurisdiction ${name}`, users });
  },
  refusal: (error, { level, code }) =>
    violates(error, 'jurisdiction_code_key') ? taxJurisdictionTaken({ level, code }) : error,
};
