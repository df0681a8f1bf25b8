import { isStorableText } from '@quittance/lists';
import { isCurrency, parseMinor, type Currency } from '@quittance/money';
import { isLocalDate, type LocalDate } from '@quittance/calendar';
import type { FieldError } from '@quittance/kernel';
import { countryForms, type CountryCells } from '@quittance/mass';
import type { ImportedInvoice } from './imported-invoice.js';

/** What an import keeps of a column. */
export type ImportedMember =
  | 'customer'
  | 'customerName'
  | 'reference'
  | 'issueDate'
  | 'dueDate'
  | 'amount'
  | 'currency'
  | 'disputed'
  | 'settledOn';

/** Column names in lower case without punctuation; `null` is known and not kept. */
const COLUMNS: Readonly<Record<string, ImportedMember | null>> = {
  customerid: 'customer',
  customername: 'customerName',
  invoicenumber: 'reference',
  invoicedate: 'issueDate',
  duedate: 'dueDate',
  invoiceamount: 'amount',
  currency: 'currency',
  disputed: 'disputed',
  settleddate: 'settledOn',
  countrycode: null,
  paperlessdate: null,
  paperlessbill: null,
  daystosettle: null,
  dayslate: null,
};

/** How a column that is missing altogether is named in its error. */
const COLUMN_OF: Readonly<Record<ImportedMember, string>> = {
  customer: 'customerID',
  customerName: 'customerName',
  reference: 'invoiceNumber',
  issueDate: 'InvoiceDate',
  dueDate: 'DueDate',
  amount: 'InvoiceAmount',
  currency: 'currency',
  disputed: 'Disputed',
  settledOn: 'SettledDate',
};

type CountryColumns = Parameters<typeof countryForms.cells>[0];

/** What a country writes its own way. */
const OF_COUNTRY: Readonly<Partial<Record<ImportedMember, 'number' | 'date'>>> = {
  amount: 'number',
  issueDate: 'date',
  dueDate: 'date',
  settledOn: 'date',
};

const MAX_TEXT = 200;
/** What fits a unit price; in major units. */
const MAX_MAJOR_DIGITS = 12;
/** A binary float keeps that many decimal digits. */
const EXACT_DIGITS = 15;
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const YES_NO: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  true: true,
  false: false,
  '': false,
};

/** A line of the file by its column names. */
export type RawRow = Readonly<Record<string, unknown>>;

/** `2013-02-01`, or month/day/year as in `2/1/2013`. */
export function readDate(text: string): LocalDate | undefined {
  const parts = SLASHED.exec(text);
  const date = parts
    ? `${parts[3]}-${(parts[1] ?? '').padStart(2, '0')}-${(parts[2] ?? '').padStart(2, '0')}`
    : text;
  return isLocalDate(date) ? date : undefined;
}

/** Whether an import knows a column by this name. */
export function isColumn(name: string): boolean {
  return Object.hasOwn(COLUMNS, keyOf(name));
}

