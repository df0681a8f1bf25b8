import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompanyTerms, refuseDisabled, type CurrentTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { emit } from '@quittance/outbox';
import { askRulesOfOne } from './ask-rules.js';
import {
  NO_TAX_REGISTRATIONS,
  type LedgerAccount,
  type LedgerAccountKind,
} from './ledger-account.js';
import { ledgerAccountColumns, type LedgerAccountPatch } from './ledger-account-patch.js';
import { ledgerAccountView, withMaskedBank } from './ledger-account.queries.js';
import type { LedgerAccountEntity } from './ledger-account.entity.js';
import { refuseAlone } from './refuse-alone.js';
import { insertLedgerAccount, type NewLedgerAccountRow } from './ledger-account.repository.js';

export type NewLedgerAccount = LedgerAccountPatch & {
  readonly name: string;
  /** Customers get theirs with the account. */
  readonly kind: Exclude<LedgerAccountKind, 'customer'>;
};

/** Makes the ledger account of a supplier or partner. */
@Injectable()
export class CreateLedgerAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError validation_failed, currency_not_enabled, and those of the company's rules
   */
  execute(ctx: Ctx, input: NewLedgerAccount): Promise<LedgerAccount> {
    return this.db.write(ctx, async (tx) =>
      addLedgerAccount(tx, await this.models.of(tx), input, 'ledger_account.created'),
    );
  }
}

/** @throws DomainError validation_failed, currency_not_enabled, and those of the company's rules */
export async function addLedgerAccount(
  tx: Tx,
  model: CompanyModel,
  input: NewLedgerAccount,
  action: string,
): Promise<LedgerAccount> {
  const row = newLedgerAccountRow(tx, input, await readCompanyTerms(tx));
  const after = await insertLedgerAccount(tx, row);
  await askRulesOfOne(tx, model, { before: null, after });
  return announceCreated(tx, after, action);
}

/**
 * What is stored of a new one.
 * @throws DomainError validation_failed, currency_not_enabled, bank_details_need_approval
 */
export function newLedgerAccountRow(
  tx: Tx,
  { kind, ...input }: NewLedgerAccount,
  terms: CurrentTerms,
): NewLedgerAccountRow {
  const defaultCurrency = input.defaultCurrency ?? terms.baseCurrency;
  refuseDisabled(terms, defaultCurrency, '/defaultCurrency');
  const blank = { ...NO_TAX_REGISTRATIONS, bank: null, openingBalance: 0n, creditLimit: null };
  const { name } = input;
  const state = { ...blank, kind, name, ownerId: tx.ctx.userId, defaultCurrency };
  const columns = ledgerAccountColumns(state, input);
  refuseAlone(terms, { id: null }, columns);
  return { ...columns, kind, name, accountId: null, defaultCurrency };
}

/** Tells the log and the events of a new one, with bank numbers masked. */
export function announceCreated(tx: Tx, row: LedgerAccountEntity, action: string): LedgerAccount {
  const account = ledgerAccountView(row);
  const shown = withMaskedBank(account);
  const record = { object: 'ledger-account', recordId: account.id };
  audit(tx, { action, ...record, after: { ...shown } });
  emit(tx, { type: 'record.created', ...record, data: { ...shown } });
  return account;
}
