import type { Tx } from '@quittance/database';
import { IdempotencyKeys } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { crashing, isUnanswered, wasCutOff, type Crashable } from './crash.js';
import type { DrawnOperation } from './draw.js';
import type { Planned } from './planned.js';
import type { Scene } from './scene.js';

const PRINT = Buffer.alloc(32, 1);
const ANSWER = {
  status: 200,
  contentType: null,
  location: null,
  etag: null,
  body: '',
};
/** What a person does: ask again until there is an answer. */
const TRIES = 5;

/** A request under an idempotency key that is sent again under it while it is not answered. */
export class KeyedRequest {
  private readonly actor: Ctx['actor'];
  private readonly keys: IdempotencyKeys;

  constructor(
    private readonly scene: Scene,
    private readonly drawn: DrawnOperation,
    private readonly planned: Planned,
  ) {
    const { actor } = scene.requestOf(drawn.number);
    this.actor = actor;
    this.keys = scene.stage.get(IdempotencyKeys);
  }

  async send(): Promise<Crashable<unknown>> {
    let first: Crashable<unknown> | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const came = await crashing(tries === 0 ? this.drawn.crashAt : null, () => this.once());
      first ??= came;
      // What a process refuses while it dies reaches nobody.
      const isAnswered = came.error === undefined || came.crashedAt === null;
      if (isAnswered && !isUnanswered(came.error)) return { ...came, crashedAt: first.crashedAt };
      await this.letAMinutePass();
    }
    return first as Crashable<unknown>;
  }

  private async once(): Promise<unknown> {
    const key = `key of ${this.drawn.number}`;
    const prints = {
      rights: PRINT,
      fingerprint: () => PRINT,
      wholeFingerprint: async () => PRINT,
    };
    const ctx = { ...this.scene.request(), actor: this.actor };
    const taken = await this.keys.claim(ctx, key, prints);
    if ('stored' in taken) return 'answered before';
    const { claim } = taken;
    let isKept = false;
    const conclude: Ctx['conclude'] = async (tx, answer) => {
      if (!answer) return;
      isKept = await this.keys.complete(tx as Tx, claim, ANSWER);
      if (!isKept) throw new Error('Nobody else asks under this key');
    };
    try {
      const result = await this.planned.run({ ...ctx, conclude, idempotencyKey: key });
      // Not everything that is done has a transaction that answers.
      if (!isKept) await this.keys.keep(claim, ANSWER);
      return result;
    } catch (error) {
      if (!wasCutOff()) await this.keys.release(claim);
      throw error;
    }
  }

  /** Keys go by the database's own time: only its owner can move their locks into the past. */
  private async letAMinutePass(): Promise<void> {
    this.scene.pass(61);
    const owner = new Client({ connectionString: this.scene.stage.t.ownerUrl });
    await owner.connect();
    await owner.query(
      `update http.idempotency_key set locked_at = locked_at - interval '61 seconds'
       where company_id = $1 and state = 'in_progress'`,
      [this.scene.companyId],
    );
    await owner.end();
  }
}
