import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Instant } from '@quittance/kernel';
import { ServingAccounts } from '../connectors/serving-account.js';

/** What the sandbox signs a company's webhooks with. */
@Injectable()
export class SandboxSecrets {
  constructor(
    private readonly db: Database,
    private readonly accounts: ServingAccounts,
  ) {}

  /** The present webhook secret; undefined when the sandbox does not serve the company. */
  async of(companyId: CompanyId, now: Instant): Promise<string | undefined> {
    const ctx = systemCtx(companyId, now, `sandbox-${newId()}`);
    const serving = await this.db.read(ctx, (tx) => this.accounts.of(tx, 'sandbox'));
    return serving?.account.credentials[serving.provider.webhookSecretField];
  }
}
