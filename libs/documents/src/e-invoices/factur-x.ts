import type { EmbeddedFile } from '../pdf/render-pdf.js';
import type { EInvoiceProfile } from './profiles.js';

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

/** The name of the file, which readers look for, and the level of conformance of its profile. */
const LEVELS: Readonly<Partial<Record<EInvoiceProfile, readonly [name: string, level: string]>>> = {
  xrechnung: ['xrechnung.xml', 'XRECHNUNG'],
};
const EN_16931 = ['factur-x.xml', 'EN 16931'] as const;

/** The file a hybrid document carries: the invoice as CII under the name that readers look for. */
export function facturX(cii: string, profile: EInvoiceProfile): EmbeddedFile {
  const [name, level] = LEVELS[profile] ?? EN_16931;
  return {
    name,
    mediaType: 'text/xml',
    bytes: Buffer.from(cii),
    description: 'Factur-X invoice',
    metadata: metadataOf(name, level),
  };
}

/** What PDF/A asks of properties that are not its own: their names, types and meaning. */
const metadataOf = (name: string, level: string) => `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
${PROPERTIES.map(
  ([name, description]) => `      <rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${description}</pdfaProperty:description>
      </rdf:li>`,
).join('\n')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${name}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>${level}</fx:ConformanceLevel>
</rdf:Description>`;
