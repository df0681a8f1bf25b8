import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { RecordId, CompanyObject } from '@quittance/metadata';

/** A record that another was made of, as a contact of a lead. */
export interface RecordOrigin {
  /** API name of its object. */
  readonly object: string;
  readonly recordId: RecordId;
}

/**
 * Finds what a record was made of, as far as the actor may see it; nothing for objects it does not
 * know.
 */
export type OriginFinder = (
  tx: Tx,
  object: CompanyObject,
  recordId: RecordId,
) => Promise<readonly RecordOrigin[]>;

/**
 * What records were made of. What was said, planned and attached there stays there, and is shown
 * with what was made of it as well. Filled while the application starts.
 */
@Injectable()
export class RecordOrigins {
  private readonly finders: OriginFinder[] = [];

  register(finder: OriginFinder): void {
    this.finders.push(finder);
  }

  async of(tx: Tx, object: CompanyObject, recordId: RecordId): Promise<readonly RecordOrigin[]> {
    const found = await Promise.all(this.finders.map((find) => find(tx, object, recordId)));
    return found.flat();
  }
}
