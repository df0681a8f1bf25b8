import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { dunningPauseEnded } from '../dunning.errors.js';
import { pauseView, type PauseId, type PauseView } from './pause.js';
import { endByHand, lockPause } from './pause.repository.js';

/** Takes up again what was left alone. */
@Injectable()
export class EndPause {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, dunning_pause_ended */
  async execute(ctx: Ctx, id: PauseId): Promise<PauseView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = await tx.locked(() => lockPause(tx, id), readToday);
      if (before.endedAt !== null) throw dunningPauseEnded();
      const view = pauseView(await endByHand(tx, before, today));
      const change = { object: 'dunning-pause', recordId: id };
      emit(tx, { type: 'dunning.resumed', ...change, data: { ...view } });
      audit(tx, {
        action: 'dunning.resumed',
        ...change,
        before: { ...pauseView(before) },
        after: { ...view },
      });
      return view;
    });
  }
}
