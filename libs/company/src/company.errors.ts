import { defineProblem } from '@quittance/kernel';

export const companySlugTaken = defineProblem(
  'company_slug_taken',
  409,
  'The company name is taken',
  'Another company is already called {slug}.',
);
