import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { lockLedgerAccount } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { bulkCtx, type AccountId, type Ctx } from '@quittance/kernel';
import { CreditPorts } from '../credit-ports.js';
import type { Arrears } from '../exposure/exposure-source.port.js';
import { accountsWithOverridesOver } from '../overrides/credit-override.repository.js';
import { expireOverrides } from '../overrides/expire-overrides.js';
import { readCreditSettings } from '../settings/credit-settings.repository.js';
import {
  automaticHolds,
  pastHolds,
  placeOverdueHolds,
  releaseOverdueHolds,
} from './overdue-hold.repository.js';
import { accountsToHold } from './overdue-holds.js';

/** Holds, or accounts, of one transaction. */
const BATCH = 500;

/** What a sweep did. */
export interface Swept {
  readonly expired: number;
  readonly placed: number;
  readonly released: number;
}

/** What could not be swept of one account; the others go on. */
type OnFault = (error: unknown, accountId: AccountId) => void;

/**
 * What credit does by the clock: ends overrides whose time is over, and, where the company wants
 * it, holds customers who are late and releases them when nothing is overdue. Any number of
 * workers may sweep at once.
 */
@Injectable()
export class SweepCredit {
  constructor(
    private readonly db: Database,
    private readonly ports: CreditPorts,
  ) {}

  async execute(ctx: Ctx, onFault: OnFault): Promise<Swept> {
    const bulk = bulkCtx(ctx);
    const expired = await this.expireAll(bulk, onFault);
    const { settings, today } = await this.db.read(bulk, async (tx) => {
      const [settings, company] = await Promise.all([readCreditSettings(tx), readCompanyTerms(tx)]);
      return { settings, today: companyToday(company, ctx.now) };
    });
    const released = settings.overdueHoldRelease ? await this.releaseSettled(bulk, today) : 0;
    const { overdueHoldDays: days, overdueHoldStrength: strength } = settings;
    const placed = days === null ? 0 : await this.holdLate(bulk, { today, days, strength });
    return { expired, placed, released };
  }

  /** An account whose document cannot be told keeps no other waiting. */
  private async expireAll(ctx: Ctx, onFault: OnFault): Promise<number> {
    const accounts = await this.db.read(ctx, (tx) => accountsWithOverridesOver(tx, BATCH));
    let expired = 0;
    for (const accountId of accounts) {
      try {
        expired += await this.db.write(ctx, (tx) => expireOf(tx, this.ports, accountId), {
          answers: false,
        });
      } catch (error) {
        onFault(error, accountId);
      }
    }
    return expired;
  }

  private async holdLate(
    ctx: Ctx,
    by: { today: LocalDate; days: number; strength: 'hard' | 'soft' },
  ): Promise<number> {
    const { today, days, strength } = by;
    const dueBy = addDays(today, -days);
    const late = await this.db.read(ctx, (tx) => this.owing(tx, dueBy, null));
    const note = `An invoice is ${days} days overdue or longer`;
    let placed = 0;
    for (let from = 0; from < late.length; from += BATCH) {
      const some = late.slice(from, from + BATCH).map(({ accountId }) => accountId);
      const hold = async (tx: Tx) => {
        // Of all that were late some may have paid by the time their batch is written.
        const ids = await toHold(tx, await this.owing(tx, dueBy, some), days);
        return placeOverdueHolds(tx, ids, { strength, note });
      };
      placed += await this.db.write(ctx, hold, { answers: false });
    }
    return placed;
  }

  private async releaseSettled(ctx: Ctx, today: LocalDate): Promise<number> {
    let after: AccountId | null = null;
    for (let released = 0; ;) {
      const behind: AccountId | null = after;
      const walk = async (tx: Tx) => {
        const held = await automaticHolds(tx, behind, BATCH);
        const accounts = held.map(({ accountId }) => accountId);
        const owing = await this.owing(tx, addDays(today, -1), accounts);
        const owe = new Set(owing.map(({ accountId }) => accountId));
        const settled = held.filter(({ accountId }) => !owe.has(accountId)).map(({ id }) => id);
        const count = await releaseOverdueHolds(tx, settled, 'Nothing is overdue');
        return { count, last: held.length < BATCH ? null : (accounts.at(-1) ?? null) };
      };
      const { count, last } = await this.db.write(ctx, walk, { answers: false });
      released += count;
      if (last === null) return released;
      after = last;
    }
  }

  /** Of all who know, by account: the latest of what was due. */
  private async owing(
    tx: Tx,
    dueBy: LocalDate,
    among: readonly AccountId[] | null,
  ): Promise<readonly Arrears[]> {
    if (among?.length === 0) return [];
    const all = await Promise.all(this.ports.arrears.map((each) => each.owing(tx, dueBy, among)));
    return all.flat();
  }
}

async function expireOf(tx: Tx, ports: CreditPorts, accountId: AccountId): Promise<number> {
  await lockLedgerAccount(tx, accountId);
  return expireOverrides(tx, ports, accountId);
}

async function toHold(tx: Tx, late: readonly Arrears[], days: number) {
  const accounts = late.map(({ accountId }) => accountId);
  const [past, company] = await Promise.all([pastHolds(tx, accounts), readCompanyTerms(tx)]);
  const told = past.map(({ letGoAt, ...rest }) => ({
    ...rest,
    letGoOn: letGoAt === null ? null : companyToday(company, letGoAt),
  }));
  return accountsToHold(late, told, days);
}
