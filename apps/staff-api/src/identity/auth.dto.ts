import { SHORTEST_PASSWORD, type SignedInPair, type TokenPair } from '@quittance/identity/host';
import {
  EmailField,
  EnumField,
  IdField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CompanyId, UserId } from '@quittance/kernel';

const COMPANY = {
  max: 63,
  pattern: /^[a-z0-9][a-z0-9-]*$/,
  optional: true,
  nullable: true,
  description: 'The slug of the company; needed when one e-mail and password serve in several.',
} as const;

/** Longer texts are no password: they are refused before they cost a hash. */
const PASSWORD = { max: 1024, example: 'correct horse battery staple' } as const;

export class LoginDto {
  @EmailField() email: string;
  @TextField({ ...PASSWORD, min: 0 }) password: string;
  @TextField(COMPANY) company?: string | null;
  @TextField({
    max: 200,
    optional: true,
    nullable: true,
    description: 'From the last sign-in of this device; instead of the cookie that browsers keep.',
  })
  deviceToken?: string | null;
}

export class RefreshTokenDto {
  @TextField({ max: 200 }) refreshToken: string;
}

export class SignOutDto {
  @TextField({ max: 200, optional: true, description: 'Else the session is that of the request.' })
  refreshToken?: string;
}

export class ForgotPasswordDto {
  @EmailField() email: string;
  @TextField(COMPANY) company?: string | null;
}

export class ResetPasswordDto {
  @TextField({ max: 200, description: 'From the invitation or the reset link.' }) token: string;
  @TextField({ ...PASSWORD, min: 0, description: `At least ${SHORTEST_PASSWORD} characters.` })
  password: string;
}

export class ChangePasswordDto {
  @TextField({ ...PASSWORD, min: 0 }) currentPassword: string;
  @TextField({ ...PASSWORD, min: 0, description: `At least ${SHORTEST_PASSWORD} characters.` })
  password: string;
}

export class SignedInUserDto {
  @IdField() id: UserId;
  @EmailField() email: string;
  @TextField({ max: 200 }) name: string;
  @IdField() companyId: CompanyId;
}

export class TokenPairDto implements TokenPair {
  @TextField({ max: 2000 }) accessToken: string;
  @TextField({ max: 200, description: 'Single use; stored by nobody but its holder.' })
  refreshToken: string;
  @EnumField(['Bearer']) tokenType: 'Bearer';
  @IntegerField({ description: 'Seconds the access token is good for, while its session lives.' })
  expiresIn: number;
  @ObjectField(() => SignedInUserDto) user: SignedInUserDto;
}

export class SignedInPairDto extends TokenPairDto implements SignedInPair {
  @TextField({
    max: 200,
    description:
      'Makes this device known: keep it and send it with the next sign-in. Then nobody who ' +
      'guesses passwords elsewhere can shut the device out.',
  })
  deviceToken: string;
}
