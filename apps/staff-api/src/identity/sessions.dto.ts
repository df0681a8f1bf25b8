import { BooleanField, IdField, InstantField, TextField } from '@quittance/http/host';
import type { Directory, DirectoryPatch, SessionView } from '@quittance/identity/host';
import type { Instant, SessionId } from '@quittance/kernel';

export class SessionDto implements SessionView {
  @IdField() id: SessionId;
  @BooleanField({ description: 'Whether it is the session of this request.' }) current: boolean;
  @TextField({
    max: 300,
    nullable: true,
    description: 'What the device said it is.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  userAgent: string | null;
  @TextField({
    max: 64,
    nullable: true,
    description: 'The address it was last used from.',
    example: '203.0.113.7',
  })
  ip: string | null;
  @InstantField({ description: 'When it was signed in.' }) createdAt: Instant;
  @InstantField({
    description: 'The sign-in or the last refresh: an hour ago at most while in use.',
  })
  lastUsedAt: Instant;
  @InstantField() expiresAt: Instant;
}

export class SignInSettingsDto implements Omit<Directory, 'audience'> {
  @BooleanField({
    description:
      'Whether five wrong guesses at a password end the live sessions of the user as well. Off ' +
      'unless set: strangers who guess then throw nobody out.',
  })
  lockEndsSessions: boolean;
}

export class UpdateSignInSettingsDto implements DirectoryPatch {
  @BooleanField({ optional: true }) lockEndsSessions?: boolean;
}
