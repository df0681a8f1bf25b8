import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import {
  ConfigurationStores,
  findRevision,
  isKnownTo,
  recordRevision,
  revisionsOfChange,
  type ConfigurationState,
  type Revision,
  type RevisionId,
} from '@quittance/configuration';
import { bumpMetadata } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { revisionNotRevertible } from '../customization.errors.js';
import { sameJson } from '../setup/setup-document.js';

/** A piece that was put back: the state that was found, and the one that it has again. */
export interface RevertedPiece {
  readonly kind: string;
  readonly subjectId: string;
  readonly object: string | null;
  readonly name: string;
  readonly before: ConfigurationState | null;
  readonly after: ConfigurationState | null;
}

/**
 * Takes a change back: everything that was changed in one go is put into the state before it, also
 * what changed again since. The revert is a change itself and can be taken back in the same way.
 */
@Injectable()
export class RevertRevision {
  constructor(
    private readonly db: Database,
    private readonly stores: ConfigurationStores,
  ) {}

  /** @throws DomainError not_found, revision_not_revertible, and whatever forbids the old state */
  async execute(ctx: Ctx, id: RevisionId): Promise<readonly RevertedPiece[]> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const { changeId, name } = await findRevision(tx, id);
      const pieces: RevertedPiece[] = [];
      for (const revision of await revisionsOfChange(tx, changeId)) {
        const piece = await this.putBack(tx, revision);
        if (piece) pieces.push(piece);
      }
      if (pieces.length === 0) {
        throw revisionNotRevertible({ name, reason: 'everything is as it was before it.' });
      }
      return pieces;
    });
  }

  private async putBack(tx: Tx, revision: Revision): Promise<RevertedPiece | undefined> {
    const { kind, subjectId, object, name, before: wanted } = revision;
    const store = this.stores.of(kind);
    if (!store) throw revisionNotRevertible({ name, reason: `a ${kind} cannot be put back.` });
    const found = await store.read(tx, subjectId);
    if (!isKnownTo(tx.ctx.userId, kind, found)) {
      throw revisionNotRevertible({ name, reason: 'somebody keeps it for themselves by now.' });
    }
    if (sameJson(found, wanted)) return undefined;
    await store.restore(tx, subjectId, wanted);
    if (!sameJson(await store.read(tx, subjectId), wanted)) {
      throw revisionNotRevertible({ name, reason: 'what it needs is no longer there.' });
    }
    log(tx, revision, found);
    return { kind, subjectId, object, name, before: found, after: wanted };
  }
}

function log(tx: Tx, revision: Revision, before: ConfigurationState | null): void {
  const { id, kind, subjectId, object, name, before: after } = revision;
  const change = before && after ? changedFields(before, after) : { before, after };
  audit(tx, { action: `${kind}.reverted`, object: kind, recordId: subjectId, ...change });
  recordRevision(tx, { kind, subjectId, object, name, before, after }, id);
}
