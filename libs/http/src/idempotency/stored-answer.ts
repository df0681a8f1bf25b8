import type { Sealed } from '@quittance/config';
import type { FastifyReply } from 'fastify';

export interface StoredRow {
  /** Abandoned when whoever had it in progress fell silent: the same request may take it over. */
  readonly state: 'in_progress' | 'abandoned' | 'completed';
  readonly fingerprint: Buffer | null;
  /** Of what its caller might see when the request began; null where that was not kept yet. */
  readonly rights: Buffer | null;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: string | null;
  /** In place of the body of an answer that holds a secret. */
  readonly sealed_body: Sealed | null;
  /** Nobody was answered yet, as far as is known. */
  readonly unshown: boolean;
  /** What its caller is shown is being made. */
  readonly isBeingShown: boolean;
}

/** Thrown by the guard in place of running a handler whose answer is already known. */
export class StoredAnswer extends Error {
  constructor(readonly row: StoredRow) {
    super('The request was answered before');
  }
}

/** Sends the first answer again, byte for byte. */
export function sendStored(reply: FastifyReply, row: StoredRow): void {
  const headers = { 'content-type': row.content_type, location: row.location, etag: row.etag };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== null) reply.header(name, value);
  }
  reply.code(row.status ?? 200).header('idempotency-replayed', 'true');
  if (row.body) reply.send(row.body);
  else reply.send();
}
