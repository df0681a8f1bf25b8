import { outside } from '@quittance/config';
import type { TaxEngine } from './tax-engine.port.js';

/** The adapters this process was built with. */
export class TaxEngines {
  private readonly byName: ReadonlyMap<string, TaxEngine>;

  constructor(adapters: readonly TaxEngine[]) {
    this.byName = new Map(adapters.map((adapter) => [adapter.name, outside('TaxEngine', adapter)]));
  }

  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  find(name: string): TaxEngine | undefined {
    return this.byName.get(name);
  }
}
