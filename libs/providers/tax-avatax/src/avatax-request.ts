import { trimDecimal } from '@quittance/money';
import {
  JsonNumber,
  jsonAmount,
  type EngineDocument,
  type EngineLine,
  type EngineRequest,
  type RecordedName,
} from '@quittance/tax/provider';
import type { RecordedLine } from '@quittance/tax';

type Address = Partial<EngineRequest['seller']>;

/** An address with the members it has. */
export function addressOf(party: Address): object {
  const { line1, line2, city, region, postalCode, country } = party;
  const members = Object.entries({ line1, line2, city, region, postalCode, country });
  return Object.fromEntries(members.filter(([, value]) => value));
}

/** What every transaction has, whatever its type. */
function transaction(request: EngineRequest, lines: readonly object[]): object {
  const { date, currency, customer, seller, exemption } = request;
  return {
    date,
    customerCode: customer.accountId || 'unknown',
    currencyCode: currency,
    commit: false,
    ...(exemption !== null && { exemptionNo: exemption.slice(0, 25) }),
    ...(customer.taxRegistration && { businessIdentificationNo: customer.taxRegistration }),
    addresses: { shipFrom: addressOf(seller), shipTo: addressOf(customer) },
    lines,
  };
}

function lineOf({ currency, pricesIncludeTax }: EngineRequest, line: EngineLine, number: number) {
  return {
    number: String(number),
    quantity: new JsonNumber(trimDecimal(line.quantity)),
    amount: jsonAmount(line.amount, currency),
    ...(line.taxCode !== null && { taxCode: line.taxCode }),
    ...(pricesIncludeTax && { taxIncluded: true }),
  };
}

function recordedLine(document: EngineDocument, line: RecordedLine, number: number): object {
  const { description, itemCode } = line;
  const amount = signed(document, line.amount);
  return {
    ...lineOf(document, { ...line, amount }, number),
    description: description.slice(0, 2096),
    ...(itemCode !== null && { itemCode: itemCode.slice(0, 50) }),
    ref1: line.id,
  };
}

/** An estimate: nothing is recorded. */
export function avataxEstimate(request: EngineRequest, companyCode: string): object {
  const lines = request.lines.map((line, i) => lineOf(request, line, i + 1));
  return { type: 'SalesOrder', companyCode, ...transaction(request, lines) };
}

/** What AvaTax calls an invoice, and a credit note. */
export function typeOf({ corrects }: RecordedName): 'SalesInvoice' | 'ReturnInvoice' {
  return corrects === null ? 'SalesInvoice' : 'ReturnInvoice';
}

/** Minor units as AvaTax has them: negative where money is given back. */
export function signed({ corrects }: RecordedName, amount: bigint): bigint {
  return corrects === null ? amount : -amount;
}

/** A document to record, with the tax that was charged in place of AvaTax's own when told so. */
export function documentBody(
  document: EngineDocument,
  companyCode: string,
  override: boolean,
): object {
  const lines = document.lines.map((line, i) => recordedLine(document, line, i + 1));
  return {
    type: typeOf(document),
    companyCode,
    code: document.code,
    referenceCode: document.reference.slice(0, 50),
    ...transaction(document, lines),
    ...overrideOf(document, override),
  };
}

/** By the rates of which day: of a credit note that of its invoice, else that of the supply. */
function overrideOf(document: EngineDocument, override: boolean): object {
  const { corrects, currency, fallback, tax } = document;
  const taxDate = corrects ? corrects.date : document.taxDate;
  const date = taxDate && { taxDate };
  if (override) {
    const reason = fallback
      ? 'Taxed by the fallback rate while AvaTax was not available'
      : 'Charged before the rates changed';
    const taxAmount = jsonAmount(signed(document, tax), currency);
    return { taxOverride: { type: 'TaxAmount', ...date, taxAmount, reason } };
  }
  if (!date) return {};
  const reason = corrects
    ? `Gives back a part of ${corrects.code}`.slice(0, 255)
    : 'Supplied on another day than that of the invoice';
  return { taxOverride: { type: 'TaxDate', ...date, reason } };
}
