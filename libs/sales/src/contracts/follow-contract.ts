import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { copiedValues, withActiveMasters } from '@quittance/mass';
import type { RecordView } from '@quittance/metadata';
import { createRecords } from '@quittance/objects';
import type { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { nextTerm, refuseUnlessMayBe, type ContractId, type ContractStatus } from './contract.js';
import { contractHasNoEnd } from './contract.errors.js';
import { firstTerm } from './contract.queries.js';
import type { ContractSteps, LockedContract } from './contract-steps.js';
import { lockUnderContracts, renewed } from './subscriptions-of-contract.js';

export interface RenewalTerms {
  /** Months of the new term; those of the contract unless told. */
  readonly termMonths?: number;
  /** By how many percent prices rise; as the contract says unless told. */
  readonly upliftPercent?: string;
}

interface Steps {
  readonly contracts: ContractSteps;
  readonly subscriptions: SubscriptionSteps;
}

/** What a successor has of the contract before. */
const COPIED = [
  'accountId',
  'currency',
  'value',
  'autoRenew',
  'noticeDays',
  'renewalTermMonths',
  'upliftPercent',
  'upliftCap',
  'description',
  'ownerId',
] as const;

/**
 * Makes the successor of a locked contract, in force with the day behind its end, and moves the
 * subscriptions over at prices that are raised by the uplift.
 * @throws DomainError contract_not_active, contract_has_no_end
 */
export async function followContract(
  tx: Tx,
  steps: Steps,
  locked: LockedContract,
  { termMonths, upliftPercent }: RenewalTerms = {},
): Promise<RecordView> {
  const { contract, object, today } = locked;
  refuseUnlessMayBe('renew', contract.status as ContractStatus);
  const endDate = (contract.endDate ?? null) as LocalDate | null;
  if (endDate === null) throw contractHasNoEnd({ number: String(contract.number) });
  const startDate = contract.startDate as LocalDate;
  const months = termMonths ?? ((contract.renewalTermMonths ?? null) as number | null);
  const first = await firstTerm(tx, contract.id as string as ContractId);
  const kept = Object.fromEntries(COPIED.map((name) => [name, contract[name] ?? null]));
  const own = await ownValues(tx, locked);
  const [successor] = await createRecords(
    tx,
    object,
    [
      {
        ...own,
        ...kept,
        ...nextTerm({ startDate, endDate }, months, first),
        status: 'active',
        previousId: contract.id,
      } as FieldValues,
    ],
    // It follows by itself: nobody is there to be asked for what the company requires.
    { trusted: true, asked: new Set(), action: 'contract.activated' },
  );
  const made = successor as RecordView;
  await steps.contracts.save(tx, locked, {
    patch: { status: 'renewed', successorId: made.id },
    told: 'contract.renewed',
  });
  const under = await lockUnderContracts(tx, [contract.id as string as ContractId]);
  const percent = upliftPercent ?? String(contract.upliftPercent);
  const renewal = {
    successorId: made.id as string as ContractId,
    from: made.startDate as LocalDate,
    uplift: { percent, cap: (contract.upliftCap ?? null) as string | null },
  };
  const moves = under.map((before) => renewed(tx, before, renewal));
  await steps.subscriptions.take(tx, moves, today);
  return made;
}

/** What of the company's own fields the successor has of the contract before. */
async function ownValues(tx: Tx, { object, contract }: LockedContract): Promise<FieldValues> {
  const copied = await withActiveMasters(tx, object, copiedValues(object, contract));
  const own = Object.entries(copied).filter(([name]) => {
    return object.fields.get(name)?.storage.kind === 'custom';
  });
  return Object.fromEntries(own) as FieldValues;
}
