import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import {
  NO_TAX_REGISTRATIONS,
  type LedgerAccount,
  type LedgerAccountKind,
} from './ledger-account.js';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import { ledgerAccountView, withMaskedBank } from './ledger-account.queries.js';
import { insertLedgerAccount } from './ledger-account.repository.js';

export type NewLedgerAccount = LedgerAccountPatch & {
  readonly name: string;
  /** Customers get theirs with the account. */
  readonly kind: Exclude<LedgerAccountKind, 'customer'>;
};

/** Makes the ledger account of a supplier or partner. */
@Injectable()
export class CreateLedgerAccount {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, currency_not_enabled */
  execute(ctx: Ctx, input: NewLedgerAccount): Promise<LedgerAccount> {
    return this.db.write(ctx, (tx) => addLedgerAccount(tx, input));
  }
}

/** @throws DomainError validation_failed, currency_not_enabled */
export async function addLedgerAccount(
  tx: Tx,
  { kind, ...input }: NewLedgerAccount,
  action = 'ledger_account.created',
): Promise<LedgerAccount> {
  const terms = await readCompanyTerms(tx);
  const defaultCurrency = input.defaultCurrency ?? terms.baseCurrency;
  refuseDisabled(terms, defaultCurrency, '/defaultCurrency');
  const blank = { ...NO_TAX_REGISTRATIONS, bank: null, openingBalance: 0n, creditLimit: null };
  const { name } = input;
  const state = { ...blank, kind, name, ownerId: tx.ctx.userId, defaultCurrency };
  const columns = ledgerAccountColumns(state, input);
  const row = { ...columns, kind, name, accountId: null, defaultCurrency };
  const account = ledgerAccountView(await insertLedgerAccount(tx, row));
  const shown = withMaskedBank(account);
  const record = { object: 'ledger-account', recordId: account.id };
  audit(tx, { action, ...record, after: { ...shown } });
  emit(tx, { type: 'record.created', ...record, data: { ...shown } });
  return account;
}
