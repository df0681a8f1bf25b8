import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import type { PortalCtx } from '@quittance/portal';
import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { idempotencyKeyInFlight } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { MadeAt } from '../requests/made-at.js';
import { etagOf } from '../versions/etag.js';
import { AnswerBox } from './answer-box.js';
import { ANSWERS_SECRET_MARK } from './answers-secret.js';
import type { IdempotencyClaim, KeptAnswer } from './claim.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { digestOf, keyFingerprint, readKey } from './key.js';
import { keptAlive } from './kept-alive.js';
import { keptHoursOf } from './kept-hours.js';
import { openedMembers } from './opened-members.js';
import { rightsPrint } from './rights-print.js';
import { StoredAnswer } from './stored-answer.js';
import { reachesTree, treeInReach } from './tree-in-reach.js';

/** Methods that are not safe to send again by themselves. */
const KEYED: ReadonlySet<string> = new Set(['POST', 'PATCH']);
/** What the route says of its answer. */
interface AnswerFacts {
  readonly status: number;
  readonly secret: boolean;
  readonly keptHours: number;
}

/** To these an operation answers what it has made; others are shown a part of it. */
const SHOWN_ALL: ReadonlySet<Ctx['actor']['kind']> = new Set(['staff', 'api_key']);

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Takes the `Idempotency-Key` of a POST or PATCH once its caller is known and allowed. The answer
 * is kept by the transaction that answers the request (`ctx.conclude`), so that effect and answer
 * are committed together. Every other transaction of the request keeps the key: a file of an hour
 * is not loaded a second time beside itself. Of what users of the portals do, only that it is done
 * is kept there, until they are answered: what an operation answers is more than they are shown.
 * `IdempotencyOutcome` sees to every other end.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly box: AnswerBox,
    private readonly madeAt: MadeAt,
    private readonly db: Database,
    @Optional() private readonly models?: CompanyModels,
  ) {}

  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const header = request.headers['idempotency-key'];
    if (header === undefined || !KEYED.has(request.method) || !request.ctx) return true;
    const handler = host.getHandler();
    return this.take(request, readKey(header), {
      status: statusOf(handler, request.method),
      secret: Reflect.hasMetadata(ANSWERS_SECRET_MARK, handler),
      keptHours: keptHoursOf(handler),
    });
  }

  private async take(
    request: ApiRequest,
    key: string,
    { status, secret, keptHours }: AnswerFacts,
  ): Promise<boolean> {
    const { ctx } = request;
    if (!ctx) return true;
    const { printKey } = this.box;
    const shown = { opened: await this.opened(ctx), tree: await this.tree(ctx) };
    const rights = rightsPrint(ctx, printKey, shown);
    const prints = { ...printsOf(request, printKey), rights };
    const taken = await this.keys.claim(ctx, key, prints, keptHours);
    if ('stored' in taken) throw new StoredAnswer(this.box.opened(ctx, key, taken.stored));
    const { claim } = taken;
    if (secret) claim.seal = this.box.sealFor(ctx, key);
    // Bytes that are waited for say nothing to the database, however long they take.
    if (request.streamed) claim.rest = keptAlive(() => this.keys.hold(claim));
    request.claim = claim;
    const conclude: Ctx['conclude'] = (tx, answer) =>
      answer
        ? this.keepBeforeCommit(tx as Tx, claim, this.answerOf(request, answer.result, status))
        : this.keys.renew(tx as Tx, claim);
    const steps: Ctx['steps'] = {
      kept: () => this.keys.stepsOf(claim),
      keep: (tx, step) => this.keys.addStep(tx as Tx, claim, step),
    };
    request.ctx = Object.freeze({ ...ctx, conclude, steps, idempotencyKey: key });
    return true;
  }

  /** What a company opens, closes or takes away shapes what users of a portal are answered. */
  private async opened(ctx: Ctx): Promise<readonly string[]> {
    const { portal } = ctx as Partial<PortalCtx>;
    const { models } = this;
    if (!portal || !models) return [];
    const model = models.held(ctx) ?? (await this.db.read(ctx, (tx) => models.of(tx)));
    return openedMembers(model, portal.directory);
  }

  /** What is moved out of a tree is not answered again to whom that is all of its reach. */
  private async tree(ctx: Ctx): Promise<readonly string[]> {
    const { portal } = ctx as Partial<PortalCtx>;
    if (!portal || !reachesTree(portal)) return [];
    return this.db.read(ctx, (tx) => treeInReach(tx, portal));
  }

  private answerOf(request: ApiRequest, result: unknown, status: number): KeptAnswer {
    const unshown = !request.ctx || !SHOWN_ALL.has(request.ctx.actor.kind);
    const said = unshown ? undefined : result;
    const body = JSON.stringify(said) ?? '';
    const contentType = body === '' ? null : JSON_TYPE;
    const location = this.madeAt.of(request, status, result) ?? null;
    return { status, contentType, location, etag: etagOf(said) ?? null, body, unshown };
  }

  private async keepBeforeCommit(
    tx: Tx,
    claim: IdempotencyClaim,
    answer: KeptAnswer,
  ): Promise<void> {
    const kept = await this.keys.complete(tx, claim, answer);
    // Another request took the key over after a minute: only one of the two may have its effect.
    if (!kept) throw idempotencyKeyInFlight({}, { retryAfter: 1 });
    claim.kept = answer;
  }
}

function statusOf(handler: object, method: string): number {
  const stated = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return stated ?? (method === 'POST' ? 201 : 200);
}

function printsOf(request: ApiRequest, printKey: KeyObject) {
  const { method, url, streamed } = request;
  const known = streamed
    ? undefined
    : keyFingerprint(printKey, method, url, digestOf(request.rawBody));
  const fingerprint = () =>
    known ?? (streamed?.digest && keyFingerprint(printKey, method, url, streamed.digest));
  const wholeFingerprint = async (): Promise<Buffer> => {
    if (streamed && !streamed.digest) for await (const _ of request.body as Readable);
    return fingerprint() ?? Buffer.alloc(0);
  };
  return { fingerprint, wholeFingerprint };
}
