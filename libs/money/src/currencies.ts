/** Digits after the point by ISO 4217, list in force from 1 January 2026. Never taken from `Intl`. */
const CODES_BY_DIGITS: Record<0 | 2 | 3 | 4, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
      CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
      GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD
      LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB
      PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
      SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW
      ZWG`,
};

/** Read on old documents, refused on new ones. */
const RETIRED: ReadonlyMap<string, number> = new Map([
  ['ANG', 2],
  ['BGN', 2],
  ['HRK', 2],
  ['CUC', 2],
  ['SLL', 2],
  ['ZWL', 2],
  ['STD', 2],
  ['MRO', 2],
  ['VEF', 2],
  ['BYR', 0],
]);

const DIGITS = new Map<string, number>(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
  ),
);

/** An ISO 4217 code, upper case. */
export type Currency = string;

/** Every code allowed on a new document, sorted. */
export const CURRENCIES: readonly Currency[] = [...DIGITS.keys()].sort();

/** Whether the code (upper case) may stand on a new document. */
export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && DIGITS.has(code);
}

/**
 * Digits after the point of a currency, retired ones included.
 * @throws RangeError for an unknown code.
 */
export function currencyDigits(code: Currency): number {
  const digits = DIGITS.get(code) ?? RETIRED.get(code);
  if (digits === undefined) throw new RangeError(`Unknown currency: ${code}`);
  return digits;
}
