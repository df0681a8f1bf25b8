export {
  CURRENCIES,
  type Currency,
  currencyDigits,
  currencyName,
  currencySymbol,
  isCurrency,
} from './currencies.js';
export {
  add,
  decimal,
  type Decimal,
  divideRounded,
  formatDecimal,
  formatUnits,
  isZeroDecimal,
  multiply,
  parseDecimal,
  placePoint,
  pow10,
  roundToScale,
  trimDecimal,
} from './decimal.js';
export { allocate, formatMinor, LARGEST_ON_DOCUMENT, minOf, parseMinor, sumOf } from './money.js';
