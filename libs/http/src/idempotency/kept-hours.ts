import { SetMetadata } from '@nestjs/common';

const MARK = 'quittance:kept-hours';

/** How long the answer under an idempotency key is kept where the route says nothing. */
export const USUAL_HOURS = 24;

/**
 * How many hours the answer is kept under an idempotency key. For what must not happen twice and is
 * sent again by people rather than programs, after a weekend.
 */
export const KeptForHours = (hours: number) => SetMetadata(MARK, hours);

export function keptHoursOf(handler: object): number {
  return (Reflect.getMetadata(MARK, handler) as number | undefined) ?? USUAL_HOURS;
}
