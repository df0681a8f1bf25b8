import { recordDocuments } from '@quittance/objects';
import type { Tx } from '@quittance/database';
import type { Reached, UserAtAccount } from '../notices/reached-records.js';
import { recordIdsOf, rightsOfMember, type ToldOf, type ToldUser } from '../notices/still-told.js';
import { documentHolderOf } from '../reach/documents-reach.js';

type HeldDocument = Awaited<ReturnType<typeof recordDocuments.holders>>[number];

export const TOLD_DOCUMENT = 'document';

/** Of the changes those of documents, by what these hang on as of now. */
export class ShownDocuments {
  private readonly byId: ReadonlyMap<string, HeldDocument>;

  private constructor(private readonly all: readonly HeldDocument[]) {
    this.byId = new Map(all.map((document) => [document.id, document]));
  }

  static async among(tx: Tx, changes: readonly ToldOf[]): Promise<ShownDocuments> {
    return new ShownDocuments(
      await recordDocuments.holders(tx, recordIdsOf(changes, TOLD_DOCUMENT)),
    );
  }

  /** The records that they hang on, whose reach decides. */
  get holders(): readonly ToldOf[] {
    return this.all;
  }

  /** The accounts among those. */
  get accounts(): readonly string[] {
    return recordIdsOf(this.all, 'account');
  }

  /**
   * Whether a user is shown one: it is for users of their portal, and they reach its record with
   * the right to that, or have sent it themselves. What was taken away is shown to nobody.
   */
  isShown(
    id: string,
    user: ToldUser,
    reached: Reached,
    atAccounts: readonly UserAtAccount[],
  ): boolean {
    const document = this.byId.get(id);
    if (!document || document.visibility !== user.directory) return false;
    const { object, recordId, portalUserId } = document;
    if (user.directory !== 'customer') return reached.has(user.id, recordId);
    if (object === 'account') {
      return atAccounts.some(
        ({ userId, accountId, level }) =>
          userId === user.id && accountId === recordId && level !== 'own',
      );
    }
    const holder = documentHolderOf(object);
    if (!holder || (holder.right && !rightsOfMember(user).has(holder.right))) return false;
    return portalUserId === user.id || reached.has(user.id, recordId);
  }
}
