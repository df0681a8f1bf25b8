import type { Tx } from '@quittance/database';
import type { ListedAs } from '../rules/rule.js';

/** Whom a rule puts on the list of a campaign, and as what. */
export interface CampaignMembership {
  readonly campaignId: string;
  readonly object: 'lead' | 'contact';
  readonly recordId: string;
  readonly status: ListedAs;
}

/** Who keeps the people of campaigns. Stated here, provided by that lib. */
export interface CampaignLists {
  /**
   * Answers whether they were put on it: who is on it already stays as they are.
   * @throws DomainError not_found where campaign or person is gone
   */
  add(tx: Tx, membership: CampaignMembership): Promise<boolean>;
}
