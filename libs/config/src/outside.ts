import { failpoint } from './failpoint.js';

const AsyncFunction = (async () => undefined).constructor;

type Operation = (...given: never[]) => Promise<unknown>;

/**
 * Puts borders around each call of somebody outside: one before it is made and one when it was
 * answered, named by port and operation: `PaymentProvider.createLink.asked`, `.answered`. What is
 * not `async` asks nobody outside and has none.
 */
export function outside<T extends object>(port: string, adapter: T): T {
  const bordered = new Map<unknown, Operation>();
  return new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (!(value instanceof AsyncFunction)) return value;
      const known = bordered.get(value);
      if (known) return known;
      const operation = value as Operation;
      const name = `${port}.${String(key)}`;
      const between: Operation = async (...given) => {
        await failpoint(`${name}.asked`);
        const answer = await operation.apply(target, given);
        await failpoint(`${name}.answered`);
        return answer;
      };
      bordered.set(value, between);
      return between;
    },
  });
}

/**
 * Somebody outside of this process: a mail server, a store of files, a subscriber. Each port to one
 * derives from it, and whatever serves the port has its borders by that.
 */
export abstract class Outside {
  constructor() {
    return outside(portOf(new.target), this);
  }
}

/** The name of the port itself, whoever serves it. */
function portOf(adapter: { readonly name: string }): string {
  const parent = Object.getPrototypeOf(adapter) as typeof adapter;
  return parent === Outside ? adapter.name : portOf(parent);
}
