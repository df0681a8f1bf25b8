import { Injectable } from '@nestjs/common';
import type { CreditDocumentType, CreditSubject } from './credit-subject.port.js';
import type { ArrearsSource, ExposureSource } from './exposure/exposure-source.port.js';

/** Who fills the ports of credit: each lib that does registers in the constructor of its module. */
@Injectable()
export class CreditPorts {
  private readonly sources = new Map<string, ExposureSource>();
  private readonly subjects = new Map<CreditDocumentType, CreditSubject>();
  private readonly inArrears: ArrearsSource[] = [];

  /** @throws Error where two count the same: a programming error, found at start-up */
  registerExposure(source: ExposureSource): void {
    if (this.sources.has(source.kind)) throw new Error(`${source.kind} would be counted twice`);
    this.sources.set(source.kind, source);
  }

  registerArrears(source: ArrearsSource): void {
    this.inArrears.push(source);
  }

  registerSubject(subject: CreditSubject): void {
    this.subjects.set(subject.type, subject);
  }

  get exposures(): readonly ExposureSource[] {
    return [...this.sources.values()];
  }

  get arrears(): readonly ArrearsSource[] {
    return this.inArrears;
  }

  subjectOf(type: CreditDocumentType): CreditSubject | undefined {
    return this.subjects.get(type);
  }
}
