import { readCompanyTerms, refuseDisabled, refuseNewlyDisabled } from '@quittance/company';
import { type DomainError, invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { currenciesOf, refuseCurrency } from '../currency-of-record.js';

function datesFault({ startDate, endDate }: FieldValues): DomainError | null {
  if (!startDate || !endDate || endDate >= startDate) return null;
  return invalidField('/endDate', 'min', 'must not be before the start');
}

export const campaignHooks: ObjectHooks = {
  async faults(_, campaigns) {
    return campaigns.map(({ after }) => datesFault(after));
  },

  async beforeCreate(tx, campaigns) {
    const terms = await readCompanyTerms(tx);
    return campaigns.map((campaign) => {
      const currency = campaign.currency ?? terms.baseCurrency;
      refuseCurrency({ ...campaign, currency }, 'budget');
      refuseDisabled(terms, String(currency));
      return { currency };
    });
  },

  async beforeUpdate(tx, changes) {
    for (const { after } of changes) {
      refuseCurrency(after, 'budget');
    }
    await refuseNewlyDisabled(tx, changes.map(currenciesOf));
    return changes.map(() => ({}));
  },
};
