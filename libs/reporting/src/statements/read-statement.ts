import { Injectable } from '@nestjs/common';
import { NO_ADDRESS, readCompany, type DocumentLanguage } from '@quittance/company';
import {
  findBillingAccounts,
  readLedgerAccount,
  type BillingAccount,
  type LedgerAccountId,
} from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import {
  printableHead,
  type PrintableMovement,
  type PrintableStatement,
} from '@quittance/documents';
import { invalidFields, parseInstant, type Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { ReportPeriod } from '../cash/cash.lists.js';
import { statementTooLong } from '../reporting.errors.js';
import {
  partView,
  statementParts,
  type Movement,
  type Opening,
  type StatementMovementKind,
  type StatementPart,
} from './statement.js';
import { MOVEMENTS_OF_PERIOD, OPENINGS } from './statement.sql.js';

/** Movements that one statement shows. */
const MOST_MOVEMENTS = 10_000;

type LedgerAccount = Awaited<ReturnType<typeof readLedgerAccount>>;

/** A statement of account as the API shows it. */
export function statementView(
  { id, name, accountId }: LedgerAccount,
  { from, to }: ReportPeriod,
  parts: readonly StatementPart[],
) {
  return { ledgerAccountId: id, accountId, name, from, to, currencies: parts.map(partView) };
}

export type StatementView = ReturnType<typeof statementView>;

/** What a printed statement is asked for: one currency, in one language. */
export interface StatementPrint extends ReportPeriod {
  /** The account's own when absent. */
  readonly currency: Currency | null;
  /** The customer's own when absent. */
  readonly language: DocumentLanguage | null;
}

/** What happened on a customer's account in a period, and what it came to. */
@Injectable()
export class ReadStatement {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, statement_too_long */
  execute(ctx: Ctx, id: LedgerAccountId, period: ReportPeriod): Promise<StatementView> {
    return this.db.read(ctx, async (tx) => {
      const account = await readLedgerAccount(tx, id);
      return statementView(account, period, await partsOf(tx, account, period));
    });
  }

  /** @throws DomainError not_found, statement_too_long */
  printable(ctx: Ctx, id: LedgerAccountId, print: StatementPrint): Promise<PrintableStatement> {
    return this.db.read(ctx, async (tx) => {
      const account = await readLedgerAccount(tx, id);
      const party = await partyOf(tx, account);
      const parts = await partsOf(tx, account, print);
      const currency = print.currency ?? account.defaultCurrency;
      const part = parts.find((each) => each.currency === currency) ?? empty(currency);
      const facts = {
        company: await readCompany(tx),
        language: print.language ?? party.language,
        email: party.email,
      };
      const changedAt = parseInstant(`${print.to}T00:00:00Z`);
      return {
        ...printableHead(facts, party, { currency, changedAt, on: print.to }),
        kind: 'statement',
        from: print.from,
        to: print.to,
        opening: part.opening,
        closing: part.closing,
        movements: part.movements.map(printableMovement),
      };
    });
  }
}

/** Who the statement is addressed to; of a supplier only the name is kept. */
async function partyOf(tx: Tx, { accountId, name }: LedgerAccount): Promise<Party> {
  const found = accountId && (await findBillingAccounts(tx, [accountId])).get(accountId);
  return found || { name, address: NO_ADDRESS, taxRegistration: null, email: null, language: null };
}

type Party = Pick<BillingAccount, 'name' | 'address' | 'taxRegistration' | 'email' | 'language'>;

async function partsOf(
  tx: Tx,
  account: LedgerAccount,
  { from, to }: ReportPeriod,
): Promise<StatementPart[]> {
  const carried = carriedOver(account);
  if (account.accountId === null) return statementParts(carried, []);
  const { timeZone } = await readCompany(tx);
  const params = [tx.ctx.companyId, account.accountId, timeZone, to, from];
  const [openings, movements] = await Promise.all([
    tx.rows<Opening>(OPENINGS, params),
    tx.rows<Movement>(MOVEMENTS_OF_PERIOD, [...params, MOST_MOVEMENTS + 1]),
  ]);
  if (movements.length > MOST_MOVEMENTS) throw statementTooLong({ most: MOST_MOVEMENTS });
  return statementParts([...carried, ...openings], movements);
}

/** What the account brought along from before this system. */
function carriedOver({ openingBalance, defaultCurrency: currency }: LedgerAccount): Opening[] {
  return [{ currency, amount: openingBalance }];
}

function empty(currency: Currency): StatementPart {
  return { currency, opening: 0n, charged: 0n, settled: 0n, closing: 0n, movements: [] };
}

function printableMovement(movement: StatementPart['movements'][number]): PrintableMovement {
  const { kind, date, number, amount, balance } = movement;
  return { kind: PRINTED_AS[kind], date, number, amount, balance };
}

/** What is voided has the name of its document; its amount has the other sign. */
const PRINTED_AS: Readonly<Record<StatementMovementKind, PrintableMovement['kind']>> = {
  invoice: 'invoice',
  invoice_voided: 'invoice',
  payment: 'payment',
  refund: 'refund',
  chargeback: 'chargeback',
  refund_returned: 'refund',
  credit_note: 'credit_note',
  credit_note_voided: 'credit_note',
  write_off: 'write_off',
  write_off_undone: 'write_off_undone',
};

/** @throws DomainError validation_failed */
export function checkedPeriod(from: LocalDate, to: LocalDate): ReportPeriod {
  const message = `must not be before ${from}`;
  if (to < from) throw invalidFields([{ parameter: 'to', code: 'min', message }]);
  return { from, to };
}
