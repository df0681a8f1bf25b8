import { Injectable } from '@nestjs/common';
import { activeAdministrators } from '@quittance/access';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { queueEmails } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';

/** Tells administrators what nobody else would notice: a webhook that is switched off. */
@Injectable()
export class MailAdministrators implements EventConsumer<'webhook.disabled'> {
  readonly name = 'notifications.mail-administrators';
  readonly types = ['webhook.disabled'] as const;

  async handle(tx: Tx, event: EventEnvelope<'webhook.disabled'>): Promise<void> {
    const { id, object, recordId, data } = event;
    const administrators = await activeAdministrators(tx);
    await queueEmails(
      tx,
      administrators.map(({ email, language }) => ({
        templateCode: 'WEBHOOK_DISABLED',
        to: email,
        language,
        data: { webhook: data },
        object,
        recordId,
        dedupeKey: `${id}/mail/${email}`,
      })),
    );
  }
}
