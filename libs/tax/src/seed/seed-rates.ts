import type { RateKind } from '../rates/tax-rate.js';

/**
 * Starter set of rates, entered by hand from the named publications, not kept up to date by anybody:
 * check them against the law before invoicing by them. Dates are the first and last day of force as
 * far as known; a rate without a known first day starts with the date of its source.
 */
export interface SeedRate {
  readonly country: string;
  /** ISO 3166-2 region, null for the country itself. */
  readonly region: string | null;
  readonly taxCode: string;
  readonly kind: RateKind;
  readonly rate: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly source: string;
  readonly sourceDate: string;
}

/** `DE 19 2021-01-01` or `EE 22 2024-01-01 2025-06-30`, one rate in a line; # begins a remark. */
function table(
  text: string,
  shared: Pick<SeedRate, 'source' | 'sourceDate' | 'kind'>,
  place: (key: string) => { country: string; region: string | null },
): SeedRate[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean)
    .map((line) => {
      const [key = '', rate = '', validFrom = shared.sourceDate, validTo] = line.split(/\s+/);
      // A state that charges nothing has a rate all the same: of nothing.
      const kind = Number(rate) === 0 ? 'zero' : shared.kind;
      const when = { validFrom, validTo: validTo ?? null };
      return { ...shared, ...place(key), ...when, taxCode: 'standard', kind, rate };
    });
}

const inCountry = (country: string) => ({ country, region: null });

const EUROPEAN_UNION = table(
  `AT 20 1984-01-01
   BE 21 1996-01-01
   BG 20 1999-01-01
   CY 19 2014-01-13
   CZ 21 2013-01-01
   DE 19 2007-01-01 2020-06-30
   DE 16 2020-07-01 2020-12-31
   DE 19 2021-01-01
   DK 25 1992-01-01
   EE 22 2024-01-01 2025-06-30
   EE 24 2025-07-01
   ES 21 2012-09-01
   FI 24 2013-01-01 2024-08-31
   FI 25.5 2024-09-01
   FR 20 2014-01-01
   GR 24 2016-06-01
   HR 25 2012-03-01
   HU 27 2012-01-01
   IE 23 2021-03-01
   IT 22 2013-10-01
   LT 21 2009-09-01
   LU 16 2023-01-01 2023-12-31
   LU 17 2024-01-01
   LV 21 2012-07-01
   MT 18 2004-01-01
   NL 21 2012-10-01
   PL 23 2011-01-01
   PT 23 2011-01-01
   RO 19 2017-01-01 2025-07-31
   RO 21 2025-08-01
   SE 25 1990-07-01
   SI 22 2013-07-01
   SK 20 2011-01-01 2024-12-31
   SK 23 2025-01-01`,
  {
    kind: 'vat',
    source: 'European Commission, Taxes in Europe Database, standard VAT rates',
    sourceDate: '2026-01-01',
  },
  inCountry,
);

const UNITED_KINGDOM = table(
  'GB 20 2011-01-04',
  { kind: 'vat', source: 'HM Revenue & Customs, VAT rates', sourceDate: '2026-01-01' },
  inCountry,
);

const SWITZERLAND = table(
  `CH 7.7 2018-01-01 2023-12-31
   CH 8.1 2024-01-01`,
  {
    kind: 'vat',
    source: 'Federal Tax Administration, Swiss VAT rates',
    sourceDate: '2026-01-01',
  },
  inCountry,
);

const JAPAN = table(
  `JP 8 2014-04-01 2019-09-30
   JP 10 2019-10-01`,
  { kind: 'vat', source: 'National Tax Agency, consumption tax', sourceDate: '2026-01-01' },
  inCountry,
);

