import { addAccount } from '@quittance/crm/host';
import { PutDunningSchedule } from '@quittance/dunning/host';
import {
  epochMs,
  instantFromEpochMs,
  newId,
  systemCtx,
  type AccountId,
  type Ctx,
} from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { CreateEndpoint } from '@quittance/webhooks/host';
import { Seeded } from '../faults/support/seeded.js';
import { Post } from './post.js';
import { beginAsking } from './rules/drawn-rules.js';
import { ruledCompany, type Person } from './rules/ruled-company.js';
import { submitFirst } from './rules/first-orders.js';
import { SimulatedBooks } from './simulated-books.js';
import { simulatedPlans, type SimulatedPlan } from './subscribed-plans.js';
import type { Stage } from './stage.js';

/** When every seed begins. */
const START = '2026-03-02T09:00:00.000Z';

const CURRENCIES: readonly Currency[] = ['EUR', 'EUR', 'JPY', 'KWD'];

/** A customer who is billed in one currency. */
export interface Customer {
  readonly id: AccountId;
  readonly currency: Currency;
}

const FEE = {
  percent: null,
  amounts: [
    { currency: 'EUR', amount: '5.00' },
    { currency: 'JPY', amount: '500' },
  ],
  taxCode: null,
} as const;
const STEPS = [
  { daysAfterDue: 1, action: 'reminder', fee: FEE },
  { daysAfterDue: 3, action: 'payment_retry' },
  { daysAfterDue: 10, action: 'warning', fee: { percent: '1.5', amounts: [], taxCode: null } },
  { daysAfterDue: 20, action: 'suspend_subscription' },
] as const;

/** Draws of a seed that do not touch each other: what one takes changes nothing for the others. */
const STREAMS = { company: 1, provider: 2, post: 3, mail: 4, receiver: 5, rules: 6 } as const;

function stream(seed: number, name: keyof typeof STREAMS): Seeded {
  return new Seeded(Math.imul(seed, 2_654_435_761) ^ Math.imul(STREAMS[name], 40_503));
}

/** The company of one seed and the world around it. */
export class Scene {
  private requests = 0;

  private constructor(
    readonly stage: Stage,
    readonly companyId: Ctx['companyId'],
    readonly customers: readonly Customer[],
    readonly plans: readonly SimulatedPlan[],
    readonly people: readonly Person[],
    readonly books: SimulatedBooks,
    readonly post: Post,
    /** Nothing is done at once. */
    readonly serial: boolean,
  ) {}

  static async open(stage: Stage, seed: number, serial: boolean): Promise<Scene> {
    const { clock, provider, carrier, t } = stage;
    clock.set(START);
    const chance = stream(seed, 'company');
    const { companyId } = await t.newCompany({
      autoApplyCredit: chance.next() < 0.3,
      taxRounding: chance.next() < 0.5 ? 'line' : 'document',
    });
    const secret = provider.fallbackCredentials(companyId).webhookSecret ?? '';
    const post = new Post(companyId, secret, clock, stream(seed, 'post'));
    const books = new SimulatedBooks(companyId, clock, stream(seed, 'provider'), post.send);
    provider.serve(books, seed);
    carrier.taken = [];
    carrier.begin(stream(seed, 'mail'));
    answerUnreliably(stage, stream(seed, 'receiver'));
    const ctx = systemCtx(companyId, clock.now(), 'simulation');
    const sold = await simulatedPlans(ctx, stage);
    const bought = await customers(ctx, stage);
    const people = await ruledCompany(ctx, stage);
    const rolls = stream(seed, 'rules');
    const rulesOrders = await beginAsking(ctx, stage, { people, roll: () => rolls.next() });
    const scene = new Scene(stage, companyId, bought, sold, people, books, post, serial);
    await scene.setUp(ctx);
    if (rulesOrders) await submitFirst(stage, bought, (number) => scene.requestOf(number));
    return scene;
  }

  /** The context of a person's request at this instant: of another than asked just before. */
  request(): Ctx {
    this.requests += 1;
    const { id, name } = this.people[this.requests % this.people.length] as Person;
    const actor = { kind: 'staff', id, name } as const;
    return systemCtx(this.companyId, this.stage.clock.now(), newId(), actor);
  }

  /** That of somebody whom rules may ask as well: the same for the same operation. */
  requestOf(operation: number): Ctx {
    const { id, name } = this.people[operation % this.people.length] as Person;
    return { ...this.request(), actor: { kind: 'staff', id, name } };
  }

  /** Lets time pass, here and at the provider. */
  pass(seconds: number): void {
    const { clock } = this.stage;
    clock.set(instantFromEpochMs(epochMs(clock.now()) + seconds * 1000));
    this.books.tick();
  }

  /** From now on nobody fails any more; what was lost still comes again. */
  calm(): void {
    const { provider, carrier, receiver } = this.stage;
    provider.serve(this.books, null);
    carrier.begin(undefined);
    receiver.answer((response) => response.writeHead(204).end());
  }

  private async setUp(ctx: Ctx): Promise<void> {
    const { stage } = this;
    const schedule = { steps: STEPS, autoRun: false, requireIssued: false, minimumBalance: '0' };
    await stage.get(PutDunningSchedule).execute(ctx, schedule, null);
    await stage.get(CreateEndpoint).execute(ctx, {
      url: stage.receiver.url,
      types: ['payment.received', 'payment.refunded', 'invoice.paid'],
      description: null,
      active: true,
    });
  }
}

function customers(ctx: Ctx, { t }: Stage): Promise<Customer[]> {
  return t.db.write(ctx, async (tx) => {
    const made: Customer[] = [];
    for (const [i, currency] of CURRENCIES.entries()) {
      const name = `Customer ${i + 1}`;
      const { id } = await addAccount(tx, { name, email: `ap@customer${i + 1}.example` });
      made.push({ id, currency });
    }
    return made;
  });
}

const REFUSALS = 0.2;

function answerUnreliably({ receiver }: Stage, chance: Seeded): void {
  receiver.received.length = 0;
  receiver.answer((response) => {
    response.writeHead(chance.next() < REFUSALS ? 500 : 204).end();
  });
}
