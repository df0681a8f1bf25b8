import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, references, type Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { updateRecords } from '@quittance/objects';
import { lockRecord } from '../change-record.js';
import { refuseRating, type CaseStatus } from './case.js';

export interface CaseRating {
  readonly id: string;
  /** From 1 to 5. */
  readonly rating: number;
}

/** Says how content the customer was, once, when a case is over. */
@Injectable()
export class RateCase {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, case_status_conflict */
  execute(ctx: Ctx, { id, rating }: CaseRating): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const cases = await this.models.object(tx, 'case');
      const before = await lockRecord(tx, cases, id);
      refuseRating(before.status as CaseStatus, before.rating as number | null);
      const updates = [{ id: before.id, patch: { rating, ratedAt: ctx.now } }];
      const options = { trusted: true, action: 'case.rated' };
      const [rated] = await updateRecords(tx, cases, updates, options);
      if (!rated) throw notFound({ object: references.called(cases.label) });
      return rated;
    });
  }
}
