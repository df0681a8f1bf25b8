import { namedSql, sql, type Tx } from '@quittance/database';
import {
  DEFAULT_CREDIT_SETTINGS,
  type CreditSettings,
  type SavedCreditSettings,
} from './credit-settings.js';

/** By primary key. */
const READ = sql(`
  select version, release_own_hold as "releaseOwnHold", recheck_on_confirm as "recheckOnConfirm",
    recheck_grown as "recheckGrown", own_override as "ownOverride",
    overdue_hold_days as "overdueHoldDays", overdue_hold_strength as "overdueHoldStrength",
    overdue_hold_release as "overdueHoldRelease"
  from credit.settings where company_id = $1`);
const LOCK = sql(`${READ.text} for update`);

const STORE = namedSql(
  `insert into credit.settings as s (company_id, version, release_own_hold, recheck_on_confirm,
     recheck_grown, own_override, overdue_hold_days, overdue_hold_strength, overdue_hold_release,
     created_at, updated_at)
   values (:companyId, 1, :releaseOwnHold, :recheckOnConfirm, :recheckGrown, :ownOverride,
     :overdueHoldDays, :overdueHoldStrength, :overdueHoldRelease, :now, :now)
   on conflict (company_id) do update set version = s.version + 1,
     release_own_hold = excluded.release_own_hold,
     recheck_on_confirm = excluded.recheck_on_confirm,
     recheck_grown = excluded.recheck_grown, own_override = excluded.own_override,
     overdue_hold_days = excluded.overdue_hold_days,
     overdue_hold_strength = excluded.overdue_hold_strength,
     overdue_hold_release = excluded.overdue_hold_release, updated_at = excluded.updated_at
   returning s.version`,
  {
    values: {
      releaseOwnHold: 'boolean',
      recheckOnConfirm: 'boolean',
      recheckGrown: 'boolean',
      ownOverride: 'boolean',
      overdueHoldDays: 'integer',
      overdueHoldStrength: 'text',
      overdueHoldRelease: 'boolean',
    },
  },
);

const SAVED_NONE: SavedCreditSettings = { ...DEFAULT_CREDIT_SETTINGS, version: 0 };

/** Sent before it returns. */
export async function readCreditSettings(tx: Tx): Promise<SavedCreditSettings> {
  return (await tx.maybe<SavedCreditSettings>(READ, [tx.ctx.companyId])) ?? SAVED_NONE;
}

export async function lockCreditSettings(tx: Tx): Promise<SavedCreditSettings> {
  return (await tx.maybe<SavedCreditSettings>(LOCK, [tx.ctx.companyId])) ?? SAVED_NONE;
}

export async function storeCreditSettings(
  tx: Tx,
  settings: CreditSettings,
): Promise<SavedCreditSettings> {
  const { version } = await STORE.one<{ version: number }>(tx, settings);
  return { ...settings, version };
}
