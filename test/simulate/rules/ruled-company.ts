import { CreateField } from '@quittance/customization/host';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import type { RuleTiming, Trigger, WorkflowAction } from '@quittance/rules/host';
import type { Stage } from '../stage.js';

/** Somebody who works in the company of a seed, asks and decides. */
export interface Person {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
}

/** What rules of a simulation are about. */
export const RULED = ['invoice', 'quote', 'sales-order'] as const;
export type Ruled = (typeof RULED)[number];

/** When a rule is asked, and what it does. */
export interface Workflow {
  readonly timing?: RuleTiming;
  readonly trigger: Trigger;
  readonly field: string | null;
  /** `total > ` and an amount; null: always. */
  readonly condition: string | null;
  readonly actions: readonly WorkflowAction[];
}

/** Set by rules before and after the save, and by what is asked of people. */
export const FIELDS = { early: 'early__c', late: 'late__c', asked: 'asked__c' } as const;

const NAMES = ['Ada', 'Bob', 'Eve'];

/** Lets people work in a company, and gives its documents the fields that rules set. */
export async function ruledCompany(ctx: Ctx, stage: Stage): Promise<readonly Person[]> {
  for (const object of RULED) {
    for (const name of Object.values(FIELDS)) {
      await stage.get(CreateField).execute(ctx, object, { name, label: name, type: 'text' });
    }
  }
  const people = NAMES.map((name) => {
    return { id: newId<'user'>(), name, email: `${name.toLowerCase()}@simulated.example` };
  });
  await stage.t.db.write(ctx, async (tx) => {
    for (const { id, name, email } of people) {
      await tx.run(
        `insert into identity.staff_user (company_id, id, email, name, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)`,
        [ctx.companyId, id, email, name, ctx.now],
      );
    }
  });
  return people;
}
