import { ShowsCustomFields, TakesCustomFields } from '@quittance/http/host';

const OPENED =
  'The fields of its own that the company has opened, by their API names, which end with `__c`; ' +
  '`GET …/fields` tells of each.';

/** Documents that what the company has opened stands beside the members of an answer. */
export const ShowsOpenedFields = () => ShowsCustomFields(OPENED);

const WRITTEN =
  'The fields of its own that the company lets customers send, by their API names; ' +
  '`GET …/fields` tells of each.';

/** The same of a body that takes what the company lets its customers send. */
export const TakesOpenedFields = () => TakesCustomFields(WRITTEN);
