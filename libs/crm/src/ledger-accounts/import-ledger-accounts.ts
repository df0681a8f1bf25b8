import { Injectable } from '@nestjs/common';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { DomainError, invalidFields, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { isCurrency } from '@quittance/money';
import {
  countryForms,
  loadRows,
  rowInputs,
  rowRights,
  type CountryCells,
  type ImportResult,
  type ImportRow,
  type ImportSummary,
  type RowFormat,
} from '@quittance/mass';
import type { Readable } from 'node:stream';
import type { LedgerAccountId } from '../accounts/account.js';
import { orProblem } from '../currency-of-record.js';
import { addressRows, type AddressedRow } from './address-rows.js';
import { askRules } from './ask-rules.js';
import { changedRow, storeRowChanges, type RowChange } from './change-rows.js';
import {
  announceCreated,
  newLedgerAccountRow,
  type NewLedgerAccount,
} from './create-ledger-account.js';
import { ledgerAccountFileRow } from './ledger-account-file-row.js';
import type { LedgerAccountKind } from './ledger-account.js';
import type { LedgerAccountPatch } from './ledger-account-patch.js';
import { lockLedgerAccountRows } from './ledger-account.queries.js';
import { insertLedgerAccounts, type NewLedgerAccountRow } from './ledger-account.repository.js';
import type { LedgerAccountMatch } from './match-ledger-accounts.js';
import { failedRow, kindMismatch, unknownRow } from './row-results.js';
import { storeEach } from './store-each.js';

const RESOURCE = 'ledger-accounts';

/**
 * Checks the members of a row as those of a single request are. @throws DomainError
 * validation_failed
 */
export interface RowChecks {
  create(members: object): Promise<NewLedgerAccount>;
  update(members: object): Promise<LedgerAccountPatch>;
}

export interface LedgerAccountImport extends CountryCells {
  readonly body: Readable;
  readonly format: RowFormat;
  /** What tells which rows are about ledger accounts that are there; `id` when absent. */
  readonly matchBy?: LedgerAccountMatch;
  /** Checks every row, writes nothing. */
  readonly dryRun?: boolean;
  readonly checks: RowChecks;
}

/**
 * Loads ledger accounts from a file, each row for itself: those that name one that is
 * there change it, the others make one of a supplier or partner.
 */
@Injectable()
export class ImportLedgerAccounts {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError import_file_not_readable, import_columns_invalid */
  execute(ctx: Ctx, input: LedgerAccountImport): Promise<ImportSummary> {
    const { body, format, dryRun = false, checks, matchBy = 'id' } = input;
    const ignored = new Set<string>();
    const options = { passesOver: true, ignored, ...countryForms.asked(input) };
    return loadRows(ctx, this.db, {
      rows: rowInputs(ctx, ledgerAccountFileRow, { body, format }, options),
      ignored,
      dryRun,
      save: rowRights.within(ctx, RESOURCE, async (tx, rows) => {
        const { told, results } = await addressRows(tx, rows, matchBy);
        const [fresh, known] = [
          told.filter(({ id }) => id === null),
          told.filter((row): row is Known => row.id !== null),
        ];
        const made = await this.make(tx, fresh, checks);
        return results([...made, ...(await this.change(tx, known, checks))]);
      }),
    });
  }

  private async make(
    tx: Tx,
    rows: readonly AddressedRow[],
    checks: RowChecks,
  ): Promise<readonly ImportResult[]> {
    const terms = await readCompanyTerms(tx);
    const model = await this.models.of(tx);
    const read = await readEach(rows, async ({ members }) => {
      const said = await withCurrencyFault(checks.create(members), members, terms);
      return newLedgerAccountRow(tx, said, terms);
    });
    const ids = new Map<Read<NewLedgerAccountRow>, LedgerAccountId>();
    const refused = await storeEach(tx, read.ready, {
      async store(part, set) {
        const made = await insertLedgerAccounts(
          part,
          set.map(({ input }) => input),
        );
        const written = made.map((after) => ({ before: null, after }));
        await askRules(part, model, written);
        for (const [i, row] of made.entries()) {
          ids.set(set[i] as Read<NewLedgerAccountRow>, row.id);
          announceCreated(part, row, 'ledger_account.imported');
        }
      },
    });
    const results = read.ready.map((each): ImportResult => {
      const reason = refused.get(each);
      const id = ids.get(each) as string as ImportResult['id'];
      const { line } = each.row;
      return reason ? failedRow(line, reason) : { line, status: 'created', ...(id && { id }) };
    });
    return [...read.results, ...results];
  }

  private async change(
    tx: Tx,
    rows: readonly Known[],
    checks: RowChecks,
  ): Promise<readonly ImportResult[]> {
    if (rows.length === 0) return [];
    const terms = await readCompanyTerms(tx);
    const model = await this.models.of(tx);
    const stored = await lockLedgerAccountRows(
      tx,
      rows.map(({ id }) => id),
    );
    const byId = new Map(stored.map((row) => [row.id, row]));
    const read = await readEach(rows, async ({ id, members }): Promise<RowChange> => {
      const before = byId.get(id);
      if (!before) throw unknownRow();
      const { kind = before.kind, ...patch } = members as { readonly kind?: LedgerAccountKind };
      if (kind !== before.kind) throw kindMismatch(before.kind);
      const after = changedRow(tx, before, await checks.update(patch), terms);
      if (after instanceof DomainError) throw after;
      return { before, after };
    });
    const changed = read.ready.filter(({ input }) => input.after !== input.before);
    const refused = await storeEach(tx, changed, {
      store: (part, set) =>
        storeRowChanges(
          part,
          model,
          set.map(({ input }) => input),
        ),
    });
    const results = read.ready.map((each): ImportResult => {
      const { before, after } = each.input;
      const reason = refused.get(each);
      const { line } = each.row;
      const status = after === before ? 'unchanged' : 'updated';
      return reason
        ? failedRow(line, reason)
        : { line, status, id: before.id as string as NonNullable<ImportResult['id']> };
    });
    return [...read.results, ...results];
  }
}

/** A currency that is out of use is told beside whatever else is wrong with the members. */
async function withCurrencyFault<T>(
  checked: Promise<T>,
  members: object,
  terms: Parameters<typeof refuseDisabled>[0],
): Promise<T> {
  try {
    return await checked;
  } catch (error) {
    const { defaultCurrency: currency } = members as { readonly defaultCurrency?: unknown };
    if (!(error instanceof DomainError) || !isCurrency(currency)) throw error;
    const disabled = orProblem(() => refuseDisabled(terms, currency, '/defaultCurrency'));
    if (!disabled) throw error;
    const others = error.options.errors ?? [];
    throw invalidFields([...others, ...(disabled.options.errors ?? [])]);
  }
}

type Known = AddressedRow & { readonly id: LedgerAccountId };

interface Read<Input> {
  readonly row: Pick<ImportRow, 'line'>;
  readonly input: Input;
}

/** The rows that are well formed, and the results of those that are not. */
async function readEach<Row extends AddressedRow, Input>(
  rows: readonly Row[],
  read: (row: Row) => Promise<Input>,
): Promise<{ readonly ready: readonly Read<Input>[]; readonly results: readonly ImportResult[] }> {
  const ready: Read<Input>[] = [];
  const results: ImportResult[] = [];
  for (const row of rows) {
    try {
      ready.push({ row, input: await read(row) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push(failedRow(row.line, error));
    }
  }
  return { ready, results };
}
