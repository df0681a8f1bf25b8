import { sql, violates } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { setUpRecord } from '../set-up/set-up-record.js';
import { taxRateOverlaps } from '../tax.errors.js';
import { checkRate, taxRateNoun } from './tax-rate.js';

/** A rate that would be charged twice beside this one; index rate_jurisdiction_index. */
const OVERLAPPING = sql(`
  select valid_from as "validFrom", valid_to as "validTo" from tax.rate
  where company_id = $1 and jurisdiction_id = $2 and tax_code = $3 and kind = $4 and priority = $5
    and id <> $6 and daterange(valid_from, valid_to, '[]') && daterange($7, $8, '[]')
  limit 1`);

export const taxRateRecord = setUpRecord(taxRateNoun, {
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
  refusal(error) {
    if (violates(error, 'rate_jurisdiction_fk')) {
      return invalidField(
        '/jurisdictionId',
        'reference_not_found',
        'There is no such jurisdiction.',
      );
    }
    if (violates(error, 'rate_code_fk')) {
      return invalidField('/taxCode', 'reference_not_found', 'There is no such tax code.');
    }
    return error;
  },
  storeProblems: [taxRateOverlaps],
});
