import { Injectable } from '@nestjs/common';
import type { RecordCheck } from '../catalogue/object.js';

/** Who is asked before records are saved; filled while the application starts. */
@Injectable()
export class RecordChecks {
  private readonly checks: RecordCheck[] = [];

  register(check: RecordCheck): void {
    if (this.checks.some(({ name }) => name === check.name)) {
      throw new Error(`The record check ${check.name} is registered twice`);
    }
    this.checks.push(check);
  }

  /** The list itself: what is registered later is in it. */
  all(): readonly RecordCheck[] {
    return this.checks;
  }
}
