import { Context, toValueSync, type Drop, type Liquid } from 'liquidjs';
import { STEP, type Meter } from './meter.js';

type Key = string | number | Drop;
type Opened = ConstructorParameters<typeof Context>;

/** What a text is rendered in: its data, and the meter of its work. */
export class MeteredContext extends Context {
  constructor(
    readonly meter: Meter,
    ...[data, options, rendering, more]: Opened
  ) {
    super(data, options, { ...rendering, sync: true }, more);
    // The limits of Liquid would count down where a length is negative, and look at the clock.
    this.memoryLimit.use = (count) => meter.charge(Number(count) * 2);
    this.renderLimit.check = () => meter.charge(STEP);
  }

  static of(liquid: Liquid, meter: Meter, data: object, globals: object): MeteredContext {
    return new MeteredContext(meter, data, liquid.options, { globals }, { liquid });
  }

  override spawn(scope: object = {}): MeteredContext {
    this.meter.charge(STEP);
    const { globals, strictVariables, ownPropertyOnly, liquid } = this;
    const rendering = { globals, strictVariables, ownPropertyOnly };
    return new MeteredContext(this.meter, scope, this.opts, rendering, { liquid });
  }

  // What Liquid offers in place of `get`, and what its own tags look up names by.
  override _get(paths: Key[]): IterableIterator<unknown> {
    const [first] = paths;
    this.chargeKey(first);
    let value: unknown = scopesOf(this).findScope(first);
    for (const path of paths) value = toValueSync(this.readProperty(value as object, path));
    // Whoever asks yields the answer to Liquid, which waits for generators and takes all else as
    // it is.
    return value as IterableIterator<unknown>;
  }

  override readProperty(holder: object, key: Key): unknown {
    this.chargeKey(key);
    const isListed = typeof holder === 'object' && holder !== null && !Array.isArray(holder);
    // How many members something has is found by listing them.
    if (key === 'size' && isListed) this.meter.chargeOuter(holder);
    return super.readProperty(holder, key);
  }

  /** What is no text becomes one where it is used as a name, and a long one is gone through. */
  private chargeKey(key: unknown): void {
    if (typeof key === 'string') this.meter.charge(key.length);
    else if (typeof key === 'object') this.meter.chargeWhole(key);
  }
}

/** What Liquid keeps to itself. */
function scopesOf(context: Context) {
  return context as unknown as { findScope(key: Key | undefined): object };
}

/** The meter of the rendering that something is evaluated in. */
export function meterOf(context: Context): Meter {
  if (context instanceof MeteredContext) return context.meter;
  throw new Error('A template is rendered without a meter');
}
