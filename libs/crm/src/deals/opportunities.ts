import type { CompanyObject } from '@quittance/metadata';

const known = new WeakMap<CompanyObject, CompanyObject>();

/**
 * Deals as the forecasting view shows them: the same records, seen and changed by who has rights on
 * opportunities, as far as the scope of those reaches.
 */
export function opportunitiesOf(deals: CompanyObject): CompanyObject {
  const made = known.get(deals) ?? {
    ...deals,
    label: 'Opportunity',
    pluralLabel: 'Opportunities',
    path: '/opportunities',
    resource: 'opportunities',
  };
  known.set(deals, made);
  return made;
}
