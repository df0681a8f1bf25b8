import { defineProblem } from '@quittance/kernel';

export const taxCodeTaken = defineProblem(
  'tax_code_taken',
  409,
  'The tax code is taken',
  'There is already a tax code {code}.',
);

export const taxCodeUnknown = defineProblem(
  'tax_code_unknown',
  422,
  'The tax code is unknown',
  'The set-up has no tax code {codes}.',
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

export const taxInputsChanging = defineProblem(
  'tax_inputs_changing',
  409,
  'The document kept changing',
  'What the tax depends on was changed each time the tax provider had answered. Nothing was ' +
    'stored; try again.',
);

export const taxConnectorMissing = defineProblem(
  'tax_connector_missing',
  422,
  'No tax provider is configured',
  'The company has no tax connector.',
);

export const taxTransactionConflict = defineProblem(
  'tax_transaction_conflict',
  409,
  'The tax transaction does not allow it',
  'The tax of invoice {number} cannot be {wanted}: {reason}',
);

export const taxProviderRefused = defineProblem(
  'tax_provider_refused',
  422,
  'The tax provider refuses',
  'The tax provider {provider} did not do it: {reason}',
);

export const taxProviderUnavailable = defineProblem(
  'tax_provider_unavailable',
  503,
  'The tax provider is not available',
  'The tax provider {provider} did not do it: {reason} It is asked again by itself.',
);
