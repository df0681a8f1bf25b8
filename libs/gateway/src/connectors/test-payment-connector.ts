import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { callProvider } from '../providers/call-provider.js';
import { ProviderFailure } from '../providers/payment-provider.port.js';
import { ServingAccounts } from './serving-account.js';

/** What the provider said to the company's credentials. */
export interface ConnectorTestResult {
  readonly ok: boolean;
  readonly provider: string;
  /** Why not, in a sentence. */
  readonly detail: string | null;
}

/** Asks the provider that serves the company whether it accepts the credentials. */
@Injectable()
export class TestPaymentConnector {
  constructor(
    private readonly db: Database,
    private readonly accounts: ServingAccounts,
  ) {}

  /** @throws DomainError payment_provider_not_configured */
  async execute(ctx: Ctx): Promise<ConnectorTestResult> {
    const { provider, account } = await this.db.read(ctx, (tx) => this.accounts.active(tx));
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
}
