import { outside } from '@quittance/config';
import type { CompanyId } from '@quittance/kernel';
import type { PaymentProvider } from './payment-provider.port.js';

/** Every provider there is an adapter for; the sandbox may be switched off. */
export const PAYMENT_PROVIDERS = ['razorpay', 'stripe', 'sandbox'] as const;

/**
 * The adapters this process was built with, in the order in which they stand in for a connector.
 */
export class PaymentProviders {
  private readonly byName: ReadonlyMap<string, PaymentProvider>;

  constructor(adapters: readonly PaymentProvider[]) {
    this.byName = new Map(
      adapters.map((adapter) => [adapter.name, outside('PaymentProvider', adapter)]),
    );
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentProvider | undefined {
    return this.byName.get(name);
  }

  /** The first adapter that serves companies without a connector; the sandbox registers last. */
  fallback(companyId: CompanyId): PaymentProvider | undefined {
    return [...this.byName.values()].find((each) => each.fallbackCredentials(companyId) !== null);
  }
}
