import { CreateRule, type ApprovalStep } from '@quittance/rules/host';
import type { Ctx } from '@quittance/kernel';
import type { Stage } from '../stage.js';
import { FIELDS, type Person, type Ruled, type Workflow } from './ruled-company.js';

/** Major units from which somebody is asked. */
const AMOUNTS = ['50', '300', '1000'];
/** Companies in which rules act on orders from the first day on. */
const RULED_ORDERS = 0.5;

/** What a rule is drawn from. */
export interface Draws {
  readonly people: readonly Person[];
  /** From 0 to below 1. */
  readonly roll: () => number;
}

/** One of them. */
export const among = <T>({ roll }: Pick<Draws, 'roll'>, all: readonly T[]): T =>
  all[Math.floor(roll() * all.length)] as T;

/** One step or two, decided by one or by all, for two days or for ever. */
function steps({ people, roll }: Draws): readonly ApprovalStep[] {
  const emails = people.map(({ email }) => email);
  const [first = '', second = '', third = ''] = roll() < 0.5 ? emails : emails.toReversed();
  const decidedBy = roll() < 0.2 ? ('all' as const) : ('any' as const);
  const time = { within: 2, unit: 'days', overdue: 'reject' } as const;
  const one = { approver: first, others: [second], decidedBy, ...(roll() < 0.4 && time) };
  return roll() < 0.3 ? [one, { approver: third, others: [first] }] : [one];
}

const CREATED = { trigger: 'create', field: null } as const;

const task = (subject: string): Workflow['actions'][number] => ({
  kind: 'create_task',
  subject,
  description: null,
  dueInDays: null,
  ownerId: null,
});

const asking = (draws: Draws): Workflow => ({
  ...CREATED,
  condition: `total > ${among(draws, AMOUNTS)}`,
  actions: [
    {
      kind: 'request_approval',
      steps: steps(draws),
      message: 'May {{ number }} go out?',
      field: draws.roll() < 0.6 ? FIELDS.asked : null,
    },
  ],
});

/** What rules do, by their names. */
const SHAPES: Readonly<Record<string, (draws: Draws) => Workflow>> = {
  'sets before': () => ({
    timing: 'before_save',
    trigger: 'save',
    field: null,
    condition: null,
    actions: [{ kind: 'set_field', field: FIELDS.early, formula: 'currency' }],
  }),
  'sets after': () => ({
    trigger: 'save',
    field: null,
    condition: null,
    actions: [{ kind: 'set_field', field: FIELDS.late, formula: 'TEXT(total)' }],
  }),
  'makes a task': (draws) => ({
    trigger: 'create',
    field: null,
    condition: `total > ${among(draws, AMOUNTS)}`,
    actions: [task('Look at {{ number }}')],
  }),
  'follows the status': () => ({
    trigger: 'change',
    field: 'status',
    condition: null,
    actions: [task('It is {{ status }}')],
  }),
  asks: asking,
  'of another total asks': (draws) => ({ ...asking(draws), trigger: 'change', field: 'total' }),
};
const EFFECTS = ['sets after', 'makes a task', 'follows the status'];
const DRAWN = ['sets before', ...EFFECTS, 'asks'];
/** What an order comes to changes as long as it does not bind, and by amendments. */
const DRAWN_OF_ORDERS = [...DRAWN, 'of another total asks'];

/** A rule, and what it is called by. */
export interface DrawnRule {
  readonly shape: string;
  readonly definition: Workflow;
}

/** Nearly half of them ask. */
export function drawRule(draws: Draws, object: Ruled): DrawnRule {
  const drawn = object === 'sales-order' ? DRAWN_OF_ORDERS : DRAWN;
  return ruleOf(draws.roll() < 0.3 ? 'asks' : among(draws, drawn), draws);
}

const ruleOf = (shape: string, draws: Draws): DrawnRule => ({
  shape,
  definition: (SHAPES[shape] ?? asking)(draws),
});

/** On what there is to be decided from the first day on. Answers whether orders are among it. */
export async function beginAsking(ctx: Ctx, stage: Stage, draws: Draws): Promise<boolean> {
  for (const object of ['invoice', 'quote'] as const) {
    if (draws.roll() < 0.5) continue;
    await begin(ctx, stage, object, ruleOf('asks', draws));
  }
  const rulesOrders = draws.roll() < RULED_ORDERS;
  if (rulesOrders) await beginRulingOrders(ctx, stage, draws);
  return rulesOrders;
}

/** Sets a field before the save, does something after it, and asks: in either order. */
async function beginRulingOrders(ctx: Ctx, stage: Stage, draws: Draws): Promise<void> {
  const effect = among(draws, EFFECTS);
  const asks = draws.roll() < 0.7 ? 'asks' : 'of another total asks';
  const later = draws.roll() < 0.5 ? [effect, asks] : [asks, effect];
  for (const shape of ['sets before', ...later]) {
    await begin(ctx, stage, 'sales-order', ruleOf(shape, draws));
  }
}

async function begin(ctx: Ctx, stage: Stage, object: Ruled, rule: DrawnRule): Promise<void> {
  const asked = { object, name: `from the start ${rule.shape}`, definition: rule.definition };
  await stage.get(CreateRule).execute(ctx, 'workflow', asked);
}
