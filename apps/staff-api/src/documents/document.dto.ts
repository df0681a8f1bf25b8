import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '@quittance/documents';
import { EnumField } from '@quittance/http';

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
    description: 'UBL 2.1 when absent, UN/CEFACT CII, or a PDF with the CII inside (Factur-X).',
  })
  format?: EInvoiceFormat;
}
