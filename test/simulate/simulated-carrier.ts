import {
  AttachmentSource,
  MailCarrier,
  SecretLinks,
  type CarriedMail,
  type OutgoingMail,
} from '@quittance/notifications/host';
import type { Seeded } from '../faults/support/seeded.js';

const FAULTS = 0.1;

/**
 * A mail server in this process, which now and then is busy, or takes an e-mail and says nothing.
 */
export class SimulatedCarrier extends MailCarrier {
  readonly domain = 'simulated.example';
  /** Message ids of the current company, in the order in which they came. */
  taken: string[] = [];
  private chance: Seeded | undefined;

  /** Without a generator no e-mail meets a fault. */
  begin(chance: Seeded | undefined): void {
    this.chance = chance;
  }

  async carry({ messageId }: OutgoingMail): Promise<CarriedMail> {
    const { chance } = this;
    if (chance === undefined || chance.next() >= FAULTS) {
      this.taken.push(messageId);
      return { outcome: 'accepted', answer: '250 taken' };
    }
    if (chance.next() < 0.5) return { outcome: 'later', error: '451 busy' };
    this.taken.push(messageId);
    return { outcome: 'unknown', error: 'the connection broke' };
  }
}

/** Nothing is rendered here. */
export class NoAttachments extends AttachmentSource {
  async render(): Promise<null> {
    return null;
  }
}

/** Nobody is invited here. */
export class NoSecretLinks extends SecretLinks {
  async make(): Promise<null> {
    return null;
  }
}
