export { BUYER_KINDS, type BuyerKind } from './buyer-kinds.js';
export { COUNTRIES, isCountry } from './countries.js';
export {
  type ElectronicAddress,
  electronicAddressFault,
  isNetworkScheme,
  isOfScheme,
} from './electronic-addresses.js';
export { gstinOfSeller, type GstState, gstStateOfNumber, gstStateOfRegion } from './gst-states.js';
export { type JurisdictionPlace, placeOfTax } from './jurisdiction-place.js';
export {
  checkedVatIdCountry,
  isEin,
  isEuMember,
  isGstin,
  isPan,
  isTan,
  normalTaxId,
  vatIdCountry,
} from './tax-ids.js';
