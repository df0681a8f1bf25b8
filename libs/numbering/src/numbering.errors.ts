import { defineProblem } from '@quittance/kernel';

export const numberingRulesInvalid = defineProblem(
  'numbering_rules_invalid',
  422,
  'The numbering rules are not valid',
  'These rules could give the same number twice or none at all.',
);
