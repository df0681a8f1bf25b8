import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { Database, sql, type Tx } from '@quittance/database';
import { bulkCtx, type Ctx } from '@quittance/kernel';
import { CustomerAgreements } from '@quittance/sales';
import { mailApproval } from './approval-mails.js';
import { APPROVAL_COLUMNS, type ApprovalId, type ToldApproval } from './approval.js';
import { changeApproval } from './approval.repository.js';
import { DECIDED_OTHERWISE } from './follow-answered-quotes.js';
import { lockWithSubject } from './decisions/locked-approval.js';
import { giveUpSubject } from './decisions/reject-request.js';

const BATCH = 200;
const NONE = '00000000-0000-0000-0000-000000000000';

/** What can be decided no more: its time is over, or its quote was decided otherwise. */
const OVER = `(a.expires_at <= $4 or a.quote_id is not null and a.order_id is null and exists (
    select from sales.pub_quote q where q.company_id = $1 and q.id = a.quote_id
      and (q.status = 'expired' or ${DECIDED_OTHERWISE})))`;

/** By primary key; few are pending at all. */
const ENDED = sql(`
  select a.id from portal.approval a
  where a.company_id = $1 and a.status = 'pending' and a.id > $2 and ${OVER}
  order by a.id limit $3`);

const IS_OVER = sql(`
  select a.expires_at <= $4 as expired from portal.approval a
  where a.company_id = $1 and a.id = $2 and a.id <> $3 and ${OVER}`);

/** By approval_due_index. Those that somebody is deciding wait. */
const DUE = sql(`
  select ${APPROVAL_COLUMNS} from portal.approval a
  where a.company_id = $1 and a.status = 'pending' and least(a.remind_at, a.escalate_at) <= $2
    and a.expires_at > $2
  order by a.id limit $3 for no key update of a skip locked`);

/** What came of a sweep. */
export interface SweptApprovals {
  readonly ended: number;
  readonly reminded: number;
}

/** Ends what nobody has decided in time, and reminds of what waits for long. */
@Injectable()
export class SweepApprovals {
  constructor(
    private readonly db: Database,
    private readonly agreements: CustomerAgreements,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl'>,
  ) {}

  /** @param fault told of a request that could not be ended; it keeps no other waiting */
  async execute(
    ctx: Ctx,
    fault: (error: unknown, id: ApprovalId) => void,
  ): Promise<SweptApprovals> {
    const bulk = bulkCtx(ctx);
    let [ended, reminded] = [0, 0];
    for (let after: string | undefined = NONE; after !== undefined;) {
      const ids: ApprovalId[] = await this.db.read(bulk, (tx) => endedBehind(tx, String(after)));
      for (const id of ids) {
        try {
          ended += (await this.db.write(bulk, (tx) => this.end(tx, id))) ? 1 : 0;
        } catch (error) {
          fault(error, id);
        }
      }
      after = ids.length < BATCH ? undefined : ids.at(-1);
    }
    for (let batch = BATCH; batch === BATCH; reminded += batch) {
      const { portalAppUrl } = this.config;
      batch = await this.db.write(bulk, (tx) => remindBatch(tx, portalAppUrl));
    }
    return { ended, reminded };
  }

  /** Behind the locks it may have been decided meanwhile. */
  private async end(tx: Tx, id: ApprovalId): Promise<boolean> {
    const approval = await lockWithSubject(tx, this.agreements, id);
    const params = [tx.ctx.companyId, id, NONE, tx.ctx.now];
    const over = await tx.maybe<{ expired: boolean }>(IS_OVER, params);
    if (!over || approval.status !== 'pending') return false;
    const decided = { decidedAt: tx.ctx.now };
    const [change, action] = over.expired
      ? ([{ status: 'expired', ...decided }, 'approval.expired'] as const)
      : ([
          { status: 'withdrawn', ...decided, reason: 'The quote was decided otherwise' },
          'approval.withdrawn',
        ] as const);
    await changeApproval(tx, approval, change, { action });
    await giveUpSubject(tx, this.agreements, approval, 'Nobody has approved it in time');
    return true;
  }
}

async function endedBehind(tx: Tx, after: string): Promise<ApprovalId[]> {
  const params = [tx.ctx.companyId, after, BATCH, tx.ctx.now];
  return (await tx.rows<{ id: ApprovalId }>(ENDED, params)).map(({ id }) => id);
}

/** Approvers are reminded once, and again with the Admins, who may decide from then on. */
async function remindBatch(tx: Tx, appUrl: string | null): Promise<number> {
  const { companyId, now } = tx.ctx;
  const due = await tx.rows<ToldApproval>(DUE, [companyId, now, BATCH]);
  for (const approval of due) {
    const { remindAt, escalateAt } = approval;
    const escalates = escalateAt !== null && escalateAt <= now;
    const reminds = remindAt !== null && remindAt <= now;
    const change = {
      ...(reminds && { remindAt: null }),
      ...(escalates && { escalateAt: null, remindAt: null, toAdmins: true }),
    };
    const changed = await changeApproval(tx, approval, change, { action: 'approval.reminded' });
    const what = escalates ? 'escalated' : 'reminded';
    await mailApproval(tx, changed, { what, appUrl });
  }
  return due.length;
}
