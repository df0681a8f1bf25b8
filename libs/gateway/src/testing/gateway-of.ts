import { keyRing } from '@quittance/config';
import type { Database } from '@quittance/database';
import { createHash } from 'node:crypto';
import { CheckoutLinks } from '../checkouts/checkout-links.js';
import { CheckoutMeans } from '../checkouts/checkout-means.js';
import { StartCheckout } from '../checkouts/start-checkout.js';
import { SweepCheckouts } from '../checkouts/sweep-checkouts.js';
import { PutPaymentConnector } from '../connectors/put-payment-connector.js';
import { RotateWebhookSecret } from '../connectors/rotate-webhook-secret.js';
import { ServingAccounts } from '../connectors/serving-account.js';
import type { PaymentProvider } from '../providers/payment-provider.port.js';
import { OpenPayLink } from '../pay-links/open-pay-link.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { RefundCalls } from '../refunds/refund-calls.js';
import { RequestProviderRefund } from '../refunds/request-provider-refund.js';
import { SweepRefunds } from '../refunds/sweep-refunds.js';
import { SandboxStore } from '../sandbox/sandbox-store.js';
import { CompanyCache } from '../webhooks/company-cache.js';
import { ReceiveWebhook } from '../webhooks/receive-webhook.js';
import { SharedTransactions } from '../webhooks/shared-transactions.js';

export const TEST_KEY = createHash('sha256').update('the key of tests').digest();
export const TEST_KEYS = keyRing([{ id: 'k1', key: TEST_KEY }]);

/** The gateway's operations on a test database, wired as the module wires them. */
export function gatewayOf(
  db: Database,
  adapters: (store: SandboxStore) => readonly PaymentProvider[],
) {
  const settings = {
    production: false,
    portalPublicUrl: 'https://portal.example',
    staffPublicUrl: 'https://staff.example',
    keys: TEST_KEYS,
  };
  const store = new SandboxStore(db);
  const providers = new PaymentProviders(adapters(store));
  const accounts = new ServingAccounts(providers, TEST_KEYS);
  const links = new CheckoutLinks(db, accounts);
  const refundCalls = new RefundCalls(db);
  const checkouts = new CheckoutMeans(db, accounts, links, settings);
  return {
    store,
    providers,
    accounts,
    links,
    checkouts,
    startCheckout: new StartCheckout(checkouts),
    openPayLink: new OpenPayLink(checkouts),
    sweep: new SweepCheckouts(db, links),
    requestRefund: new RequestProviderRefund(accounts, refundCalls),
    sweepRefunds: new SweepRefunds(db, accounts, refundCalls),
    putConnector: new PutPaymentConnector(db, providers, settings),
    rotateSecret: new RotateWebhookSecret(db, providers, settings),
    receive: new ReceiveWebhook(
      providers,
      accounts,
      new CompanyCache(db),
      new SharedTransactions(db),
    ),
  };
}

export type Gateway = ReturnType<typeof gatewayOf>;
