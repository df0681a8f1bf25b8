import type { PostalAddress } from '@quittance/company';
import { formatMinor, sumOf, trimDecimal } from '@quittance/money';
import { gstinOfSeller, isGstin, normalTaxId } from '@quittance/registrations';
import { netPriceOfGross } from '../e-invoices/net-price.js';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import { exact, type Exact } from './exact-json.js';
import { hsnOf } from './hsn-code.js';
import { spreadAllowances, type BearingLine } from './spread-allowances.js';
import { unitQuantityCodeOf } from './unit-quantity-code.js';

/** One side of a supply as INV-01 has it. The state is that of the registration. */
export interface IrnParty {
  readonly Gstin: string;
  readonly LglNm: string;
  readonly Addr1: string;
  readonly Loc: string;
  readonly Pin: Exact;
  readonly Stcd: string;
}

export interface IrnItem {
  readonly SlNo: string;
  readonly PrdDesc: string;
  readonly IsServc: 'Y' | 'N';
  readonly HsnCd: string;
  readonly Qty: Exact;
  readonly Unit: string;
  readonly UnitPrice: Exact;
  /** Before the discount. */
  readonly TotAmt: Exact;
  readonly Discount: Exact;
  /** What is taxed. */
  readonly AssAmt: Exact;
  readonly GstRt: Exact;
  readonly IgstAmt: Exact;
  readonly CgstAmt: Exact;
  readonly SgstAmt: Exact;
  readonly CesAmt: Exact;
  readonly TotItemVal: Exact;
}

/**
 * To a business; or with or without payment of tax to a unit of a special economic zone, or out of
 * the country.
 */
type SupplyType = 'B2B' | 'SEZWP' | 'SEZWOP' | 'EXPWP' | 'EXPWOP';

/** A document as India's invoice registration portal takes it: JSON schema INV-01, version 1.1. */
export interface Irn {
  readonly Version: '1.1';
  readonly TranDtls: {
    readonly TaxSch: 'GST';
    readonly SupTyp: SupplyType;
    readonly RegRev: 'Y' | 'N';
  };
  readonly DocDtls: { readonly Typ: 'INV' | 'CRN'; readonly No: string; readonly Dt: string };
  readonly SellerDtls: IrnParty;
  readonly BuyerDtls: IrnParty & { readonly Pos: string };
  /** Where it is exported to. */
  readonly ExpDtls?: { readonly CntCode: string };
  readonly ItemList: readonly IrnItem[];
  readonly ValDtls: Readonly<
    Record<
      'AssVal' | 'CgstVal' | 'SgstVal' | 'IgstVal' | 'CesVal' | 'RndOffAmt' | 'TotInvVal',
      Exact
    >
  >;
}

/** Codes of services begin with it. */
const SERVICES = '99';
const RUPEES = 'INR';

/** A document in the terms of INV-01, whether or not it keeps the rules: `irnFaults` says. Pure. */
export function irnOf(document: PrintableInvoice): Irn {
  const { lines } = spreadAllowances(document.lines);
  const rupees = (amount: bigint) => exact(formatMinor(amount, RUPEES));
  const all = (kind: string) => rupees(sumOf(lines.map((line) => taxOf(line, kind))));
  const buyer = buyerOf(document);
  const { country } = document.buyer.address;
  return {
    Version: '1.1',
    TranDtls: {
      TaxSch: 'GST',
      SupTyp: supplyType(document),
      RegRev: isReverse(document) ? 'Y' : 'N',
    },
    DocDtls: {
      Typ: document.kind === 'invoice' ? 'INV' : 'CRN',
      No: document.number,
      Dt: document.issueDate.split('-').reverse().join('/'),
    },
    SellerDtls: partyOf(document.seller.legalName, document.seller.address, sellerGstin(document)),
    // A service is supplied where its registered recipient is; other places are not known of.
    BuyerDtls: { ...buyer, Pos: buyer.Stcd },
    ...(leavesIndia(document) && country !== null && { ExpDtls: { CntCode: country } }),
    ItemList: lines.map((line) => itemOf(line, document.pricesIncludeTax)),
    ValDtls: {
      AssVal: rupees(sumOf(lines.map(({ net }) => net))),
      CgstVal: all('gst_cgst'),
      SgstVal: rupees(sumOf(lines.map(stateTaxOf))),
      IgstVal: all('gst_igst'),
      CesVal: rupees(0n),
      RndOffAmt: rupees(0n),
      TotInvVal: rupees(document.total),
    },
  };
}