/** The federal tax, and what each province adds: the provincial part of HST, PST, RST or QST. */
const CANADA_SOURCE = {
  kind: 'sales' as const,
  source: 'Canada Revenue Agency, GST/HST rates; provincial sales tax acts',
  sourceDate: '2026-01-01',
};
const CANADA = [
  ...table('CA 5 2008-01-01', { ...CANADA_SOURCE, kind: 'vat' }, inCountry),
  ...table(
    `AB 0 2008-01-01
     BC 7 2013-04-01
     MB 7 2019-07-01
     NB 10 2016-07-01
     NL 10 2016-07-01
     NS 10 2010-07-01 2025-03-31
     NS 9 2025-04-01
     NT 0 2008-01-01
     NU 0 2008-01-01
     ON 8 2010-07-01
     PE 10 2016-10-01
     QC 9.975 2013-01-01
     SK 6 2017-03-23
     YT 0 2008-01-01`,
    CANADA_SOURCE,
    (region) => ({ country: 'CA', region }),
  ),
];

/** State rates alone, without counties and cities; CA, UT and VA with the local rate every place has. */
const UNITED_STATES = table(
  `AL 4
   AK 0
   AZ 5.6
   AR 6.5
   CA 7.25
   CO 2.9
   CT 6.35
   DE 0
   DC 6
   FL 6
   GA 4
   HI 4
   ID 6
   IL 6.25
   IN 7
   IA 6
   KS 6.5
   KY 6
   LA 5
   ME 5.5
   MD 6
   MA 6.25
   MI 6
   MN 6.875
   MS 7
   MO 4.225
   MT 0
   NE 5.5
   NV 6.85
   NH 0
   NJ 6.625
   NM 4.875
   NY 4
   NC 4.75
   ND 5
   OH 5.75
   OK 4.5
   OR 0
   PA 6
   RI 7
   SC 6
   SD 4.2
   TN 7
   TX 6.25
   UT 6.1
   VT 6
   VA 5.3
   WA 6.5
   WV 6
   WI 5
   WY 4`,
  {
    kind: 'sales',
    source: 'Tax Foundation, State and Local Sales Tax Rates, 2025',
    sourceDate: '2025-01-01',
  },
  (region) => ({ country: 'US', region }),
);

/** Slabs of the goods and services tax; each halves into CGST and SGST within a state. */
const INDIAN_SLABS: readonly (readonly [string, string, string, string, string | null])[] = [
  ['standard', '18', '9', '2017-07-01', null],
  ['gst-5', '5', '2.5', '2017-07-01', null],
  // The 56th meeting of the GST Council ended the slabs of 12 and, but for tobacco, 28 percent.
  ['gst-12', '12', '6', '2017-07-01', '2025-09-21'],
  ['gst-18', '18', '9', '2017-07-01', null],
  ['gst-28', '28', '14', '2017-07-01', '2025-09-21'],
  ['gst-40', '40', '20', '2025-09-22', null],
  // Of rough stones, of cut diamonds, and of gold and jewellery.
  ['gst-0.25', '0.25', '0.125', '2017-07-01', null],
  ['gst-1.5', '1.5', '0.75', '2022-07-18', null],
  ['gst-3', '3', '1.5', '2017-07-01', null],
];

const INDIA: SeedRate[] = INDIAN_SLABS.flatMap(([taxCode, whole, half, validFrom, validTo]) => {
  const shared = {
    ...inCountry('IN'),
    taxCode,
    validFrom,
    validTo,
    source: 'GST Council of India, rate notifications up to the 56th meeting',
    sourceDate: '2025-09-22',
  };
  return [
    { ...shared, kind: 'gst_cgst' as const, rate: half },
    { ...shared, kind: 'gst_sgst' as const, rate: half },
    { ...shared, kind: 'gst_igst' as const, rate: whole },
  ];
});

/** Every rate of the starter set. */
export const SEED_RATES: readonly SeedRate[] = [
  ...EUROPEAN_UNION,
  ...UNITED_KINGDOM,
  ...SWITZERLAND,
  ...JAPAN,
  ...CANADA,
  ...UNITED_STATES,
  ...INDIA,
];

export const SEED_COUNTRIES: readonly string[] = [
  ...new Set(SEED_RATES.map(({ country }) => country)),
].sort();
