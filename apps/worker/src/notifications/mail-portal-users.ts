import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { epochMs } from '@quittance/kernel';
import { letterLimit, queueEmail } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import type { PortalUserId } from '@quittance/portal';
import { findPortalUser, localesOfUsers, noticeLanguage } from '@quittance/portal/host';

/** Whoever asks again within it has the e-mail on its way: no mailbox is flooded by a form. */
const RESET_WINDOW_MS = 120_000;

const TYPES = ['portal_user.invited', 'portal_user.password_reset_requested'] as const;
type PortalUserEvent = (typeof TYPES)[number];

/** Sends portal users the links of their invitations and of passwords they have forgotten. */
@Injectable()
export class MailPortalUsers implements EventConsumer<PortalUserEvent>, OnModuleInit {
  readonly name = 'notifications.mail-portal-users';
  readonly types = TYPES;

  constructor(private readonly consumers: EventConsumers) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, event: EventEnvelope<PortalUserEvent>): Promise<void> {
    const user = await findPortalUser(tx, event.recordId as PortalUserId);
    const invited = event.type === 'portal_user.invited';
    // Whoever has accepted is sent no invitation any more, and who has not no way around it.
    if (!user.isActive || user.isVerified === invited) return;
    const { id, name, email, partyName } = user;
    const templateCode = invited ? 'PORTAL_USER_INVITED' : 'PORTAL_PASSWORD_RESET';
    if (!invited && (await letterLimit.hasLinks(tx, { recordId: id, templateCode }))) return;
    const localeOf = await localesOfUsers(tx, [user]);
    await queueEmail(tx, {
      templateCode,
      to: email,
      data: { user: { name, email }, account: { name: partyName } },
      object: 'portal-user',
      recordId: id,
      dedupeKey: invited ? `${event.id}/mail` : windowOf(event),
      language: noticeLanguage(localeOf(user)),
      secret: { kind: invited ? 'portal_invitation' : 'portal_reset', recordId: id },
    });
  }
}

function windowOf({ recordId, occurredAt }: EventEnvelope): string {
  return `${recordId}/reset/${Math.floor(epochMs(occurredAt) / RESET_WINDOW_MS)}`;
}
