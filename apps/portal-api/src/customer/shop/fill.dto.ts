import {
  BooleanField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { DocumentId } from '@quittance/objects/host';
import {
  LINE_HINDRANCES,
  MOST_QUICK_LINES,
  QUICK_RESULTS,
  type QuickResult,
  type SkippedLine,
} from '@quittance/storefront/host';
import { CartDto } from './cart.dto.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const MOST_CHARACTERS = 200_000;

class SkippedLineDto {
  @IdField(nullable) productId: ProductId | null;
  @TextField({ max: 1000, min: 0 }) description: string;
  @EnumField(LINE_HINDRANCES) code: SkippedLine['code'];
}

/** A cart into which something was put, with what has not come into it. */
export class FilledCartDto extends CartDto {
  @ListField(() => SkippedLineDto, { maxItems: 1000, description: 'What is not sold any more.' })
  skipped: SkippedLineDto[];
}

export class QuickOrderDto {
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
  @TextField({
    ...lacked,
    max: MOST_CHARACTERS,
    description: 'A line each: a SKU and a quantity, 1 unless given.',
  })
  text?: string;
  @IdField({
    ...lacked,
    description:
      'In place of text: an own upload that waits, a CSV file or a workbook (xlsx) of at most ' +
      '2 MiB, of which the first sheet is read. It has the SKU in its first column and the ' +
      'quantity in the second, unless its headings say otherwise.',
  })
  documentId?: DocumentId;
  @BooleanField({ ...lacked, description: 'Answers what would become of it, and changes nothing.' })
  dryRun?: boolean;
}

class QuickOrderResultDto {
  @IntegerField({ description: 'Of the text, or as the table numbers it, from 1.' }) line: number;
  @TextField({ max: 200 }) text: string;
  @EnumField(QUICK_RESULTS) result: QuickResult;
  @TextField({ max: 200, min: 0 }) sku: string;
  @DecimalField({ scale: 6, ...nullable }) quantity: string | null;
  @IdField(nullable) productId: ProductId | null;
  @TextField({ max: 200, ...nullable }) name: string | null;
}

/** What has become of each line. */
export class QuickOrderAnswerDto {
  @ListField(() => QuickOrderResultDto, { maxItems: MOST_QUICK_LINES })
  results: QuickOrderResultDto[];
  @ObjectField(() => CartDto, { ...nullable, description: 'Null of what was only tried.' })
  cart: CartDto | null;
}
