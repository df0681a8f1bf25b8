import { OF_ACCOUNT } from '@quittance/crm';
import { datetime, json, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Id } from '@quittance/kernel';
import { choicesOf, describeNoun, system, type AnswerOf } from '@quittance/nouns';
import type { PortalDirectory, PortalUserId } from '@quittance/portal';

/** What is noted of the use of the portals. */
export const USAGE_NAMES = [
  'signed_in',
  'sign_in_failed',
  'invited',
  'activated',
  'page_viewed',
  'catalogue_viewed',
  'product_viewed',
  'searched',
  'cart_changed',
  'checkout_started',
  'order_placed',
  'approval_asked',
  'approval_decided',
  'quote_requested',
  'quote_viewed',
  'quote_accepted',
  'quote_rejected',
  'changes_requested',
  'invoice_viewed',
  'pay_started',
  'paid',
  'dispute_opened',
  'payment_recorded',
  'case_opened',
  'article_suggested',
  'article_opened',
  'document_downloaded',
  'registration_submitted',
] as const;
export type UsageName = (typeof USAGE_NAMES)[number];

/** Of whom the portals are. */
export const USAGE_DIRECTORIES = [
  'customer',
  'partner',
  'vendor',
] as const satisfies readonly PortalDirectory[];

/** `link` is of a share link, whose holder is nobody of a portal. */
export const USAGE_CHANNELS = ['web', 'mobile', 'api', 'link'] as const;
export type UsageChannel = (typeof USAGE_CHANNELS)[number];

/** What is said beside: no text that anybody has typed, no address, no agent. */
export interface UsageProps {
  /** Which page was viewed: the first part of its path. */
  readonly page?: string;
}

export type UsageEventId = Id<'usage-event'>;
const nullable = { nullable: true } as const;

/** One use of a portal, as it is kept for 400 days. */
export const usageEventNoun = describeNoun({
  name: 'usage-event',
  label: 'Usage event',
  pluralLabel: 'Usage events',
  path: '/portal-analytics/events',
  table: 'analytics.usage_event',
  alias: 'e',
  defaultSort: '-at',
  reach: { resource: 'portal-analytics', ways: [OF_ACCOUNT] },
  members: {
    id: system(lookup<UsageEventId>('Id', null)),
    at: system(datetime('At')),
    directory: system(picklist('Directory', choicesOf(USAGE_DIRECTORIES))),
    portalUserId: system(lookup<PortalUserId>('Portal user', null), nullable),
    accountId: system(lookup<AccountId>('Account', 'account'), nullable),
    channel: system(picklist('Channel', choicesOf(USAGE_CHANNELS))),
    name: system(picklist('Name', choicesOf(USAGE_NAMES))),
    objectType: system(
      text('Object', { maxLength: 63, help: 'API name of the object of the record.' }),
      nullable,
    ),
    objectId: system(lookup<string>('Record', null), nullable),
    props: system(json<UsageProps>('More'), { listed: false }),
  },
});

export type UsageEvent = AnswerOf<typeof usageEventNoun.members>;
