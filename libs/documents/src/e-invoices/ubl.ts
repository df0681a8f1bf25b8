import type { ElectronicAddress } from '@quittance/registrations';
import type { DeliveryPlace } from '../sheets/address-lines.js';
import type {
  EInvoice,
  EInvoiceAllowance,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePeriod,
  EInvoiceSeller,
  EInvoiceTaxGroup,
  EInvoiceVat,
} from './e-invoice.js';
import { PROFILE_IDS, rateOfOutside } from './profiles.js';
import { amountText, numberText, writeXml, type Xml, type XmlNode } from './xml.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/**
 * The document as UBL 2.1: `Invoice`, or `CreditNote` for the type 381. The order is the schema's.
 */
export function ublOf(invoice: EInvoice): string {
  const credit = invoice.typeCode === '381';
  const root = credit ? 'CreditNote' : 'Invoice';
  return writeXml({
    [root]: {
      '@xmlns': `${UBL}${root}-2`,
      '@xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      '@xmlns:cbc': `${UBL}CommonBasicComponents-2`,
      ...headOf(invoice, credit),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(invoice.seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(invoice.buyer) },
      'cac:Delivery': deliveryOf(invoice),
      'cac:PaymentMeans': paymentOf(invoice),
      'cac:PaymentTerms': invoice.paymentTerms && { 'cbc:Note': invoice.paymentTerms },
      'cac:AllowanceCharge': invoice.allowances.map((each) => allowanceOf(invoice, each)),
      'cac:TaxTotal': {
        'cbc:TaxAmount': money(invoice, invoice.totals.vat),
        'cac:TaxSubtotal': invoice.groups.map((group) => subtotalOf(invoice, group)),
      },
      'cac:LegalMonetaryTotal': totalsOf(invoice),
      [`cac:${root}Line`]: invoice.lines.map((line) => lineOf(invoice, line, credit)),
    },
  });
}

