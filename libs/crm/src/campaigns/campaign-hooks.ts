import { readCompanyTerms } from '@quittance/company';
import { type DomainError, invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import {
  currencyFaults,
  currencyProblems,
  demandCurrencies,
  refuseFound,
} from '../currency-of-record.js';

function datesFault({ startDate, endDate }: FieldValues): DomainError | null {
  if (!startDate || !endDate || endDate >= startDate) return null;
  return invalidField('/endDate', 'min', 'must not be before the start');
}

export const campaignHooks: ObjectHooks = {
  async faults(tx, campaigns) {
    const dates = campaigns.map(({ after, before, wrong }) =>
      before && wrong?.has('startDate') ? null : datesFault(after),
    );
    const refused = campaigns.filter(({ wrong }, i) => wrong?.size || dates[i]);
    const currencies = await currencyFaults(tx, refused, 'budget');
    return campaigns.map((campaign, i) => [dates[i] ?? [], currencies.get(campaign) ?? []].flat());
  },

  async beforeCreate(tx, campaigns) {
    const terms = await readCompanyTerms(tx);
    return campaigns.map((campaign) => {
      const currency = campaign.currency ?? terms.baseCurrency;
      refuseFound(currencyProblems({ ...campaign, currency }, 'budget', terms));
      return { currency };
    });
  },

  async beforeUpdate(tx, changes) {
    await demandCurrencies(tx, changes, 'budget');
    return changes.map(() => ({}));
  },
};
