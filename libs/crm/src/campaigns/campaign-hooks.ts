import { readCompanyTerms, refuseDisabled, refuseNewlyDisabled } from '@quittance/company';
import { invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { currenciesOf, refuseCurrency } from '../currency-of-record.js';

function refuseDates({ startDate, endDate }: FieldValues): void {
  if (!startDate || !endDate || endDate >= startDate) return;
  throw invalidField('/endDate', 'min', 'must not be before the start');
}

export const campaignHooks: ObjectHooks = {
  async beforeCreate(tx, campaigns) {
    const terms = await readCompanyTerms(tx);
    return campaigns.map((campaign) => {
      const currency = campaign.currency ?? terms.baseCurrency;
      refuseDates(campaign);
      refuseCurrency({ ...campaign, currency }, 'budget');
      refuseDisabled(terms, String(currency));
      return { currency };
    });
  },

  async beforeUpdate(tx, changes) {
    for (const { after } of changes) {
      refuseDates(after);
      refuseCurrency(after, 'budget');
    }
    await refuseNewlyDisabled(tx, changes.map(currenciesOf));
    return changes.map(() => ({}));
  },
};
