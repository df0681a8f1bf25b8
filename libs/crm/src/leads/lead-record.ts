import {
  address,
  datetime,
  email,
  integer,
  lookup,
  phone,
  picklist,
  text,
} from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { leadHooks } from './lead-hooks.js';

const SYSTEM = { readOnly: true } as const;

/** People and businesses that may become customers. */
export const leadObject = defineObject({
  name: 'lead',
  label: 'Lead',
  pluralLabel: 'Leads',
  path: '/leads',
  resource: 'leads',
  table: 'crm.lead',
  titleField: 'name',
  defaultSort: '-createdAt',
  fields: {
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    companyName: text('Company', { searched: true, maxLength: 200 }),
    email: email('E-mail', { searched: true, personal: true }),
    phone: phone('Phone', { personal: true }),
    title: text('Title', { maxLength: 100 }),
    source: picklist('Source', { master: 'lead_source' }),
    status: picklist(
      'Status',
      {
        new: 'New',
        working: 'Working',
        qualified: 'Qualified',
        unqualified: 'Unqualified',
        converted: 'Converted',
      },
      { required: true, default: 'new' },
    ),
    rating: picklist('Rating', { master: 'rating' }),
    industry: picklist('Industry', { master: 'industry' }),
    address: address('Address'),
    score: integer('Score', { ...SYSTEM, help: 'From 0 to 100; GET /leads/{id}/score says why.' }),
    convertedAt: datetime('Converted at', SYSTEM),
    convertedAccountId: lookup('Account it became', null, SYSTEM),
    convertedContactId: lookup('Contact it became', null, SYSTEM),
    convertedDealId: lookup('Deal it became', null, SYSTEM),
  },
  hooks: leadHooks,
});
