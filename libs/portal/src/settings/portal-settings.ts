import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { changeDirectory, findDirectory } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import { extensionSetting } from '@quittance/partner';
import { PORTAL_DIRECTORIES, type PortalDirectory } from '../actors/portal-actor.js';
import { DEFAULT_MFA_POLICY, type MfaPolicy } from '../mfa/mfa-policy.js';
import { changeBrandColour, readBrandColour } from './brand-colour.js';
import { changeFreeAddress, takesFreeAddress } from './free-address.js';
import { changeShowsCredit, showsCredit } from './credit-view.js';
import { changeOrderRules, readOrderRules, type OrderRules } from './order-rules.js';
import {
  changePartPayments,
  partPayments,
  type PartPayments,
  type PartPaymentsPatch,
} from './part-payments.js';
import { changeTellsViews, tellsViews } from './told-views.js';
import { changeReviewAbove, shownReviewAbove } from './review-above.js';

/** What a company says of its portals. */
export interface PortalSettings extends OrderRules, PartPayments {
  /** Whether Admins of a party invite and manage its other users. */
  readonly adminsManageUsers: boolean;
  /** Who is asked for a second factor at sign-in. */
  readonly mfa: MfaPolicy;
  /** Whether five wrong guesses keep those out as well who are signed in, by directory. */
  readonly lockEndsSessions: Readonly<Record<PortalDirectory, boolean>>;
  /** Above which net total what a customer asks for is looked at; decimal text, or null. */
  readonly reviewAbove: string | null;
  /** How often the protection of a registration is extended; null: as often as it is asked. */
  readonly maxExtensions: number | null;
  /** Whether customers see limit and exposure of their account. */
  readonly showsCredit: boolean;
  /** Whether users find in their activity who of the staff has looked at the portal as they. */
  readonly tellsViews: boolean;
  /** In which colour the portals are shown, `#rrggbb`; null: in the usual one. */
  readonly brandColour: string | null;
  /** Whether customers have orders sent to an address that their account does not keep. */
  readonly freeDeliveryAddress: boolean;
}

/** A merge: what is absent stays. */
export interface PortalSettingsPatch extends Partial<OrderRules>, PartPaymentsPatch {
  readonly adminsManageUsers?: boolean | undefined;
  readonly mfa?: MfaPolicy | undefined;
  readonly lockEndsSessions?: Partial<Record<PortalDirectory, boolean>> | undefined;
  readonly reviewAbove?: string | null | undefined;
  readonly maxExtensions?: number | null | undefined;
  readonly showsCredit?: boolean | undefined;
  readonly tellsViews?: boolean | undefined;
  readonly brandColour?: string | null | undefined;
  readonly freeDeliveryAddress?: boolean | undefined;
}

/** What is kept for the company as a whole. */
type Kept = Pick<PortalSettings, 'adminsManageUsers' | 'mfa'>;

const UNSAID: Kept = { adminsManageUsers: true, mfa: DEFAULT_MFA_POLICY };

/** By primary key. */
const FIND = sql(`
  select admins_manage_users as "adminsManageUsers", mfa
  from portal.settings where company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, mfa, updated_at)
  values ($1, $2, $3, $4)
  on conflict (company_id) do update set admins_manage_users = excluded.admins_manage_users,
    mfa = excluded.mfa, updated_at = excluded.updated_at`);

async function findKept(tx: Tx): Promise<Kept> {
  return (await tx.maybe<Kept>(FIND, [tx.ctx.companyId])) ?? UNSAID;
}

/** Whether Admins manage users: where the company has said nothing they do. */
export async function adminsManageUsers(tx: Tx): Promise<boolean> {
  return (await findKept(tx)).adminsManageUsers;
}

export async function readPortalSettings(tx: Tx): Promise<PortalSettings> {
  const directories: [PortalDirectory, boolean][] = [];
  for (const directory of PORTAL_DIRECTORIES) {
    directories.push([directory, (await findDirectory(tx, directory)).lockEndsSessions]);
  }
  const lockEndsSessions = Object.fromEntries(directories) as Record<PortalDirectory, boolean>;
  return {
    ...(await findKept(tx)),
    lockEndsSessions,
    showsCredit: await showsCredit(tx),
    tellsViews: await tellsViews(tx),
    brandColour: await readBrandColour(tx),
    freeDeliveryAddress: await takesFreeAddress(tx),
    ...(await readOrderRules(tx)),
    reviewAbove: await shownReviewAbove(tx),
    maxExtensions: await extensionSetting.read(tx),
    ...(await partPayments(tx)),
  };
}

/** Changes what a company says of its portals; it holds from the next request on. */
@Injectable()
export class UpdatePortalSettings {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx, patch: PortalSettingsPatch): Promise<PortalSettings> {
    return this.db.write(ctx, async (tx) => {
      const before = await readPortalSettings(tx);
      await keep(tx, before, patch);
      for (const directory of PORTAL_DIRECTORIES) {
        const lockEndsSessions = patch.lockEndsSessions?.[directory];
        if (lockEndsSessions === undefined) continue;
        if (lockEndsSessions === before.lockEndsSessions[directory]) continue;
        await changeDirectory(tx, directory, { lockEndsSessions });
      }
      if (patch.showsCredit !== undefined) await changeShowsCredit(tx, patch.showsCredit);
      await changeTellsViews(tx, patch.tellsViews);
      await changeBrandColour(tx, patch.brandColour);
      await changeFreeAddress(tx, patch.freeDeliveryAddress);
      await changePartPayments(tx, patch);
      await changeOrderRules(tx, patch);
      if (patch.reviewAbove !== undefined) await changeReviewAbove(tx, patch.reviewAbove);
      if (patch.maxExtensions !== undefined) await extensionSetting.change(tx, patch.maxExtensions);
      return readPortalSettings(tx);
    });
  }
}

async function keep(tx: Tx, was: Kept, patch: PortalSettingsPatch): Promise<void> {
  const { companyId, now } = tx.ctx;
  const before = { adminsManageUsers: was.adminsManageUsers, mfa: was.mfa };
  const { adminsManageUsers: manage = was.adminsManageUsers, mfa = was.mfa } = patch;
  const after = { adminsManageUsers: manage, mfa };
  const changes = changedFields(before, after);
  if (Object.keys(changes.after).length === 0) return;
  await tx.run(PUT, [companyId, manage, mfa, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
