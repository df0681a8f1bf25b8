import { BooleanField, IntegerField } from '@quittance/http/host';
import { CountryQuery, ImportSummaryDto } from '../objects/mass.dto.js';

const count = (description: string) => IntegerField({ min: 0, description });

export class DocumentImportQuery extends CountryQuery {
  @BooleanField({ optional: true, description: 'Checks every document and writes nothing.' })
  dryRun?: boolean;
}

/** What became of the documents of a file; each is told at its first line. */
export class DocumentImportDto extends ImportSummaryDto {
  @count('Documents of the file.') declare rows: number;
  @count('Documents that were refused, each for itself.') declare failed: number;
}
