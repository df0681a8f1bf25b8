import type { Company } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { allFields } from '../definition.repository.js';
import { countValues } from './value-usage.js';

/**
 * Amounts of custom fields that name no currency are in the one of the company: with another one
 * their numbers would stay, and mean another value. Asked before a company changes.
 */
export function checkBaseCurrency(models: CompanyModels) {
  return async (tx: Tx, before: Company, after: Company): Promise<readonly FieldError[]> => {
    if (before.baseCurrency === after.baseCurrency) return [];
    const { objects } = await models.of(tx);
    const faults: FieldError[] = [];
    for (const { type, object: of, name, settings } of await allFields(tx)) {
      const object = objects.get(of);
      if (type !== 'currency' || settings.currency !== undefined || !object) continue;
      const records = await countValues(tx, object, name);
      if (records === 0) continue;
      const message =
        `is what ${records} amounts of ${of}.${name} are in; say ${before.baseCurrency} at the ` +
        'field first';
      faults.push({ pointer: '/baseCurrency', code: 'state', message });
    }
    return faults;
  };
}
