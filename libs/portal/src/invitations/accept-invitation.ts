import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import {
  AccessTokens,
  PasswordHasher,
  hashToken,
  parseToken,
  type Visitor,
} from '@quittance/identity';
import type { Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { CredentialId, PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import { lockCredential, storePassword } from '../credentials/credential.repository.js';
import { portalMembersOf, type Member } from '../credentials/member.js';
import { portalDevices } from '../credentials/portal-tables.js';
import { useLink } from '../credentials/secret-link.js';
import { factorState } from '../mfa/mfa.repository.js';
import { SecondFactors, type Entered, type MfaChallenge } from '../mfa/second-factors.js';
import { requireStrongPassword } from '../passwords/new-password.js';
import {
  invitationExpired,
  invitationUsed,
  passwordTooWeak,
  signInRequired,
} from '../portal.errors.js';
import {
  beginSession,
  portalTokens,
  type Channel,
  type PortalTokens,
} from '../sessions/portal-session.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import { eventData } from '../users/announce-portal-user.js';

/** An invitation with its user, by primary key. */
const FIND = sql(`
  select t.used_at as "usedAt", t.ended_at as "endedAt", t.expires_at > now() as live,
    u.id, u.directory, k.id as "credentialId", k.email,
    k.password_hash is not null as "hasPassword"
  from portal.secret_link t
  join portal.portal_user u on u.company_id = $1 and u.id = t.portal_user_id
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  where t.company_id = $1 and t.token_hash = $2`);

/** By primary key. */
const VERIFY = sql(`
  update portal.portal_user u set verified_at = now(), version = u.version + 1, updated_at = $3
  where u.company_id = $1 and u.id = $2`);

interface InvitationRow {
  readonly usedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly live: boolean;
  readonly id: PortalUserId;
  readonly directory: PortalDirectory;
  readonly credentialId: CredentialId;
  readonly email: string;
  readonly hasPassword: boolean;
}

export interface InvitationAcceptance {
  readonly token: string;
  readonly directory: PortalDirectory;
  /** None where the address has one already. */
  readonly password: string | null;
  /** Whose session asks, where one does. */
  readonly signedInAs: CredentialId | null;
  readonly channel: Channel;
  readonly remembered: boolean;
}

/** What a user goes on with who has accepted; a second factor is set up where one must be. */
export type AcceptedInvitation = { readonly deviceToken: string; readonly email: string } & (
  | { readonly signedIn: PortalTokens }
  | { readonly challenge: MfaChallenge }
);

/**
 * Accepts an invitation: the address is the user's, and they set their password. Where the address
 * has a password already its owner has to be signed in, and none is set: a mailbox alone links
 * nobody to a credential that somebody else made.
 */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokens,
    private readonly factors: SecondFactors,
  ) {}

  /**
   * @throws DomainError invitation_expired, invitation_used, sign_in_required, password_too_weak,
   *   sign_in_busy
   */
  async execute(visitor: Visitor, input: InvitationAcceptance): Promise<AcceptedInvitation> {
    const token = parseToken(input.token, 'qp');
    if (!token) throw invitationExpired();
    const { companyId } = token;
    const [link, ctx] = [hashToken(token), visitorCtx(visitor, companyId)];
    const found = await this.db.read(ctx, (tx) => tx.maybe<InvitationRow>(FIND, [companyId, link]));
    const invitation = requireOpen(found, input);
    const hash = await this.hashOf(invitation, input);
    const userAgent = visitor.userAgent ?? null;
    const wanted = { ...input, link, hash, userAgent, factors: this.factors };
    const work = (tx: Tx) => accept(tx, invitation, wanted);
    const { member, entered, deviceToken } = await this.db.write(ctx, work, { answers: false });
    const own = { deviceToken, email: member.email };
    if (entered.challenge) return { challenge: entered.challenge, ...own };
    const { session } = entered;
    const { now } = visitor;
    return { signedIn: portalTokens(this.tokens, { companyId, member, session, now }), ...own };
  }

  /** Null where the credential has one. */
  private async hashOf(
    { hasPassword, credentialId, email }: InvitationRow,
    { password, signedInAs }: InvitationAcceptance,
  ): Promise<string | null> {
    if (hasPassword) {
      if (signedInAs !== credentialId) throw signInRequired();
      return null;
    }
    if (password === null) throw passwordTooWeak();
    requireStrongPassword(password, email);
    return this.hasher.hash(password, null);
  }
}

function requireOpen(
  found: InvitationRow | undefined,
  { directory }: InvitationAcceptance,
): InvitationRow {
  if (!found || found.directory !== directory) throw invitationExpired();
  if (found.usedAt !== null) throw invitationUsed();
  if (found.endedAt !== null || !found.live) throw invitationExpired();
  return found;
}

interface Wanted extends InvitationAcceptance {
  readonly link: Buffer;
  readonly hash: string | null;
  readonly userAgent: string | null;
  readonly factors: SecondFactors;
}

async function accept(
  tx: Tx,
  { id, credentialId }: InvitationRow,
  { link, hash, channel, remembered, userAgent, factors }: Wanted,
): Promise<{ member: Member; entered: Entered; deviceToken: string }> {
  const { companyId, now } = tx.ctx;
  const credential = await lockCredential(tx, credentialId);
  // Somebody has set a password since: what was to be set now is not asked for any more.
  if (hash !== null && credential.hasPassword) throw signInRequired();
  const before = (await portalMembersOf(tx, [credentialId])).find((each) => each.id === id);
  if (!before?.active || !before.partyActive) throw invitationExpired();
  if (!(await useLink(tx, link))) throw invitationUsed();
  if (hash !== null) await storePassword(tx, credentialId, hash);
  await tx.run(VERIFY, [companyId, id, now]);
  const member = { ...before, verified: true };
  const device = await portalDevices.add(tx, credentialId);
  const wish = { channel, remembered, userAgent, deviceId: device.id };
  // Whoever is signed in has shown the second factor there.
  const isShown = hash === null && (await factorState(tx, credentialId)).hasMfa;
  const entered = isShown
    ? { session: await beginSession(tx, member, wish) }
    : await factors.enter(tx, member, wish);
  const about = { object: 'portal-user', recordId: id };
  audit(tx, { action: 'portal_user.verified', ...about });
  emit(tx, { type: 'portal_user.verified', ...about, data: eventData(member) });
  return { member, entered, deviceToken: device.token };
}
