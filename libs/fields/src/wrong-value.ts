import type { Fault } from './field-kind.js';

/**
 * In place of a value that could not be read where it came from, so that it is told with whatever
 * else is wrong with its record.
 */
export class WrongValue {
  constructor(readonly fault: Fault) {}
}