/** What is kept of a column of this name; nothing of one that is not known. */
export function importedMember(name: string): ImportedMember | null {
  return isColumn(name) ? (COLUMNS[keyOf(name)] ?? null) : null;
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** What holds for the rows of a file. */
interface RowTerms extends CountryCells {
  /** Of rows that say none. */
  readonly currency: Currency;
  /** Columns of a workbook that are numbers and days, and of no country. */
  readonly typed?: ReadonlySet<string>;
}

/** What could be read of a line. */
export interface KnownOfRow {
  /** Undefined where something is wrong with it. */
  readonly row: ImportedInvoice | undefined;
  readonly reference: string | undefined;
  /** Undefined where it is none. */
  readonly currency: Currency | undefined;
}

/** Reads one line, collecting everything that is wrong with it into `errors`. */
export function readRow(
  raw: RawRow,
  line: number,
  { currency: fallback, ...country }: RowTerms,
  errors: FieldError[],
): KnownOfRow {
  const before = errors.length;
  const reader = new RowReader(raw, line, errors, country);
  const issueDate = reader.date('issueDate');
  const dueDate = reader.date('dueDate');
  if (issueDate && dueDate && dueDate < issueDate) {
    reader.fault('dueDate', 'min', 'must not be before the date of the invoice');
  }
  const named = reader.currency(fallback);
  const currency = named ?? fallback;
  const row = {
    line,
    customer: reader.required('customer'),
    customerName: reader.text('customerName') || null,
    reference: reader.required('reference'),
    issueDate,
    dueDate,
    currency,
    amount: reader.amount(currency),
    disputed: reader.flag('disputed'),
    settledOn: reader.text('settledOn') ? reader.date('settledOn') : null,
  };
  const isWhole = errors.length === before;
  return {
    row: isWhole ? (row as ImportedInvoice) : undefined,
    reference: row.reference,
    currency: named,
  };
}

class RowReader {
  private readonly values = new Map<ImportedMember, string>();
  private readonly names = new Map<ImportedMember, string>();
  private readonly unread = new Set<ImportedMember>();

  constructor(
    raw: RawRow,
    private readonly line: number,
    private readonly errors: FieldError[],
    private readonly country: Omit<RowTerms, 'currency'>,
  ) {
    for (const [name, value] of Object.entries(raw)) this.take(name, value);
  }

  private take(name: string, value: unknown): void {
    const key = keyOf(name);
    const field = Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
    if (field === undefined) return this.report(name, 'unknown_field', 'is no column of an import');
    if (field === null) return;
    this.names.set(field, name);
    if (value === null || value === undefined) return;
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      return this.report(name, 'type', 'must be text, a number or true or false');
    }
    const text = String(value).trim();
    if (text.length > MAX_TEXT) {
      return this.report(name, 'max_length', `must have at most ${MAX_TEXT} characters`);
    }
    if (!isStorableText(text)) {
      return this.report(name, 'format', 'must be text without NUL and lone surrogates');
    }
    if (typeof value === 'number' && text.replace(/\D/g, '').length > EXACT_DIGITS) {
      return this.report(name, 'precision', 'must be sent as text: a number is not that exact');
    }
    const isTyped = this.country.typed?.has(name) === true;
    this.values.set(field, isTyped ? text : this.inCountry(field, text));
  }

  /** The text as bodies have it, where the country writes it otherwise. */
  private inCountry(field: ImportedMember, text: string): string {
    const type = OF_COUNTRY[field];
    if (type === undefined || text === '') return text;
    const columns = [{ field: { type }, part: null }] as never as CountryColumns;
    const { cells, unread } = countryForms.cells(columns, [text], this.country);
    for (const { fault } of unread) {
      this.unread.add(field);
      this.fault(field, fault.code, fault.message);
    }
    return cells[0] ?? '';
  }

  private report(name: string, code: string, message: string): void {
    const step = name.slice(0, MAX_TEXT).replaceAll('~', '~0').replaceAll('/', '~1');
    const pointer = `/${this.line}/${step}`;
    this.errors.push({ pointer, code, message: `Line ${this.line}: ${name} ${message}` });
  }

  fault(field: ImportedMember, code: string, message: string): void {
    this.report(this.names.get(field) ?? COLUMN_OF[field], code, message);
  }

  text(field: ImportedMember): string {
    return this.values.get(field) ?? '';
  }

  required(field: ImportedMember): string | undefined {
    const text = this.text(field);
    if (this.unread.has(field)) return undefined;
    if (text) return text;
    this.fault(field, 'required', 'is missing');
    return undefined;
  }

  date(field: ImportedMember): LocalDate | undefined {
    const text = this.required(field);
    const date = text === undefined ? undefined : readDate(text);
    if (text !== undefined && !date) {
      this.fault(field, 'format', 'must be a date as YYYY-MM-DD or month/day/year');
    }
    return date;
  }

  currency(fallback: Currency): Currency | undefined {
    const code = this.text('currency').toUpperCase();
    if (!code || isCurrency(code)) return code || fallback;
    this.fault('currency', 'enum', 'must be an ISO 4217 currency code');
    return undefined;
  }

  amount(currency: Currency): bigint | undefined {
    const text = this.required('amount');
    if (text === undefined) return undefined;
    const minor = parseMinor(text, currency);
    const whole = text.split('.')[0] ?? '';
    if (minor !== undefined && minor > 0n && whole.length <= MAX_MAJOR_DIGITS) return minor;
    this.fault(
      'amount',
      minor !== undefined && minor <= 0n ? 'min' : 'format',
      `must be a plain decimal above 0 with the decimals of ${currency} and at most ` +
        `${MAX_MAJOR_DIGITS} digits before the point`,
    );
    return undefined;
  }

  flag(field: ImportedMember): boolean {
    const text = this.text(field).toLowerCase();
    const flag = Object.hasOwn(YES_NO, text) ? YES_NO[text] : undefined;
    if (flag === undefined) this.fault(field, 'enum', 'must be Yes or No');
    return flag ?? false;
  }
}
