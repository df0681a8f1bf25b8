import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { ServingAccounts } from '../connectors/serving-account.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.settings.js';
import { CheckoutLinks } from './checkout-links.js';

/** What links to pay by are made with. */
@Injectable()
export class CheckoutMeans {
  constructor(
    readonly db: Database,
    readonly accounts: ServingAccounts,
    readonly links: CheckoutLinks,
    @Inject(GATEWAY_SETTINGS) readonly settings: GatewaySettings,
  ) {}
}
