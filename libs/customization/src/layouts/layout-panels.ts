import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { CompanyObject, RecordView } from '@quittance/metadata';

/**
 * A part of a page that is made for its purpose and in every layout: an SLA, a score, a progress.
 */
export interface LayoutPanel {
  /** Unique among the panels of an object: `sla`. */
  readonly name: string;
  readonly label: string;
  /** What it shows of a record, as plain JSON; undefined when it has nothing to show. */
  resolve(
    tx: Tx,
    object: CompanyObject,
    record: RecordView,
  ): Promise<object | undefined> | object | undefined;
}

/** The panels of each object; libs register theirs when they start. */
@Injectable()
export class LayoutPanels {
  private readonly everywhere: LayoutPanel[] = [];
  private readonly byObject = new Map<string, LayoutPanel[]>();

  /** Panels of one object, by its API name. */
  register(object: string, ...panels: readonly LayoutPanel[]): void {
    this.byObject.set(object, [...(this.byObject.get(object) ?? []), ...panels]);
  }

  /** Panels of every object that they have something to show of. */
  registerForAll(...panels: readonly LayoutPanel[]): void {
    this.everywhere.push(...panels);
  }

  /** The object's own first. */
  of(object: string): readonly LayoutPanel[] {
    return [...(this.byObject.get(object) ?? []), ...this.everywhere];
  }
}
