import {
  formatDecimal,
  multiply,
  parseDecimal,
  currencyDigits,
  roundToScale,
  trimDecimal,
} from '@quittance/money';
import {
  JsonNumber,
  jsonAmount,
  type EngineDocument,
  type EngineLine,
  type EngineRequest,
  type RecordedInvoice,
} from '@quittance/tax/provider';
import type { RecordedLine } from '@quittance/tax';

type Address = Partial<EngineRequest['seller']>;

function place(prefix: 'from' | 'to', party: Address): object {
  const { country, postalCode, region, city, line1 } = party;
  const members = Object.entries({ country, zip: postalCode, state: region, city, street: line1 });
  return Object.fromEntries(
    members.filter(([, value]) => value).map(([name, value]) => [`${prefix}_${name}`, value]),
  );
}

/** An address to be validated. */
export function addressBody({ country, postalCode, region, city, line1 }: Address): object {
  const members = Object.entries({ country, zip: postalCode, state: region, city, street: line1 });
  return Object.fromEntries(members.filter(([, value]) => value));
}

function parties({ seller, customer, exemption }: EngineRequest): object {
  return {
    ...place('from', seller),
    ...place('to', customer),
    shipping: new JsonNumber('0'),
    ...(customer.accountId && { customer_id: customer.accountId }),
    ...(exemption !== null && { exemption_type: 'other' }),
  };
}

/**
 * TaxJar multiplies itself, in whole units and cents. What it would round otherwise than we have
 * goes as one piece at the price of the line.
 */
function lineItem({ currency }: EngineRequest, line: EngineLine): object {
  const whole = multipliesExactly(line, currencyDigits(currency));
  return {
    id: line.id,
    quantity: new JsonNumber(whole ? trimDecimal(line.quantity) : '1'),
    unit_price: whole
      ? new JsonNumber(trimDecimal(line.unitPrice))
      : jsonAmount(line.amount, currency),
    discount: jsonAmount(whole ? line.discount : 0n, currency),
    ...(line.taxCode !== null && { product_tax_code: line.taxCode }),
  };
}

function multipliesExactly(line: EngineLine, digits: number): boolean {
  const quantity = parseDecimal(trimDecimal(line.quantity));
  const unitPrice = parseDecimal(trimDecimal(line.unitPrice));
  if (!quantity || !unitPrice || quantity.scale > 0) return false;
  if (quantity.units <= 0n || unitPrice.units < 0n || unitPrice.scale > digits) return false;
  return roundToScale(multiply(quantity, unitPrice), digits) === line.amount + line.discount;
}

/** An estimate: nothing is recorded. */
export function taxjarEstimate(request: EngineRequest): object {
  return { ...parties(request), line_items: request.lines.map((line) => lineItem(request, line)) };
}

/** An order: its amount is with shipping and without tax. */
export function orderBody(document: EngineDocument): object {
  const { reference, date, currency, net, tax } = document;
  return {
    transaction_id: reference,
    transaction_date: date,
    ...parties(document),
    amount: jsonAmount(net, currency),
    sales_tax: jsonAmount(tax, currency),
    line_items: document.lines.map((line) => recordedItem(document, line)),
  };
}

/** A refund of an order: its amounts are negative, each line one piece of what is given back. */
export function refundBody(document: EngineDocument, order: RecordedInvoice): object {
  const { reference, date, currency, net, tax } = document;
  return {
    transaction_id: reference,
    transaction_reference_id: order.reference,
    transaction_date: date,
    ...parties(document),
    amount: jsonAmount(-net, currency),
    sales_tax: jsonAmount(-tax, currency),
    line_items: document.lines.map((line) => refundedItem(document, line)),
  };
}

function refundedItem(document: EngineDocument, line: RecordedLine): object {
  const net = line.amount - (document.pricesIncludeTax ? line.tax : 0n);
  const units = { units: -net, scale: currencyDigits(document.currency) };
  const piece = { quantity: '1', unitPrice: formatDecimal(units), discount: 0n, amount: -net };
  return {
    ...lineItem(document, { ...line, ...piece }),
    ...named(line),
    sales_tax: jsonAmount(-line.tax, document.currency),
  };
}

function named({ itemCode, description }: RecordedLine): object {
  const product = itemCode === null ? {} : { product_identifier: itemCode };
  return { ...product, description: description.slice(0, 255) };
}

function recordedItem(document: EngineDocument, line: RecordedLine): object {
  const net = document.pricesIncludeTax ? { ...line, ...netOf(line, document) } : line;
  return {
    ...lineItem(document, net),
    ...named(line),
    sales_tax: jsonAmount(line.tax, document.currency),
  };
}

/** A gross price travels as one piece of what it is without its tax. */
function netOf(line: RecordedLine, { currency }: EngineDocument) {
  const amount = line.amount - line.tax;
  const units = { units: amount, scale: currencyDigits(currency) };
  return { quantity: '1', unitPrice: formatDecimal(units), discount: 0n, amount };
}
