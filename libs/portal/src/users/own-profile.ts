import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { isTimeZone } from '@quittance/calendar';
import { readCompany, readToday } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { invalidFields, type FieldError } from '@quittance/kernel';
import type {
  AccessLevel,
  LimitPeriod,
  PortalActor,
  PortalCtx,
  PortalDirectory,
} from '../actors/portal-actor.js';
import { usedBy } from '../limits/spender.js';
import { mayAct, portalMembersOf, signedInAs, type SignedInPortal } from '../credentials/member.js';
import { mustHaveMfa } from '../mfa/mfa-policy.js';
import { factorState, recoveryCodesLeft } from '../mfa/mfa.repository.js';
import { readBrandColour } from '../settings/brand-colour.js';
import { adminsManageUsers } from '../settings/portal-settings.js';

/** Another user of the same credential, to whom the session can switch. */
export interface Membership {
  readonly portalUserId: string;
  readonly party: { readonly id: string; readonly name: string };
  readonly current: boolean;
}

/** What a user may say of how the portal is shown to them. */
export interface OwnLook {
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly theme: 'light' | 'dark' | null;
}

/** A user as they see themselves. */
export interface OwnProfile extends SignedInPortal, OwnLook {
  readonly accessLevel: AccessLevel;
  /** Null without a limit. */
  readonly approvalLimit: string | null;
  /** Of the limit; absent for who sees no prices, as `limitUsed`, which would tell that of an order. */
  readonly currency?: string;
  readonly limitPeriod: LimitPeriod;
  /** Of the limit, in the period of today; what each order counts by itself adds up to nothing. */
  readonly limitUsed?: string;
  readonly memberships: readonly Membership[];
  readonly company: { readonly name: string; readonly locale: string; readonly timeZone: string };
  readonly directory: PortalDirectory;
  readonly mfa: OwnMfa;
  readonly branding: Branding;
  readonly locales: readonly string[];
  readonly features: PortalFeatures;
}

/** Languages that the product speaks to customers. */
export const PORTAL_LOCALES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'ja',
  'hi',
  'ar',
  'he',
] as const;

/** What an application is drawn with. */
export interface Branding {
  readonly name: string;
  /** A PNG or JPEG as a data URL; null without one. */
  readonly logo: string | null;
  /** `#rrggbb`; null: the usual one. */
  readonly colour: string | null;
}

/** What the company has switched on, so that an application offers nothing that is refused. */
export interface PortalFeatures {
  /** Admins manage their colleagues. */
  readonly colleagues: boolean;
  /** A second factor can be set up. */
  readonly mfa: boolean;
}

/** The second factor of a user. */
export interface OwnMfa {
  readonly enabled: boolean;
  /** Whether the company asks this user for one; refused is then to take it away. */
  readonly required: boolean;
  /** Whether one can be set up. */
  readonly offered: boolean;
  readonly recoveryCodesLeft: number;
}

export interface OwnProfilePatch extends Partial<OwnLook> {
  readonly name?: string | undefined;
}

const LOOK = sql(`
  select locale, time_zone as "timeZone", theme from portal.portal_user
  where company_id = $1 and id = $2`);
const UPDATE = sql(`
  update portal.portal_user u set name = $3, locale = $4, time_zone = $5, theme = $6,
    version = u.version + 1, updated_at = $7
  where u.company_id = $1 and u.id = $2`);

/** Who the caller is, what they may do, and as whom else they may act. */
export async function readOwnProfile(tx: Tx, actor: PortalActor): Promise<OwnProfile> {
  const { companyId, portalUserId, credentialId, approvalLimit, directory } = actor;
  const spender = { id: portalUserId, limit: approvalLimit };
  const [look, members, company, mfa, colleagues, colour, used] = await Promise.all([
    tx.one<OwnLook>(LOOK, [companyId, portalUserId]),
    portalMembersOf(tx, [credentialId]),
    readCompany(tx),
    readOwnMfa(tx, actor),
    adminsManageUsers(tx),
    readBrandColour(tx),
    readToday(tx).then((today) => usedBy(tx, [spender], today)),
  ]);
  const own = members.find(({ id }) => id === portalUserId);
  if (!own) throw new Error('The credential of a session has no such user');
  const { amount, currency, period } = approvalLimit;
  const usable = members.filter(mayAct);
  return {
    ...signedInAs(companyId, own),
    ...look,
    directory,
    accessLevel: actor.accessLevel,
    approvalLimit: amount === null ? null : formatMinor(amount, currency),
    limitPeriod: period,
    ...(actor.rights.has('seePricing') && {
      currency,
      limitUsed: formatMinor(used.get(portalUserId) ?? 0n, currency),
    }),
    memberships: usable.map(({ id, partyId, partyName }) => ({
      portalUserId: id,
      party: { id: partyId, name: partyName },
      current: id === portalUserId,
    })),
    company: {
      name: company.legalName,
      locale: company.locale,
      timeZone: company.timeZone,
    },
    mfa,
    branding: { name: company.legalName, logo: company.logo, colour },
    locales: PORTAL_LOCALES,
    features: { colleagues, mfa: mfa.offered },
  };
}

async function readOwnMfa(tx: Tx, { credentialId, role }: PortalActor): Promise<OwnMfa> {
  const [{ policy, hasMfa }, left] = await Promise.all([
    factorState(tx, credentialId),
    recoveryCodesLeft(tx, credentialId),
  ]);
  return {
    enabled: hasMfa,
    required: mustHaveMfa(policy, role),
    offered: policy !== 'off',
    recoveryCodesLeft: left,
  };
}

/** A user's own name and how the portal is shown to them; nothing of what they may do. */
@Injectable()
export class UpdateOwnProfile {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed */
  async execute(ctx: PortalCtx, patch: OwnProfilePatch): Promise<OwnProfile> {
    requireKnown(patch);
    const { companyId, portal, now } = ctx;
    const recordId = portal.portalUserId;
    return this.db.write(ctx, async (tx) => {
      const before = await tx.one<OwnLook>(LOOK, [companyId, recordId]);
      const after = { ...before, ...patch };
      const name = patch.name?.trim() ?? portal.name;
      const { locale, timeZone, theme } = after;
      await tx.run(UPDATE, [companyId, recordId, name, locale, timeZone, theme, now]);
      const said = { name, locale, timeZone, theme };
      audit(tx, {
        action: 'portal_user.profile_updated',
        object: 'portal-user',
        recordId,
        after: said,
      });
      return readOwnProfile(tx, portal);
    });
  }
}

/** Dates and sums are shown by them, in e-mails too: of what nobody knows there is no format. */
function requireKnown({ locale, timeZone }: OwnProfilePatch): void {
  const errors: FieldError[] = [];
  if (locale && !isKnownLocale(locale)) {
    errors.push({
      pointer: '/locale',
      code: 'format',
      message: 'must be a language such as de-DE',
    });
  }
  if (timeZone && !isTimeZone(timeZone)) {
    const message = 'must be a time zone such as Europe/Berlin';
    errors.push({ pointer: '/timeZone', code: 'format', message });
  }
  if (errors.length > 0) throw invalidFields(errors);
}

function isKnownLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}
