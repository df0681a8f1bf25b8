import { Database } from '@quittance/database';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';

/** A transaction that the work at hand runs in. */
interface Running {
  isOpen: boolean;
}

const transactions = new AsyncLocalStorage<Running>();

function refuseInside(): void {
  if (transactions.getStore()?.isOpen !== true) return;
  throw new Error('Somebody outside is called while a transaction is open');
}

type Work = (tx: never) => Promise<unknown>;
type Open = (this: Database, ctx: never, work: Work, ...rest: unknown[]) => Promise<unknown>;

/** Connections to the database are made outside; what `work` does is inside. */
function watched(open: Open): Open {
  return function (this: Database, ctx, work, ...rest) {
    const inside: Work = async (tx) => {
      const running: Running = { isOpen: true };
      try {
        return await transactions.run(running, () => work(tx));
      } finally {
        running.isOpen = false;
      }
    };
    return transactions.exit(() => open.call(this, ctx, inside, ...rest));
  };
}

const { write, read } = Database.prototype;
let isWatching = false;

/**
 * From now on a call to somebody outside fails in this process while a transaction of the work at
 * hand is open: it would hold locks for as long as a stranger takes.
 * @param own a test's door, whose transactions it may hold open while it calls the product
 */
export function refuseOutsideCalls(own: Database): void {
  Object.assign(own, { write, read });
  if (isWatching) return;
  isWatching = true;
  const opening = { write: watched(write as Open), read: watched(read as Open) };
  Object.assign(Database.prototype, opening);
  const { fetch } = globalThis;
  globalThis.fetch = async (...call) => {
    refuseInside();
    return fetch(...call);
  };
  const sockets = Socket.prototype as { connect(...to: unknown[]): Socket };
  const { connect } = sockets;
  sockets.connect = function (this: Socket, ...to) {
    refuseInside();
    return connect.apply(this, to);
  };
}

/**
 * What a test itself does to the machine meanwhile: no work of the transaction that it stands in.
 */
export function meanwhile<T>(work: () => T): T {
  return transactions.exit(work);
}
