import { sql, violates } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { invalidField } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { SetUpKind } from '../set-up-record.js';
import { taxRateOverlaps } from '../tax.errors.js';
import { checkRate, RATE_KINDS, type TaxRate } from './tax-rate.js';
import { TaxRateEntity } from './tax-rate.entity.js';

const COLUMNS = `t.id, t.version, t.jurisdiction_id as "jurisdictionId",
  t.tax_code as "taxCode", t.kind, t.rate, t.compound, t.priority, t.valid_from as "validFrom",
  t.valid_to as "validTo", t.source, t.source_date as "sourceDate",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`;

function rateView(row: TaxRate): TaxRate {
  return { ...row, rate: trimDecimal(row.rate) };
}

export const taxRateList: ListDefinition<TaxRate, TaxRate> = {
  from: 'tax.rate t',
  select: COLUMNS,
  id: 't.id',
  fields: {
    id: { sql: 't.id', type: 'id', notNull: true },
    jurisdictionId: { sql: 't.jurisdiction_id', type: 'id', notNull: true },
    taxCode: { sql: 't.tax_code', type: 'text', notNull: true },
    kind: { sql: 't.kind', type: 'enum', values: RATE_KINDS, notNull: true },
    rate: { sql: 't.rate', type: 'decimal', notNull: true },
    compound: { sql: 't.compound', type: 'boolean', notNull: true },
    priority: { sql: 't.priority', type: 'integer', notNull: true },
    validFrom: { sql: 't.valid_from', type: 'date', notNull: true },
    validTo: { sql: 't.valid_to', type: 'date' },
    source: { sql: 't.source', type: 'text' },
    sourceDate: { sql: 't.source_date', type: 'date' },
    createdAt: { sql: 't.created_at', type: 'instant', notNull: true },
    updatedAt: { sql: 't.updated_at', type: 'instant', notNull: true },
  },
  search: ['t.tax_code', 't.source'],
  defaultSort: 'taxCode,-validFrom',
  map: rateView,
};

/** A rate that would be charged twice beside this one; index rate_jurisdiction_index. */
const OVERLAPPING = sql(`
  select valid_from as "validFrom", valid_to as "validTo" from tax.rate
  where company_id = $1 and jurisdiction_id = $2 and tax_code = $3 and kind = $4 and priority = $5
    and id <> $6 and daterange(valid_from, valid_to, '[]') && daterange($7, $8, '[]')
  limit 1`);

export const taxRateKind: SetUpKind<TaxRateEntity> = {
  object: 'tax-rate',
  entity: TaxRateEntity,
  table: 'tax.rate',
  select: COLUMNS,
  view: rateView,
  async check(tx, record) {
    checkRate(record);
    const { jurisdictionId, taxCode, kind, priority, id, validFrom, validTo } = record;
    type Span = { validFrom: LocalDate; validTo: LocalDate | null };
    const other = await tx.maybe<Span>(OVERLAPPING, [
      tx.ctx.companyId,
      jurisdictionId,
      taxCode,
      kind,
      priority,
      id,
      validFrom,
      validTo,
    ]);
    if (other) {
      throw taxRateOverlaps({ from: other.validFrom, to: other.validTo ?? 'further notice' });
    }
  },
  checkUnused: async () => undefined,
  refusal(error) {
    if (violates(error, 'rate_jurisdiction_fk')) {
      return invalidField('/jurisdictionId', 'not_found', 'There is no such jurisdiction.');
    }
    if (violates(error, 'rate_code_fk')) {
      return invalidField('/taxCode', 'not_found', 'There is no such tax code.');
    }
    return error;
  },
};
