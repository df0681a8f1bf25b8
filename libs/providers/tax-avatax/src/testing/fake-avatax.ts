import { add, divideRounded, formatUnits, type Decimal } from '@quittance/money';
import {
  JsonNumber,
  decimalOf,
  exactJson,
  jsonObject,
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

/** State and city rates in hundredths of a percent of the places the fake knows. */
const RATES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  TX: [625n, 200n],
  NY: [400n, 450n],
};

interface Document {
  status: string;
  total: Decimal;
  readonly model: ExactJson;
  version: number;
}

/** A local server that keeps to AvaTax's wire contract, for tests. */
export interface FakeAvatax extends FakeServer {
  readonly accountId: string;
  readonly licenseKey: string;
  /** Recorded documents by `company/code`. */
  readonly documents: ReadonlyMap<string, Document>;
}

const ACCOUNT_ID = '2000134479';
const LICENSE_KEY = 'a-license-key';
const BASIC = `Basic ${Buffer.from(`${ACCOUNT_ID}:${LICENSE_KEY}`).toString('base64')}`;

/** Starts the fake on 127.0.0.1 and a free port. */
export async function startFakeAvatax(): Promise<FakeAvatax> {
  const documents = new Map<string, Document>();
  const server = await startFakeServer((request, fault) => answer(documents, request, fault));
  return { ...server, accountId: ACCOUNT_ID, licenseKey: LICENSE_KEY, documents };
}

function answer(
  documents: Map<string, Document>,
  request: FakeRequest,
  fault: FakeFault | null,
): FakeAnswer {
  const { path, body } = request;
  const known = request.headers.authorization === BASIC;
  if (path === '/api/v2/utilities/ping') return ok({ version: '26.1', authenticated: known });
  if (!known) return refuse(401, 'AuthenticationException', 'The user or account is unknown.');
  if (path === '/api/v2/transactions/create') return create(documents, body, fault, false);
  if (path === '/api/v2/transactions/createoradjust') {
    return create(documents, jsonObject(body.createTransactionModel) ?? {}, fault, true);
  }
  if (path === '/api/v2/addresses/resolve') return resolve(body);
  const [, company, code, verb] =
    /^\/api\/v2\/companies\/([^/]+)\/transactions\/([^/]+)\/(commit|void)$/.exec(path) ?? [];
  if (!company || !code) return refuse(404, 'EntityNotFoundError', `There is no ${path}.`);
  return change(documents, `${unsafe(company)}/${unsafe(code)}`, verb === 'commit', body);
}

function ok(body: object, status = 200): FakeAnswer {
  return { status, text: exactJson(body) };
}

function refuse(status: number, code: string, message: string, refersTo = ''): FakeAnswer {
  const details = [{ code, message, refersTo, severity: 'Error' }];
  return ok({ error: { code, message, target: 'IncorrectData', details } }, status);
}

function unsafe(text: string): string {
  return decodeURIComponent(text).replaceAll('_-ava2f-_', '/').replaceAll('_-ava23-_', '#');
}

function create(
  documents: Map<string, Document>,
  model: ExactJson,
  fault: FakeFault | null,
  adjust: boolean,
): FakeAnswer {
  const lines = jsonObjects(model.lines);
  if (lines.length === 0) {
    return refuse(400, 'ValueRequiredError', 'Field lines is required.', 'lines');
  }
  const wrong = lines.findIndex(({ taxCode }) => taxCode === 'NO-SUCH-CODE');
  const refused = fault === 'line' ? 1 : wrong;
  if (refused >= 0 && refused < lines.length) {
    return refuse(400, 'InvalidTaxCode', 'The tax code is unknown.', `lines[${refused}].taxCode`);
  }
  const taxed = taxedLines(model, lines);
  const override = decimalOf(jsonObject(model.taxOverride)?.taxAmount);
  const total = override ?? taxed.map(({ tax }) => tax).reduce(add, { units: 0n, scale: 2 });
  if (model.type === 'SalesOrder') return ok(told(model, 'Temporary', taxed, total, fault), 201);
  const positive = lines.some(({ amount }) => (decimalOf(amount)?.units ?? 0n) > 0n);
  if (model.type === 'ReturnInvoice' && positive) {
    return refuse(400, 'RangeError', 'The amounts of a return are negative.');
  }
  const key = `${model.companyCode as string}/${model.code as string}`;
  const before = documents.get(key);
  if (before?.status === 'Committed' && !adjust) {
    return refuse(400, 'DocumentCodeConflict', 'The document is already committed.');
  }
  const status = before?.status === 'Committed' ? 'Committed' : 'Saved';
  documents.set(key, { status, total, model, version: (before?.version ?? 0) + 1 });
  return ok(told(model, status, taxed, total, fault), 201);
}

