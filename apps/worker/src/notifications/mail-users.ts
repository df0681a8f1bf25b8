import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { findUser } from '@quittance/identity';
import { epochMs, type UserId } from '@quittance/kernel';
import { letterLimit, queueEmail } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';

/** Whoever asks again within it has the e-mail on its way: no mailbox is flooded by a form. */
const RESET_WINDOW_MS = 120_000;

const TYPES = ['user.invited', 'user.password_reset_requested'] as const;
type UserEvent = (typeof TYPES)[number];

/** Sends users the links of their invitations and of passwords they have forgotten. */
@Injectable()
export class MailUsers implements EventConsumer<UserEvent> {
  readonly name = 'notifications.mail-users';
  readonly types = TYPES;

  async handle(tx: Tx, event: EventEnvelope<UserEvent>): Promise<void> {
    const user = await findUser(tx, event.recordId as UserId);
    if (!user?.active) return;
    const invited = event.type === 'user.invited';
    const { id, name, email, language, hasPassword } = user;
    const templateCode = invited ? 'USER_INVITED' : 'USER_PASSWORD_RESET';
    if (!invited && (await letterLimit.hasLinks(tx, { recordId: id, templateCode }))) return;
    await queueEmail(tx, {
      templateCode,
      to: email,
      data: { user: { name, email } },
      object: 'user',
      recordId: id,
      dedupeKey: invited ? `${event.id}/mail` : windowOf(event),
      language,
      secret: { kind: invited && !hasPassword ? 'invitation' : 'reset', recordId: id },
    });
  }
}

function windowOf({ recordId, occurredAt }: EventEnvelope): string {
  return `${recordId}/reset/${Math.floor(epochMs(occurredAt) / RESET_WINDOW_MS)}`;
}
