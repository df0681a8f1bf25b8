import { reach as reached } from '@quittance/access';
import { audit } from '@quittance/audit';
import type { EventType } from '@quittance/contracts';
import { sql, type LockedTx, type Tx } from '@quittance/database';
import { notFound, type Instant } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import { emit } from '@quittance/outbox';
import type { PortalUserId } from '../actors/portal-actor.js';
import {
  APPROVAL_COLUMNS,
  approvalNoun,
  type Approval,
  type ApprovalId,
  type ToldApproval,
} from './approval.js';

const FIND = `
  select ${APPROVAL_COLUMNS} from portal.approval a where a.company_id = $1 and a.id = $2`;
const LOCK = sql(`${FIND} for no key update of a`);

/** Who has signed, in their order; by primary key. */
const SIGNATURES = sql(`
  select s.portal_user_id as "portalUserId", u.name, s.decision, s.note, s.signed_at as "signedAt"
  from portal.approval_signature s
  join portal.portal_user u on u.company_id = $1 and u.id = s.portal_user_id
  where s.company_id = $1 and s.approval_id = $2 order by s.signed_at, s.portal_user_id`);

const SIGN = sql(`
  insert into portal.approval_signature
    (company_id, approval_id, portal_user_id, decision, note, signed_at)
  select k.id, $2::uuid, $3::uuid, $4::text, $5::text, $6::timestamptz
  from company.pub_company k where k.id = $1::uuid`);

/** What somebody has said of a request. */
export interface Signature {
  readonly portalUserId: PortalUserId;
  readonly name: string;
  readonly decision: 'approved' | 'rejected';
  readonly note: string | null;
  readonly signedAt: Instant;
}

/** As far as staff may see its account. @throws DomainError not_found */
export async function findApproval(tx: Tx, id: ApprovalId): Promise<ToldApproval> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const { reach } = approvalNoun;
  const scope = reach ? reached.rows(tx.ctx, reach, 'a', bind) : null;
  const text = scope === null ? FIND : `${FIND} and ${scope}`;
  return found(await tx.maybe<ToldApproval>(text, params));
}

/** Behind the lock of what it is about. @throws DomainError not_found */
export async function lockApproval(tx: Tx, id: ApprovalId): Promise<ToldApproval> {
  return found(await tx.maybe<ToldApproval>(LOCK, [tx.ctx.companyId, id]));
}

function found(approval: ToldApproval | undefined): ToldApproval {
  if (!approval) throw notFound({ object: 'approval' });
  return approval;
}

export function signaturesOf(tx: Tx | LockedTx, id: ApprovalId): Promise<Signature[]> {
  return tx.rows<Signature>(SIGNATURES, [tx.ctx.companyId, id]);
}

/** Nobody signs twice: the key of a signature is who. */
export async function sign(
  tx: Tx,
  id: ApprovalId,
  { portalUserId, decision, note }: Pick<Signature, 'portalUserId' | 'decision' | 'note'>,
): Promise<void> {
  await tx.run(SIGN, [tx.ctx.companyId, id, portalUserId, decision, note, tx.ctx.now]);
}

type ApprovalEvent = Extract<EventType, `approval.${string}`>;
const APPROVAL_EVENT_TYPES: Readonly<Record<ApprovalEvent, true>> = {
  'approval.requested': true,
  'approval.signed': true,
  'approval.approved': true,
  'approval.rejected': true,
  'approval.expired': true,
};

type Unannounced = 'approval.withdrawn' | 'approval.passed_on' | 'approval.reminded';

/** How a change of a request is announced and logged. */
export interface ApprovalNote {
  /** The log's verb; what has no event is logged alone. */
  readonly action: ApprovalEvent | Unannounced;
  readonly by?: PortalUserId | null;
}

/** What the log and events say of a request. */
export function approvalSummary(approval: Approval) {
  const { id, version, status, subject, accountId, orderId, quoteId, subscriptionId } = approval;
  const { currency, total, requestedBy, approvals, decidedBy } = approval;
  return {
    id,
    version,
    status,
    subject,
    accountId,
    orderId,
    quoteId,
    subscriptionId,
    requestedBy,
    total: formatMinor(total, currency),
    currency,
    approvals,
    decidedBy,
  };
}

/** Announces and logs what has become of a request. */
export function tellApproval(tx: Tx, approval: Approval, { action, by = null }: ApprovalNote) {
  const about = { object: 'portal-approval', recordId: approval.id } as const;
  const data = approvalSummary(approval);
  audit(tx, { action, ...about, after: { ...data, ...(by && { by }) } });
  if (isAnnounced(action)) emit(tx, { type: action, ...about, data });
}

const isAnnounced = (action: ApprovalNote['action']): action is ApprovalEvent =>
  action in APPROVAL_EVENT_TYPES;

/** Stores a changed request and tells of it. */
export async function changeApproval<A extends Approval>(
  tx: Tx,
  approval: A,
  change: Partial<Approval>,
  note: ApprovalNote,
): Promise<A> {
  const after = {
    ...approval,
    ...change,
    version: approval.version + 1,
    updatedAt: tx.ctx.now,
  };
  await approvalNoun.store(tx, after);
  tellApproval(tx, after, note);
  return after;
}
