import type { CompanyTerms } from '@quittance/company';
import type { SellingParty } from './calculation/pricing.js';

/** The company as a seller: its address, and its registration in its own country if it has one. */
export function companyTaxParty(company: CompanyTerms): SellingParty {
  const { country, region, city, postalCode, line1, line2 } = company.address;
  const { taxRegistrations: registrations, distanceSales, taxOptions } = company;
  const own = registrations.find((each) => each.country === country) ?? registrations.at(0);
  const place = { country, region, city, postalCode, line1, line2 };
  return {
    ...place,
    seat: { country, region, postalCode },
    registrations,
    distanceSales,
    taxOptions,
    taxRegistration: own?.number ?? null,
  };
}
