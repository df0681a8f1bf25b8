/** English short names of the countries and states of the starter set. */
export const SEED_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  `AT Austria; BE Belgium; BG Bulgaria; CY Cyprus; CZ Czechia; DE Germany; DK Denmark; EE Estonia;
   ES Spain; FI Finland; FR France; GR Greece; HR Croatia; HU Hungary; IE Ireland; IT Italy;
   LT Lithuania; LU Luxembourg; LV Latvia; MT Malta; NL Netherlands; PL Poland; PT Portugal;
   RO Romania; SE Sweden; SI Slovenia; SK Slovakia; GB United Kingdom; CH Switzerland; JP Japan;
   IN India; CA Canada; US United States;
   CA-AB Alberta; CA-BC British Columbia; CA-MB Manitoba; CA-NB New Brunswick;
   CA-NL Newfoundland and Labrador; CA-NS Nova Scotia; CA-NT Northwest Territories; CA-NU Nunavut;
   CA-ON Ontario; CA-PE Prince Edward Island; CA-QC Quebec; CA-SK Saskatchewan; CA-YT Yukon;
   US-AL Alabama; US-AK Alaska; US-AZ Arizona; US-AR Arkansas; US-CA California; US-CO Colorado;
   US-CT Connecticut; US-DE Delaware; US-DC District of Columbia; US-FL Florida; US-GA Georgia;
   US-HI Hawaii; US-ID Idaho; US-IL Illinois; US-IN Indiana; US-IA Iowa; US-KS Kansas;
   US-KY Kentucky; US-LA Louisiana; US-ME Maine; US-MD Maryland; US-MA Massachusetts;
   US-MI Michigan; US-MN Minnesota; US-MS Mississippi; US-MO Missouri; US-MT Montana;
   US-NE Nebraska; US-NV Nevada; US-NH New Hampshire; US-NJ New Jersey; US-NM New Mexico;
   US-NY New York; US-NC North Carolina; US-ND North Dakota; US-OH Ohio; US-OK Oklahoma;
   US-OR Oregon; US-PA Pennsylvania; US-RI Rhode Island; US-SC South Carolina; US-SD South Dakota;
   US-TN Tennessee; US-TX Texas; US-UT Utah; US-VT Vermont; US-VA Virginia; US-WA Washington;
   US-WV West Virginia; US-WI Wisconsin; US-WY Wyoming`
    .split(';')
    .map((entry) => {
      const [code = '', ...name] = entry.trim().split(/\s+/);
      return [code, name.join(' ')];
    }),
);

/** Codes that the rates of the starter set are for. */
export const SEED_CODES: Readonly<Record<string, string>> = {
  standard: 'Standard rate',
  zero: 'Zero rated',
  exempt: 'Exempt from tax',
  'gst-0.25': 'GST 0.25 %',
  'gst-1.5': 'GST 1.5 %',
  'gst-3': 'GST 3 %',
  'gst-5': 'GST 5 %',
  'gst-12': 'GST 12 %',
  'gst-18': 'GST 18 %',
  'gst-28': 'GST 28 %',
  'gst-40': 'GST 40 %',
};
