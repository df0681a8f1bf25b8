import { readCompanyTerms, companyToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { invalidFields, type DomainError } from '@quittance/kernel';
import { assignNumbers, type AssignedNumber } from '@quittance/numbering';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import { contractFaults } from './contract.js';
import { refuseAwaitingOrder } from './contract.queries.js';
import { contractInUse, contractLocked } from './contract.errors.js';
import { lateNotices, takesNoticeBack } from './late-notice.js';

/** Where the counter stood at each number given in a transaction. */
const given = new WeakMap<Tx, Map<string, AssignedNumber>>();

/** By `contract_number_key`. */
const NOTE_NUMBERS = sql(`
  update sales.contract c set number_period = n.period, number_seq = n.seq
  from unnest($2::text[], $3::text[], $4::bigint[]) as n (number, period, seq)
  where c.company_id = $1 and c.number = n.number`);

/** What was agreed; in force it is changed by renewal or termination alone. */
const AGREED = ['accountId', 'startDate', 'endDate', 'currency'] as const;

async function numbersFor(tx: Tx, count: number): Promise<AssignedNumber[]> {
  const today = companyToday(await readCompanyTerms(tx), tx.ctx.now);
  const numbers = await assignNumbers(
    tx,
    'contract',
    Array.from({ length: count }, () => today),
  );
  const known = given.get(tx) ?? new Map<string, AssignedNumber>();
  for (const each of numbers) known.set(each.number, each);
  given.set(tx, known);
  return numbers;
}

/** What is wrong between its fields, as far as these can be read. */
function shapeFault({ after, wrong }: PendingRecord): DomainError | null {
  const isRead = (...names: readonly string[]) => !names.some((name) => wrong?.has(name));
  const { startDate, autoRenew, value } = after;
  const faults = contractFaults({
    ...after,
    startDate: isRead('startDate') ? startDate : null,
    autoRenew: isRead('autoRenew', 'endDate') ? autoRenew : null,
    value: isRead('value', 'currency') ? value : null,
  });
  return faults.length > 0 ? invalidFields(faults) : null;
}

/** Of a draft that was made with an order: whose it is, as the order says. */
const OF_ORDER = ['accountId', 'currency'] as const;

/** contract_locked */
function lockFault({ before, changes }: PendingRecord): DomainError | null {
  if (!before) return null;
  const isDraft = before.status === 'draft';
  const locked = isDraft ? (before.salesOrderId ? OF_ORDER : []) : AGREED;
  const agreed = locked.filter((name) => changes[name] !== undefined);
  if (agreed.length === 0) return null;
  const { code } = contractLocked;
  const what = isDraft ? 'a contract of an order' : `a contract that is ${String(before.status)}`;
  const message = `may not be changed of ${what}`;
  const errors = agreed.map((name) => ({ pointer: `/${name}`, code, message }));
  return contractLocked({ status: String(before.status), what: agreed.join(', ') }, { errors });
}

export const contractHooks: ObjectHooks = {
  async faults(tx, contracts) {
    const late = await lateNotices(tx, contracts);
    return contracts.map((each, i) =>
      [lockFault(each), late[i] ?? null, shapeFault(each)].filter((fault) => fault !== null),
    );
  },

  async beforeCreate(tx, contracts) {
    const numbers = await numbersFor(tx, contracts.length);
    // Operations make the successor of a renewed contract, which is in force at once.
    return contracts.map(({ status, previousId }, i): FieldValues => ({
      number: numbers[i]?.number ?? null,
      status: previousId ? (status ?? 'draft') : 'draft',
    }));
  },

  /** What is renewed by itself has no notice, whoever has given one before. */
  async beforeUpdate(_, contracts) {
    return contracts.map((each): FieldValues =>
      takesNoticeBack(each) ? { noticeGivenOn: null, endReason: null } : {},
    );
  },

  async afterCreate(tx, contracts) {
    const known = given.get(tx);
    const numbers = contracts.flatMap(({ number }) => known?.get(String(number)) ?? []);
    await tx.run(NOTE_NUMBERS, [
      tx.ctx.companyId,
      numbers.map(({ number }) => number),
      numbers.map(({ period }) => period),
      numbers.map(({ seq }) => seq.toString()),
    ]);
  },

  /** @throws DomainError contract_in_use, contract_awaits_order */
  async beforeDelete(tx, contracts) {
    const used = contracts.find(({ status }) => status !== 'draft');
    if (used) throw contractInUse({ number: String(used.number), status: String(used.status) });
    await refuseAwaitingOrder(tx, contracts);
  },
};
