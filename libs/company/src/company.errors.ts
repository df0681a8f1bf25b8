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
