import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { paymentProviderNotConfigured } from '../gateway.errors.js';
import { callProvider } from '../providers/call-provider.js';
import { ProviderFailure } from '../providers/payment-provider.port.js';
import { findConnectors } from './connector.repository.js';
import { ServingAccounts, type ServingAccount } from './serving-account.js';

/** What the provider said to the company's credentials. */
export interface ConnectorTestResult {
  readonly ok: boolean;
  readonly provider: string;
  /** Why not, in a sentence. */
  readonly detail: string | null;
}

/**
 * Asks the provider whether it accepts the credentials of the connector that is shown, switched on
 * or not yet, else of the environment.
 */
@Injectable()
export class TestPaymentConnector {
  constructor(
    private readonly db: Database,
    private readonly accounts: ServingAccounts,
  ) {}

  /** @throws DomainError payment_provider_not_configured */
  async execute(ctx: Ctx): Promise<ConnectorTestResult> {
    const { provider, account } = await this.db.read(ctx, (tx) => this.tested(tx));
    let detail: string | null = null;
    try {
      await callProvider((signal) => provider.test(account, signal));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      detail = error.message;
    }
    const result = { ok: detail === null, provider: provider.name, detail };
    return this.db.write(ctx, async (tx) => {
      audit(tx, { action: 'connector.tested', object: 'connector', after: { ...result } });
      return result;
    });
  }
  private async tested(tx: Tx): Promise<ServingAccount> {
    const [shown] = await findConnectors(tx);
    if (!shown) return this.accounts.active(tx);
    const serving = await this.accounts.of(tx, shown.provider);
    if (!serving) throw paymentProviderNotConfigured();
    return serving;
  }
}
