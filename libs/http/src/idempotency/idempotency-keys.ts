import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { inBatches, sumOfEach } from '@quittance/work';
import {
  idempotencyAnswerLost,
  idempotencyKeyInFlight,
  idempotencyKeyReused,
  idempotencyRightsChanged,
} from '../http.errors.js';
import type { IdempotencyClaim, KeptAnswer } from './claim.js';
import {
  ABANDON_KEYS,
  ADD_STEP,
  CLAIM_KEY,
  COMPANIES_WITH_SILENT,
  COMPLETE_KEY,
  COUNT_STEP,
  FIND_ANSWERED,
  FIND_KEY,
  FIND_STEPS,
  FORGET_STEPS,
  PURGE_KEYS,
  RELEASE_KEY,
  RENEW_KEY,
  SUSPEND_KEY,
} from './idempotency-key.sql.js';
import { USUAL_HOURS } from './kept-hours.js';
import type { StoredRow } from './stored-answer.js';

type Prints = Pick<IdempotencyClaim, 'fingerprint'> & {
  /** Of what the caller may see. */
  readonly rights: Buffer;
  /** Reads a streamed body to its end, to compare it with a stored answer's. */
  wholeFingerprint(): Promise<Buffer>;
};

/** Their bodies may be large. */
const PURGED_AT_ONCE = 2_000;

const OWN_TRANSACTION = { answers: false } as const;

const principal = (ctx: Ctx, key: string): unknown[] => [
  ctx.companyId,
  ctx.actor.kind,
  ctx.actor.id,
  key,
];

/** The keys of one company and principal, and the answers kept under them. */
@Injectable()
export class IdempotencyKeys {
  constructor(private readonly db: Database) {}

  /**
   * Takes the key for a request, or answers the row of the request that was answered under it.
   * @throws DomainError idempotency_key_reused, idempotency_key_in_flight,
   * idempotency_rights_changed, idempotency_answer_lost
   */
  async claim(
    ctx: Ctx,
    key: string,
    prints: Prints,
    keptHours = USUAL_HOURS,
  ): Promise<{ claim: IdempotencyClaim } | { stored: StoredRow }> {
    const owner = newId<'idempotency-claim'>();
    const found = await this.db.write(
      ctx,
      async (tx): Promise<StoredRow | Taken | undefined> => {
        const print = prints.fingerprint() ?? null;
        const params = [...principal(ctx, key), print, owner, keptHours, prints.rights];
        const taken = await tx.maybe<Taken>(CLAIM_KEY, params);
        return taken ?? tx.maybe<StoredRow>(FIND_KEY, principal(ctx, key));
      },
      OWN_TRANSACTION,
    );
    // Gone in between: its holder came to nothing, so the caller asks again.
    if (found === undefined) throw inFlight();
    if ('steps' in found) {
      const facts = { rights: prints.rights, stepsBefore: found.steps };
      const fingerprint = () => prints.fingerprint();
      return { claim: { key, owner, ctx, keptHours, ...facts, fingerprint } };
    }
    return { stored: await answered(found, prints) };
  }

  /** Keeps the answer in the transaction that makes its effect, or not at all. */
  async complete(tx: Tx, claim: IdempotencyClaim, answer: KeptAnswer): Promise<boolean> {
    const { status, contentType, location, etag, body } = answer;
    const rows = await tx.run(
      COMPLETE_KEY.sql,
      COMPLETE_KEY.params(claim.ctx, {
        key: claim.key,
        owner: claim.owner,
        fingerprint: claim.fingerprint() ?? null,
        status,
        contentType,
        location,
        etag,
        body: claim.seal ? '' : body,
        sealedBody: claim.seal ? claim.seal(body) : null,
        unshown: answer.unshown ?? false,
        keptHours: claim.keptHours,
      }),
    );
    // They are in the answer.
    if (rows > 0 && hasSteps(claim)) await tx.run(FORGET_STEPS, principal(claim.ctx, claim.key));
    return rows > 0;
  }

  /**
   * Keeps the key for another minute, when the transaction commits.
   * @throws DomainError idempotency_key_in_flight where another request has taken it over: of two
   *   at work under one key only one may go on
   */
  async renew(tx: Tx, { ctx, key, owner }: IdempotencyClaim): Promise<void> {
    const holder = [...principal(ctx, key), owner];
    if ((await tx.run(RENEW_KEY, holder)) > 0) return;
    // What is written behind the answer is of the request all the same.
    if (!(await tx.maybe(FIND_ANSWERED, holder))) throw inFlight();
  }

