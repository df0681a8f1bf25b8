import { sql, type Tx } from '@quittance/database';
import { date, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import { newId, type Id } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  choicesOf,
  describeNoun,
  headOf,
  hidden,
  nounList,
  system,
  type RowOf,
} from '@quittance/nouns';
import { AMENDMENT_KINDS, type AmendmentKind } from './subscription.description.js';
import type { SubscriptionId } from './subscription.js';

export type AmendmentId = Id<'amendment'>;
/** The members that were changed, as they were or are. */
type Members = Readonly<Record<string, unknown>>;

const UNLISTED = { listed: false } as const;

/** One change of a subscription. History is only added to. */
export const amendmentNoun = describeNoun({
  name: 'amendment',
  label: 'Change of a subscription',
  pluralLabel: 'Changes of a subscription',
  path: '/subscriptions/{id}/amendments',
  table: 'sales.amendment',
  alias: 'a',
  defaultSort: '-number',
  members: {
    subscriptionId: hidden(lookup<SubscriptionId>('Subscription', null)),
    id: system(lookup<AmendmentId>('Id', null), UNLISTED),
    number: system(integer('Number', { help: 'Counted from 1 in each subscription.' })),
    kind: system(picklist('Kind', choicesOf(AMENDMENT_KINDS))),
    effectiveOn: system(date('Effective on')),
    before: system(json<Members>('Before'), UNLISTED),
    after: system(json<Members>('After'), UNLISTED),
    reason: system(text('Reason', { maxLength: 500 }), { nullable: true }),
    actorKind: system(text('Kind of actor', { maxLength: 20 })),
    actorId: system(text('Actor', { maxLength: 100 }), { nullable: true }),
    actorName: system(text('Name of the actor', { maxLength: 200 })),
    createdAt: system(datetime('Made at')),
  },
});

export type Amendment = RowOf<typeof amendmentNoun.members>;
const amendmentView = headOf(amendmentNoun, {});
export type AmendmentView = ReturnType<typeof amendmentView>;

/** Newest first by `amendment_number_key`. */
export const amendmentList: ListDefinition<Amendment, AmendmentView> = nounList(
  amendmentNoun,
  amendmentView,
);

export function amendmentsOf(id: SubscriptionId): ListNarrowing {
  return (bind) => `a.subscription_id = ${bind(id)}`;
}

/** By `amendment_number_key`. */
const LATEST = sql(`select a.subscription_id as id, max(a.number) as number
  from sales.amendment a where a.company_id = $1 and a.subscription_id = any($2::uuid[])
  group by a.subscription_id`);

/** What an operation did to a subscription. */
export interface NewAmendment {
  readonly subscriptionId: SubscriptionId;
  readonly kind: AmendmentKind;
  readonly effectiveOn: LocalDate;
  readonly before: Members;
  readonly after: Members;
  readonly reason?: string | null;
}

/** Adds to the history of locked subscriptions, in two statements for all of them. */
export async function amend(tx: Tx, amendments: readonly NewAmendment[]): Promise<void> {
  if (amendments.length === 0) return;
  const ids = amendments.map(({ subscriptionId }) => subscriptionId);
  const latest = await tx.rows<{ id: SubscriptionId; number: number }>(LATEST, [
    tx.ctx.companyId,
    ids,
  ]);
  const numbers = new Map(latest.map(({ id, number }) => [id, number]));
  const { actor, now } = tx.ctx;
  const rows = amendments.map(({ reason = null, ...amendment }): Amendment => {
    const number = (numbers.get(amendment.subscriptionId) ?? 0) + 1;
    numbers.set(amendment.subscriptionId, number);
    return {
      ...amendment,
      id: newId<'amendment'>(),
      number,
      reason,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      createdAt: now,
    };
  });
  tx.later(amendmentNoun.rows.insert(tx, rows));
}
