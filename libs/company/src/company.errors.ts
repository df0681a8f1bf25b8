import { defineProblem } from '@quittance/kernel';

export const companySlugTaken = defineProblem(
  'company_slug_taken',
  409,
  'The company name is taken',
  'Another company is already called {slug}.',
);

export const currencyNotEnabled = defineProblem(
  'currency_not_enabled',
  422,
  'The currency is not enabled',
  'The company has not enabled {currency} for anything new: enable it, or choose another.',
);

export const currencyIsBase = defineProblem(
  'currency_is_base',
  422,
  'The base currency is always enabled',
  '{currency} is the base currency of the company and cannot be disabled.',
);

export const asOfInFuture = defineProblem(
  'as_of_in_future',
  422,
  'The day has not come yet',
  '{asOf} is after the company’s today, {today}: what has effects is done as of a day that has ' +
    'come.',
);

export const bankApprovalStays = defineProblem(
  'bank_approval_stays',
  409,
  'Two of the staff end the approval of bank changes',
  'Ask for it at /company/bank-approval/switch-off; another than you approves it.',
);

export const bankAccountStays = defineProblem(
  'bank_account_stays',
  409,
  'Nobody changes alone where the company is paid to',
  'Two of the staff end the approval of bank changes first, at /company/bank-approval/switch-off.',
);

export const bankApprovalOff = defineProblem(
  'bank_approval_off',
  409,
  'Bank changes need no approval',
  'There is nothing to switch off.',
);

export const switchOffWaits = defineProblem(
  'switch_off_waits',
  409,
  'Somebody has asked already',
  'What was asked for has yet to be decided on.',
);

export const noSwitchOffWaits = defineProblem(
  'no_switch_off_waits',
  409,
  'Nobody has asked',
  'Nothing waits to be decided on.',
);

export const ownSwitchOff = defineProblem(
  'own_switch_off',
  409,
  'Another has to approve it',
  'You have asked for it yourself.',
);

export const switchOffLapsed = defineProblem(
  'switch_off_lapsed',
  409,
  'Whoever has asked may not any more',
  'Whoever has asked was deactivated or has lost the right; somebody else has to ask again.',
);

export const switchOffOfPeople = defineProblem(
  'switch_off_of_people',
  403,
  'People end the approval of bank changes',
  'It is asked for by one of the staff and approved by another, both signed in.',
);
