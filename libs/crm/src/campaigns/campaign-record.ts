import { currency, date, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { campaignHooks } from './campaign-hooks.js';

/** What is done to make people want to buy, and whom it is done to. */
export const campaignObject = defineObject({
  name: 'campaign',
  label: 'Campaign',
  pluralLabel: 'Campaigns',
  path: '/campaigns',
  resource: 'campaigns',
  table: 'crm.campaign',
  titleField: 'name',
  defaultSort: '-createdAt',
  fields: {
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    type: picklist('Type', {
      email: 'E-mail',
      event: 'Event',
      webinar: 'Webinar',
      advertisement: 'Advertisement',
      social_media: 'Social media',
      referral: 'Referral',
      telemarketing: 'Telemarketing',
      other: 'Other',
    }),
    status: picklist(
      'Status',
      { planned: 'Planned', active: 'Active', completed: 'Completed', cancelled: 'Cancelled' },
      { required: true, default: 'planned' },
    ),
    description: textarea('Description'),
    startDate: date('Start'),
    endDate: date('End'),
    budget: currency('Budget', { currencyField: 'currency', min: '0' }),
    currency: text('Currency', { pattern: '[A-Z]{3}', help: 'That of the company when absent.' }),
  },
  hooks: campaignHooks,
});
