import type { Company } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import { readNumberingRules } from './assign-numbers.js';
import { indianFaults, isUnderGstin, UNDER_GSTIN } from './indian-numbers.js';

/**
 * A company that comes under the Indian goods and services tax must number as that allows already:
 * formats saved before were not checked by it.
 */
export async function checkRegistration(
  tx: Tx,
  before: Company,
  after: Company,
): Promise<readonly FieldError[]> {
  if (isUnderGstin(before) || !isUnderGstin(after)) return [];
  const rules = await Promise.all(UNDER_GSTIN.map((type) => readNumberingRules(tx, type)));
  return rules.flatMap((each, i) =>
    indianFaults(each).map(({ message }) => ({
      pointer: '/taxRegistrations',
      code: 'numbering',
      message:
        `The format ${each.format} of the ${UNDER_GSTIN[i]} ${message}. Change the numbering ` +
        'first.',
    })),
  );
}
