import { malformedRequest } from '@quittance/kernel';
import type { RecordInput, RecordOptions } from '@quittance/objects';
import type { RecordView, RecordWarning } from '@quittance/metadata';

/**
 * The members of a body; none where there is no body. What they may be is told by the object.
 * @throws DomainError malformed_request
 */
export function bodyMembers(body: unknown): RecordInput {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as RecordInput;
  const errors = [{ pointer: '', code: 'type', message: 'must be an object' }];
  throw malformedRequest({ reason: 'The body must be a JSON object.' }, { errors });
}

/** A record, and what the checks said of its change. */
export type AnsweredRecord = RecordView | (RecordView & { readonly warnings: readonly object[] });

/** Gathers what the checks of one record say without forbidding it. */
export function warningsOf() {
  // A transaction that is run again says it again: what was said before is forgotten with it.
  const said = new Map<string, RecordWarning>();
  const onWarning: NonNullable<RecordOptions['onWarning']> = (_, warning) =>
    said.set(JSON.stringify(warning), warning);
  const beside = (record: RecordView): AnsweredRecord =>
    said.size === 0 ? record : { ...record, warnings: [...said.values()] as never };
  return { onWarning, beside };
}
