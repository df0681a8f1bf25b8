import { readToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { DomainError } from '@quittance/kernel';
import type { PendingRecord } from '@quittance/metadata';
import { noticeDay } from './contract.js';
import { contractLocked, noticeTooLate } from './contract.errors.js';

/**
 * What of contracts in force is notice, though it is only written as a change of them: that one is
 * not renewed, behind the day on which notice was due, and that it is due later than was agreed.
 * Whoever may approve contracts may do either.
 */
export async function lateNotices(
  tx: Tx,
  contracts: readonly PendingRecord[],
): Promise<(DomainError | null)[]> {
  const none = contracts.map(() => null);
  if (tx.ctx.permissions.can('contracts', 'approve') || !contracts.some(isNotice)) return none;
  const today = await readToday(tx);
  return contracts.map((each) => shorterFault(each) ?? lateFault(each, today));
}

/** It renews by itself again, so that the notice that was given is none any more. */
export function takesNoticeBack({
  before,
  changes,
}: Pick<PendingRecord, 'before' | 'changes'>): boolean {
  const isGiven = before?.status === 'active' && before.noticeGivenOn !== null;
  return isGiven && changes.autoRenew === true;
}

const isNotice = (contract: PendingRecord) => isShorter(contract) || isStopped(contract);

function isShorter({ before, after, changes }: PendingRecord): boolean {
  if (before?.status !== 'active' || changes.noticeDays === undefined) return false;
  return Number(after.noticeDays) < Number(before.noticeDays);
}

function isStopped({ before, changes }: PendingRecord): boolean {
  return before?.status === 'active' && before.autoRenew === true && changes.autoRenew === false;
}

/** contract_locked */
function shorterFault(contract: PendingRecord): DomainError | null {
  if (!isShorter(contract)) return null;
  const { code } = contractLocked;
  const message = 'may be lowered by whoever may approve contracts';
  const errors = [{ pointer: '/noticeDays', code, message }];
  return contractLocked({ status: 'active', what: 'noticeDays' }, { errors });
}

/** notice_too_late */
function lateFault(contract: PendingRecord, today: LocalDate): DomainError | null {
  const { before } = contract;
  const endDate = (before?.endDate ?? null) as LocalDate | null;
  if (!isStopped(contract) || endDate === null) return null;
  const by = noticeDay(endDate, Number(before?.noticeDays));
  if (today <= by) return null;
  const { code } = noticeTooLate;
  const errors = [{ pointer: '/autoRenew', code, message: `was to be said by ${by}` }];
  return noticeTooLate({ by }, { errors });
}
