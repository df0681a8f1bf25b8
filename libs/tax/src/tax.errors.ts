import { defineProblem } from '@quittance/kernel';

export const taxCodeTaken = defineProblem(
  'tax_code_taken',
  409,
  'The tax code is taken',
  'There is already a tax code {code}.',
);

export const taxJurisdictionTaken = defineProblem(
  'tax_jurisdiction_taken',
  409,
  'The jurisdiction exists',
  'There is already a {level} with the code {code} in the same place.',
);

export const taxRateOverlaps = defineProblem(
  'tax_rate_overlaps',
  409,
  'Another rate is in force then',
  'A rate of the same kind for this jurisdiction and tax code is in force from {from} to {to}.',
);

export const taxRecordInUse = defineProblem(
  'tax_record_in_use',
  409,
  'Other records point at it',
  'The {object} is used by {users}; change or delete those first.',
);