function supplyType({ lines }: PrintableInvoice): SupplyType {
  const reasons = new Set(lines.map(({ decision }) => decision.reason));
  if (reasons.has('export_tax_paid')) return 'EXPWP';
  if (reasons.has('export')) return 'EXPWOP';
  if (reasons.has('sez_tax_paid')) return 'SEZWP';
  return reasons.has('sez_undertaking') ? 'SEZWOP' : 'B2B';
}

/** Whether it leaves the country: its buyer is registered in no state of it. */
export function leavesIndia(document: PrintableInvoice): boolean {
  return supplyType(document).startsWith('EXP');
}

/** A buyer abroad, as the portal has all of them. */
const ABROAD = { Gstin: 'URP', Pin: exact('999999'), Stcd: '96' };

function buyerOf(document: PrintableInvoice): IrnParty {
  const { name, address } = document.buyer;
  const party = partyOf(name, address, buyerGstin(document));
  return leavesIndia(document) ? { ...party, ...ABROAD } : party;
}

function partyOf(name: string, address: PostalAddress, gstin: string): IrnParty {
  const street = [address.line1, address.line2].filter(Boolean).join(', ');
  return {
    Gstin: gstin,
    LglNm: name,
    Addr1: street.slice(0, 100),
    Loc: address.city ?? '',
    Pin: exact(pinOf(address) ?? '0'),
    Stcd: gstin.slice(0, 2),
  };
}

/** Six digits, the first of them no zero. */
export function pinOf({ postalCode }: PostalAddress): string | null {
  const digits = (postalCode ?? '').replace(/\s/g, '');
  return /^[1-9]\d{5}$/.test(digits) ? digits : null;
}

/** That of the state it supplies from, which it is taxed under; empty when there is none. */
export function sellerGstin({ seller }: PrintableInvoice): string {
  const numbers = seller.taxRegistrations.map(({ number }) => number);
  return gstinOfSeller(numbers, seller.address.region) ?? '';
}

export function buyerGstin({ buyer }: PrintableInvoice): string {
  const number = normalTaxId(buyer.taxRegistration ?? '');
  return isGstin(number) ? number : '';
}

export function isReverse({ lines }: PrintableInvoice): boolean {
  return lines.some(({ taxes }) => taxes.some(({ kind }) => kind === 'reverse_charge'));
}

export function taxOf({ taxes }: PrintableLine, kind: string): bigint {
  return sumOf(taxes.filter((tax) => tax.kind === kind).map(({ tax }) => tax));
}

/** The tax of the state or of the union territory: INV-01 has one place for both. */
export function stateTaxOf(line: PrintableLine): bigint {
  return taxOf(line, 'gst_sgst') + taxOf(line, 'gst_utgst');
}

function itemOf(line: BearingLine, included: boolean): IrnItem {
  const { position, description, quantity, taxRate, net, total, borne } = line;
  const rupees = (amount: bigint) => exact(formatMinor(amount, RUPEES));
  // The discount of a price with tax is one with tax: what is taxed is said as the price.
  const discount = borne + (included ? 0n : line.discount);
  const code = hsnOf(line) ?? '';
  return {
    SlNo: String(position),
    PrdDesc: description.slice(0, 300),
    IsServc: code.startsWith(SERVICES) ? 'Y' : 'N',
    HsnCd: code,
    Qty: exact(trimDecimal(quantity)),
    Unit: unitQuantityCodeOf(line.unit),
    UnitPrice: exact(
      included ? netPriceOfGross(wholeOf(line), RUPEES).unitPrice : trimDecimal(line.unitPrice),
    ),
    TotAmt: rupees(net + discount),
    Discount: rupees(discount),
    AssAmt: rupees(net),
    GstRt: exact(trimDecimal(taxRate)),
    IgstAmt: rupees(taxOf(line, 'gst_igst')),
    CgstAmt: rupees(taxOf(line, 'gst_cgst')),
    SgstAmt: rupees(stateTaxOf(line)),
    CesAmt: rupees(0n),
    TotItemVal: rupees(total),
  };
}

/** A line as it was priced, before it bore anything of an allowance. */
function wholeOf(line: BearingLine): BearingLine {
  return { ...line, net: line.net + line.borne };
}
