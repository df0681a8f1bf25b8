import type { AccountHierarchy, HierarchyNode } from '@quittance/crm/host';
import { BooleanField, IdField, IntegerField, ListField, TextField } from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';

export class MergeAccountDto {
  @IdField({ description: 'The account that becomes part of this one.' })
  loserId: AccountId;
}

export class HierarchyNodeDto implements HierarchyNode {
  @IdField() id: AccountId;
  @TextField({ max: 200 }) name: string;
  @IdField({ nullable: true }) parentId: AccountId | null;
  @TextField({ max: 20 }) status: string;
  @IntegerField({ min: 0, description: '0 at the top.' }) depth: number;
}

export class AccountHierarchyDto implements AccountHierarchy {
  @IdField({ description: 'The account asked for.' }) id: AccountId;
  @ListField(() => HierarchyNodeDto, { maxItems: 1000, description: 'From the top down.' })
  nodes: readonly HierarchyNode[];
  @BooleanField({ description: 'There are more than are told.' }) truncated: boolean;
}
