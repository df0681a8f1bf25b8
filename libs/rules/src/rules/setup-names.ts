import type { AdaptedItem, SetupItem } from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import { mailAddress } from '@quittance/notifications';
import { allEndpoints } from '@quittance/webhooks';
import type { SetupNames, WebhookName } from '../definitions/read-setup-rule.js';
import { ROLE } from '../workflows/recipients.js';
import type { WorkflowAction } from './rule.js';

const USERS = sql(`
  select u.id, u.email, u.active from identity.pub_user u where u.company_id = $1 order by u.id`);

/** Users and webhooks of a company by id and by what a set-up calls them. */
export interface KnownNames extends SetupNames {
  /** Their id to whoever may not view users; null where there is no such user. */
  emailOf(id: string): string | null;
  nameOf(webhookId: string): WebhookName | null;
  /** Whether rules may write to an address: that of somebody who works here. */
  isWrittenTo(email: string): boolean;
}

/** An import changes neither users nor webhooks: they are read once for its transaction. */
const known = new WeakMap<Tx, Promise<KnownNames>>();

export function namesOf(tx: Tx): Promise<KnownNames> {
  const found = known.get(tx) ?? readNames(tx);
  known.set(tx, found);
  return found;
}

async function readNames(tx: Tx): Promise<KnownNames> {
  const users = await tx.rows<{ id: UserId; email: string; active: boolean }>(USERS, [
    tx.ctx.companyId,
  ]);
  const endpoints = await allEndpoints(tx);
  // Who may not view users is told of them by the ids that their rules show them anyway.
  const isTold = tx.ctx.permissions.can('users', 'view');
  const byEmail = new Map(users.map(({ id, email }) => [email.toLowerCase(), id]));
  return {
    userOf: (name) =>
      users.find(({ id }) => id === name)?.id ??
      (isTold ? byEmail.get(name.toLowerCase()) : undefined),
    emailOf: (id) => {
      const user = users.find((each) => each.id === id);
      return user ? (isTold ? user.email : user.id) : null;
    },
    isWrittenTo: (email) => users.some((user) => user.active && user.email === email.toLowerCase()),
    webhookOf({ url, description }) {
      const ofUrl = endpoints.filter((each) => each.url === url);
      return (ofUrl.find((each) => each.description === description) ?? ofUrl[0])?.id;
    },
    nameOf(id) {
      const found = endpoints.find((each) => each.id === id);
      return found ? { url: found.url, description: found.description } : null;
    },
  };
}

/** The actions of a rule with names in place of ids. */
export function namedActions(
  names: KnownNames,
  actions: readonly WorkflowAction[],
): readonly SetupItem[] {
  return actions.map((action) => {
    if (action.kind === 'create_task') {
      const { ownerId, ...rest } = action;
      return { ...rest, owner: ownerId && names.emailOf(ownerId) };
    }
    if (action.kind !== 'send_webhook') return { ...action };
    const { webhookId, message = null, kind } = action;
    return { kind, webhook: webhookId && names.nameOf(webhookId), message };
  });
}

/**
 * A workflow rule with the users and webhooks that there are here: one that names others is
 * switched off and names none, until somebody tells it whom. An address that it writes to stays in
 * it: nobody is written to there until it is a colleague's.
 */
export function adaptedRule(names: KnownNames, item: SetupItem): AdaptedItem {
  if (!Array.isArray(item.actions)) return { item, notes: [] };
  const notes: string[] = [];
  const actions = item.actions.map((action: unknown, i) => {
    const { known: found, missing } = adaptedAction(names, action);
    if (missing === null) return found;
    notes.push(`Action ${i + 1} names ${missing}, which this company does not have: switched off.`);
    return found;
  });
  const off = notes.length > 0 ? { active: false } : {};
  return { item: { ...item, actions, ...off }, notes };
}

function adaptedAction(
  names: KnownNames,
  action: unknown,
): { readonly known: unknown; readonly missing: string | null } {
  const unchanged = { known: action, missing: null };
  if (typeof action !== 'object' || action === null) return unchanged;
  const { kind, owner, webhook, to } = action as Readonly<Record<string, unknown>>;
  if (kind === 'send_email' && typeof to === 'string' && !to.startsWith(ROLE)) {
    const address = mailAddress(to);
    if (address === undefined || names.isWrittenTo(address)) return unchanged;
    return { known: action, missing: `the user ${to.slice(0, 254)}` };
  }
  if (kind === 'request_approval') {
    const { steps } = action as { readonly steps?: unknown };
    const missing = (Array.isArray(steps) ? steps : []).flatMap((step: unknown) => {
      const { approver, others, escalateTo } = Object(step) as Readonly<Record<string, unknown>>;
      const named = [approver, ...(Array.isArray(others) ? others : []), escalateTo];
      return named.filter((name): name is string => {
        if (typeof name !== 'string' || name.startsWith(ROLE)) return false;
        const address = mailAddress(name);
        return address !== undefined && !names.isWrittenTo(address);
      });
    });
    const [first] = missing;
    return first === undefined
      ? unchanged
      : { known: action, missing: `the user ${first.slice(0, 254)}` };
  }
  if (kind === 'create_task' && typeof owner === 'string') {
    const id = names.userOf(owner);
    const email = id === undefined ? null : names.emailOf(id);
    return {
      known: { ...action, owner: email },
      missing: email === null ? `the user ${owner.slice(0, 254)}` : null,
    };
  }
  if (kind !== 'send_webhook' || !isWebhookName(webhook)) return unchanged;
  const id = names.webhookOf(webhook);
  return {
    known: { ...action, webhook: id === undefined ? null : names.nameOf(id) },
    missing: id === undefined ? `the webhook ${webhook.url.slice(0, 500)}` : null,
  };
}

function isWebhookName(value: unknown): value is WebhookName {
  if (typeof value !== 'object' || value === null) return false;
  return 'url' in value && typeof value.url === 'string';
}
