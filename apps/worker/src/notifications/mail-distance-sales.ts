import { Injectable, type OnModuleInit } from '@nestjs/common';
import { activeAdministrators } from '@quittance/access';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { queueEmails } from '@quittance/notifications';
import type { EventConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';

const TYPES = ['distance_sales.threshold_approached', 'distance_sales.threshold_exceeded'] as const;
type Told = (typeof TYPES)[number];

/**
 * Tells administrators that distance sales have come near the threshold, or gone beyond it. Where
 * they are taxed where the consumers are already there is nothing that they should do.
 */
@Injectable()
export class MailDistanceSales implements EventConsumer<Told>, OnModuleInit {
  readonly name = 'notifications.mail-distance-sales';
  readonly types = TYPES;

  constructor(private readonly consumers: EventConsumers) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async handle(tx: Tx, { id, object, recordId, data }: EventEnvelope<Told>): Promise<void> {
    const { standing, setting, year, amount, limit, currency, exceededIn, crossedOn } = data;
    const isNear = standing === 'near';
    if (setting === 'opted' || (isNear && setting === 'exceeded')) return;
    const sales = {
      year,
      amount,
      limit,
      currency,
      exceededIn,
      crossedOn,
      near: isNear ? 'yes' : null,
      toSet: !isNear && setting !== 'exceeded' ? 'yes' : null,
    };
    const administrators = await activeAdministrators(tx);
    await queueEmails(
      tx,
      administrators.map(({ email, language }) => ({
        templateCode: 'DISTANCE_SALES_THRESHOLD',
        to: email,
        language,
        data: { sales },
        object,
        recordId,
        dedupeKey: `${id}/mail/${email}`,
      })),
    );
  }
}
