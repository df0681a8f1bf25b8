import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { readToday } from '@quittance/company';
import { checkVersion, Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { datedTerms, MOST_EARLIER } from './earlier-terms.js';
import {
  appliesFromOf,
  checkLateTerms,
  type LateTermsInput,
  type SavedLateTerms,
} from './late-terms.js';
import { lockLateTerms, storeLateTerms } from './late-terms.repository.js';

/**
 * Says what late payment costs. Days that were asked for stay as they were; those that were not yet
 * cost what was said of them, and those of another rate from the day on from which it holds.
 */
@Injectable()
export class PutLateTerms {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, precondition_failed */
  execute(
    ctx: Ctx,
    input: LateTermsInput,
    expectedVersion: number | null,
  ): Promise<SavedLateTerms> {
    return this.db.write(ctx, (tx) => putTerms(tx, input, expectedVersion));
  }
}

/** @throws DomainError validation_failed, precondition_failed */
export async function putTerms(
  tx: Tx,
  input: LateTermsInput,
  expectedVersion: number | null,
): Promise<SavedLateTerms> {
  checkLateTerms(input);
  const [before, today] = await tx.locked(() => lockLateTerms(tx), readToday);
  checkVersion(before.version, expectedVersion);
  const appliesFrom = appliesFromOf(before, input, today);
  if (input.holdsFrom && input.holdsFrom > today) {
    throw invalidField('/holdsFrom', 'range', 'must be no day to come');
  }
  const dated = datedTerms(before, input, { today, appliesFrom });
  if (dated.earlier.length > MOST_EARLIER) {
    throw invalidField('/annualRate', 'max', `has changed ${MOST_EARLIER} times: say appliesFrom`);
  }
  const { askOnDay = null } = input;
  // Nobody who chooses a day, or switches it on, is surprised by what is asked on the next night.
  const isSame = askOnDay === before.askOnDay && before.active;
  const lastAskedOn = isSame ? before.lastAskedOn : today;
  const after = await storeLateTerms(tx, {
    ...input,
    ...dated,
    appliesFrom,
    askOnDay,
    lastAskedOn,
  });
  audit(tx, {
    action: 'late_terms.saved',
    object: 'late-terms',
    recordId: tx.ctx.companyId,
    ...changedFields({ ...before }, { ...after }),
  });
  return after;
}
