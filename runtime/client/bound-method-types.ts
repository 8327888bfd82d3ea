/** Types of the methods of a client object: those of `method-types.ts` without the client as the first parameter. */
import type { CallOptions } from './call-options.js';
import type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from './field-mask-types.js';
import type { DownloadOptions, MediaCall, MediaOptions, UploadOptions } from './media-content.js';
import type { AltParameter, Call, EventsParameter, EventStream, ListOptions, PagedCall, StreamingCall } from './method-types.js';

/** A method of a client. */
export interface BoundUnaryMethod<Params, Result, Options extends CallOptions = CallOptions> {
  <const Mask extends Fields<Result> = '*'>(params: Params & FieldsParameter<Result, Mask>, options?: Options): Call<Masked<Result, Mask>>;
}

/** A method of a client that needs no parameters. */
export interface BoundParameterlessMethod<Params, Result, Options extends CallOptions = CallOptions> {
  <const Mask extends Fields<Result> = '*'>(params?: Params & FieldsParameter<Result, Mask>, options?: Options): Call<Masked<Result, Mask>>;
}

/** A list method of a client. `Items` is the field of a page that holds the items, `Token` the field that holds the next page token. */
export interface BoundListMethod<Params, Page, Item, Items extends string = string, Token extends string = 'nextPageToken'> {
  <const Mask extends Fields<Page> = '*'>(
    params: Params & FieldsParameter<Page, Mask>,
    options?: ListOptions,
  ): PagedCall<MaskedItem<Item, Mask, Items>, MaskedPage<Page, Mask, Token>>;
}

/** A list method of a client that needs no parameters. */
export interface BoundParameterlessListMethod<Params, Page, Item, Items extends string = string, Token extends string = 'nextPageToken'> {
  <const Mask extends Fields<Page> = '*'>(
    params?: Params & FieldsParameter<Page, Mask>,
    options?: ListOptions,
  ): PagedCall<MaskedItem<Item, Mask, Items>, MaskedPage<Page, Mask, Token>>;
}

/** A streaming method of a client. It can return its response as server-sent events. */
export interface BoundStreamingMethod<Params, Result> {
  <const Mask extends Fields<Result> = '*'>(
    params: Params & FieldsParameter<Result, Mask> & EventsParameter,
    options?: CallOptions,
  ): EventStream<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*', const Alt extends string | undefined = undefined>(
    params: Params & FieldsParameter<Result, Mask> & AltParameter<Alt>,
    options?: CallOptions,
  ): StreamingCall<Masked<Result, Mask>, Alt>;
}

/** A streaming method of a client that needs no parameters. */
export interface BoundParameterlessStreamingMethod<Params, Result> {
  <const Mask extends Fields<Result> = '*'>(
    params: Params & FieldsParameter<Result, Mask> & EventsParameter,
    options?: CallOptions,
  ): EventStream<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*', const Alt extends string | undefined = undefined>(
    params?: Params & FieldsParameter<Result, Mask> & AltParameter<Alt>,
    options?: CallOptions,
  ): StreamingCall<Masked<Result, Mask>, Alt>;
}

/** A method of a client that requires the body, or a field of it, only in calls without media. `MediaParams` are the parameters of a call with media. */
export interface BoundUploadMethod<Params, MediaParams, Result> {
  <const Mask extends Fields<Result> = '*'>(
    params: Params & FieldsParameter<Result, Mask>,
    options?: UploadOptions,
  ): Call<Masked<Result, Mask>>;
  <const Mask extends Fields<Result> = '*'>(
    params: MediaParams & FieldsParameter<Result, Mask>,
    options: MediaOptions,
  ): Call<Masked<Result, Mask>>;
}

/** A method of a client that returns media. */
export type BoundMediaMethod<Params> = (params: Params, options?: DownloadOptions) => MediaCall;
