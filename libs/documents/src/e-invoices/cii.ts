import type { LocalDate } from '@quittance/calendar';
import type { DeliveryPlace } from '../sheets/address-lines.js';
import type {
  EInvoice,
  EInvoiceAllowance,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePeriod,
  EInvoiceSeller,
  EInvoiceTaxGroup,
} from './e-invoice.js';
import { PROFILE_IDS, rateOfOutside } from './profiles.js';
import { amountText, numberText, writeXml, type Xml, type XmlNode } from './xml.js';

const CII = 'urn:un:unece:uncefact:data:standard:';
/** `YYYYMMDD` */
const DATE_FORMAT = '102';

/** The document as UN/CEFACT Cross Industry Invoice D16B. The order is the schema's. */
export function ciiOf(invoice: EInvoice): string {
  const { customization, process } = PROFILE_IDS[invoice.profile];
  return writeXml({
    'rsm:CrossIndustryInvoice': {
      '@xmlns:rsm': `${CII}CrossIndustryInvoice:100`,
      '@xmlns:qdt': `${CII}QualifiedDataType:100`,
      '@xmlns:ram': `${CII}ReusableAggregateBusinessInformationEntity:100`,
      '@xmlns:udt': `${CII}UnqualifiedDataType:100`,
      'rsm:ExchangedDocumentContext': {
        'ram:BusinessProcessSpecifiedDocumentContextParameter': process && { 'ram:ID': process },
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': customization },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': invoice.number,
        'ram:TypeCode': invoice.typeCode,
        'ram:IssueDateTime': dateTime(invoice.issueDate),
        'ram:IncludedNote': invoice.note && { 'ram:Content': invoice.note },
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map((line) => lineOf(invoice, line)),
        'ram:ApplicableHeaderTradeAgreement': agreementOf(invoice),
        'ram:ApplicableHeaderTradeDelivery': deliveryOf(invoice),
        'ram:ApplicableHeaderTradeSettlement': settlementOf(invoice),
      },
    },
  });
}

function compact(date: LocalDate): string {
  return date.replaceAll('-', '');
}

function dateTime(date: LocalDate): XmlNode {
  return { 'udt:DateTimeString': { '@format': DATE_FORMAT, '#': compact(date) } };
}

function periodOf(period: EInvoicePeriod | null): Xml {
  return (
    period && {
      'ram:StartDateTime': period.start && dateTime(period.start),
      'ram:EndDateTime': period.end && dateTime(period.end),
    }
  );
}

function agreementOf(invoice: EInvoice): XmlNode {
  const { seller, buyer, orderReference, contractReference } = invoice;
  return {
    'ram:BuyerReference': invoice.buyerReference,
    'ram:SellerTradeParty': sellerOf(seller),
    'ram:BuyerTradeParty': {
      'ram:Name': buyer.name,
      ...placeOf(buyer),
      'ram:SpecifiedTaxRegistration': registrationsOf(buyer.vatId, null),
    },
    'ram:BuyerOrderReferencedDocument': orderReference
      ? { 'ram:IssuerAssignedID': orderReference }
      : null,
    'ram:ContractReferencedDocument': contractReference
      ? { 'ram:IssuerAssignedID': contractReference }
      : null,
  };
}

function sellerOf(seller: EInvoiceSeller): XmlNode {
  const { contact, email, registrationNumber, registrationScheme, tradeName } = seller;
  const legalId = registrationScheme
    ? { '@schemeID': registrationScheme, '#': registrationNumber?.replace(/\s/g, '') }
    : registrationNumber;
  const organisation = registrationNumber || tradeName;
  return {
    'ram:Name': seller.name,
    'ram:SpecifiedLegalOrganization': organisation
      ? { 'ram:ID': legalId, 'ram:TradingBusinessName': tradeName }
      : null,
    'ram:DefinedTradeContact':
      contact.name || contact.phone || email
        ? {
            'ram:PersonName': contact.name,
            'ram:TelephoneUniversalCommunication': contact.phone && {
              'ram:CompleteNumber': contact.phone,
            },
            'ram:EmailURIUniversalCommunication': email && { 'ram:URIID': email },
          }
        : null,
    ...placeOf(seller),
    'ram:SpecifiedTaxRegistration': registrationsOf(seller.vatId, seller.taxNumber),
  };
}

function placeOf({ address, endpoint }: EInvoiceParty): XmlNode {
  return {
    'ram:PostalTradeAddress': addressOf(address),
    'ram:URIUniversalCommunication': endpoint && {
      'ram:URIID': { '@schemeID': endpoint.scheme, '#': endpoint.id },
    },
  };
}

function addressOf(address: DeliveryPlace): XmlNode {
  return {
    'ram:PostcodeCode': address.postalCode || null,
    'ram:LineOne': address.line1 || null,
    'ram:LineTwo': address.line2 || null,
    'ram:CityName': address.city || null,
    'ram:CountryID': address.country,
    'ram:CountrySubDivisionName': address.region || null,
  };
}

function registrationsOf(vatId: string | null, taxNumber: string | null): XmlNode[] {
  const of = (scheme: string, id: string | null) =>
    id ? [{ 'ram:ID': { '@schemeID': scheme, '#': id } }] : [];
  return [...of('VA', vatId), ...of('FC', taxNumber)];
}

function deliveryOf({ delivery }: EInvoice): XmlNode {
  if (!delivery) return {};
  const { date, place } = delivery;
  return {
    'ram:ShipToTradeParty': place && {
      'ram:Name': place.recipient,
      'ram:PostalTradeAddress': addressOf(place),
    },
    'ram:ActualDeliverySupplyChainEvent': date && { 'ram:OccurrenceDateTime': dateTime(date) },
  };
}

