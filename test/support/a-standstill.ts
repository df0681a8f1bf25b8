import type { Instant } from '@quittance/kernel';
import type { Standstill, Work } from '@quittance/watchdog/host';

/** A worker has ended itself in the middle of this. */
export function aStandstill(work: Work | null, at: Instant): Standstill {
  const about = { process: 'worker', seconds: 10, alone: false, stack: [] };
  return { what: 'standstill', at, work, ...about };
}
