import { isDeepStrictEqual } from 'node:util';
import { audit } from '@quittance/audit';
import { addSeconds, epochMs, newId, type AccountId, type Instant } from '@quittance/kernel';
import { sql, violates, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { PortalUserId } from '../actors/portal-actor.js';
import { approvalPending, approvalsAskedTooOften, noApproverAvailable } from '../portal.errors.js';
import { APPROVAL_COLUMNS, approvalNoun, type Approval, type ToldApproval } from './approval.js';
import { tellApproval } from './approval.repository.js';
import { ruleOf } from './rules/approval-rules.queries.js';
import { APPROVAL_TIMES } from './approval-status.js';
import { peopleAmong, rightfulApprovers, samePerson, withEnoughLeft } from './approvers.js';

type Subject = Pick<Approval, 'subject' | 'orderId' | 'quoteId' | 'subscriptionId' | 'asked'>;

/** What is asked for. */
export interface ApprovalAsk extends Subject {
  readonly accountId: AccountId;
  readonly userId: PortalUserId;
  readonly total: bigint;
  readonly currency: Currency;
  readonly note: string | null;
  /** Before which it has to be decided, where that is sooner than any request lasts. */
  readonly before: Instant | null;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** So many requests of a user an hour: whoever may approve gets a letter about each. */
const MOST = 30;
const KEYS = ['approval_order_key', 'approval_quote_key', 'approval_subscription_key'];

/** By approval_quote_key and approval_subscription_key. */
const PENDING = (column: 'quote_id' | 'subscription_id') =>
  sql(`select ${APPROVAL_COLUMNS} from portal.approval a
    where a.company_id = $1 and a.${column} = $2 and a.status = 'pending' and a.expires_at > $3`);
const OF_QUOTE = PENDING('quote_id');
const OF_SUBSCRIPTION = PENDING('subscription_id');

/** What the same user has asked for in the same words waits already, and is not asked twice. */
async function askedBefore(tx: Tx, ask: ApprovalAsk): Promise<Approval | undefined> {
  const { quoteId, subscriptionId, userId, subject, total, currency } = ask;
  if (subject === 'order') return undefined;
  const statement = quoteId === null ? OF_SUBSCRIPTION : OF_QUOTE;
  const params = [tx.ctx.companyId, quoteId ?? subscriptionId, tx.ctx.now];
  const waits = await tx.maybe<ToldApproval>(statement, params);
  const isSame =
    waits?.requestedBy === userId &&
    waits.subject === subject &&
    waits.total === total &&
    waits.currency === currency &&
    isDeepStrictEqual(waits.asked, JSON.parse(JSON.stringify(ask.asked)));
  return isSame ? waits : undefined;
}

/** By approval_requester_index. @throws DomainError approvals_asked_too_often */
async function requireSeldom(tx: Tx, userId: PortalUserId): Promise<void> {
  const { companyId, now } = tx.ctx;
  const since = addSeconds(now, -HOUR);
  const last = await tx.maybe<{ at: Instant }>(
    `select a.created_at as at from portal.approval a
     where a.company_id = $1 and a.requested_by = $2 and a.created_at > $3
     order by a.created_at desc offset $4 limit 1`,
    [companyId, userId, since, MOST - 1],
  );
  if (!last) return;
  const wait = Math.max(1, Math.ceil((epochMs(last.at) - epochMs(since)) / 1000));
  throw approvalsAskedTooOften({ most: MOST }, { retryAfter: wait });
}

/**
 * Stores a request for those who may approve it by the rules of the account; one that waits
 * already is answered to who repeats it.
 * @throws DomainError no_approver_available where they are too few, approval_pending,
 * approvals_asked_too_often
 */
export async function askApproval(tx: Tx, ask: ApprovalAsk): Promise<Approval> {
  const waiting = await askedBefore(tx, ask);
  if (waiting) return waiting;
  await requireSeldom(tx, ask.userId);
  const { userId, accountId, total, currency, note, before, ...subject } = ask;
  const { now } = tx.ctx;
  const rule = await ruleOf(tx, accountId, total, currency);
  const named = new Set(rule.approverIds);
  const askers = await samePerson(tx, userId);
  const rightful = (await rightfulApprovers(tx, accountId)).filter(
    ({ id }) => !askers.has(id) && (named.size === 0 || named.has(id)),
  );
  const able = await withEnoughLeft(tx, rightful, { total, currency });
  if (peopleAmong(able) < rule.approvals) throw noApproverAvailable();
  const expiresAt = addSeconds(now, APPROVAL_TIMES.expiresAfterDays * DAY);
  const approval: Approval = {
    ...approvalNoun.empty,
    ...subject,
    id: newId<'portal-approval'>(),
    version: 1,
    accountId,
    requestedBy: userId,
    total,
    currency,
    status: 'pending',
    approvals: rule.approvals,
    approverIds: rule.approverIds,
    toAdmins: false,
    note,
    remindAt: addSeconds(now, APPROVAL_TIMES.remindAfterHours * HOUR),
    escalateAt: addSeconds(now, APPROVAL_TIMES.escalateAfterHours * HOUR),
    expiresAt: before !== null && before < expiresAt ? before : expiresAt,
    createdAt: now,
    updatedAt: now,
  };
  try {
    await approvalNoun.rows.insert(tx, [approval]);
  } catch (error) {
    if (KEYS.some((key) => violates(error, key))) throw approvalPending();
    throw error;
  }
  tellApproval(tx, approval, { action: 'approval.requested', by: userId });
  logOfSubject(tx, approval);
  return approval;
}

/** The log of what waits says so as well. */
function logOfSubject(tx: Tx, { id, orderId, quoteId, subscriptionId }: Approval): void {
  const after = { approvalId: id };
  if (orderId !== null) {
    audit(tx, { action: 'order.approval_asked', object: 'sales-order', recordId: orderId, after });
  } else if (quoteId !== null) {
    audit(tx, { action: 'quote.approval_asked', object: 'quote', recordId: quoteId, after });
  } else if (subscriptionId !== null) {
    const about = { object: 'subscription', recordId: subscriptionId } as const;
    audit(tx, { action: 'subscription.approval_asked', ...about, after });
  }
}
