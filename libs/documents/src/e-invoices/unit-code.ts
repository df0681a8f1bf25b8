/** One of something that is counted: what stands where no unit is known. */
const ONE = 'C62';

/**
 * The codes of UN/ECE Recommendations 20 and 21 that trade is commonly counted in. An electronic
 * invoice may bear no other text as its unit (BR-CL-23).
 */
const CODES: ReadonlySet<string> = new Set(
  `C62 H87 EA PR DZN GRO GGR SET NAR CEN MIL T3 KT LO E48 E51 IE 10 11 C0 E27 U2 RM
   SEC MIN HUR DAY WEE MON QAN SAN ANN DEC C26 LH E49 HTZ KHZ MHZ
   KGM GRM MGM TNE DTN LBR ONZ STN LTN CTM MC HGM CGM DJ KTN
   MTR CMT MMT KMT DMT INH FOT YRD SMI NMI 4H C45
   MTK CMK MMK KMK ACR FTK INK YDK MIK
   LTR MLT CLT DLT HLT MTQ CMQ DMQ MMQ FTQ INQ YDQ GLL GLI OZA OZI PTL PTI QTL QTI BLL 4G
   WHR KWH MWH GWH JOU KJO 3B KWT MAW WTT KVA BTU CEL KEL FAH AMP VLT KVT OHM AMH
   AD 2P 4L E34 E35 A99 C37 D36 B68 E37
   P1 LUM KMH MTS KPA BAR PAL NEW RPM DD
   XBG XBX XBO XCS XCT XPK XPX XPA XRO XDR XTU XBE XCR XCA XJR XSA`
    .trim()
    .split(/\s+/),
);

/** What people write for them. */
const WORDS: Readonly<Record<string, string>> = {
  one: 'C62',
  unit: 'C62',
  piece: 'H87',
  pc: 'H87',
  pcs: 'H87',
  each: 'EA',
  pair: 'PR',
  dozen: 'DZN',
  second: 'SEC',
  minute: 'MIN',
  hour: 'HUR',
  hr: 'HUR',
  hrs: 'HUR',
  h: 'HUR',
  day: 'DAY',
  week: 'WEE',
  month: 'MON',
  quarter: 'QAN',
  year: 'ANN',
  kilogram: 'KGM',
  kg: 'KGM',
  gram: 'GRM',
  g: 'GRM',
  tonne: 'TNE',
  pound: 'LBR',
  metre: 'MTR',
  meter: 'MTR',
  m: 'MTR',
  cm: 'CMT',
  mm: 'MMT',
  km: 'KMT',
  mile: 'SMI',
  m2: 'MTK',
  'm²': 'MTK',
  m3: 'MTQ',
  'm³': 'MTQ',
  litre: 'LTR',
  liter: 'LTR',
  l: 'LTR',
  ml: 'MLT',
  kwh: 'KWH',
  mb: '4L',
  gb: 'E34',
  tb: 'E35',
  percent: 'P1',
  '%': 'P1',
  box: 'XBX',
  bottle: 'XBO',
  carton: 'XCT',
  pack: 'XPK',
  package: 'XPK',
  pallet: 'XPX',
  roll: 'XRO',
  bag: 'XBG',
};

/** BT-130: the code of a product's unit, written as a code or as a word; one where it is neither. */
export function unitCodeOf(unit: string | null): string {
  return knownUnitCode(unit) ?? ONE;
}

/** The same; null where the unit is none that is known. */
export function knownUnitCode(unit: string | null): string | null {
  const text = unit?.trim() ?? '';
  if (CODES.has(text.toUpperCase())) return text.toUpperCase();
  const word = text.toLowerCase();
  const singular = word.length > 3 ? word.replace(/(?<=x)es$|s$/, '') : word;
  for (const each of [word, singular]) if (Object.hasOwn(WORDS, each)) return WORDS[each] ?? null;
  return null;
}
