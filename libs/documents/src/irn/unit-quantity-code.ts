import { knownUnitCode } from '../e-invoices/unit-code.js';

/** Counted in no unit of the list. */
const OTHER = 'OTH';

/** The unique quantity codes of the goods and services tax. */
const CODES: ReadonlySet<string> = new Set(
  `BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT
   MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM SQY TBS TGM THD TON TUB UGS UNT YDS`.split(
    /\s+/,
  ),
);

/** By the codes of UN/ECE Recommendation 20. */
const BY_UNIT_CODE: Readonly<Record<string, string>> = {
  C62: 'NOS',
  EA: 'NOS',
  H87: 'PCS',
  PR: 'PRS',
  DZN: 'DOZ',
  GRO: 'GRS',
  SET: 'SET',
  MIL: 'THD',
  KGM: 'KGS',
  GRM: 'GMS',
  DTN: 'QTL',
  TNE: 'MTS',
  MTR: 'MTR',
  CMT: 'CMS',
  KMT: 'KME',
  YRD: 'YDS',
  MTK: 'SQM',
  FTK: 'SQF',
  YDK: 'SQY',
  MTQ: 'CBM',
  CMQ: 'CCM',
  LTR: 'LTR',
  MLT: 'MLT',
  XBG: 'BAG',
  XBX: 'BOX',
  XBO: 'BTL',
  XCT: 'CTN',
  XPK: 'PAC',
  XPA: 'PAC',
  XRO: 'ROL',
  XDR: 'DRM',
  XTU: 'TUB',
  XBE: 'BDL',
  XCA: 'CAN',
};

/** The unique quantity code of a product's unit, in whichever way that is written. */
export function unitQuantityCodeOf(unit: string | null): string {
  const text = unit?.trim().toUpperCase() ?? '';
  if (CODES.has(text)) return text;
  const code = knownUnitCode(unit);
  return (code && BY_UNIT_CODE[code]) || OTHER;
}
