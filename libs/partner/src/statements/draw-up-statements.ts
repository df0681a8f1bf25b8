import { Injectable } from '@nestjs/common';
import { addDays, addMonths, dateParts, type LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { writtenBy } from '../written-by.js';
import { holdPartner } from '../members/member.repository.js';
import { isPartner } from '../registrations/deal-registration.repository.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import {
  statementNoun,
  commissionStatementView,
  type CommissionStatement,
  type CommissionStatementView,
} from './commission-statement.js';
import { drawnUp, type PayableEntry } from './drawn-up.js';
import { insertStatement, takeEntries } from './statement.repository.js';

/** Whose statements are drawn up, of which month. */
export interface StatementsAsked {
  /** Its first day; the last one that is over where nothing is said. */
  readonly month: LocalDate | null;
  /** All of them where nothing is said. */
  readonly partnerId: PartnerId | null;
  /** Where one of the month was given up as well, as people ask; the sweep leaves that to them. */
  readonly again: boolean;
}

interface Payee {
  readonly partnerId: PartnerId;
  readonly currency: Currency;
}

/** A draft, a statement that stands, or any at all where none is drawn up again. */
const standsIf = (again: string): string => `(s.status <> 'void' or not ${again}::boolean)`;

/** Those to whom something is payable and who have no statement of the month. */
const PAYEES = sql(`
  select distinct c.partner_id as "partnerId", c.payout_currency as currency
  from partner.commission c
  where c.company_id = $1 and c.status = 'payable' and c.available_on <= $2
    and ($3::uuid is null or c.partner_id = $3::uuid)
    and not exists (select from partner.commission_statement s
      where s.company_id = $1 and s.partner_id = c.partner_id and s.currency = c.payout_currency
        and s.month = $4 and ${standsIf('$5')})
  order by 1, 2`);

/** By commission_payable_index. */
const PAYABLE = sql(`
  select c.id, c.payout_amount as "payoutAmount", c.minimum_payout as "minimumPayout",
    c.available_on as "availableOn"
  from partner.commission c
  where c.company_id = $1 and c.partner_id = $2 and c.payout_currency = $3
    and c.status = 'payable' and c.available_on <= $4
    and not exists (select from partner.commission_source i
      where i.company_id = $1 and i.invoice_id = c.invoice_id and i.stopped)
  order by c.available_on, c.id for no key update`);

const STANDS = sql(`
  select 1 from partner.commission_statement s
  where s.company_id = $1 and s.partner_id = $2 and s.currency = $3 and s.month = $4
    and ${standsIf('$5')}`);

/**
 * Draws up what partners are paid for a month, a statement for each currency. What is too little
 * stays payable and comes to the next. Asked again it draws up what is missing.
 */
@Injectable()
export class DrawUpStatements {
  constructor(private readonly db: Database) {}

  /** Each in a transaction of its own. @throws DomainError validation_failed, reference_not_found */
  async execute(ctx: Ctx, asked: StatementsAsked): Promise<readonly CommissionStatementView[]> {
    const { month, last, payees } = await this.db.read(ctx, async (tx) => {
      const of = monthOf(asked.month, await readToday(tx));
      const end = addDays(addMonths(of, 1), -1);
      const { partnerId } = asked;
      if (partnerId !== null && !(await isPartner(tx, partnerId, 'commissions'))) {
        throw invalidField('/partnerId', 'reference_not_found', 'There is no such partner.');
      }
      const params = [ctx.companyId, end, partnerId, of, asked.again];
      return { month: of, last: end, payees: await tx.rows<Payee>(PAYEES, params) };
    });
    const made: CommissionStatementView[] = [];
    const of = { month, last, again: asked.again };
    for (const payee of payees) {
      const statement = await this.db.write(ctx, (tx) => drawUp(tx, payee, of));
      if (statement) made.push(commissionStatementView(statement));
    }
    return made;
  }
}

interface Month {
  readonly month: LocalDate;
  readonly last: LocalDate;
  readonly again: boolean;
}

async function drawUp(
  tx: Tx,
  { partnerId, currency }: Payee,
  { month, last, again }: Month,
): Promise<CommissionStatement | null> {
  await holdPartner(tx, partnerId);
  const { companyId, now } = tx.ctx;
  const key = [companyId, partnerId, currency];
  if (await tx.maybe(STANDS, [...key, month, again])) return null;
  const entries = await tx.rows<PayableEntry & { id: string }>(PAYABLE, [...key, last]);
  const figures = drawnUp(entries, month);
  if (!figures) return null;
  const statement: CommissionStatement = {
    ...statementNoun.empty,
    ...figures,
    id: newId<'commission-statement'>(),
    version: 1,
    partnerId,
    currency,
    month,
    status: 'draft',
    entries: entries.length,
    createdBy: writtenBy(tx),
    createdAt: now,
    updatedAt: now,
  };
  await insertStatement(tx, statement);
  await takeEntries(
    tx,
    statement.id,
    entries.map(({ id }) => id),
  );
  return statement;
}

/** The first day of a month that is over. @throws DomainError validation_failed */
function monthOf(asked: LocalDate | null, today: LocalDate): LocalDate {
  const current = firstOf(today);
  const month = asked === null ? addMonths(current, -1) : firstOf(asked);
  if (month < current) return month;
  throw invalidField('/month', 'max', 'must be over');
}

function firstOf(day: LocalDate): LocalDate {
  return addDays(day, 1 - dateParts(day).day);
}
