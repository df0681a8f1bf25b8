import { dealStageCloses, dealStageMismatch, dealStatusConflict } from '../crm.errors.js';
import type { Stage, StageKind } from './pipeline.js';

export const DEAL_STATUSES = ['open', 'won', 'lost'] as const;
export type DealStatus = (typeof DEAL_STATUSES)[number];

export const DEAL_OPERATIONS = ['move_stage', 'close_won', 'close_lost', 'reopen'] as const;
export type DealOperation = (typeof DEAL_OPERATIONS)[number];

/** The table of states: what is not in it is refused. */
const MOVES: Readonly<Record<DealOperation, Partial<Record<DealStatus, DealStatus>>>> = {
  move_stage: { open: 'open' },
  close_won: { open: 'won' },
  close_lost: { open: 'lost' },
  reopen: { won: 'open', lost: 'open' },
};

/** @throws DomainError deal_status_conflict */
export function dealStatusAfter(status: DealStatus, operation: DealOperation): DealStatus {
  const to = MOVES[operation][status];
  if (!to) throw dealStatusConflict({ status, operation: operation.replaceAll('_', ' ') });
  return to;
}

/**
 * The stage a deal goes to: the one asked for when its kind fits, else the first that does.
 * @throws DomainError deal_stage_closes, deal_stage_mismatch
 */
export function stageFor(
  stages: readonly Stage[],
  kind: StageKind,
  asked: string | undefined,
): Stage | undefined {
  if (asked === undefined) return stages.find((stage) => stage.kind === kind);
  const stage = stages.find(({ id }) => id === asked);
  if (!stage || stage.kind === kind) return stage;
  throw kind === 'open' ? dealStageCloses({ stage: stage.name }) : dealStageMismatch({ kind });
}

/** Percent: that of the stage unless somebody said another. */
export function probabilityOf(
  stage: Pick<Stage, 'probability'>,
  overridden: boolean,
  said: number,
): number {
  return overridden ? said : stage.probability;
}
