import {
  add,
  divideRounded,
  formatUnits,
  multiply,
  roundToScale,
  type Decimal,
} from '@quittance/money';
import {
  JsonNumber,
  decimalOf,
  exactJson,
  jsonObjects,
  type ExactJson,
} from '@quittance/tax/provider';
import {
  startFakeServer,
  type FakeAnswer,
  type FakeFault,
  type FakeRequest,
  type FakeServer,
} from '@quittance/tax/testing';

/** State and city rates in hundredths of a percent of the places with nexus. */
const RATES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  TX: [625n, 200n],
  NY: [400n, 450n],
};

/** A local server that keeps to TaxJar's wire contract, for tests. */
export interface FakeTaxjar extends FakeServer {
  readonly token: string;
  /** Orders by `transaction_id`. */
  readonly orders: ReadonlyMap<string, ExactJson>;
  /** Refunds by `transaction_id`. */
  readonly refunds: ReadonlyMap<string, ExactJson>;
}

const TOKEN = 'a-taxjar-token';
const ZERO: Decimal = { units: 0n, scale: 2 };

/** Starts the fake on 127.0.0.1 and a free port. */
export async function startFakeTaxjar(): Promise<FakeTaxjar> {
  const books: Books = { orders: new Map(), refunds: new Map() };
  const server = await startFakeServer((request, fault) => answer(books, request, fault));
  return { ...server, token: TOKEN, ...books };
}

interface Books {
  readonly orders: Map<string, ExactJson>;
  readonly refunds: Map<string, ExactJson>;
}

function answer(
  books: Books,
  { method, path, headers, body }: FakeRequest,
  fault: FakeFault | null,
): FakeAnswer {
  if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Unauthorized', 'No token');
  if (path === '/v2/categories') return ok({ categories: [{ product_tax_code: '20010' }] });
  if (path === '/v2/taxes') return estimate(body, fault);
  if (path === '/v2/addresses/validate') return validate(body);
  const [, kind, , id] = /^\/v2\/transactions\/(order|refund)s(\/(.+))?$/.exec(path) ?? [];
  if (kind === 'refund' && method === 'POST' && !books.orders.has(orderOf(body))) {
    return refuse(404, 'Not Found', 'transaction_reference_id is unknown');
  }
  const kept = kind === 'refund' ? books.refunds : books.orders;
  if (kind && method === 'POST') return store(kept, kind, body);
  const code = decodeURIComponent(id ?? '');
  const known = kept.get(code);
  if (!kind || !known) return refuse(404, 'Not Found', 'Resource can not be found');
  if (method === 'DELETE') kept.delete(code);
  return ok({ [kind]: known });
}

const orderOf = (body: ExactJson) => String(body.transaction_reference_id);

function ok(body: object, status = 200): FakeAnswer {
  return { status, text: exactJson(body) };
}

function refuse(status: number, error: string, detail: string): FakeAnswer {
  return ok({ error, detail, status: new JsonNumber(String(status)) }, status);
}

function estimate(body: ExactJson, fault: FakeFault | null): FakeAnswer {
  if (!body.to_country) return refuse(400, 'Bad Request', 'No to country, this is required');
  if (body.to_country === 'US' && !body.to_zip) {
    return refuse(400, 'Bad Request', 'No to zip, required when country is US');
  }
  const items = jsonObjects(body.line_items);
  if (items.some((item) => item.product_tax_code === 'NO-SUCH-CODE') || fault === 'line') {
    return refuse(400, 'Bad Request', 'product_tax_code is unknown');
  }
  const [state, city] = RATES[String(body.to_state)] ?? [0n, 0n];
  const exempt = body.exemption_type !== undefined;
  if (state === 0n || exempt) {
    const amounts = { taxable_amount: amount(ZERO), amount_to_collect: amount(ZERO) };
    return ok({ tax: { ...amounts, rate: new JsonNumber('0.0'), has_nexus: state !== 0n } });
  }
  const taxed = items.map((item) => taxedItem(item, state, city));
  const total = taxed.map(({ tax }) => tax).reduce(add, ZERO);
  const off = { units: fault === 'wrong_sum' ? 100n : 0n, scale: 2 };
  const shown = fault === 'missing' ? taxed.filter((_, i) => i !== 1) : taxed;
  return ok({
    tax: {
      amount_to_collect: amount(add(total, off)),
      rate: rate(state + city),
      has_nexus: true,
      breakdown: { line_items: shown.map(({ told }) => told) },
    },
  });
}

const amount = ({ units, scale }: Decimal) => new JsonNumber(formatUnits(units, scale));
const rate = (hundredths: bigint) => new JsonNumber(formatUnits(hundredths, 4));

function taxedItem(item: ExactJson, state: bigint, city: bigint) {
  const [quantity = ZERO, price = ZERO, discount = ZERO] = [
    item.quantity,
    item.unit_price,
    item.discount,
  ].map(decimalOf);
  const cents = roundToScale(multiply(quantity, price), 2) - roundToScale(discount, 2);
  const taxable = { units: cents, scale: 2 };
  const [ofState, ofCity] = [state, city].map((each) => ({
    units: divideRounded(cents * each, 10_000n),
    scale: 2,
  }));
  const tax = add(ofState ?? ZERO, ofCity ?? ZERO);
  const told = {
    id: item.id,
    taxable_amount: amount(taxable),
    tax_collectable: amount(tax),
    combined_tax_rate: rate(state + city),
    state_taxable_amount: amount(taxable),
    state_sales_tax_rate: rate(state),
    state_amount: amount(ofState ?? ZERO),
    city_taxable_amount: amount(taxable),
    city_tax_rate: rate(city),
    city_amount: amount(ofCity ?? ZERO),
  };
  return { tax, told };
}

function store(kept: Map<string, ExactJson>, kind: string, body: ExactJson): FakeAnswer {
  const id = String(body.transaction_id);
  if (kept.has(id)) return refuse(422, 'Unprocessable Entity', 'Provider tranx already imported');
  if (!body.transaction_date || !body.amount || !body.sales_tax || !body.shipping) {
    return refuse(400, 'Bad Request', 'A required member is missing');
  }
  const amounts = [body.amount, body.sales_tax].map((each) => decimalOf(each)?.units ?? 0n);
  if (amounts.some((units) => units !== 0n && units < 0n !== (kind === 'refund'))) {
    return refuse(400, 'Bad Request', 'The amounts of an order are positive, of a refund negative');
  }
  kept.set(id, body);
  return ok({ [kind]: body }, 201);
}

function validate(body: ExactJson): FakeAnswer {
  if (body.zip === '00000') return refuse(404, 'Not Found', 'Resource can not be found');
  const upper = Object.entries(body).map(([name, value]) => [name, String(value).toUpperCase()]);
  return ok({ addresses: [Object.fromEntries(upper)] });
}
