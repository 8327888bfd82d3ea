/** A method requires the body, or a field of it, only in calls without media (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { Call, Client, MediaUpload, UploadMethod } from '../../runtime/client/index.js';
import type { RequestBody } from '../../runtime/body-types.js';

interface Letter {
  subject?: string;
  raw?: string;
}
interface SendParams {
  requestBody: RequestBody<Letter & Required<Pick<Letter, 'raw'>>>;
}
type SendMediaParams = Omit<SendParams, 'requestBody'> & { readonly requestBody?: RequestBody<Letter> | undefined };

declare const send: UploadMethod<SendParams, SendMediaParams, Letter>;
declare const client: Client;
declare const media: MediaUpload;

test('requires the field in a call without media', () => {
  expectTypeOf(send(client, { requestBody: { raw: 'x' } })).toEqualTypeOf<Call<Letter>>();
  // @ts-expect-error raw is missing
  send(client, { requestBody: { subject: 's' } });
  // @ts-expect-error the body is missing
  send(client, {});
  // @ts-expect-error no media
  send(client, { requestBody: { subject: 's' } }, { media: undefined });
});

test('requires neither the field nor the body in a call with media', () => {
  expectTypeOf(send(client, { requestBody: { subject: 's' } }, { media })).toEqualTypeOf<Call<Letter>>();
  expectTypeOf(send(client, {}, { media })).toEqualTypeOf<Call<Letter>>();
  // @ts-expect-error no such field
  send(client, { requestBody: { sbject: 's' } }, { media });
});
