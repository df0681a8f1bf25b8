import { assetObject } from '@quittance/crm/host';
import { standardList } from '@quittance/objects/host';
import { assetsWithin, portalRecords, type SaysOfRecord } from '@quittance/portal';

/** Of each field of an asset who of a customer sees it. */
export const ASSET: SaysOfRecord = {
  id: 'plain',
  version: 'nobody',
  name: 'plain',
  accountId: 'plain',
  productId: 'plain',
  orderId: 'orders',
  serial: 'plain',
  status: 'plain',
  installedOn: 'plain',
  warrantyUntil: 'plain',
  // What staff write down of it is for them.
  description: 'nobody',
  ownerId: 'nobody',
  createdAt: 'plain',
  createdBy: 'nobody',
  updatedAt: 'plain',
  updatedBy: 'nobody',
};

export const portalAssets = portalRecords(assetObject, {
  list: standardList(assetObject),
  within: assetsWithin,
  says: ASSET,
});
