import { Injectable } from '@nestjs/common';
import { readCompany, readCompanyTerms, type Company } from '@quittance/company';
import { exchangeRatesOn } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { taxReports } from '@quittance/tax';
import type { ReportPeriod } from '../cash/cash.lists.js';
import { toldOfAccounts } from '../report-scope.js';
import { EC_SALES_KIND_OF, ecSalesLine, type EcSalesLine, type EcSalesSum } from './ec-sales.js';
import { taxDocumentsList } from './tax-documents.lists.js';
import {
  inOrderOfReturn,
  taxReportLine,
  type Converted,
  TAX_REPORT_OF,
  type TaxReportRow,
  type TaxSum,
  withDocuments,
} from './tax-report.js';
import { lineTaxesSql, TAXED_ALIKE, taxedLinesSql, type Told } from './taxed-lines.sql.js';

/** The list names accounts. */
const SALES_OF = [...TAX_REPORT_OF, 'accounts'];

/** Lines that are taxed alike, each with every tax that it bears. */
const taxText = (told: Told) => `
  select category, reason, jurisdiction, kind, rate::text as rate, supply, currency,
    count(distinct document_id)::int as documents,
    sum(net)::text as net, sum(base)::text as base, sum(tax)::text as tax
  from (${lineTaxesSql(told)}) t
  group by ${TAXED_ALIKE}`;

const LISTED = Object.entries(EC_SALES_KIND_OF);
const LISTED_REASONS = LISTED.map(([reason]) => `'${reason}'`).join(', ');
const KIND_OF_REASON = LISTED.map(([reason, kind]) => `when '${reason}' then '${kind}'`).join(' ');

/** Goods and services to businesses of other member states, which the buyers declare. */
const salesText = (told: Told) => `
  select d.buyer as "buyerId", max(d.bill_to->>'name') as "buyerName", d.kind, d.currency,
    count(distinct d.document_id)::int as documents, sum(d.sign * d.net)::text as net
  from (select s.*, case s.tax_reason ${KIND_OF_REASON} end as kind,
      nullif(upper(regexp_replace(s.bill_to->>'taxRegistration', '[^A-Za-z0-9+*]', '', 'g')), '')
        as buyer
    from (${taxedLinesSql(told)}) s
    where s.tax_reason in (${LISTED_REASONS})) d
  group by d.buyer, d.kind, d.currency
  order by d.buyer nulls last, d.kind, d.currency`;

const TAX = sql(taxText(() => ''));
const SALES = sql(salesText(() => ''));

interface Asked {
  /** The text for whoever reaches all, and that for whoever does not. */
  readonly whole: ReturnType<typeof sql>;
  readonly textOf: (told: Told) => string;
  /** Whose scopes bind. */
  readonly of: readonly string[];
}

/** What a company declares of its sales, from what its documents say. */
@Injectable()
export class ReadTaxReport {
  constructor(private readonly db: Database) {}

  /** Sums of net and tax of a period by registration, category, ground, rate and currency. */
  taxes(ctx: Ctx, period: ReportPeriod): Promise<TaxReportRow[]> {
    return this.db.read(ctx, async (tx) => {
      const company = await readCompany(tx);
      const sums = await this.rows<TaxSum>(
        tx,
        { whole: TAX, textOf: taxText, of: TAX_REPORT_OF },
        period,
        company,
      );
      const { address, taxRegistrations, baseCurrency } = company;
      const { country, region } = address;
      const by = { country, region, registrations: taxRegistrations, on: period.to };
      const converted = await conversion(tx, sums, baseCurrency, period);
      const lines = sums.map((sum) => taxReportLine(sum, by, baseCurrency, converted));
      return inOrderOfReturn(lines).map((line) => withDocuments(line, period));
    });
  }

  /** The documents that these sums are made of, as a list to be asked. */
  documents(ctx: Ctx, period: ReportPeriod): Promise<ReturnType<typeof taxDocumentsList>> {
    return this.db.read(ctx, async (tx) => {
      const codesOfGoods = await taxReports.codesOfGoods(tx);
      const { timeZone } = await readCompanyTerms(tx);
      return taxDocumentsList(period, { timeZone, codesOfGoods });
    });
  }

  /** What was sold to businesses of other member states, by their ids. */
  sales(ctx: Ctx, period: ReportPeriod): Promise<EcSalesLine[]> {
    return this.db.read(ctx, async (tx) => {
      const company = await readCompany(tx);
      const sums = await this.rows<EcSalesSum>(
        tx,
        { whole: SALES, textOf: salesText, of: SALES_OF },
        period,
        company,
      );
      const { baseCurrency } = company;
      const converted = await conversion(tx, sums, baseCurrency, period);
      return sums.map((sum) => ecSalesLine(sum, baseCurrency, converted));
    });
  }

  private async rows<Row>(
    tx: Tx,
    { whole, textOf, of }: Asked,
    { from, to }: ReportPeriod,
    { timeZone }: Company,
  ): Promise<Row[]> {
    const codes = await taxReports.codesOfGoods(tx);
    const params: unknown[] = [tx.ctx.companyId, from, to, timeZone, codes];
    if (toldOfAccounts(tx.ctx, of, 'i', () => '') === null) return tx.rows<Row>(whole, params);
    const bind = (value: unknown) => `$${params.push(value)}`;
    const told: Told = (alias) => ` and ${toldOfAccounts(tx.ctx, of, alias, bind)}`;
    return tx.rows<Row>(textOf(told), params);
  }
}

/** By the rates of the last day of the period, as the One-Stop-Shop has it. */
async function conversion(
  tx: Tx,
  sums: readonly { readonly currency: Currency }[],
  into: Currency,
  { to }: ReportPeriod,
): Promise<Converted> {
  const currencies = [...new Set([into, ...sums.map(({ currency }) => currency)])];
  const rates = await exchangeRatesOn(tx, currencies, to);
  return (minor, from) => {
    if (from === into) return minor;
    return rates.factor(from, into) ? rates.convert(minor, from, into) : undefined;
  };
}
