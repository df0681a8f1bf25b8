import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { findInvoice, type Invoice } from '@quittance/receivables';
import { companyToday, readCompany } from '@quittance/company';
import { holdBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import {
  type DomainError,
  invalidField,
  type AccountId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { parseMinor } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { pauseView, type Pause, type PauseView } from './pause.js';
import { insertPauses, newPause, type Promised } from './pause.repository.js';

export interface PauseInput {
  readonly accountId: AccountId | null;
  readonly invoiceId: InvoiceId | null;
  readonly reason: string;
  readonly until: LocalDate | null;
  /** What the customer has promised to pay by `until`, decimal text; only of an invoice. */
  readonly promisedAmount: string | null;
}

/** Leaves an invoice or an account alone, on its own or on the customer's word. */
@Injectable()
export class StartPause {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, validation_failed */
  async execute(ctx: Ctx, input: PauseInput): Promise<PauseView> {
    const { accountId, invoiceId, reason, until } = input;
    if ((accountId === null) === (invoiceId === null)) {
      throw invalidField('/invoiceId', 'required', 'name either an invoice or an account');
    }
    return this.db.write(ctx, async (tx) => {
      const today = companyToday(await readCompany(tx), ctx.now);
      if (until !== null && until < today) {
        throw invalidField('/until', 'min', `must not be before ${today}`);
      }
      const pause = invoiceId
        ? await pauseOfInvoice(tx, invoiceId, input)
        : newPause(ctx, { accountId: await knownAccount(tx, accountId), reason, until });
      await insertPauses(tx, [pause]);
      const view = pauseView(pause);
      const change = { object: 'dunning-pause', recordId: pause.id };
      emit(tx, { type: 'dunning.paused', ...change, data: { ...view } });
      audit(tx, { action: 'dunning.paused', ...change, after: { ...view } });
      return view;
    });
  }
}

/** @throws DomainError reference_not_found */
async function knownAccount(tx: Tx, id: AccountId | null): Promise<AccountId> {
  const found = id && (await holdBillingAccounts(tx, [id])).get(id);
  if (!found) throw missing('/accountId', 'account');
  return found.id;
}

function missing(pointer: string, name: string): DomainError {
  return invalidField(pointer, 'reference_not_found', `There is no such ${name} in this company.`);
}

async function pauseOfInvoice(tx: Tx, id: InvoiceId, input: PauseInput): Promise<Pause> {
  const invoice = await findInvoice(tx, id);
  if (!invoice) throw missing('/invoiceId', 'invoice');
  const { reason, until, promisedAmount } = input;
  const promised = promisedAmount === null ? null : promiseOf(invoice, promisedAmount, until);
  return newPause(tx.ctx, { invoiceId: id, reason, until }, promised);
}

function promiseOf(
  { balance, currency }: Pick<Invoice, 'balance' | 'currency'>,
  amount: string,
  until: LocalDate | null,
): Promised {
  if (until === null) throw invalidField('/until', 'required', 'is the day of the promise');
  const minor = parseMinor(amount, currency);
  if (minor === undefined || minor <= 0n) {
    throw invalidField('/promisedAmount', 'format', `must be a positive amount of ${currency}`);
  }
  if (minor > balance) {
    throw invalidField('/promisedAmount', 'max', 'must not be above the balance of the invoice');
  }
  return { promisedAmount: minor, balanceThen: balance, currency };
}
