import type { SandboxDelivery, SandboxStore } from '@quittance/gateway/provider';
import { addSeconds, type Clock, type CompanyId, type Instant } from '@quittance/kernel';
import { EVENT_ID_HEADER, SANDBOX_SIGNATURE_HEADER, signSandboxBody } from './sandbox-signature.js';

export interface DelivererOptions {
  readonly clock: Clock;
  /** Where webhooks go: `https://portal…/payments/webhook/sandbox`. */
  readonly webhookUrl: string;
  /** The secret a company's webhooks are signed with now. */
  readonly secretOf: (companyId: CompanyId) => Promise<string | undefined>;
}

/** Seconds until the next try; some twenty tries over a day, like a provider's. */
const PAUSES = [
  1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 3600, 7200, 7200, 14_400, 14_400, 21_600,
];
const AT_ONCE = 20;
const TIMEOUT_MS = 5000;
/** Longer than a try takes: after that its process is taken for dead. */
const LEASE_SECONDS = 15;

/**
 * Delivers the sandbox's webhooks over real HTTP, signed when they are sent, again and again until
 * they are taken. All of its state is in the database: it may be killed at any moment and run any
 * number of times.
 */
export class SandboxDeliverer {
  constructor(
    private readonly store: SandboxStore,
    private readonly options: DelivererOptions,
  ) {}

  /** Tries what is due once; answers how many deliveries that were. */
  async deliverOnce(): Promise<number> {
    const now = this.options.clock.now();
    let tried = 0;
    for (const companyId of await this.store.companiesWithDeliveries(now)) {
      const leaseUntil = addSeconds(now, LEASE_SECONDS);
      const due = await this.store.claimDeliveries(companyId, now, leaseUntil, AT_ONCE);
      const secret = await this.options.secretOf(companyId);
      await Promise.all(due.map((delivery) => this.deliver(delivery, secret)));
      tried += due.length;
    }
    return tried;
  }

  private async deliver(delivery: SandboxDelivery, secret: string | undefined): Promise<void> {
    const { status, error } = secret
      ? await this.post(delivery, secret)
      : { status: null, error: 'The company has no webhook secret.' };
    const delivered = status !== null && status >= 200 && status < 300;
    const nextAttemptAt = delivered ? null : this.nextAttempt(delivery.attempts);
    const attempt = {
      status: delivered ? 'delivered' : nextAttemptAt ? 'pending' : 'abandoned',
      nextAttemptAt,
      lastStatus: status,
      lastError: error,
    } as const;
    const { companyId, id } = delivery;
    await this.store.storeAttempt(companyId, id, attempt, this.options.clock.now());
  }

  private async post(
    { id, body }: SandboxDelivery,
    secret: string,
  ): Promise<{ status: number | null; error: string | null }> {
    try {
      const response = await fetch(this.options.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [SANDBOX_SIGNATURE_HEADER]: signSandboxBody(body, secret),
          [EVENT_ID_HEADER]: id,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      return { status: null, error: (cause?.message ?? message).slice(0, 200) };
    }
  }

  private nextAttempt(attempts: number): Instant | null {
    const pause = PAUSES[attempts - 1];
    return pause === undefined ? null : addSeconds(this.options.clock.now(), pause);
  }
}
