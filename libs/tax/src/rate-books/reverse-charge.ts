import { checkedVatIdCountry, isEuMember } from '@quittance/kernel';

/**
 * Whether the customer accounts for the tax: a seller in the European Union and a valid VAT id of
 * another member state (Directive 2006/112/EC, articles 138 and 196).
 */
export function isReverseCharge(
  sellerCountry: string | null,
  customerRegistration: string | null,
): boolean {
  if (!isEuMember(sellerCountry)) return false;
  const country = checkedVatIdCountry(customerRegistration);
  return country !== null && country !== sellerCountry;
}
