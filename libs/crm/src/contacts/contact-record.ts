import { boolean, email, lookup, phone, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { contactHooks } from './contact-hooks.js';

/** The people we talk to. */
export const contactObject = defineObject({
  name: 'contact',
  label: 'Contact',
  pluralLabel: 'Contacts',
  path: '/contacts',
  resource: 'contacts',
  table: 'crm.contact',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', {
      readOnly: true,
      searched: true,
      personal: true,
      help: 'First and last name.',
    }),
    accountId: lookup('Account', 'account'),
    firstName: text('First name', { maxLength: 100, personal: true }),
    lastName: text('Last name', { required: true, maxLength: 100, personal: true }),
    email: email('E-mail', { searched: true, personal: true }),
    phone: phone('Phone', { personal: true }),
    title: text('Title', { maxLength: 100 }),
    isPrimary: boolean('Primary contact', {
      required: true,
      default: false,
      help: 'One contact of an account at most: setting it takes it from another.',
    }),
  },
  hooks: contactHooks,
});
