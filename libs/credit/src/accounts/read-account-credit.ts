import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { readCreditTerms } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { notFound, type AccountId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { formatMinor, type Currency } from '@quittance/money';
import { creditCheckView, type CreditCheckView } from '../checks/credit-check.js';
import { latestChecks } from '../checks/credit-check.repository.js';
import { utilisationOf } from '../checks/decide-check.js';
import { CreditPorts } from '../credit-ports.js';
import {
  EXPOSURE_KINDS,
  type CurrencySum,
  type ExposureKind,
  type ExposurePart,
  type ExposureSource,
} from '../exposure/exposure-source.port.js';
import { perCurrency, ratesFor, totalIn, type Amount } from '../exposure/measure-exposure.js';
import { creditHoldView, type CreditHoldView } from '../holds/credit-hold.js';
import { placedHolds } from '../holds/credit-hold.repository.js';
import { requireVisibleAccount } from './visible-account.js';

/** So many documents are told behind an exposure, and so many checks. */
export const MOST_PARTS = 500;
const MOST_CHECKS = 10;

/** A document behind an exposure, as the API shows it. */
export interface ExposurePartView {
  readonly kind: ExposureKind;
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly currency: Currency;
  readonly amount: string;
  /** Of the amount what the net figure counts. */
  readonly net: string;
  readonly alsoCountedThrough: readonly string[];
}

/** What is counted in one currency, and what that is in the credit currency. */
export interface CurrencyExposure {
  readonly currency: Currency;
  readonly amount: string;
  readonly converted: string;
}

/** Where a customer stands. Amounts are decimal text in the credit currency. */
export interface AccountCredit {
  readonly accountId: AccountId;
  readonly asOf: LocalDate;
  readonly currency: Currency;
  readonly creditLimit: string | null;
  readonly exposure: Readonly<Record<ExposureKind | 'total', string>>;
  /** How the total came about: per currency it is converted and rounded once. */
  readonly currencies: readonly CurrencyExposure[];
  /** What the customer owes and will owe, each once, less what is on account. */
  readonly net: string;
  readonly available: string | null;
  /** Exposure in percent of the limit; null without a limit, and where that is 0. */
  readonly utilisation: string | null;
  readonly holds: readonly CreditHoldView[];
  readonly lastChecks: readonly CreditCheckView[];
  /** Of whoever asks for an explanation; null for the others. */
  readonly parts: readonly ExposurePartView[] | null;
  /** There are more parts than are told. */
  readonly moreParts: boolean;
}

/** Tells where a customer stands, and why where that is asked. */
@Injectable()
export class ReadAccountCredit {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly ports: CreditPorts,
  ) {}

  /** @throws DomainError not_found, exchange_rate_missing */
  execute(ctx: Ctx, id: AccountId, explain: boolean): Promise<AccountCredit> {
    return this.db.read(ctx, async (tx) => {
      await requireVisibleAccount(tx, this.models, id);
      const { exposures } = this.ports;
      const [company, [terms], counted, net, holds, checks, parts] = await Promise.all([
        readCompanyTerms(tx),
        readCreditTerms(tx, [id]),
        Promise.all(exposures.map((each) => countedBy(tx, each, id))),
        Promise.all(exposures.map((each) => each.netSums(tx, [id]))),
        placedHolds(tx, id),
        latestChecks(tx, id, MOST_CHECKS),
        explain ? Promise.all(exposures.map((each) => partsOf(tx, each, id))) : null,
      ]);
      if (!terms) throw notFound({ object: 'account' });
      const asOf = companyToday(company, ctx.now);
      const { currency, creditLimit } = terms;
      const sums = counted.flatMap((each) => each.sums);
      const all = [...sums, ...net.flat()].map((each) => each.currency);
      const rates = await ratesFor(tx, currency, all, asOf);
      const inOne = (some: readonly Amount[]) => totalIn(some, currency, rates);
      const text = (minor: bigint) => formatMinor(minor, currency);
      const total = inOne(sums);
      const of = (kind: ExposureKind) =>
        text(inOne(counted.find((each) => each.kind === kind)?.sums ?? []));
      const told = parts?.flat().sort(largestFirst) ?? null;
      return {
        accountId: id,
        asOf,
        currency,
        creditLimit: creditLimit === null ? null : text(creditLimit),
        exposure: {
          invoices: of(EXPOSURE_KINDS[0]),
          orders: of(EXPOSURE_KINDS[1]),
          total: text(total),
        },
        currencies: perCurrency(sums).map((each) => ({
          currency: each.currency,
          amount: formatMinor(each.amount, each.currency),
          converted: text(inOne([each])),
        })),
        net: text(inOne(net.flat())),
        available: creditLimit === null ? null : text(creditLimit - total),
        utilisation: utilisationOf(creditLimit, total),
        holds: holds.map((hold) => creditHoldView(hold)),
        lastChecks: checks.map((check) => creditCheckView(check)),
        parts: told?.slice(0, MOST_PARTS).map(({ view }) => view) ?? null,
        moreParts: (told?.length ?? 0) > MOST_PARTS,
      };
    });
  }
}

interface Counted {
  readonly kind: ExposureKind;
  readonly sums: readonly CurrencySum[];
}

async function countedBy(tx: Tx, source: ExposureSource, id: AccountId): Promise<Counted> {
  const sums = await source.sums(tx, { accountIds: [id], except: null });
  return { kind: source.kind, sums };
}

interface ToldPart {
  readonly minor: bigint;
  readonly view: ExposurePartView;
}

async function partsOf(tx: Tx, source: ExposureSource, id: AccountId): Promise<ToldPart[]> {
  const parts = await source.parts(tx, id, MOST_PARTS + 1);
  return parts.map((part) => ({ minor: part.amount, view: partView(source.kind, part) }));
}

function partView(kind: ExposureKind, part: ExposurePart): ExposurePartView {
  const { id, number, status, currency, alsoCountedThrough } = part;
  const text = (minor: bigint) => formatMinor(minor, currency);
  const amounts = { amount: text(part.amount), net: text(part.net) };
  return { kind, id, number, status, currency, ...amounts, alsoCountedThrough };
}

const largestFirst = (a: ToldPart, b: ToldPart): number =>
  a.minor === b.minor ? 0 : a.minor > b.minor ? -1 : 1;
