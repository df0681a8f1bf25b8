/** A state or union territory of India, as its goods and services tax knows it. */
export interface GstState {
  /** The first two digits of a GSTIN. */
  readonly code: string;
  /** The region part of ISO 3166-2:IN. */
  readonly region: string;
  readonly name: string;
  /** A union territory without legislature: its own tax is UTGST instead of SGST. */
  readonly isUnionTerritory: boolean;
}

const UNION_TERRITORIES: ReadonlySet<string> = new Set(['CH', 'DH', 'LD', 'AN', 'LA']);

/** What is under a number that is given out no more stands behind it: `26,25`. */
const TABLE = `01 JK Jammu & Kashmir; 02 HP Himachal Pradesh; 03 PB Punjab; 04 CH Chandigarh;
  05 UK Uttarakhand; 06 HR Haryana; 07 DL Delhi; 08 RJ Rajasthan; 09 UP Uttar Pradesh; 10 BR Bihar;
  11 SK Sikkim; 12 AR Arunachal Pradesh; 13 NL Nagaland; 14 MN Manipur; 15 MZ Mizoram;
  16 TR Tripura; 17 ML Meghalaya; 18 AS Assam; 19 WB West Bengal; 20 JH Jharkhand; 21 OD Odisha;
  22 CG Chhattisgarh; 23 MP Madhya Pradesh; 24 GJ Gujarat;
  26,25 DH Dadra & Nagar Haveli and Daman & Diu; 27 MH Maharashtra; 29 KA Karnataka; 30 GA Goa;
  31 LD Lakshadweep; 32 KL Kerala; 33 TN Tamil Nadu; 34 PY Puducherry;
  35 AN Andaman & Nicobar Islands; 36 TS Telangana; 37,28 AP Andhra Pradesh; 38 LA Ladakh`;

const byCode = new Map<string, GstState>();
const byRegion = new Map<string, GstState>();
const byName = new Map<string, GstState>();

for (const entry of TABLE.split(';')) {
  const [codes = '', region = '', ...words] = entry.trim().split(/\s+/);
  const [code = '', ...former] = codes.split(',');
  const isUnionTerritory = UNION_TERRITORIES.has(region);
  const state: GstState = { code, region, name: words.join(' '), isUnionTerritory };
  byRegion.set(region, state);
  byName.set(state.name.toUpperCase(), state);
  for (const each of [code, ...former]) byCode.set(each, state);
}

/** ISO changed some codes in 2023, and two territories became one; addresses carry the old ones. */
const FORMER: Readonly<Record<string, string>> = {
  UT: 'UK',
  OR: 'OD',
  CT: 'CG',
  TG: 'TS',
  DN: 'DH',
  DD: 'DH',
};

/** The state of a GSTIN by its first two digits; null when they are none of a state. */
export function gstStateOfNumber(gstin: string): GstState | null {
  return byCode.get(gstin.slice(0, 2)) ?? null;
}

/**
 * The state of a region as addresses write it, in any case: as ISO 3166-2:IN has or had it (`KA`,
 * `IN-KA`), by its number in the goods and services tax (`29`), or by its name.
 */
export function gstStateOfRegion(region: string | null): GstState | null {
  if (region === null) return null;
  const written = region.trim().replace(/\s+/g, ' ').toUpperCase();
  const code = written.replace(/^IN-/, '');
  const named = () => byName.get(written.replace(/ AND /g, ' & '));
  return byRegion.get(FORMER[code] ?? code) ?? byCode.get(code) ?? named() ?? null;
}