interface Taxed {
  readonly number: string;
  readonly amount: Decimal;
  readonly tax: Decimal;
  readonly parts: readonly { rate: bigint; tax: Decimal; type: string }[];
}

function taxedLines(model: ExactJson, lines: readonly ExactJson[]): Taxed[] {
  const shipTo = jsonObject(jsonObject(model.addresses)?.shipTo);
  const rates = RATES[String(shipTo?.region)] ?? [0n, 0n];
  const exempt = model.exemptionNo !== undefined;
  return lines.map((line) => {
    const amount = decimalOf(line.amount) ?? { units: 0n, scale: 0 };
    const included = line.taxIncluded === true;
    const sum = rates[0] + rates[1];
    const parts = rates.map((rate, i) => ({
      rate,
      tax: exempt
        ? { units: 0n, scale: 2 }
        : taxOf(amount, rate, included ? 10_000n + sum : 10_000n),
      type: i === 0 ? 'State' : 'City',
    }));
    return { number: String(line.number), amount, tax: parts.map((p) => p.tax).reduce(add), parts };
  });
}

function taxOf(amount: Decimal, rate: bigint, whole: bigint): Decimal {
  const cents = divideRounded(amount.units * rate * 100n, whole * 10n ** BigInt(amount.scale));
  return { units: cents, scale: 2 };
}

const number = ({ units, scale }: Decimal) => new JsonNumber(formatUnits(units, scale));

function told(
  model: ExactJson,
  status: string,
  lines: readonly Taxed[],
  total: Decimal,
  fault: FakeFault | null,
): object {
  const shown = fault === 'missing' ? lines.filter((_, i) => i !== 1) : lines;
  const cent = { units: fault === 'wrong_sum' ? 1n : 0n, scale: 2 };
  return {
    id: new JsonNumber('85042700000321001'),
    code: model.code,
    status,
    locked: false,
    currencyCode: fault === 'wrong_currency' ? 'XTS' : model.currencyCode,
    totalTax: number(add(total, cent)),
    lines: shown.map(({ number: lineNumber, amount, tax, parts }) => ({
      lineNumber,
      tax: number(tax),
      taxableAmount: number(amount),
      exemptAmount: new JsonNumber('0'),
      isItemTaxable: true,
      details: parts.map((part) => ({
        jurisName: 'TEST',
        jurisType: part.type,
        taxName: `${part.type} tax`,
        taxType: 'Sales',
        rate: new JsonNumber(formatUnits(part.rate, 4)),
        taxableAmount: number(amount),
        tax: number(part.tax),
      })),
    })),
    messages: [],
  };
}

function change(
  documents: Map<string, Document>,
  key: string,
  commit: boolean,
  body: ExactJson,
): FakeAnswer {
  const document = documents.get(key);
  if (!document || (commit && document.status === 'Cancelled')) {
    return refuse(404, 'EntityNotFoundError', `There is no document ${key}.`);
  }
  if (commit ? body.commit !== true : body.code !== 'DocVoided') {
    return refuse(400, 'ValueRequiredError', 'The body is not right.');
  }
  if (commit && document.status === 'Committed') {
    return refuse(400, 'TransactionIsCommitted', 'The document is committed.');
  }
  document.status = commit ? 'Committed' : 'Cancelled';
  return ok({ code: key, status: document.status });
}

function resolve(body: ExactJson): FakeAnswer {
  if (!body.country) return refuse(400, 'MissingAddress', 'The address has no country.');
  if (body.postalCode === '00000') {
    const message = { summary: 'Address not found', details: 'No such place.', severity: 'Error' };
    return ok({ address: body, validatedAddresses: [], messages: [message] });
  }
  const upper = Object.entries(body).map(([name, value]) => [name, String(value).toUpperCase()]);
  const found = { addressType: 'StreetOrResidentialAddress', ...Object.fromEntries(upper) };
  return ok({ address: body, validatedAddresses: [found], resolutionQuality: 'Rooftop' });
}
