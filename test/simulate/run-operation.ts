import { DomainError } from '@quittance/kernel';
import { crashing, type Crashable } from './crash.js';
import { DEPOSITS } from './deposit-operations.js';
import { DOCUMENTS } from './document-operations.js';
import type { DrawnOperation, OperationKind } from './draw.js';
import { KeyedRequest } from './keyed-request.js';
import type { KnownRows } from './known-rows.js';
import { MONEY } from './money-operations.js';
import { CREDIT } from './sales/credit-operations.js';
import { ORDERS } from './order-operations.js';
import { Plan, type Planned } from './planned.js';
import type { Scene } from './scene.js';
import { RULES } from './rules/rule-operations.js';
import { ORDER_DEPOSITS } from './sales/order-deposit-operations.js';
import { QUOTES } from './sales/quote-operations.js';
import { SUBSCRIPTIONS } from './subscription-operations.js';
import { workOnce } from './work-rounds.js';

/** What one operation came to. */
export interface Outcome {
  readonly drawn: DrawnOperation;
  readonly what: string;
  readonly mark: string | null;
  /** The record that it changes, where it says so. */
  readonly changes: string | null;
  /** `done`, the code of a refusal, or where it was cut off. */
  readonly said: string;
  /** Whether its effect must be there; null when nobody can know. */
  readonly happened: boolean | null;
  /** What no operation may fail with. */
  readonly fault: unknown;
}

/** Refusals that say nothing about the request: the world was away. */
const AWAY = ['database_busy', 'payment_provider_unavailable', 'dunning_run_in_progress'];

const PLANNERS = {
  ...MONEY,
  ...DOCUMENTS,
  ...DEPOSITS,
  ...ORDERS,
  ...ORDER_DEPOSITS,
  ...SUBSCRIPTIONS,
  ...QUOTES,
  ...CREDIT,
  ...RULES,
  work: ({ scene }: Plan): Planned => ({
    what: 'the worker works',
    run: () => workOnce(scene, () => undefined),
  }),
};

/** What nobody asks for by a request. */
const UNASKED: readonly OperationKind[] = ['work', 'dispatch'];

/** Decides what an operation is done to, from what there is before its step. */
export function planOperation(
  scene: Scene,
  rows: KnownRows,
  drawn: DrawnOperation,
): Planned | null {
  return PLANNERS[drawn.kind](new Plan(scene, rows, drawn));
}

/** Carries an operation out, cut off where it was drawn to be. Never fails. */
export async function runOperation(
  scene: Scene,
  drawn: DrawnOperation,
  planned: Planned,
): Promise<Outcome> {
  const came = await (drawn.keyed && !UNASKED.includes(drawn.kind)
    ? new KeyedRequest(scene, drawn, planned).send()
    : crashing(drawn.crashAt, () => planned.run(scene.requestOf(drawn.number))));
  const { what, mark = null, changes = null } = planned;
  return { drawn, what, mark, changes, ...judge(came) };
}

function judge({
  error,
  crashedAt,
}: Crashable<unknown>): Pick<Outcome, 'said' | 'happened' | 'fault'> {
  const cut = crashedAt === null ? '' : `, cut off at ${crashedAt}`;
  if (error === undefined) return { said: `done${cut}`, happened: true, fault: null };
  const isRefusal = error instanceof DomainError;
  if (isRefusal && error.status < 500 && !AWAY.includes(error.code)) {
    // An operation of several transactions may be refused in its second.
    return { said: `${error.code}${cut}`, happened: null, fault: null };
  }
  const expected = crashedAt !== null || (isRefusal && AWAY.includes(error.code));
  const said = isRefusal ? error.code : String(error);
  return { said: `${said}${cut}`, happened: null, fault: expected ? null : error };
}
