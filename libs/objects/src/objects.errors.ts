import { defineProblem } from '@quittance/kernel';

export const recordReferenced = defineProblem(
  'record_referenced',
  409,
  'Other records point at it',
  'The {object} is what {count} {referrers} name as their {field}; change those first.',
);

export const deletionTooWide = defineProblem(
  'deletion_too_wide',
  409,
  'Too many records hang on it',
  'More than {limit} records would be deleted or changed with it; delete those first.',
);

export const recordNamedTwice = defineProblem(
  'record_named_twice',
  422,
  'A record is named twice',
  'The record {id} is in the request more than once.',
);

export const requestTooCostly = defineProblem(
  'request_too_costly',
  422,
  'What is defined on the object costs too much',
  'The formulas, rules, patterns and schemas of {object} cost more over these records than one ' +
    'request may spend, so that nothing could be judged and nothing was written. Make them ' +
    'simpler, or send fewer or shorter records.',
);
