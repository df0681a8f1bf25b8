import { readCompanyTerms } from '@quittance/company';
import { invalidField } from '@quittance/kernel';
import type { FieldValues, ObjectHooks } from '@quittance/objects';
import { refuseCurrency } from '../currency-of-record.js';

function refuseDates({ startDate, endDate }: FieldValues): void {
  if (!startDate || !endDate || endDate >= startDate) return;
  throw invalidField('/endDate', 'min', 'must not be before the start');
}

export const campaignHooks: ObjectHooks = {
  async beforeCreate(tx, campaigns) {
    const { baseCurrency } = await readCompanyTerms(tx);
    return campaigns.map((campaign) => {
      const currency = campaign.currency ?? baseCurrency;
      refuseDates(campaign);
      refuseCurrency({ ...campaign, currency }, 'budget');
      return { currency };
    });
  },

  async beforeUpdate(_, changes) {
    return changes.map(({ after }) => {
      refuseDates(after);
      refuseCurrency(after, 'budget');
      return {};
    });
  },
};
