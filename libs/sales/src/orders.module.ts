import { Module } from '@nestjs/common';
import { CreditModule } from '@quittance/credit';
import { CustomizationModule, ListCatalogue } from '@quittance/customization';
import { Database } from '@quittance/database';
import { CompanyModels, ObjectCatalogue } from '@quittance/metadata';
import { DocumentsModule } from '@quittance/documents';
import { NotificationsModule } from '@quittance/notifications';
import { ObjectsModule } from '@quittance/objects';
import { TaxModule } from '@quittance/tax';
import { AmendOrder } from './orders/amendments/amend-order.js';
import { CloseShort } from './orders/amendments/close-short.js';
import { CustomerDrafts } from './orders/approval/customer-drafts.js';
import { WaitingOrders } from './orders/approval/waiting-orders.js';
import { CancelOrder } from './orders/cancel-order.js';
import { CloneOrder } from './orders/clone-order.js';
import { CloseOrder } from './orders/close-order.js';
import { ConvertQuote } from './orders/conversion/convert-quote.js';
import { OrderSubscriptions } from './orders/conversion/order-subscriptions.js';
import { QuoteConversion } from './orders/conversion/quote-conversion.js';
import { CreateOrder } from './orders/create-order.js';
import { ConfirmOrder } from './orders/credit/confirm-order.js';
import { DeliverOrder } from './orders/fulfilment/deliver-order.js';
import { ReturnOrder } from './orders/fulfilment/return-order.js';
import { ShipOrder } from './orders/fulfilment/ship-order.js';
import { StartProduction } from './orders/fulfilment/start-production.js';
import { ReachOrderMilestone } from './orders/invoicing/reach-order-milestone.js';
import { AddOrderLine } from './orders/lines/add-order-line.js';
import { RemoveOrderLine } from './orders/lines/remove-order-line.js';
import { UpdateOrderLine } from './orders/lines/update-order-line.js';
import { OrderBinding } from './orders/credit/order-binding.js';
import { OrderCancelling } from './orders/order-cancelling.js';
import { OrderPorts } from './orders/order-ports.js';
import { OrderQueries } from './orders/order.queries.js';
import { PrintOrder } from './orders/printing/print-order.js';
import { SendOrder } from './orders/printing/send-order.js';
import { PlaceOrder } from './orders/place-order.js';
import { BulkUpdateOrders } from './orders/records/bulk-update-orders.js';
import { OrderFields } from './orders/records/order-fields.js';
import { UpdateOrder } from './orders/update-order.js';
import { OrdersInCredit } from './orders/credit/orders-in-credit.js';
import { registerNumberedOrders } from './orders/records/numbered-orders.js';
import { orderListSource } from './orders/records/order-list-source.js';
import { orderObject } from './orders/records/order-object.js';
import { refreshOrders, writtenOrders } from './orders/records/written-orders.js';
import { SubscriptionsModule } from './subscriptions.module.js';

const providers = [
  AddOrderLine,
  AmendOrder,
  BulkUpdateOrders,
  CancelOrder,
  CloneOrder,
  CloseOrder,
  CloseShort,
  ConfirmOrder,
  ConvertQuote,
  CreateOrder,
  DeliverOrder,
  OrderBinding,
  OrderCancelling,
  OrderFields,
  OrderPorts,
  OrderQueries,
  OrderSubscriptions,
  OrdersInCredit,
  PlaceOrder,
  PrintOrder,
  QuoteConversion,
  ReachOrderMilestone,
  RemoveOrderLine,
  ReturnOrder,
  SendOrder,
  ShipOrder,
  StartProduction,
  UpdateOrder,
  UpdateOrderLine,
  CustomerDrafts,
  WaitingOrders,
];

/** What customers have ordered, from the draft to what is closed. */
@Module({
  imports: [
    CreditModule,
    CustomizationModule,
    DocumentsModule,
    NotificationsModule,
    ObjectsModule,
    SubscriptionsModule,
    TaxModule,
  ],
  providers,
  exports: providers,
})
export class OrdersModule {
  constructor(
    catalogue: ObjectCatalogue,
    lists: ListCatalogue,
    models: CompanyModels,
    db: Database,
    ports: OrderPorts,
    conversion: QuoteConversion,
  ) {
    ports.registerConversion(conversion);
    catalogue.register(orderObject);
    lists.registerSpecial(orderListSource(models));
    db.conclude(writtenOrders, refreshOrders(models));
    registerNumberedOrders();
  }
}
