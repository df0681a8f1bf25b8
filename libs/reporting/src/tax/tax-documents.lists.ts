import type { LocalDate } from '@quittance/calendar';
import type { AccountId } from '@quittance/kernel';
import { dateLiteral, type ListDefinition, type ListField } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import { TAX_CATEGORIES, TAX_REASONS } from '@quittance/tax';
import type { ReportPeriod } from '../cash/cash.lists.js';
import { toldOfAccounts } from '../report-scope.js';
import { TAX_REPORT_OF, type TaxReportLine } from './tax-report.js';
import { lineTaxesSql, TAXED_ALIKE } from './taxed-lines.sql.js';

export const TAXED_DOCUMENTS = ['invoice', 'credit_note'] as const;
const SUPPLIES = ['goods', 'services'] as const;

type Alike = Pick<
  TaxReportLine,
  'category' | 'reason' | 'supply' | 'kind' | 'jurisdiction' | 'rate' | 'currency'
>;

interface Row extends Alike {
  readonly document: (typeof TAXED_DOCUMENTS)[number];
  readonly documentId: string;
  readonly number: string;
  readonly accountId: AccountId;
  readonly issueDate: LocalDate;
  readonly takenBackOn: LocalDate | null;
  readonly net: bigint;
  readonly base: bigint;
  readonly tax: bigint;
}

/** What a document adds to a line of the tax report. Amounts are decimal text. */
export interface TaxDocumentLine extends Omit<Row, 'net' | 'base' | 'tax'> {
  readonly net: string;
  readonly base: string;
  readonly tax: string;
}

/** By what the documents of a company are told. */
export interface TaxDocumentsBy {
  readonly timeZone: string;
  readonly codesOfGoods: readonly string[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const text = (column: string): ListField => ({ sql: `a.${column}`, type: 'text' });
const money = (column: string): ListField => ({
  sql: `a.${column}`,
  type: 'money',
  currency: 'a.currency',
  notNull: true,
});

/**
 * What each document adds to each line of the tax report of a period: those of a line are found by
 * what all of it has in common, and come to it. By the date indexes, as the report.
 */
export function taxDocumentsList(
  { from, to }: ReportPeriod,
  { timeZone, codesOfGoods }: TaxDocumentsBy,
): ListDefinition<Row, TaxDocumentLine> {
  const taxes = lineTaxesSql(() => '', {
    from: dateLiteral(from),
    to: dateLiteral(to),
    timeZone: quoted(timeZone),
    codesOfGoods: `array[${codesOfGoods.map(quoted).join(', ')}]::text[]`,
  });
  return {
    from: `
      (select company_id, md5(jsonb_build_array(document_id, ${TAXED_ALIKE})::text)::uuid as id,
         document, document_id, max(number) as number, account_id, max(issue_date) as issue_date,
         max(taken_back_on) as taken_back_on, ${TAXED_ALIKE}, sum(net)::bigint as net,
         sum(base)::bigint as base, sum(tax)::bigint as tax
       from (${taxes}) t
       group by company_id, document, document_id, account_id, ${TAXED_ALIKE}) a`,
    select: `a.document, a.document_id as "documentId", a.number, a.account_id as "accountId",
      a.issue_date as "issueDate", a.taken_back_on as "takenBackOn", a.category, a.reason,
      a.supply, a.kind, a.jurisdiction, a.rate::text as rate, a.currency, a.net, a.base, a.tax`,
    id: 'a.id',
    fields: {
      document: { sql: 'a.document', type: 'enum', values: TAXED_DOCUMENTS, notNull: true },
      documentId: { sql: 'a.document_id', type: 'id', notNull: true },
      number: { ...text('number'), notNull: true },
      accountId: { sql: 'a.account_id', type: 'id', shows: { target: 'account' }, notNull: true },
      issueDate: { sql: 'a.issue_date', type: 'date', notNull: true },
      takenBackOn: { sql: 'a.taken_back_on', type: 'date' },
      category: { sql: 'a.category', type: 'enum', values: TAX_CATEGORIES },
      reason: { sql: 'a.reason', type: 'enum', values: TAX_REASONS },
      supply: { sql: 'a.supply', type: 'enum', values: SUPPLIES, notNull: true },
      kind: text('kind'),
      jurisdiction: text('jurisdiction'),
      rate: { sql: 'a.rate', type: 'decimal', notNull: true },
      currency: { ...text('currency'), notNull: true },
      net: money('net'),
      base: money('base'),
      tax: money('tax'),
    },
    search: ['a.number'],
    defaultSort: 'issueDate,number',
    scope: (ctx, bind) => toldOfAccounts(ctx, TAX_REPORT_OF, 'a', bind),
    map: ({ net, base, tax, ...row }) => {
      const decimal = (minor: bigint) => formatMinor(minor, row.currency);
      return { ...row, net: decimal(net), base: decimal(base), tax: decimal(tax) };
    },
  };
}
