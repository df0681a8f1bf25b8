import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import {
  deactivate,
  endAllSessions,
  inviteAgain,
  reactivate,
  resetMfa,
  unlock,
} from './portal-user-states.js';
import type { PortalUserView } from './portal-user.description.js';
import {
  lockPortalUser,
  portalUserView,
  type AmongColleagues,
  type StoredPortalUser,
} from './portal-user.repository.js';

/** What is done to a user as a whole. */
export const PORTAL_USER_MOVES = {
  deactivate,
  reactivate,
  unlock,
  'end-sessions': endAllSessions,
  invite: inviteAgain,
  'reset-mfa': resetMfa,
} as const satisfies Record<string, Move>;

type Move = (tx: Tx, found: AmongColleagues) => Promise<StoredPortalUser>;
export type PortalUserMove = keyof typeof PORTAL_USER_MOVES;

/** Puts a user out or lets them in, opens what is locked, ends sessions, invites them again. */
@Injectable()
export class MovePortalUser {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, last_portal_admin, portal_user_not_invitable, right_beyond_own,
   *   invitation_sent_lately
   */
  async execute(ctx: Ctx, id: PortalUserId, move: PortalUserMove): Promise<PortalUserView> {
    return this.db.write(ctx, async (tx) => {
      const found = await lockPortalUser(tx, id);
      return portalUserView(await PORTAL_USER_MOVES[move](tx, found));
    });
  }
}
