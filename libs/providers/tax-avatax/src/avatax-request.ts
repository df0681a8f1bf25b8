import { trimDecimal } from '@quittance/kernel';
import {
  JsonNumber,
  jsonAmount,
  type EngineDocument,
  type EngineLine,
  type EngineRequest,
  type RecordedLine,
} from '@quittance/tax';

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
  return {
    ...lineOf(document, line, number),
    description: description.slice(0, 2096),
    ...(itemCode !== null && { itemCode: itemCode.slice(0, 50) }),
    ref1: line.id,
  };
}

/** An estimate: nothing is recorded. */
export function estimateBody(request: EngineRequest, companyCode: string): object {
  const lines = request.lines.map((line, i) => lineOf(request, line, i + 1));
  return { type: 'SalesOrder', companyCode, ...transaction(request, lines) };
}

/** An invoice to record, with the tax that was charged in place of AvaTax's own when told so. */
export function invoiceBody(
  document: EngineDocument,
  companyCode: string,
  override: boolean,
): object {
  const lines = document.lines.map((line, i) => recordedLine(document, line, i + 1));
  const reason = document.fallback
    ? 'Taxed by the fallback rate while AvaTax was not available'
    : 'Charged before the rates changed';
  return {
    type: 'SalesInvoice',
    companyCode,
    code: document.code,
    referenceCode: document.reference.slice(0, 50),
    ...transaction(document, lines),
    ...(override && {
      taxOverride: {
        type: 'TaxAmount',
        taxAmount: jsonAmount(document.tax, document.currency),
        reason,
      },
    }),
  };
}
