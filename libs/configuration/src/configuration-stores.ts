import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { ConfigurationState } from './revision.js';

/** Reads and puts back pieces of configuration of one kind. Its lib registers it when it starts. */
export interface ConfigurationStore {
  /** The kind of `ConfigurationChange`. */
  readonly kind: string;
  /** The state as `recordRevision` is given it, the row locked; null when there is none. */
  read(tx: Tx, subjectId: string): Promise<ConfigurationState | null>;
  /**
   * Puts the piece into this state, or takes it away for null, so that `read` answers the same. It
   * checks what a change by hand would; log, revision and metadata version are its caller's work.
   * @throws DomainError when the state cannot be had again: its name is taken, what it needs is
   *   gone
   */
  restore(tx: Tx, subjectId: string, state: ConfigurationState | null): Promise<void>;
}

/** Every kind of configuration that can be put back. */
@Injectable()
export class ConfigurationStores {
  private readonly stores = new Map<string, ConfigurationStore>();

  register(...stores: readonly ConfigurationStore[]): void {
    for (const store of stores) {
      if (this.stores.has(store.kind)) throw new Error(`${store.kind} is stored twice`);
      this.stores.set(store.kind, store);
    }
  }

  of(kind: string): ConfigurationStore | undefined {
    return this.stores.get(kind);
  }

  kinds(): readonly string[] {
    return [...this.stores.keys()].sort();
  }
}
