import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { queueEmail } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import type { PortalUserId } from '@quittance/portal';
import { findPortalUser, localesOfUsers, noticeLanguage } from '@quittance/portal/host';
import { createHash } from 'node:crypto';

const TYPES = ['portal_user.security_changed', 'portal_user.rights_changed'] as const;
type SecurityEvent = EventEnvelope<(typeof TYPES)[number]>;

/**
 * Tells portal users of what changed about their sign-in and their rights, in their language.
 * Nothing that they or anybody else sets keeps it from them.
 */
@Injectable()
export class MailPortalSecurity implements EventConsumer<(typeof TYPES)[number]>, OnModuleInit {
  readonly name = 'notifications.mail-portal-security';
  readonly types = TYPES;

  constructor(private readonly consumers: EventConsumers) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, event: SecurityEvent): Promise<void> {
    const user = await findPortalUser(tx, event.recordId as PortalUserId);
    const { what, device } = saidOf(event);
    // Who has not accepted has nothing yet that could have changed; of another e-mail the one
    // before is told, whose user has to accept anew.
    if (!user.isVerified && what !== 'email_changed') return;
    const localeOf = await localesOfUsers(tx, [user]);
    await queueEmail(tx, {
      templateCode: 'PORTAL_SECURITY_NOTICE',
      to: event.data.email,
      data: { user: { name: user.name, email: event.data.email }, what, device: device || null },
      object: 'portal-user',
      recordId: user.id,
      dedupeKey: keyOf(event),
      language: noticeLanguage(localeOf(user)),
    });
  }
}

function saidOf(event: SecurityEvent): { readonly what: string; readonly device: string | null } {
  return event.type === 'portal_user.security_changed'
    ? (event.data as EventEnvelope<'portal_user.security_changed'>['data'])
    : { what: 'rights_changed', device: null };
}

/** A program that keeps no device is a new one each time: of those there is an e-mail a day. */
function keyOf(event: SecurityEvent): string {
  const { what, device } = saidOf(event);
  if (what !== 'new_device') return `${event.id}/mail`;
  const which = createHash('sha256')
    .update(device ?? '')
    .digest('base64url')
    .slice(0, 16);
  return `${event.recordId}/device/${which}/${event.occurredAt.slice(0, 10)}`;
}