function headOf(invoice: EInvoice, credit: boolean): XmlNode {
  const { precedingInvoice, orderReference, contractReference } = invoice;
  const { customization, process } = PROFILE_IDS[invoice.profile];
  return {
    'cbc:CustomizationID': customization,
    'cbc:ProfileID': process,
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issueDate,
    'cbc:DueDate': credit ? null : invoice.dueDate,
    [credit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode']: invoice.typeCode,
    'cbc:Note': invoice.note,
    'cbc:DocumentCurrencyCode': invoice.currency,
    'cbc:BuyerReference': invoice.buyerReference,
    'cac:InvoicePeriod': periodOf(invoice.period),
    'cac:OrderReference': orderReference ? { 'cbc:ID': orderReference } : null,
    'cac:BillingReference': precedingInvoice && {
      'cac:InvoiceDocumentReference': {
        'cbc:ID': precedingInvoice.number,
        'cbc:IssueDate': precedingInvoice.issueDate,
      },
    },
    'cac:ContractDocumentReference': contractReference ? { 'cbc:ID': contractReference } : null,
  };
}

function money({ currency }: EInvoice, minor: bigint): XmlNode {
  return { '@currencyID': currency, '#': amountText(minor, currency) };
}

function periodOf(period: EInvoicePeriod | null): Xml {
  return period && { 'cbc:StartDate': period.start, 'cbc:EndDate': period.end };
}

function endpointOf(endpoint: ElectronicAddress | null): Xml {
  return endpoint && { '@schemeID': endpoint.scheme, '#': endpoint.id };
}

function buyerOf({ name, address, vatId, email, endpoint }: EInvoiceParty): XmlNode {
  return {
    'cbc:EndpointID': endpointOf(endpoint),
    'cac:PostalAddress': addressOf(address),
    'cac:PartyTaxScheme': vatId && schemeOf(vatId, 'VAT'),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
    'cac:Contact': email && { 'cbc:ElectronicMail': email },
  };
}

function sellerOf(seller: EInvoiceSeller): XmlNode {
  const { name, tradeName, address, vatId, taxNumber, email, contact } = seller;
  const reachable = contact.name || contact.phone || email;
  return {
    'cbc:EndpointID': endpointOf(seller.endpoint),
    'cac:PartyName': tradeName && { 'cbc:Name': tradeName },
    'cac:PostalAddress': addressOf(address),
    'cac:PartyTaxScheme': [
      ...(vatId ? [schemeOf(vatId, 'VAT')] : []),
      ...(taxNumber ? [schemeOf(taxNumber, 'FC')] : []),
    ],
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': legalIdOf(seller) },
    'cac:Contact': reachable
      ? {
          'cbc:Name': contact.name,
          'cbc:Telephone': contact.phone,
          'cbc:ElectronicMail': email,
        }
      : null,
  };
}

function legalIdOf({ registrationNumber, registrationScheme }: EInvoiceSeller): Xml {
  if (!registrationNumber || !registrationScheme) return registrationNumber;
  return { '@schemeID': registrationScheme, '#': registrationNumber.replace(/\s/g, '') };
}

function schemeOf(id: string, scheme: string): XmlNode {
  return { 'cbc:CompanyID': id, 'cac:TaxScheme': { 'cbc:ID': scheme } };
}

function addressOf(address: DeliveryPlace): XmlNode {
  return {
    'cbc:StreetName': address.line1 || null,
    'cbc:AdditionalStreetName': address.line2 || null,
    'cbc:CityName': address.city || null,
    'cbc:PostalZone': address.postalCode || null,
    'cbc:CountrySubentity': address.region || null,
    'cac:Country': { 'cbc:IdentificationCode': address.country },
  };
}

function deliveryOf({ delivery }: EInvoice): Xml {
  if (!delivery) return null;
  const { date, place } = delivery;
  return {
    'cbc:ActualDeliveryDate': date,
    'cac:DeliveryLocation': place && { 'cac:Address': addressOf(place) },
    'cac:DeliveryParty': place?.recipient
      ? { 'cac:PartyName': { 'cbc:Name': place.recipient } }
      : null,
  };
}

function paymentOf({ payment }: EInvoice): Xml {
  if (!payment) return null;
  const { meansCode, reference, account, holder, bic } = payment;
  return {
    'cbc:PaymentMeansCode': meansCode,
    'cbc:PaymentID': reference,
    'cac:PayeeFinancialAccount': account && {
      'cbc:ID': account,
      'cbc:Name': holder,
      'cac:FinancialInstitutionBranch': bic && { 'cbc:ID': bic },
    },
  };
}

function allowanceOf(invoice: EInvoice, allowance: EInvoiceAllowance): XmlNode {
  const { isCharge, reason, percent, amount, base } = allowance;
  return {
    'cbc:ChargeIndicator': String(isCharge),
    'cbc:AllowanceChargeReason': reason,
    'cbc:MultiplierFactorNumeric': percent,
    'cbc:Amount': money(invoice, amount),
    'cbc:BaseAmount': base === null ? null : money(invoice, base),
    'cac:TaxCategory': vatCategory(allowance),
  };
}

function vatCategory({ category, rate }: EInvoiceVat, group?: EInvoiceTaxGroup): XmlNode {
  return {
    'cbc:ID': category,
    'cbc:Percent': rate && numberText(rate),
    'cbc:TaxExemptionReasonCode': group?.reasonCode,
    'cbc:TaxExemptionReason': group?.reason,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
}

function subtotalOf(invoice: EInvoice, group: EInvoiceTaxGroup): XmlNode {
  const { rate } = group;
  return {
    'cbc:TaxableAmount': money(invoice, group.base),
    'cbc:TaxAmount': money(invoice, group.tax),
    'cac:TaxCategory': vatCategory({ ...group, rate: rate ?? rateOfOutside(invoice) }, group),
  };
}

function totalsOf(invoice: EInvoice): XmlNode {
  const { totals } = invoice;
  const unlessZero = (minor: bigint) => (minor === 0n ? null : money(invoice, minor));
  return {
    'cbc:LineExtensionAmount': money(invoice, totals.lines),
    'cbc:TaxExclusiveAmount': money(invoice, totals.net),
    'cbc:TaxInclusiveAmount': money(invoice, totals.gross),
    'cbc:AllowanceTotalAmount': unlessZero(totals.allowances),
    'cbc:ChargeTotalAmount': unlessZero(totals.charges),
    'cbc:PrepaidAmount': unlessZero(totals.paid),
    'cbc:PayableRoundingAmount': unlessZero(totals.rounding),
    'cbc:PayableAmount': money(invoice, totals.due),
  };
}

function lineOf(invoice: EInvoice, line: EInvoiceLine, credit: boolean): XmlNode {
  const { adjustment } = line;
  const quantity = credit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity';
  return {
    'cbc:ID': line.id,
    [quantity]: { '@unitCode': line.unitCode, '#': numberText(line.quantity) },
    'cbc:LineExtensionAmount': money(invoice, line.net),
    'cac:InvoicePeriod': periodOf(line.period),
    'cac:AllowanceCharge': adjustment && {
      'cbc:ChargeIndicator': String(adjustment.isCharge),
      'cbc:AllowanceChargeReason': adjustment.reason,
      'cbc:MultiplierFactorNumeric': adjustment.percent,
      'cbc:Amount': money(invoice, adjustment.amount),
      // Told together or not at all (PEPPOL-EN16931-R041, -R042).
      'cbc:BaseAmount': adjustment.percent && money(invoice, adjustment.base),
    },
    'cac:Item': {
      'cbc:Name': line.name,
      'cac:SellersItemIdentification': line.itemNumber && { 'cbc:ID': line.itemNumber },
      'cac:ClassifiedTaxCategory': vatCategory(line),
    },
    'cac:Price': {
      'cbc:PriceAmount': { '@currencyID': invoice.currency, '#': numberText(line.unitPrice) },
    },
  };
}
