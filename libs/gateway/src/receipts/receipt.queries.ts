import { headOf, nounList } from '@quittance/nouns';
import { receiptNoun, type Receipt } from './receipt.description.js';
import { toldReceipts, type ToldReceipt } from './told-receipt.js';
import { whatToDo } from './what-to-do.js';

/** A receipt as the API shows it. */
export const receiptView = headOf(receiptNoun, {
  whatToDo: (receipt: ToldReceipt) => whatToDo(receipt),
  providerReference: ({ providerObjectId }: Receipt) => providerObjectId,
});
export type ReceiptView = ReturnType<typeof receiptView>;

/** Money the provider reported and nothing could be done with, the newest first. */
export const receiptList = {
  ...nounList<Receipt, ReceiptView>(receiptNoun, receiptView),
  ...toldReceipts,
};
