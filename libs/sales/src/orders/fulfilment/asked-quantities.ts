import {
  invalidFields,
  invalidField,
  type DomainError,
  type FieldError,
  type defineProblem,
} from '@quittance/kernel';
import { parseDecimal } from '@quittance/money';
import type { OrderLine, OrderLineId } from '../lines/order-line.description.js';
import { millionths } from '../lines/quantities.js';

/** How much of which line an operation is about. */
export interface AskedQuantity {
  readonly lineId: OrderLineId;
  /** Decimal text. */
  readonly quantity: string;
}

/** A line with how much of it is meant, in millionths. */
export interface MeantLine {
  readonly line: OrderLine;
  readonly units: bigint;
  /** Where in the body it stands. */
  readonly pointer: string;
}

/**
 * The lines that are meant, in the order in which they were named. Pure.
 * @throws DomainError validation_failed, reference_not_found
 */
export function meantLines(
  lines: readonly OrderLine[],
  asked: readonly AskedQuantity[],
): MeantLine[] {
  const errors: FieldError[] = [];
  const named = new Set<string>();
  const meant = asked.map(({ lineId, quantity }, i): MeantLine => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw unknownLine(i);
    const refuse = (member: string, code: string, message: string) =>
      errors.push({ pointer: `/lines/${i}/${member}`, code, message });
    if (named.has(lineId)) refuse('lineId', 'unique', 'is named already');
    named.add(lineId);
    const parsed = parseDecimal(quantity);
    const isQuantity = parsed !== undefined && parsed.units > 0n && parsed.scale <= 6;
    if (!isQuantity) refuse('quantity', 'min', 'must be above 0, with at most six decimals');
    return { line, units: isQuantity ? millionths(quantity) : 0n, pointer: `/lines/${i}/quantity` };
  });
  if (asked.length === 0) {
    errors.push({ pointer: '/lines', code: 'min', message: 'must not be empty' });
  }
  if (errors.length > 0) throw invalidFields(errors);
  return meant;
}

/** @param at the place in `/lines` that names it */
export function unknownLine(at: number): DomainError {
  const message = 'The order has no such line.';
  return invalidField(`/lines/${at}/lineId`, 'reference_not_found', message);
}

/** Lines after some of them have changed. */
export function withChanged(
  lines: readonly OrderLine[],
  changed: readonly OrderLine[],
): OrderLine[] {
  const known = new Map(changed.map((line) => [line.id, line]));
  return lines.map((line) => known.get(line.id) ?? line);
}

/** A refusal of a line that points at its quantity. */
export function refusedLine(
  problem: ReturnType<typeof defineProblem>,
  { line, pointer }: Pick<MeantLine, 'line' | 'pointer'>,
  params: Readonly<Record<string, string>>,
): DomainError {
  const figure = Object.values(params).join(', ');
  const errors = [{ pointer, code: 'quantity', message: `${line.description}: ${figure}` }];
  return problem({ line: line.position, ...params }, { errors });
}