  /** Keeps the key for another minute, in a transaction of its own; one that is lost stays so. */
  async hold({ ctx, key, owner }: IdempotencyClaim): Promise<void> {
    const holder = [...principal(ctx, key), owner];
    await this.db.write(ctx, (tx) => tx.run(RENEW_KEY, holder), OWN_TRANSACTION);
  }

  /** What requests before this one have saved under its key. */
  async stepsOf({ ctx, key, rights, stepsBefore }: IdempotencyClaim): Promise<SavedStep[]> {
    if (stepsBefore === 0) return [];
    const rows = await this.db.read(ctx, (tx) =>
      tx.rows<{ at: number; rights: Buffer; told: string }>(FIND_STEPS, principal(ctx, key)),
    );
    return rows.map(({ at, rights: then, told }) => ({
      at,
      told: JSON.parse(told) as unknown,
      isTheirs: then.equals(rights),
    }));
  }

  /**
   * Keeps a step in the transaction that saves it.
   * @throws DomainError idempotency_key_in_flight where another request has taken the key over
   */
  async addStep(
    tx: Tx,
    claim: IdempotencyClaim,
    { at, told }: Pick<SavedStep, 'at' | 'told'>,
  ): Promise<void> {
    const of = principal(claim.ctx, claim.key);
    if ((await tx.run(COUNT_STEP, [...of, claim.owner])) === 0) throw inFlight();
    claim.firstStep ??= at;
    // A request whose time is over may have left some. The transaction may be at it once more.
    if (claim.stepsBefore === 0 && claim.firstStep === at) await tx.run(FORGET_STEPS, of);
    await tx.run(ADD_STEP, [...of, at, claim.rights, JSON.stringify(told)]);
  }

  /** Keeps an answer whose effect, if any, is committed already. */
  async keep(claim: IdempotencyClaim, answer: KeptAnswer): Promise<void> {
    await this.db.write(claim.ctx, (tx) => this.complete(tx, claim, answer), OWN_TRANSACTION);
  }

  /**
   * Lets the key go: the request came to nothing and may be sent again. One under which steps were
   * saved is the same request's for as long as its answer would be kept, and it goes on behind
   * them.
   */
  async release(claim: IdempotencyClaim): Promise<void> {
    const params = [...principal(claim.ctx, claim.key), claim.owner];
    const letGo = async (tx: Tx) => {
      if ((await tx.run(RELEASE_KEY, params)) === 0) await tx.run(SUSPEND_KEY, params);
    };
    await this.db.write(claim.ctx, letGo, OWN_TRANSACTION);
  }

  /**
   * Marks the keys, in any company, whose holders died: they are held on, but nobody is at work
   * under them. Answers how many. For the worker.
   * @param onFault told what failed with some companies: those behind them have their turn
   */
  async abandonSilent(now: Instant, onFault?: (error: unknown) => void): Promise<number> {
    const silent = await this.db.door<{ companyId: CompanyId }>(COMPANIES_WITH_SILENT);
    const abandon = ({ companyId }: { readonly companyId: CompanyId }) => {
      const ctx = systemCtx(companyId, now, 'idempotency-keys');
      return this.db.write(ctx, (tx) => tx.run(ABANDON_KEYS, [companyId]));
    };
    return sumOfEach(silent, abandon, onFault);
  }

  /** Forgets the expired answers of a company; answers how many. For the worker's housekeeping. */
  purge(ctx: Ctx): Promise<number> {
    return inBatches(PURGED_AT_ONCE, (most) =>
      this.db.write(ctx, (tx) => tx.run(PURGE_KEYS, [ctx.companyId, most]), OWN_TRANSACTION),
    );
  }
}

type SavedStep = Awaited<ReturnType<NonNullable<Ctx['steps']>['kept']>>[number];

interface Taken {
  /** Saved under the key before. */
  readonly steps: number;
}

const inFlight = () => idempotencyKeyInFlight({}, { retryAfter: 1 });

const hasSteps = ({ stepsBefore, firstStep }: IdempotencyClaim) =>
  stepsBefore > 0 || firstStep !== undefined;

async function answered(row: StoredRow, prints: Prints): Promise<StoredRow> {
  if (row.state !== 'completed') {
    const other = row.fingerprint && !prints.fingerprint()?.equals(row.fingerprint);
    throw other ? idempotencyKeyReused() : inFlight();
  }
  const print = await prints.wholeFingerprint();
  if (!row.fingerprint || !print.equals(row.fingerprint)) throw idempotencyKeyReused();
  if (!row.rights?.equals(prints.rights)) {
    throw idempotencyRightsChanged({ status: String(row.status) });
  }
  if (row.isBeingShown) throw inFlight();
  if (row.unshown) throw idempotencyAnswerLost();
  return row;
}
