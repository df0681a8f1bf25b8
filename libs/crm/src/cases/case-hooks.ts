import { readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { dateAt } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import { assignNumbers, type AssignedNumber } from '@quittance/numbering';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { newTimes, ofPriority, timesOf } from './case-times.js';
import { readSlaPolicy } from './sla-policy.queries.js';

/** Where the counter stood at each number given in a transaction. */
const given = new WeakMap<Tx, Map<string, AssignedNumber>>();

const NOTE_NUMBERS = sql(`
  update crm.support_case c set number_period = n.period, number_seq = n.seq
  from unnest($2::text[], $3::text[], $4::bigint[]) as n (number, period, seq)
  where c.company_id = $1 and c.number = n.number`);

async function numbersFor(tx: Tx, count: number): Promise<AssignedNumber[]> {
  const { timeZone } = await readCompanyTerms(tx);
  const today = dateAt(tx.ctx.now, timeZone);
  const numbers = await assignNumbers(
    tx,
    'case',
    Array.from({ length: count }, () => today),
  );
  const known = given.get(tx) ?? new Map<string, AssignedNumber>();
  for (const each of numbers) known.set(each.number, each);
  given.set(tx, known);
  return numbers;
}

export const caseHooks: ObjectHooks = {
  async beforeCreate(tx, cases) {
    const policy = await readSlaPolicy(tx);
    const numbers = await numbersFor(tx, cases.length);
    return cases.map((made, i): FieldValues => {
      const priority = (made.priority ?? null) as string | null;
      const times = newTimes(policy, priority, tx.ctx.now);
      return { ...made, ...times, number: numbers[i]?.number ?? null, status: 'new' };
    });
  },

  async afterCreate(tx, cases) {
    const known = given.get(tx);
    const numbers = cases.flatMap(({ number }) => known?.get(String(number)) ?? []);
    await tx.run(NOTE_NUMBERS, [
      tx.ctx.companyId,
      numbers.map(({ number }) => number),
      numbers.map(({ period }) => period),
      numbers.map(({ seq }) => seq.toString()),
    ]);
  },

  async beforeUpdate(tx, changes) {
    if (!changes.some(({ changes: { priority } }) => priority !== undefined)) {
      return changes.map(() => ({}));
    }
    const policy = await readSlaPolicy(tx);
    return changes.map(({ after, changes: { priority } }) => {
      if (priority === undefined) return {};
      const at = { startedAt: after.createdAt as Instant, now: tx.ctx.now };
      return { ...ofPriority(timesOf(after), priority as string | null, at, policy) };
    });
  },
};
