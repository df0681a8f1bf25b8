import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { isAccountId, type Connector } from '../connectors/connector.js';
import { learnAccount } from '../connectors/connector.repository.js';
import type { VerifiedWebhook } from './verified-notice.js';

/** What a verified webhook says of the connector whose secret has signed it. */
export interface LearntAccount {
  readonly connector: Connector;
  readonly accountId: string;
}

/**
 * The account that a verified webhook names and its connector does not know yet. Beside an active
 * connector the environment's secret verifies nothing, so it was the connector's own.
 */
export function learntAccount({
  notice,
  provider,
  judgedBy,
}: Pick<VerifiedWebhook, 'notice' | 'provider' | 'judgedBy'>): LearntAccount | null {
  const { accountId } = notice.reference;
  const connector = judgedBy.connectors.find((each) => each.provider === provider.name);
  if (!connector?.active || !accountId || !isAccountId(accountId)) return null;
  return connector.settings.accountId === accountId ? null : { connector, accountId };
}

/** Keeps the accounts that verified webhooks of one company name. */
export function keepAccounts(tx: Tx, webhooks: readonly VerifiedWebhook[]): void {
  for (const { connector, accountId } of onceEach(webhooks)) {
    tx.later((end) => learnAccount(end, connector.id, accountId));
    audit(tx, {
      action: 'connector.account_learnt',
      object: 'connector',
      recordId: connector.id,
      before: { accountId: connector.settings.accountId ?? null },
      after: { accountId },
    });
  }
}

function onceEach(webhooks: readonly VerifiedWebhook[]): Iterable<LearntAccount> {
  const learnt = webhooks.map(learntAccount).filter((each) => each !== null);
  return new Map(learnt.map((each) => [each.connector.id, each])).values();
}
