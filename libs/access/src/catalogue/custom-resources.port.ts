import type { Ctx } from '@quittance/kernel';

/** A resource of the role matrix that one company has: the records of a custom object. */
export interface CustomResource {
  /** `objects/project__c` */
  readonly key: string;
  /** As people know it, in the plural. */
  readonly label: string;
}

/** Where the custom objects of a company are known; the host says who that is. */
export abstract class CustomResources {
  /** In the order of their labels. */
  abstract of(ctx: Ctx): Promise<readonly CustomResource[]>;
}
