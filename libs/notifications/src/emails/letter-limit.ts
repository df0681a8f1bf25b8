import type { Tx } from '@quittance/database';
import { addSeconds, epochMs } from '@quittance/kernel';
import { lettersSince } from './letters-since.js';

/** Nobody gets the same letter twice in a minute, whoever clicks. */
const APART_SECONDS = 60;
const MOST_A_DAY = 5;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const MOST_LINKS_AN_HOUR = 3;

/**
 * How often somebody is sent the same letter about a record on demand. Letters are a cost, and a
 * nuisance: there are few of them in a day.
 */
export const letterLimit = {
  said: { seconds: APART_SECONDS, most: MOST_A_DAY },
  /** The seconds until another may be written; 0 is now. The record is locked. */
  async secondsLeft(tx: Tx, letter: Parameters<typeof lettersSince>[1]): Promise<number> {
    const { now } = tx.ctx;
    const letters = await lettersSince(tx, letter, addSeconds(now, -DAY_SECONDS));
    const waits = [
      [letters[0], APART_SECONDS],
      [letters[MOST_A_DAY - 1], DAY_SECONDS],
    ] as const;
    const left = waits.map(([last, apart]) => {
      return last === undefined ? 0 : apart - Math.floor((epochMs(now) - epochMs(last)) / 1000);
    });
    return Math.max(0, ...left);
  },
  /**
   * Whether links that are good for an hour fill the mailbox of somebody. Anybody may ask for them:
   * no stranger uses up a day of theirs, since the newest of three in an hour still opens.
   */
  async hasLinks(tx: Tx, letter: Parameters<typeof lettersSince>[1]): Promise<boolean> {
    const since = addSeconds(tx.ctx.now, -HOUR_SECONDS);
    return (await lettersSince(tx, letter, since)).length >= MOST_LINKS_AN_HOUR;
  },
} as const;
