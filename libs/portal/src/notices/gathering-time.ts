import { addDays, dateAt, startOfDay, toEpochDay, type LocalDate } from '@quittance/calendar';
import { addSeconds, dateObject, type Instant } from '@quittance/kernel';
import type { NoticeDigest } from './notice-category.js';

const HOUR = 7;
const HOUR_SECONDS = 3600;
/** 1970-01-01 was a Thursday. */
const MONDAY = 4;

/** When what waits is next gathered into an e-mail: at seven where the user is. */
export function nextGathering(
  digest: Exclude<NoticeDigest, 'off'>,
  now: Instant,
  timeZone: string,
): Instant {
  let day = dateAt(now, timeZone);
  for (;;) {
    const at = sevenOn(day, timeZone);
    const isDay = digest === 'daily' || toEpochDay(day) % 7 === MONDAY;
    if (isDay && at > now) return at;
    day = addDays(day, 1);
  }
}

/** Where clocks are changed in the night the seventh hour is another one. */
function sevenOn(day: LocalDate, timeZone: string): Instant {
  const at = addSeconds(startOfDay(day, timeZone), HOUR * HOUR_SECONDS);
  return addSeconds(at, (HOUR - hourAt(at, timeZone)) * HOUR_SECONDS);
}

function hourAt(at: Instant, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(dateObject(at)));
}
