import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '@quittance/documents/host';
import { EnumField } from '@quittance/http/host';

const LANGUAGE = {
  optional: true,
  description: 'That of the company’s documents when absent.',
} as const;

export class PrintQuery {
  @EnumField(DOCUMENT_LANGUAGES, LANGUAGE) language?: DocumentLanguage;
}

export class EInvoiceQuery extends PrintQuery {
  @EnumField(E_INVOICE_FORMATS, {
    optional: true,
    description:
      'UBL 2.1 when absent, UN/CEFACT CII, a PDF with the CII inside (Factur-X), or the JSON ' +
      'that India’s invoice registration portal takes (INV-01 1.1), for supplies between ' +
      'registered parties.',
  })
  format?: EInvoiceFormat;
}