function settlementOf(invoice: EInvoice): XmlNode {
  const { payment, precedingInvoice, dueDate, paymentTerms } = invoice;
  return {
    'ram:PaymentReference': payment?.reference,
    'ram:InvoiceCurrencyCode': invoice.currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': paymentOf(invoice),
    'ram:ApplicableTradeTax': invoice.groups.map((group) => taxOf(invoice, group)),
    'ram:BillingSpecifiedPeriod': periodOf(invoice.period),
    'ram:SpecifiedTradeAllowanceCharge': invoice.allowances.map((each) =>
      allowanceOf(invoice, each),
    ),
    'ram:SpecifiedTradePaymentTerms':
      dueDate || paymentTerms
        ? {
            'ram:Description': paymentTerms,
            'ram:DueDateDateTime': dueDate && dateTime(dueDate),
          }
        : null,
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': totalsOf(invoice),
    'ram:InvoiceReferencedDocument': precedingInvoice && {
      'ram:IssuerAssignedID': precedingInvoice.number,
      'ram:FormattedIssueDateTime': {
        'qdt:DateTimeString': { '@format': DATE_FORMAT, '#': compact(precedingInvoice.issueDate) },
      },
    },
  };
}

function paymentOf({ payment }: EInvoice): Xml {
  if (!payment) return null;
  const { meansCode, account, isIban, holder, bic } = payment;
  return {
    'ram:TypeCode': meansCode,
    'ram:PayeePartyCreditorFinancialAccount': account && {
      'ram:IBANID': isIban ? account : null,
      'ram:AccountName': holder,
      'ram:ProprietaryID': isIban ? null : account,
    },
    'ram:PayeeSpecifiedCreditorFinancialInstitution': bic && { 'ram:BICID': bic },
  };
}

function allowanceOf({ currency }: EInvoice, allowance: EInvoiceAllowance): XmlNode {
  const { isCharge, percent, base, amount, reason, category, rate } = allowance;
  return {
    'ram:ChargeIndicator': { 'udt:Indicator': String(isCharge) },
    'ram:CalculationPercent': percent,
    'ram:BasisAmount': base === null ? null : amountText(base, currency),
    'ram:ActualAmount': amountText(amount, currency),
    'ram:Reason': reason,
    'ram:CategoryTradeTax': {
      'ram:TypeCode': 'VAT',
      'ram:CategoryCode': category,
      'ram:RateApplicablePercent': rate && numberText(rate),
    },
  };
}

function taxOf(invoice: EInvoice, group: EInvoiceTaxGroup): XmlNode {
  const { currency } = invoice;
  const rate = group.rate ?? rateOfOutside(invoice);
  return {
    'ram:CalculatedAmount': amountText(group.tax, currency),
    'ram:TypeCode': 'VAT',
    'ram:ExemptionReason': group.reason,
    'ram:BasisAmount': amountText(group.base, currency),
    'ram:CategoryCode': group.category,
    'ram:ExemptionReasonCode': group.reasonCode,
    'ram:RateApplicablePercent': rate && numberText(rate),
  };
}

function totalsOf({ totals, currency }: EInvoice): XmlNode {
  const amount = (minor: bigint) => amountText(minor, currency);
  const unlessZero = (minor: bigint) => (minor === 0n ? null : amount(minor));
  return {
    'ram:LineTotalAmount': amount(totals.lines),
    'ram:ChargeTotalAmount': unlessZero(totals.charges),
    'ram:AllowanceTotalAmount': unlessZero(totals.allowances),
    'ram:TaxBasisTotalAmount': amount(totals.net),
    'ram:TaxTotalAmount': { '@currencyID': currency, '#': amount(totals.vat) },
    'ram:RoundingAmount': unlessZero(totals.rounding),
    'ram:GrandTotalAmount': amount(totals.gross),
    'ram:TotalPrepaidAmount': unlessZero(totals.paid),
    'ram:DuePayableAmount': amount(totals.due),
  };
}

function lineOf({ currency }: EInvoice, line: EInvoiceLine): XmlNode {
  const { adjustment, category, rate } = line;
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': line.id },
    'ram:SpecifiedTradeProduct': {
      'ram:SellerAssignedID': line.itemNumber,
      'ram:Name': line.name,
    },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': numberText(line.unitPrice) },
    },
    'ram:SpecifiedLineTradeDelivery': {
      'ram:BilledQuantity': { '@unitCode': line.unitCode, '#': numberText(line.quantity) },
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': {
        'ram:TypeCode': 'VAT',
        'ram:CategoryCode': category,
        'ram:RateApplicablePercent': rate && numberText(rate),
      },
      'ram:BillingSpecifiedPeriod': periodOf(line.period),
      'ram:SpecifiedTradeAllowanceCharge': adjustment && {
        'ram:ChargeIndicator': { 'udt:Indicator': String(adjustment.isCharge) },
        'ram:CalculationPercent': adjustment.percent,
        // Told together or not at all (PEPPOL-EN16931-R041, -R042).
        'ram:BasisAmount': adjustment.percent && amountText(adjustment.base, currency),
        'ram:ActualAmount': amountText(adjustment.amount, currency),
        'ram:Reason': adjustment.reason,
      },
      'ram:SpecifiedTradeSettlementLineMonetarySummation': {
        'ram:LineTotalAmount': amountText(line.net, currency),
      },
    },
  };
}
