import { allLanded, type Sink, type Tx } from '@quittance/database';

/** Sends its statement before it returns: what it awaits first would come after the commit. */
export type TailWork = (tx: Tx) => Promise<unknown>;

const tail: Sink<TailWork> = {
  name: 'gateway.tail',
  flush: (tx, works) => allLanded(works.map((work) => work(tx))),
};

/**
 * Leaves a statement for the very end of the transaction, where it shares a flight with the events,
 * the audit log and the commit: the gateway's own rows cost a capture no round trip.
 */
export function atTheEnd(tx: Tx, work: TailWork): void {
  tx.defer(tail, work);
}
